// One table as this page knows it: the story folded by the engine, what may be asked, what is being asked.
//
// There are no rules here: the server says what happens, the engine what may happen.
import type { MaterialToldMessage } from '../../generated/server'
import { askDoor, lookAt, reasonOf, type TableInfo } from '../connection/api'
import { Outage } from '../connection/outage.svelte'
import {
  type Hello,
  type Link,
  type Listener,
  type Refused,
  type TableLink,
  TableSocket,
} from '../connection/socket'
import { type Channel, Engine, fetchEngine } from '../engine/engine'
import { keepSame } from '../engine/same'
import { SOLO } from '../page/places'
import { dropToken, keepToken, tokenFor } from '../page/session'
import { cannotFollow, fresh, lookForNew } from '../page/version.svelte'
import { say, t } from '../words/i18n.svelte'
import type { Asking } from './asking.svelte'
import type { Ask, Command, GameName, Guess, Happening, Offer, Options, Result, View } from './contract'
import { ALONE, GAMES, isGame } from './games'
import { isTalk, type Said } from './talk'

/** What somebody said, and their name, since seats change. In earlier games at this table `n` is below 0. */
export type Line = Said & { name: string }
export type PhraseLine = Extract<Line, { t: 'phrase_said' }>

/** What everybody present may be asked. */
export type Question = 'pause' | 'end' | 'seat'

type Answer = (refused: string) => void

const PATIENCE_MS = 6000
const BREATH_MS = 250
const TALK_MAX = 200

// Did the guess come true, and for the same thing?
function comesTrue({ becomes, same }: Guess, command: object, event: Happening): boolean {
  const what = (of: object): unknown => same && (of as Record<string, unknown>)[same]
  return becomes === event.t && what(command) === what(event)
}

interface Asked<G extends GameName> {
  command: Ask<G>
  /** While it is only a guess. */
  guess: Guess | undefined
  done: Answer | undefined
}

// Written as a method, so that a table of one game is also a table of any game.
type Hearing<G extends GameName> = { happened(event: Happening<G>): void }['happened']

/** `G`: what is played there, if that is known; otherwise it is a table of any game. */
export class Table<G extends GameName = GameName> {
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
  view = $state.raw<View<G> | null>(null)
  legal = $state.raw<Offer<G>[]>([])
  #told = $state.raw({})
  #choosing = $state.raw<object | null>(null)
  /** What is told of what the host has brought to play with; null: it is the built-in one. */
  brought = $state.raw<MaterialToldMessage | null>(null)
  /** The game is over; and the result for each seat, from the first on. */
  over = $state(false)
  results = $state.raw<Result<G>[]>([])
  talk = $state.raw<Line[]>([])
  /** A text that is not sent yet: it outlives the field it is typed in. */
  draft = $state('')
  refusal = $state('')
  /** What is being told to people who cannot see the screen. */
  spoken = $state('')
  trouble = $state(false)
  /** This player has stood up. */
  stoodUp = $state(false)
  record = $state('')
  /** This browser waits for the players to agree to it (P5.4). */
  asking = $state.raw<Asking | null>(null)
  #story: Happening<G>[] = []
  #begun = $state(false)
  /** The engine of what is played here, for whoever needs another one of it. */
  module = $state.raw<WebAssembly.Module | null>(null)
  #engine: Engine<G> | undefined
  #engineOf = ''
  #held: (() => void)[] | null = null
  #socket: TableLink | undefined
  #token = $state('')
  #coming: Hello | null = null
  #pending = new Map<number, Asked<G>>()
  #listeners = new Set<Hearing<G>>()
  #untold: string[] = []
  #breathTimer: ReturnType<typeof setTimeout> | undefined
  #refusalTimer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(code: string) {
    this.code = code
    this.local = code === SOLO
  }

  get seat(): number {
    return this.hello?.seat ?? 0
  }

  /** This browser has a seat here, whether or not the table is in view yet. */
  get seated(): boolean {
    return this.#token !== ''
  }

  /** What is played here, if this page has it. */
  get game(): GameName | undefined {
    const name = this.hello?.game
    return isGame(name) ? name : undefined
  }

  /** The game has been set up. */
  get begun(): boolean {
    return this.view !== null && this.#begun
  }

  /** All that this seat was told. It grows in place; whoever reads it reads it again with the next view. */
  get story(): Happening<G>[] {
    void this.view
    return this.#story
  }

  /** The seats that have won. */
  get winners(): number[] {
    return this.results.flatMap(({ how }, i) => (how === 'won' ? [i + 1] : []))
  }

  get isHost(): boolean {
    return this.seat > 0 && this.view?.presence.host === this.seat
  }

  /** Joins with this browser's token; without one, looks who sits there. */
  async join(): Promise<void> {
    if (this.local) return this.#connect('')
    try {
      this.info = await lookAt(this.code)
    } catch (failure) {
      this.missing = reasonOf(failure)
      return
    }
    if (isGame(this.info.game)) void fetchEngine(this.info.game).catch(() => undefined) // it will be needed
    const token = tokenFor(this.code)
    if (token) await this.#connect(token)
  }

  async watch(): Promise<void> {
    await this.#connect('')
  }

  /** Waits until the players have agreed that the seat of this token is taken over. */
  async wait(token: string): Promise<void> {
    const { Asking } = await import('./asking.svelte')
    this.asking?.close()
    if (!this.#closed) this.asking = new Asking(this, token)
  }

  async sit(token: string): Promise<void> {
    this.asking?.close()
    keepToken(this.code, token)
    await this.#connect(token)
  }

  async #connect(token: string): Promise<void> {
    this.#token = token
    this.seatGone = false
    const listener: Listener = {
      hello: this.#inTurn((hello: Hello) => this.#welcome(hello)),
      story: this.#inTurn((event: Happening, line: string) => this.#hear(event, line)),
      answered: this.#inTurn((id: number, refused: Refused | null) => this.#answered(id, refused)),
      options: this.#inTurn((options: object) => (this.#told = options)),
      material: this.#inTurn((told: MaterialToldMessage) => (this.brought = told.material ? told : null)),
      over: this.#inTurn(({ record }: { record: string }) => (this.record = record)),
      trouble: (there) => (this.trouble = there),
      link: (state) => this.#linked(state),
      lost: (since, wait, failures) => void this.#lost(since, wait, failures),
      gone: (why) => this.#gone(why),
    }
    // What another seat of this browser asked no longer belongs to anybody.
    for (const { done } of this.#pending.values()) done?.('unreachable')
    this.#pending.clear()
    this.#held = null
    this.#engine?.forget()
    this.#socket?.close()
    if (this.#closed) return
    if (this.local) await this.#connectHere(listener)
    else this.#socket = new TableSocket(this.code, token, listener)
  }

  async #connectHere(listener: Listener): Promise<void> {
    if (!ALONE) return
    try {
      const [engine, { LocalTable }] = await Promise.all([fetchEngine(ALONE), import('../connection/host')])
      if (!this.#closed) this.#socket = new LocalTable(engine, ALONE, listener)
    } catch {
      this.missing = 'unreachable'
    }
  }

  // Everything that is told while an engine is on its way is heard when it has come, in the same order.
  #inTurn<Told extends unknown[]>(hear: (...told: Told) => void): (...told: Told) => void {
    const hearInTurn = (...told: Told): void => {
      if (this.#held) this.#held.push(() => hearInTurn(...told))
      else hear(...told)
    }
    return hearInTurn
  }

  // Another game needs another engine: the first one at this table, or the host has changed the game.
  #welcome(hello: Hello): void {
    if (hello.since || hello.game === this.#engineOf) this.#greet(hello)
    else if (isGame(hello.game)) {
      this.#held = [() => this.#greet(hello)]
      void this.#fetchEngine(hello.game, this.#held)
    } else cannotFollow()
  }

  async #fetchEngine(game: GameName, held: (() => void)[]): Promise<void> {
    const module = await fetchEngine(game).catch(() => null)
    if (this.#closed || this.#held !== held) return // somewhere else by now
    this.#held = null
    if (!module) {
      this.#gone('unreachable')
      return
    }
    this.module = module
    this.#engine = new Engine(module)
    this.#engineOf = game
    for (const tell of held) tell()
  }

  #gone(why: string): void {
    if (why === 'set_aside') dropToken(this.code)
    this.#socket?.close()
    this.#held = null
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
    if (this.hello) this.outage.begin(since, wait, this.hello.round, this.story.at(-1)?.n ?? 0, this.over)
    if (wait && failures) await this.#askWhy()
  }

  // A connection that never opens may have been refused: the table is gone, or the seat is.
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
    this.#token = ''
    this.hello = this.view = null
    this.link = 'joining'
    this.seatGone = true
    this.info = await lookAt(this.code).catch(() => this.info)
  }

  #greet(hello: Hello): void {
    if (!hello.since) {
      if (!this.#engine?.open(hello.game)) cannotFollow()
      if (hello.game !== this.hello?.game) {
        this.#told = {}
        this.brought = null
      }
      this.#story = []
      // What was said in words before this game can still be read; phrases belong to their game.
      const next = this.hello && this.hello.round !== hello.round
      const said = this.talk.filter(({ t, n }) => (next ? t !== 'phrase_said' : n < 0))
      this.talk = said.map((line, i) => ({ ...line, n: i - TALK_MAX }))
      this.record = ''
    } else if (this.hello && hello.seat !== this.hello.seat) {
      // Another seat counts its story differently: what was said before comes before what it is told now.
      this.talk = this.talk.map((line, i) =>
        line.n < 0 ? line : { ...line, n: hello.since - 1 + i / TALK_MAX },
      )
    }
    if (hello.version > (this.#engine?.version() ?? 0)) cannotFollow()
    this.#coming = hello
    if (hello.since < hello.told) return
    this.#caughtUp(hello)
    this.#refresh()
  }

  // Everything that was missed has been told.
  #caughtUp(hello: Hello | null): void {
    this.hello = hello
    this.outage.end(this.story, hello?.round ?? 0, this.seat, this.#engine?.ended() ?? false)
  }

  #hear(event: Happening<G>, line: string): void {
    const why = this.#engine?.feed(line)
    if (why) {
      console.warn(`the story cannot be folded: ${why}`)
      cannotFollow()
    }
    this.#story.push(event)
    if (isTalk(event)) {
      const name = this.#engine?.view().presence.player[event.by]?.name ?? ''
      this.talk = [...this.talk, { ...event, name }].slice(-TALK_MAX)
    }
    this.#settle(event)
    // What was missed is shown all at once, when it has caught up: never an empty table.
    const told = this.#coming?.told ?? 0
    if (event.n < told) return
    this.#caughtUp(this.#coming)
    this.#guessAgain()
    this.#refresh()
    if (event.n > told) for (const listener of this.#listeners) listener(event)
  }

  // The first thing that this seat asked for has now happened: it is no longer a guess.
  #settle(event: Happening): void {
    if (!('by' in event) || event.by !== this.seat) return
    for (const asked of this.#pending.values()) {
      if (!asked.guess || !comesTrue(asked.guess, asked.command, event)) continue
      asked.guess = undefined
      return
    }
  }

  #guessAgain(): void {
    for (const { command, guess } of this.#pending.values())
      if (guess) this.#engine?.guess(command, this.seat, this.now())
  }

  #refresh(): void {
    if (!this.#engine || !this.hello) return
    this.view = keepSame(this.view, this.#engine.view())
    this.#begun = this.#engine.begun()
    this.over = this.#engine.ended()
    this.results = keepSame(this.results, this.over ? this.#engine.results() : [])
    this.legal = this.seat ? this.#engine.legal(this.seat) : []
    fresh.waits = this.#begun && (this.legal.length > 0 || this.#engine.clockRuns())
  }

  #answered(id: number, refused: { refused: string; text: string } | null): void {
    const asked = this.#pending.get(id)
    this.#pending.delete(id)
    if (refused) this.refuse(refused.refused, refused.text)
    asked?.done?.(refused?.refused ?? '')
    if (asked?.guess) this.#redraw()
  }

  // A guess did not come true: later guesses are drawn again, on what is known.
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

  /** Asks; a guess is drawn at once, unless the answer comes at once as well. Resolves with the name of the
      refusal, or ''. */
  ask(asked: Ask<G>): Promise<string> {
    if (!this.#socket || this.outage.shown) return Promise.resolve('unreachable')
    const command = { ...asked, seen: this.story.at(-1)?.n ?? 0 }
    const guess = this.local || !this.game ? undefined : GAMES[this.game].guesses?.[asked.t as Command['t']]
    if (guess) {
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
      this.#pending.set(id, { command, guess, done })
    })
  }

  /** What is going to be played. What the host has just chosen counts at once: the next choice builds on it,
      and a start does not wait for the server to tell it. */
  get options(): object {
    return this.#choosing ?? this.#told
  }

  async choose(options: Options<G>): Promise<string> {
    this.#choosing = options
    const refused = await this.ask({ t: 'choose_options', options })
    if (this.#choosing === options) this.#choosing = null
    return refused
  }

  /** Calls back for everything that happens from now on; returns a function that stops this. */
  on(listener: Hearing<G>): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** May this seat be heard now, on this channel? */
  may(channel: Channel): boolean {
    return Boolean(this.view && this.seat && this.#engine?.hears(this.seat, channel))
  }

  /** Is it the pause that stops talk? Then it does so for everybody (P3.3). */
  get hushed(): boolean {
    const { clock, presence } = this.view ?? {}
    return Boolean(clock?.stopped && presence?.seats && !this.#engine?.hears(1, 'reaction'))
  }

  /** The engine that draws this table, once it is in view. */
  get engine(): Engine<G> {
    return this.#engine as Engine<G>
  }

  /** Tells people who cannot see the screen; what happens at the same time is told in one breath. */
  announce(text: string): void {
    if (!text) return
    if (!this.#untold.length) this.#breathTimer = setTimeout(() => this.#speak(), BREATH_MS)
    this.#untold.push(text)
  }

  // The same words are only read out a second time if something about them differs.
  #speak(): void {
    const text = this.#untold.splice(0).join('. ')
    this.spoken = text === this.spoken ? `${text}\u00a0` : text
  }

  /** Whoever sat down while the game was silent is called a new player until their name is shown (P1.8). */
  name(seat: number): string {
    const { player, seats = 0 } = this.view?.presence ?? {}
    return player?.[seat]?.name || (seat && seat <= seats ? t('people.newcomer', { n: seat }) : '')
  }

  now(): number {
    return this.#socket?.now() ?? 0
  }

  /** Playing time: the table's, less what was spent in pauses. */
  playMs(): number {
    const clock = this.view?.clock
    return clock ? (clock.stopped ? clock.stopped_ms : this.now()) - clock.lost_ms : 0
  }

  /** The connection is lost: tries again now. */
  tryNow(): void {
    this.#socket?.hurry?.()
  }

  close(): void {
    this.#closed = true
    this.asking?.close()
    this.#socket?.close()
    this.outage.close()
    fresh.waits = false
    clearTimeout(this.#refusalTimer)
    clearTimeout(this.#breathTimer)
  }
}
