// A solo table that lives in this page: the engine judges as the server would (wasm/solo.c), and this browser
// keeps the log. To the page it looks like the connection to a server, and says the same things.
//
// Time stands still while nobody looks: when the page is hidden or closed, the game is paused (P4.3).
import { SEAT_SERVER, type TableCommand } from '../../generated/common'
import { FACTS } from '../../generated/games'
import { Engine, type Exports } from '../engine/engine'
import { preference } from '../page/session'
import type { Ask, GameName, Happening, Options } from '../table/contract'
import { t } from '../words/i18n.svelte'
import { type Head, Log } from './log'
import type { Hello, Listener, Refused, TableLink } from './socket'

const PLAYER = 1

export interface HostExports extends Exports {
  host: (a: number, b: number, c: number, d: number) => void
  restore: (size: number) => number
  submit: (size: number, seat: number, nowMs: number) => number
  happened: () => number
  kept: (index: number) => number
  shown: (index: number) => number
  deadline: () => number
  over: () => number
  options: (size: number) => number
}

/** A separate engine: it knows what the player's engine must not. */
class Host extends Engine {
  declare protected readonly exports: HostExports

  begin(game: GameName, seed: number[]): void {
    this.open(game)
    const [a = 0, b = 0, c = 0, d = 0] = seed
    this.exports.host(a, b, c, d)
  }

  /** Takes a line of the log as it is; false: it is not one. */
  restore(line: string): boolean {
    return this.exports.restore(this.put(line)) === 0
  }

  submit(command: object, seat: number, nowMs: number): Refused | null {
    const refusal = this.exports.submit(this.put(JSON.stringify(command)), seat, nowMs)
    if (!refusal) return null
    return { refused: this.refusal(refusal), text: '' } // the page has words for every refusal of a game
  }

  /** What the last submit or restore caused: lines of the log, or of the player's story. */
  lines(which: 'kept' | 'shown'): string[] {
    const all = Array.from({ length: this.exports.happened() }, (_, i) => this.answer(this.exports[which](i)))
    return all.filter(Boolean)
  }

  deadline(): number {
    return this.exports.deadline()
  }

  over(): boolean {
    return this.exports.over() === 1
  }

  /** The options with all fields of the command that sets up the game; null: they are not options. */
  options(asked: object, t: string): Record<string, unknown> | null {
    const text = this.answer(this.exports.options(this.put(JSON.stringify({ ...asked, t }))))
    if (!text) return null
    const { t: _t, id: _id, seen: _seen, ...fields } = JSON.parse(text) as Record<string, unknown>
    return fields
  }
}

const refused = (name: string): Refused => ({ refused: name, text: name })

export class LocalTable implements TableLink {
  #host: Host
  #game: GameName
  #listener: Listener
  #log = new Log()
  #head: Head
  #untold: string[] = []
  #greeted = false
  #offset = 0
  #nextId = 1
  #timer: ReturnType<typeof setTimeout> | undefined
  #stops: (() => void)[] = []

  constructor(engine: WebAssembly.Module, game: GameName, listener: Listener) {
    this.#host = new Host(engine)
    this.#game = game
    this.#listener = listener
    const [page = 0] = crypto.getRandomValues(new Uint32Array(1))
    this.#head = { round: 0, version: 0, seed: [], begun: false, options: {}, page }
    queueMicrotask(() => this.#open())
  }

  // ---- opening: from the start, or where the last page left it ----

  #open(): void {
    const found = this.#log.read()
    if (!found?.head.begun) this.#begin(found?.head)
    else if (!this.#takeUp(found.head, found.lines)) {
      this.#log.drop()
      this.#listener.gone('solo_old')
      return
    }
    this.#watch()
    this.#greet()
  }

  // An empty table, where the one player sits down; the choice of what to play stays.
  #begin(before?: Head): void {
    const seed = [...crypto.getRandomValues(new Uint32Array(4))]
    this.#host.begin(this.#game, seed)
    const [round, options] = [(before?.round ?? 0) + 1, before?.options ?? {}]
    this.#head = { round, version: this.#host.version(), seed, begun: false, options, page: this.#head.page }
    this.#log.writeHead(this.#head)
    this.#setTime(0)
    this.#untold = []
    if (this.#order({ t: 'seat_player', name: preference('name') }))
      this.#order({ t: 'seat_player', name: t('front.guest') })
  }

  #takeUp(head: Head, lines: string[]): boolean {
    this.#host.begin(this.#game, head.seed)
    if (head.version !== this.#host.version()) return false
    for (const line of lines) {
      if (!this.#host.restore(line)) return false
      this.#untold.push(...this.#host.lines('shown'))
    }
    this.#head = { ...head, page: this.#head.page }
    this.#log.writeHead(this.#head)
    this.#setTime((JSON.parse(lines.at(-1) ?? '{}') as { at: number }).at)
    this.#pause()
    return true
  }

  #watch(): void {
    const hide = (): void => {
      if (document.hidden) this.#pause()
    }
    const leave = (): void => this.#pause()
    document.addEventListener('visibilitychange', hide)
    addEventListener('pagehide', leave)
    this.#stops = [
      () => document.removeEventListener('visibilitychange', hide),
      () => removeEventListener('pagehide', leave),
      this.#log.onTaken(() => {
        this.#stop()
        this.#listener.gone('elsewhere')
      }),
    ]
  }

  // Refused if no clock is running: then there is nothing to stop.
  #pause(): void {
    this.#order({ t: 'pause_clock' })
  }

  // ---- telling ----

  #greet(): void {
    const { round, version, options } = this.#head
    const hello: Hello = {
      hello: 'solo',
      game: this.#game,
      round,
      since: 0,
      told: this.#untold.length,
      seat: PLAYER,
      now: this.now(),
      version,
      away_s: 0,
      gallery: false,
      public: false,
      wait: true,
      pace: null,
      commitment: '',
    }
    this.#greeted = true
    this.#listener.hello(hello)
    this.#listener.link('open')
    if (Object.keys(options).length) this.#listener.options(options)
    this.#tell()
  }

  #tell(): void {
    for (const line of this.#untold.splice(0)) this.#listener.story(JSON.parse(line) as Happening, line)
    if (this.#host.over()) this.#listener.over({ record: '' })
  }

  // As the table itself.
  #order(command: TableCommand): Refused | null {
    return this.#submit(command, SEAT_SERVER)
  }

  #submit(command: object, seat: number): Refused | null {
    const refusal = this.#host.submit(command, seat, this.now())
    const entry = this.#host.lines('kept')
    if (entry.length) this.#log.append(entry)
    this.#untold.push(...this.#host.lines('shown'))
    if (this.#greeted) this.#tell()
    this.#wake()
    return refusal
  }

  #wake(): void {
    clearTimeout(this.#timer)
    const wait = this.#host.deadline() - this.now()
    if (wait < 2 ** 31)
      this.#timer = setTimeout(() => this.#order({ t: 'tick' }), Math.max(0, Math.ceil(wait)))
  }

  // ---- what is asked ----

  send(command: Ask): number {
    const id = this.#nextId++
    queueMicrotask(() => this.#listener.answered(id, this.#hear(command)))
    return id
  }

  #hear(asked: Ask): Refused | null {
    if (!this.#stops.length) return refused('unreachable') // closed, or taken over by another page
    if (asked.t === 'play_again' && this.#host.over()) return this.#again()
    if (asked.t === 'choose_options') return this.#chooseOptions(asked.options)
    if (asked.t === 'play_again' || asked.t === 'change_game') return refused('not_now')
    const refusal = this.#submit(asked, PLAYER)
    if (refusal) return refusal
    if (asked.t === this.#setUp) this.#setHead({ begun: true, options: this.#optionsOf(asked) ?? {} })
    if (asked.t === 'remove_player') this.#again() // leaving means giving up: the table is cleared
    return null
  }

  get #setUp(): string {
    return FACTS[this.#game].set_up
  }

  #optionsOf(asked: object): Record<string, unknown> | null {
    return this.#host.options(asked, this.#setUp)
  }

  #chooseOptions(asked: Options): Refused | null {
    const options = this.#optionsOf(asked)
    if (this.#head.begun) return refused('not_now')
    if (!options) return refused('bad_options')
    this.#setHead({ options })
    this.#listener.options(options)
    return null
  }

  #again(): null {
    this.#greeted = false
    this.#begin(this.#head)
    this.#greet()
    return null
  }

  #setHead(change: Partial<Head>): void {
    this.#head = { ...this.#head, ...change }
    this.#log.writeHead(this.#head)
  }

  // ---- time ----

  #setTime(ms: number): void {
    this.#offset = ms - performance.now()
  }

  now(): number {
    return performance.now() + this.#offset
  }

  close(): void {
    if (this.#stops.length) this.#pause()
    this.#stop()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    for (const stop of this.#stops.splice(0)) stop()
  }
}
