// What can be played of Magic Maze, as the engine tells it (wasm/scenario.c), and how that is said in short.
// Which scenario is possible, and for how many, is the engine's word: no rule is written here.
import { Engine, fetchEngine } from '../lib/engine'
import { t } from '../lib/i18n.svelte'
import type { Face } from './view'

/** The fields of `set_up`: a scenario of the game by its number, or an own one (number 0). */
export interface Scenario {
  number: number
  level: number
  side: number
  sand_s: number
  tiles: number
  rules: number
  top: number
  title: string
}

/** As much of one as players are told at a glance. */
export type Told = Pick<Scenario, 'tiles' | 'side' | 'sand_s' | 'rules'> & Partial<Pick<Scenario, 'top'>>

/** A side of a tile as it is drawn; of tile 1 there are two. */
export type DrawnFace = Face & { side: number }

/** A scenario of the game, with every level and side that exist. */
export interface Preset {
  number: number
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
  refusals: { name: string; key: Part }[]
  against: (string | null)[]
}

/** One that is kept as a text. */
export interface Known extends Judgement {
  text: string
  at: number
}

export type Read = { scenario: Scenario; line: number } | { fault: string; line: number; about: string }

/** SCENARIO_RULES of games/maze/scenarios.h, in its order. */
export const RULES = [
  'talk_always',
  'one_exit',
  'pass_left',
  'dwarf',
  'elf',
  'ball',
  'cameras',
  'face_up',
  'empty_handed',
  'others',
  'discard',
  'gestures',
  'dimensions',
  'no_talk',
  'no_pawn',
  'no_vortex',
  'one_per_tile',
] as const
export type Rule = (typeof RULES)[number]
export const SANDS_S = [180, 240, 300]
export const CAMPAIGN = 7

/** What the engine knows of scenarios, whatever is being played. */
export class Book {
  #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  list(seats: number): Preset[] {
    return JSON.parse(this.#engine.tell('', (engine) => engine.scenario_list(seats))) as Preset[]
  }

  /** Everything filled in, and what speaks against it; null: there is no such scenario. */
  judge(asked: Partial<Scenario>, seats: number): Judgement | null {
    const command = JSON.stringify({ ...asked, t: 'set_up' })
    const answer = this.#engine.tell(command, (engine, size) => engine.scenario_judge(size, seats))
    return answer ? (JSON.parse(answer) as Judgement) : null
  }

  read(text: string): Read {
    return JSON.parse(this.#engine.tell(text, (engine, size) => engine.scenario_read(size))) as Read
  }

  /** Of texts those that can be read, with where they stand among them. */
  known(texts: string[], seats: number): Known[] {
    return texts.flatMap((text, at) => {
      const read = this.read(text)
      const judged = 'scenario' in read ? this.judge(read.scenario, seats) : null
      return judged ? [{ ...judged, text, at }] : []
    })
  }

  /** The text of its file; '' as long as it has no title or no tile. */
  write(scenario: Partial<Scenario>): string {
    const command = JSON.stringify({ ...scenario, t: 'set_up' })
    return this.#engine.tell(command, (engine, size) => engine.scenario_write(size))
  }

  /** Every face as it is drawn: 1A, 1B, and from then on by number. */
  tiles(): DrawnFace[] {
    return JSON.parse(this.#engine.tell('', (engine) => engine.scenario_tiles())) as DrawnFace[]
  }
}

let book: Promise<Book> | undefined

export function openBook(): Promise<Book> {
  book ??= fetchEngine().then((compiled) => new Book(new Engine(compiled)))
  return book
}

export const has = (set: number, bit: number): boolean => Boolean((set >> bit) & 1)

/** A set of tiles as one says it: 2–9, 12. */
export function tilesText(tiles: number): string {
  const runs: string[] = []
  for (let n = 2; n <= 24; n++) {
    if (!has(tiles, n)) continue
    const first = n
    while (has(tiles, n + 1)) n++
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
