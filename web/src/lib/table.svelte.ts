// One table as this page knows it: the story folded by the engine, what may be asked, what is being asked.
//
// No rule is written here: what happens is the server's word, what may happen the engine's.
import { askDoor, lookAt, type TableInfo } from './api'
import { type Costs, Engine, fetchEngine, type Offer } from './engine'
import { say } from './i18n.svelte'
import { Outage } from './outage.svelte'
import { SOLO } from './places'
import { keepSame } from './same'
import { dropToken, keepToken, tokenFor } from './session'
import { type Hello, type Link, type Listener, type TableLink, TableSocket } from './socket'
import { cannotFollow, fresh, lookForNew } from './version.svelte'

export interface Clock {
  lost_ms: number
  stopped_ms: number
  goes_ms: number
  agreed: number
  stopped: boolean
}

export interface Presence {
  away: number
  bots: number
  ready: number
  seats: number
  host: number
  locked: boolean
  player: { name: string }[]
}

/** What every game's view has. */
export interface View {
  clock: Clock
  hush: { talk: 'silent' | 'gestures' | 'open' | null }
  presence: Presence
  ending: string | null
}

export interface Happening {
  t: string
  n: number
  at: number
  [field: string]: unknown
}

/** What somebody has said. */
export interface Line {
  /** The event of this game that it was; of games before at this table: below 0. */
  n: number
  by: number
  /** Whoever sat there then: seats change. */
  name: string
  text?: string
  reaction?: string
  phrase?: string
  seat?: number
  other?: number
  role?: string
}

type Answer = (refused: string) => void

// What is guessed, and what is then expected to happen.
const OUTCOME: Record<string, string> = {
  move_hero: 'hero_moved',
  use_vortex: 'hero_moved',
  use_escalator: 'hero_moved',
  stare_at: 'stared',
  place_pawn: 'pawn_placed',
}
const PATIENCE_MS = 6000
const TALK_MAX = 200

export class Table {
  readonly code: string
  /** It lives in this page and needs no server: for one person, alone. */
  readonly local: boolean
  link = $state<Link>('joining')
  readonly outage = new Outage()
  info = $state.raw<TableInfo | null>(null)
  missing = $state('')
  /** The seat that this browser had was given up. */
  seatGone = $state(false)
  hello = $state.raw<Hello | null>(null)
  view = $state.raw<View | null>(null)
  legal = $state.raw<Offer[]>([])
  options = $state.raw<Record<string, unknown>>({})
  talk = $state.raw<Line[]>([])
  /** What is written and not said yet: it outlives the field that it is written in. */
  draft = $state('')
  refusal = $state('')
  spoken = $state('')
  trouble = $state(false)
  /** This player has stood up. */
  stoodUp = $state(false)
  record = $state('')
  story: Happening[] = []
  #engine: Engine | undefined
  #socket: TableLink | undefined
  #token = ''
  #coming: Hello | null = null
  #pending = new Map<number, { command: object; guessed: boolean; done: Answer | undefined }>()
  #listeners = new Set<(event: Happening) => void>()
  #refusalTimer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(code: string) {
    this.code = code
    this.local = code === SOLO
  }

  get seat(): number {
    return this.hello?.seat ?? 0
  }

  get isHost(): boolean {
    return this.seat > 0 && this.view?.presence.host === this.seat
  }

  /** Joins with the token this browser has; without one, looks who sits there. */
  async join(): Promise<void> {
    if (this.local) return this.#connect('')
    try {
      this.info = await lookAt(this.code)
    } catch (failure) {
      this.missing = failure instanceof Error ? failure.message : 'unreachable'
      return
    }
    const token = tokenFor(this.code)
    if (token) await this.#connect(token)
  }

  async watch(): Promise<void> {
    await this.#connect('')
  }

  async sit(token: string): Promise<void> {
    keepToken(this.code, token)
    await this.#connect(token)
  }

  async #connect(token: string): Promise<void> {
    const engine = await fetchEngine().catch(() => null)
    const local = this.local && (await import('./host').catch(() => null))
    if (!engine || local === null) {
      this.missing = 'unreachable'
      return
    }
    const listener: Listener = {
      hello: (hello) => this.#greet(hello),
      story: (event, line) => this.#hear(event as Happening, line),
      answered: (id, refused) => this.#answered(id, refused),
      options: (options) => (this.options = options),
      over: ({ record }) => (this.record = record),
      trouble: (there) => (this.trouble = there),
      link: (state) => this.#linked(state),
      lost: (since, wait, failures) => void this.#lost(since, wait, failures),
      gone: (why) => this.#gone(why),
    }
    // What another seat of this browser asked is nobody's any more.
    for (const { done } of this.#pending.values()) done?.('unreachable')
    this.#pending.clear()
    this.#engine?.forget()
    this.#token = token
    this.seatGone = false
    this.#engine ??= new Engine(engine)
    this.#socket?.close()
    if (this.#closed) return
    if (local) this.#socket = new local.LocalTable(engine, listener)
    else this.#socket = new TableSocket(this.code, token, listener)
  }

  #gone(why: string): void {
    if (why === 'set_aside') dropToken(this.code)
    this.#socket?.close()
    this.outage.close()
    this.hello = this.view = null
    this.missing = why
  }

  #linked(state: 'open' | 'ended'): void {
    this.link = state
    if (state === 'open' && !this.local) void lookForNew()
    if (state === 'open') return
    dropToken(this.code)
    this.outage.close()
    this.hello = this.view = null
  }

  async #lost(since: number, wait: number, failures: number): Promise<void> {
    this.link = 'lost'
    if (this.hello) this.outage.begin(since, wait, this.hello.round, this.story.at(-1)?.n ?? 0)
    if (wait && failures) await this.#askWhy()
  }

  // A connection that never comes to be may have been refused: the table is gone, or the seat is.
  async #askWhy(): Promise<void> {
    const why = await askDoor(this.code, this.#token)
    if (this.link !== 'lost' || this.#closed) return
    this.outage.unreachable = why === 'unreachable'
    if (why === 'no_seat') await this.#loseSeat()
    else if (['no_table', 'no_gallery', 'set_aside'].includes(why)) this.#gone(why)
  }

  async #loseSeat(): Promise<void> {
    this.#socket?.close()
    this.#socket = undefined
    this.outage.close()
    dropToken(this.code)
    this.hello = this.view = null
    this.link = 'joining'
    this.seatGone = true
    this.info = await lookAt(this.code).catch(() => this.info)
  }

  #greet(hello: Hello): void {
    if (!hello.since) {
      if (!this.#engine?.open(hello.game)) cannotFollow()
      if (hello.game !== this.hello?.game) this.options = {}
      this.story = []
      // What was said in words before this game stays to be read; phrases are a game's own.
      const next = this.hello && this.hello.round !== hello.round
      const said = this.talk.filter(({ n, phrase }) => (next ? !phrase : n < 0))
      this.talk = said.map((line, i) => ({ ...line, n: i - TALK_MAX }))
      this.record = ''
    }
    if (hello.version > (this.#engine?.version() ?? 0)) cannotFollow()
    this.#coming = hello
    if (hello.since < hello.told) return
    this.#caughtUp(hello)
    this.#refresh()
  }

  // All that was missed is told.
  #caughtUp(hello: Hello | null): void {
    this.hello = hello
    this.outage.end(this.story, hello?.round ?? 0, this.seat)
  }

  #hear(event: Happening, line: string): void {
    const why = this.#engine?.feed(line)
    if (why) {
      console.warn(`the story cannot be folded: ${why}`)
      cannotFollow()
    }
    this.story.push(event)
    if (event.t === 'said' || event.t === 'reacted' || event.t === 'phrase_said') {
      const { presence } = this.#engine?.view<View>() ?? {}
      const name = presence?.player[Number(event.by)]?.name ?? ''
      this.talk = [...this.talk, { ...event, name } as unknown as Line].slice(-TALK_MAX)
    }
    this.#settle(event)
    // What was missed is shown when it has come to now, all at once: never an empty table.
    const told = this.#coming?.told ?? 0
    if (event.n < told) return
    this.#caughtUp(this.#coming)
    this.#guessAgain()
    this.#refresh()
    if (event.n > told) for (const listener of this.#listeners) listener(event)
  }

  // What this seat asked first, and now has happened, is no guess any more.
  #settle(event: Happening): void {
    if (event.by !== this.seat) return
    for (const asked of this.#pending.values()) {
      const { t, hero } = asked.command as { t: string; hero?: string }
      const same = event.t === 'hero_moved' ? hero === event.hero : OUTCOME[t] === event.t
      if (!asked.guessed || !same) continue
      asked.guessed = false
      return
    }
  }

  #guessAgain(): void {
    for (const { command, guessed } of this.#pending.values())
      if (guessed) this.#engine?.guess(command, this.seat, this.now())
  }

  #refresh(): void {
    if (!this.#engine || !this.hello) return
    this.view = keepSame(this.view, this.#engine.view<View>())
    this.legal = this.seat ? this.#engine.legal(this.seat) : []
    fresh.waits = this.legal.length > 0 || this.#engine.clockRuns()
  }

  #answered(id: number, refused: { refused: string; text: string } | null): void {
    const asked = this.#pending.get(id)
    this.#pending.delete(id)
    if (refused) this.refuse(refused.refused, refused.text)
    asked?.done?.(refused?.refused ?? '')
    if (asked?.guessed) this.#redraw()
  }

  // A guess did not come true: what was guessed after it stands on what is known.
  #redraw(): void {
    this.#engine?.forget()
    this.#guessAgain()
    this.#refresh()
  }

  /** Says in plain words, for a while, why something was not done. */
  refuse(name: string, otherwise = name): void {
    this.refusal = say(`refusal.${name}`, {}, otherwise)
    clearTimeout(this.#refusalTimer)
    this.#refusalTimer = setTimeout(() => (this.refusal = ''), PATIENCE_MS)
  }

  /** Asks; what can be guessed is drawn at once, unless the answer comes at once as well. Resolves with the
      name of the refusal, or ''. */
  ask(asked: { t: string; [field: string]: unknown }): Promise<string> {
    if (!this.#socket || this.outage.shown) return Promise.resolve('unreachable')
    const command = { ...asked, seen: this.story.at(-1)?.n ?? 0 }
    const guessed = !this.local && command.t in OUTCOME
    if (guessed) {
      const refused = this.#engine?.guess(command, this.seat, this.now()) ?? ''
      if (refused && refused !== 'ask_host') {
        this.refuse(refused)
        return Promise.resolve(refused)
      }
      this.#refresh()
    }
    this.stoodUp = asked.t === 'remove_player' && asked.seat === this.seat
    return new Promise((done) => {
      const id = this.#socket?.send(command) ?? 0
      this.#pending.set(id, { command, guessed, done })
    })
  }

  /** Calls back for everything that happens from now on; returns how to stop it. */
  on(listener: (event: Happening) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** May this seat use words (0) or reactions (2) now? */
  may(channel: 0 | 2): boolean {
    return Boolean(this.view && this.seat && this.#engine?.hears(this.seat, channel))
  }

  /** Is it the pause that shuts talk? Then it does for everybody (P3.3). */
  get hushed(): boolean {
    const { clock, presence } = this.view ?? {}
    return Boolean(clock?.stopped && presence?.seats && !this.#engine?.hears(1, 2))
  }

  /** How heroes come to where they are wanted, at a table of Magic Maze that is in view. */
  get costs(): Costs {
    return (this.#engine as Engine).costs
  }

  /** Tells people who do not see the screen. */
  announce(text: string): void {
    this.spoken = text
  }

  name(seat: number): string {
    return this.view?.presence.player[seat]?.name ?? ''
  }

  now(): number {
    return this.#socket?.now() ?? 0
  }

  /** Playing time: the table's, less what was spent in pauses. */
  playMs(): number {
    const clock = this.view?.clock
    return clock ? (clock.stopped ? clock.stopped_ms : this.now()) - clock.lost_ms : 0
  }

  /** The line is cut: the next try is now. */
  tryNow(): void {
    this.#socket?.hurry?.()
  }

  close(): void {
    this.#closed = true
    this.#socket?.close()
    this.outage.close()
    fresh.waits = false
    clearTimeout(this.#refusalTimer)
  }
}
