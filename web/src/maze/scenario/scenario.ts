// What can be played in Magic Maze, as the engine says (wasm/maze/scenario.c), and how to put it in short.
// The engine decides which scenario is possible, and for how many: there are no rules here.
import type { Face, Options, Refusal, Scenario } from '../../generated/maze'
import { Engine, fetchEngine } from '../../lib/engine/engine'
import { among } from '../../lib/table/sets'
import { t } from '../../lib/words/i18n.svelte'
import { game } from '../game'

/** What the host has chosen, as far as anything was: a scenario, and roles. */
export type Choices = Options

/** As much of a scenario as players are told at a glance. */
export type Told = Pick<Scenario, 'tiles' | 'side' | 'sand_s' | 'rules'> & Partial<Pick<Scenario, 'top'>>

/** A scenario of the game, with every level and side it has. */
export interface Preset {
  number: number
  campaign: boolean
  levels: number[]
  sides: number[]
  least: number
  most: number
  fits: boolean
}

/** The lines of a scenario's file, which are also the parts of the form. */
export type Part = 'title' | 'tiles' | 'face' | 'top' | 'sand' | 'rules'

export interface Judgement {
  scenario: Scenario
  least: number
  most: number
  fits: boolean
  refusals: { name: Refusal; key: Part }[]
  against: (Refusal | null)[]
}

/** One that is kept as a text. */
export interface Known extends Judgement {
  text: string
  at: number
}

export type Read = { scenario: Scenario; line: number } | { fault: string; line: number; about: string }

const LONGEST_MIN = 10

interface Scenarios {
  scenario_list: (seats: number) => number
  scenario_judge: (size: number, seats: number) => number
  scenario_read: (size: number) => number
  scenario_write: (size: number) => number
  scenario_tiles: () => number
}

/** What the engine knows about scenarios, whatever is being played. */
export class Book {
  #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  #ask(text: string, call: (own: Scenarios, size: number) => number): string {
    return this.#engine.tell<Scenarios>(text, call)
  }

  list(seats: number): Preset[] {
    return JSON.parse(this.#ask('', (engine) => engine.scenario_list(seats))) as Preset[]
  }

  /** The scenario with everything filled in, and what is wrong with it; null: there is no such scenario. */
  judge(asked: Choices, seats: number): Judgement | null {
    const command = JSON.stringify({ ...asked, t: 'set_up' })
    const answer = this.#ask(command, (engine, size) => engine.scenario_judge(size, seats))
    return answer ? (JSON.parse(answer) as Judgement) : null
  }

  /** What an hourglass may hold, in seconds: the whole minutes that are not refused. */
  sands(): number[] {
    const all = Array.from({ length: LONGEST_MIN }, (_, i) => 60 * (i + 1))
    return all.filter((sand_s) => this.judge({ ...game.options, sand_s }, 1)?.refusals.length === 0)
  }

  read(text: string): Read {
    return JSON.parse(this.#ask(text, (engine, size) => engine.scenario_read(size))) as Read
  }

  /** The texts that can be read, each with its place in the list. */
  known(texts: string[], seats: number): Known[] {
    return texts.flatMap((text, at) => {
      const read = this.read(text)
      const judged = 'scenario' in read ? this.judge(read.scenario, seats) : null
      return judged ? [{ ...judged, text, at }] : []
    })
  }

  /** The text of its file; '' while it has no title or no tile. */
  write(scenario: Partial<Scenario>): string {
    const command = JSON.stringify({ ...scenario, t: 'set_up' })
    return this.#ask(command, (engine, size) => engine.scenario_write(size))
  }

  /** Every face as it is drawn: 1A, 1B, then by number. */
  tiles(): Face[] {
    return JSON.parse(this.#ask('', (engine) => engine.scenario_tiles())) as Face[]
  }
}

let book: Promise<Book> | undefined

export function openBook(): Promise<Book> {
  book ??= fetchEngine('maze').then((compiled) => new Book(new Engine(compiled)))
  return book
}

/** A set of tiles as people write it: 2–9, 12. */
export function tilesText(tiles: number): string {
  const runs: string[] = []
  for (let n = 2; n < 32; n++) {
    if (!among(tiles, n)) continue
    const first = n
    while (among(tiles, n + 1)) n++
    runs.push(first === n ? `${n}` : `${first}–${n}`)
  }
  return runs.join(', ')
}

/** Tiles, start tile, top and sand, in one line. */
export function factsText(scenario: Told): string {
  const { tiles, side, top, sand_s } = scenario
  return [
    t('maze.factTiles', { tiles: tilesText(tiles) }),
    t('maze.factSide', { side: side === 2 ? 'B' : 'A' }),
    top ? t('maze.factTop', { n: top }) : '',
    t('table.minutes', { n: sand_s / 60 }),
  ]
    .filter(Boolean)
    .join(' · ')
}
