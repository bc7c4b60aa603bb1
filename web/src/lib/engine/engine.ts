// The engine in the page: the same rules as the server's, on what this seat may know. See wasm/engine.c.
//
// It judges nothing for others: a guess is drawn at once and forgotten when the server speaks. What else it
// can do, as the host of a solo table, is in host.ts.
import { CHANNEL } from '../../generated/common'
import type { GameName, Offer, Result, View } from '../table/contract'
import { GAMES } from '../table/games'

export type Channel = keyof typeof CHANNEL

export interface Exports {
  memory: WebAssembly.Memory
  inbox: () => number
  inbox_size: () => number
  outbox: () => number
  open: (size: number) => number
  feed: (size: number) => number
  guess: (size: number, seat: number, nowMs: number) => number
  forget: () => void
  view_json: () => number
  legal: (seat: number) => number
  hears: (speaker: number, channel: number) => number
  begun: () => number
  ended: () => number
  winners: () => number
  clock_runs: () => number
  version: () => number
  say_left: (size: number) => number
  refusal_name: (number: number) => number
}

const engines = new Map<GameName, Promise<WebAssembly.Module>>()

/** Fetches and compiles the engine of a game, once. */
export function fetchEngine(game: GameName): Promise<WebAssembly.Module> {
  let engine = engines.get(game)
  if (!engine) {
    engine = WebAssembly.compileStreaming(fetch(GAMES[game].engine))
    engine.catch(() => engines.delete(game)) // whoever needs it next tries again
    engines.set(game, engine)
  }
  return engine
}

/** `G`: the game that is open. What else a game exports (wasm/NAME/) is known to its folder: `Own`. */
export class Engine<G extends GameName = GameName> {
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
  refusal(number: number): string {
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

  /** Guesses that did not come true are no longer drawn. */
  forget(): void {
    this.exports.forget()
  }

  // Its answers have the form that is generated from its tables, and so have the types.
  #read<Answer>(size: number): Answer {
    return JSON.parse(this.answer(size) || 'null') as Answer
  }

  view(): View<G> {
    return this.#read(this.exports.view_json())
  }

  legal(seat: number): Offer<G>[] {
    return this.#read<Offer<G>[] | null>(this.exports.legal(seat)) ?? []
  }

  /** Has the game been set up? */
  begun(): boolean {
    return this.exports.begun() === 1
  }

  ended(): boolean {
    return this.exports.ended() === 1
  }

  /** When it is over: the result for each seat, from the first on. */
  results(): Result<G>[] {
    return this.#read(this.exports.winners())
  }

  /** Who hears this seat on the channel: a set of seats, bit 0 for those who watch. */
  hears(speaker: number, channel: Channel): number {
    return this.exports.hears(speaker, CHANNEL[channel])
  }

  /** How many more characters a text said at the table may have; below 0: too many. */
  sayLeft(text: string): number {
    return this.exports.say_left(this.put(text))
  }

  /** Does time count now: will anything happen by itself if nobody does anything? */
  clockRuns(): boolean {
    return this.exports.clock_runs() === 1
  }

  /** Which version of the open game's rules this is. */
  version(): number {
    return this.exports.version()
  }

  own<Own extends object>(): Own {
    return this.exports as Exports & Own
  }

  /** Hands over a text, calls one of a game's own exports on it, and returns its answer, or ''. */
  tell<Own extends object>(text: string, call: (own: Own, size: number) => number): string {
    return this.answer(call(this.own<Own>(), this.put(text)))
  }
}
