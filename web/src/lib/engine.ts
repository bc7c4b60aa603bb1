// The engine in the page: the same rules as the server's, on what this seat may know. See wasm/engine.c.
//
// It judges nothing for others: a guess is drawn at once and forgotten when the server speaks.
import url from 'engine.wasm?url'

interface Exports {
  memory: WebAssembly.Memory
  inbox(): number
  inbox_size(): number
  outbox(): number
  open(size: number): number
  feed(size: number): number
  guess(size: number, seat: number, nowMs: number): number
  view_json(): number
  legal(seat: number): number
  hears(speaker: number, channel: number): number
  refusal_name(number: number): number
}

export interface Offer {
  t: string
  hero?: string
  tile?: number
  space?: number
  seat?: number
}

let module: Promise<WebAssembly.Module> | undefined

/** Fetches and compiles the engine, once. */
export function fetchEngine(): Promise<WebAssembly.Module> {
  module ??= WebAssembly.compileStreaming(fetch(url))
  return module
}

export class Engine {
  #exports: Exports
  #encoder = new TextEncoder()
  #decoder = new TextDecoder()

  constructor(compiled: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(compiled).exports as unknown as Exports
  }

  #put(text: string): number {
    const room = new Uint8Array(
      this.#exports.memory.buffer,
      this.#exports.inbox(),
      this.#exports.inbox_size(),
    )
    const { read, written } = this.#encoder.encodeInto(text, room)
    return read === text.length ? written : room.length + 1
  }

  #answer(size: number): string {
    return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, this.#exports.outbox(), size))
  }

  #text(at: number): string {
    if (!at) return ''
    const bytes = new Uint8Array(this.#exports.memory.buffer, at)
    return this.#decoder.decode(bytes.subarray(0, bytes.indexOf(0)))
  }

  open(game: string): boolean {
    return this.#exports.open(this.#put(game)) === 1
  }

  /** Folds one line of the story into the view; returns why not, or ''. */
  feed(line: string): string {
    return this.#text(this.#exports.feed(this.#put(line)))
  }

  /** Draws what a command will do if nothing else happens first; returns the name of the refusal, or ''. */
  guess(command: object, seat: number, nowMs: number): string {
    const refusal = this.#exports.guess(this.#put(JSON.stringify(command)), seat, nowMs)
    return refusal === 0 ? '' : refusal < 0 ? 'malformed' : this.#text(this.#exports.refusal_name(refusal))
  }

  view<View>(): View {
    return JSON.parse(this.#answer(this.#exports.view_json())) as View
  }

  legal(seat: number): Offer[] {
    return JSON.parse(this.#answer(this.#exports.legal(seat)) || '[]') as Offer[]
  }

  /** May this seat be heard by anybody else on the channel (0 words, 1 phrases, 2 reactions, 3 pointing)? */
  hears(speaker: number, channel: number): number {
    return this.#exports.hears(speaker, channel)
  }
}
