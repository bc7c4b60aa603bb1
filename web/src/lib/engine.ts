// The engine in the page: the same rules as the server's, on what this seat may know. See wasm/engine.c.
//
// It judges nothing for others: a guess is drawn at once and forgotten when the server speaks. What it can do
// beside that, as the host of a table for one, is in host.ts.
import url from 'engine.wasm?url'

export interface Exports {
  memory: WebAssembly.Memory
  inbox(): number
  inbox_size(): number
  outbox(): number
  open(size: number): number
  feed(size: number): number
  guess(size: number, seat: number, nowMs: number): number
  forget(): void
  view_json(): number
  legal(seat: number): number
  hears(speaker: number, channel: number): number
  clock_runs(): number
  version(): number
  refusal_name(number: number): number
  cost(hero: number, place: number, aim: number): number
  room(hero: number, place: number, aim: number): number
  scenario_list(seats: number): number
  scenario_judge(size: number, seats: number): number
  scenario_read(size: number): number
  scenario_write(size: number): number
  scenario_tiles(): number
  traitor_cards(players: number): number
}

export interface Offer {
  t: string
  hero?: string
  tile?: number
  space?: number
  seat?: number
}

// enum aim of games/maze/path.h, in its order
export const AIMS = ['explore', 'item', 'exit', 'hourglass'] as const
export type Aim = (typeof AIMS)[number]
type Weigh = (hero: number, place: number, aim: Aim) => number
/** What it costs where there is no way (COST_FAR). */
export const NO_WAY = 999
/** How heroes come to where they are wanted; a place is tile << 4 | space. */
export interface Costs {
  /** What it costs a hero from a place on. */
  cost: Weigh
  /** What all gain by its going there to make room; 0 while anybody can get on. */
  room: Weigh
}

let module: Promise<WebAssembly.Module> | undefined

/** Fetches and compiles the engine, once. */
export function fetchEngine(): Promise<WebAssembly.Module> {
  module ??= WebAssembly.compileStreaming(fetch(url)).catch((failure) => {
    module = undefined // the next who needs it tries again
    throw failure
  })
  return module
}

export class Engine {
  protected readonly exports: Exports
  #encoder = new TextEncoder()
  #decoder = new TextDecoder()

  constructor(compiled: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(compiled).exports as unknown as Exports
  }

  protected put(text: string): number {
    const { memory, inbox, inbox_size } = this.exports
    const room = new Uint8Array(memory.buffer, inbox(), inbox_size())
    const { read, written } = this.#encoder.encodeInto(text, room)
    return read === text.length ? written : room.length + 1
  }

  protected answer(size: number): string {
    return this.#decoder.decode(new Uint8Array(this.exports.memory.buffer, this.exports.outbox(), size))
  }

  protected text(at: number): string {
    if (!at) return ''
    const bytes = new Uint8Array(this.exports.memory.buffer, at)
    return this.#decoder.decode(bytes.subarray(0, bytes.indexOf(0)))
  }

  /** The name of a refusal by its number; '' if there is none. */
  protected refusal(number: number): string {
    return number === 0 ? '' : number < 0 ? 'malformed' : this.text(this.exports.refusal_name(number))
  }

  open(game: string): boolean {
    return this.exports.open(this.put(game)) === 1
  }

  /** Folds one line of the story into the view; returns why not, or ''. */
  feed(line: string): string {
    return this.text(this.exports.feed(this.put(line)))
  }

  /** Draws what a command will do if nothing else happens first; returns the name of the refusal, or ''. */
  guess(command: object, seat: number, nowMs: number): string {
    return this.refusal(this.exports.guess(this.put(JSON.stringify(command)), seat, nowMs))
  }

  /** What was guessed and did not come true is not drawn any more. */
  forget(): void {
    this.exports.forget()
  }

  view<View>(): View {
    return JSON.parse(this.answer(this.exports.view_json())) as View
  }

  legal(seat: number): Offer[] {
    return JSON.parse(this.answer(this.exports.legal(seat)) || '[]') as Offer[]
  }

  /** May this seat be heard by anybody else on the channel (0 words, 1 phrases, 2 reactions, 3 pointing)? */
  hears(speaker: number, channel: number): number {
    return this.exports.hears(speaker, channel)
  }

  /** Of Magic Maze, as it is drawn. */
  readonly costs: Costs = {
    cost: (hero, place, aim) => this.exports.cost(hero, place, AIMS.indexOf(aim)),
    room: (hero, place, aim) => this.exports.room(hero, place, AIMS.indexOf(aim)),
  }

  /** Does time count now: is there anything that happens by itself, if nobody does anything? */
  clockRuns(): boolean {
    return this.exports.clock_runs() === 1
  }

  /** Which version of the open game's rules this is. */
  version(): number {
    return this.exports.version()
  }

  /** Hands over a text, lets an export work on it, and returns what it answers: a text, or ''. */
  tell(text: string, call: (exports: Exports, size: number) => number): string {
    return this.answer(call(this.exports, this.put(text)))
  }
}
