// What a game is to the page: the types of everything seen, asked and told at its table, generated from its
// .def; and what its folder says about it, in game.ts, before the rest is fetched.
import type { Component } from 'svelte'
import type { Games } from '../../generated/games'
import type { Pace, ServerCommand } from '../../generated/server'
import type { Key, WordFiles } from '../words/i18n.svelte'
import type { Table } from './table.svelte'

export type GameName = keyof Games

// For one game; without a name, what all games have in common.
export type View<G extends GameName = GameName> = Games[G]['View']
export type Happening<G extends GameName = GameName> = Games[G]['Event']
export type Command<G extends GameName = GameName> = Games[G]['Command']
export type Options<G extends GameName = GameName> = Games[G]['Options']

/** What can be asked at a table: of the game, and of the server about the table. */
export type Ask<G extends GameName = GameName> = Command<G> | ServerCommand

type Whole<One> = One extends { t: string } ? Required<Omit<One, 'id' | 'seen'>> : never

/** A command as the engine offers it: with all its fields. */
export type Offer<G extends GameName = GameName> = Whole<Command<G>>

/** The result of a game for a seat, and why. */
export interface Result<G extends GameName = GameName> {
  how: 'won' | 'partly' | 'lost' | 'abandoned'
  why: Games[G]['Ending']
}

type Field<One> = One extends unknown ? keyof One : never

/** A command that is drawn before the server has spoken: the event that confirms it, and a field that may
    have to be the same in both. */
export interface Guess<G extends GameName = GameName> {
  becomes: Happening<G>['t']
  same?: Field<Command<G>> & Field<Happening<G>>
}

interface Screen<G extends GameName> {
  default: Component<{ table: Table<G> }>
}

/** What a game's folder says about the game. */
export interface GamePage<G extends GameName = GameName> {
  /** Where its engine is. */
  engine: string
  /** It is offered to everybody; otherwise only through the link of a table. */
  shown: boolean
  /** What it starts with until the host chooses otherwise. */
  options: Options<G>
  /** Bots fill a table up to this many seats; 0: there are none for it. */
  filled: number
  /** The pace at which bots play it with these options, whatever the table has chosen. */
  pace?: (options: Options<G>) => Pace | undefined
  /** This is the game for one, played in this page without a server (#/solo). */
  alone?: boolean
  guesses?: { [Kind in Command<G>['t']]?: Guess<G> }
  /** Events that bring something along before the start: after one, no rehearsal can say whether it would
      begin. */
  brought?: Happening<G>['t'][]
  /** Why a start is refused in this page, though the server may well begin. */
  unknowable?: Games[G]['Refusal'][]
  /** What may help when a start is refused. */
  advice?: { [Name in Games[G]['Refusal']]?: Key }
  words: WordFiles
  page: () => Promise<Screen<G>>
  /** What can be chosen before it begins. */
  choices?: () => Promise<Screen<G>>
}
