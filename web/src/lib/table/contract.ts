// What a game is to the page: the types of all that is seen, asked and told at its table, printed from its
// .def; and what its folder says of itself, in game.ts, before the rest of it is fetched.
import type { Component } from 'svelte'
import type { Games } from '../../generated/games'
import type { ChooseOptionsCommand, ServerCommand } from '../../generated/server'
import type { Key, WordFiles } from '../words/i18n.svelte'
import type { Table } from './table.svelte'

export type GameName = keyof Games

// Of one game; without a name, what can be said of all alike.
export type View<G extends GameName = GameName> = Games[G]['View']
export type Happening<G extends GameName = GameName> = Games[G]['Event']
export type Command<G extends GameName = GameName> = Games[G]['Command']
export type Options<G extends GameName = GameName> = Games[G]['Options']

/** What can be asked at a table: of the game, and of the server about the table. */
export type Ask<G extends GameName = GameName> =
  | Command<G>
  | Exclude<ServerCommand, ChooseOptionsCommand>
  | (Omit<ChooseOptionsCommand, 'options'> & { options: Options<G> })

type Whole<One> = One extends { t: string } ? Required<Omit<One, 'id' | 'seen'>> : never

/** A command as the engine offers it: with all its fields. */
export type Offer<G extends GameName = GameName> = Whole<Command<G>>

/** What a game was for a seat, and why. */
export interface Result<G extends GameName = GameName> {
  how: 'won' | 'partly' | 'lost'
  why: Games[G]['Ending']
}

type Field<One> = One extends unknown ? keyof One : never

/** A command that is drawn before the server has spoken: the event by which it comes true, in which a field
    may have to be the same. */
export interface Guess<G extends GameName = GameName> {
  becomes: Happening<G>['t']
  same?: Field<Command<G>> & Field<Happening<G>>
}

interface Screen<G extends GameName> {
  default: Component<{ table: Table<G> }>
}

/** What a game's folder says of itself. */
export interface GamePage<G extends GameName = GameName> {
  /** Everybody is offered it; else come to it only those who have the link of a table. */
  shown: boolean
  /** What it begins with until the host chooses otherwise. */
  options: Options<G>
  /** To how many bots fill a table. */
  filled: number
  /** It is what is played alone in this page, without a server (#/solo). */
  alone?: boolean
  guesses?: { [Kind in Command<G>['t']]?: Guess<G> }
  /** What somebody may have brought along before the start: then no rehearsal tells whether it can begin. */
  brought?: Happening<G>['t'][]
  /** What helps, where a start is refused. */
  advice?: { [Name in Games[G]['Refusal']]?: Key }
  words: WordFiles
  page: () => Promise<Screen<G>>
  /** What can be chosen before it begins. */
  choices?: () => Promise<Screen<G>>
}
