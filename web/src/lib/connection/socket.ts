// The connection to a table: it comes back by itself, continues where it was, and sends whatever was not
// answered again under the same id (P2.1, P6.2).
import type { HelloMessage, MaterialToldMessage, ServerMessage } from '../../generated/server'
import type { Ask, Happening, Options } from '../table/contract'
import { TableTime } from './tableTime'

export type Link = 'joining' | 'open' | 'lost' | 'ended'

export type Hello = HelloMessage

/** Why a command was not done: the name of the refusal, and its words in English. */
export interface Refused {
  refused: string
  text: string
}

// All that a server can say at a table.
type Message = Happening | ServerMessage | { options: Options }

/** The way to a table: on a server, or in this page (host.ts). */
export interface TableLink {
  /** Sends a command; returns the id of its answer, which comes later, however near the table is. */
  send(command: Ask): number
  /** The table's time, in ms. */
  now(): number
  /** Tries to reconnect now instead of waiting. Not needed for a table in this page. */
  hurry?(): void
  close(): void
}

export interface Listener {
  hello(message: Hello): void
  story(event: Happening, line: string): void
  answered(id: number, refused: Refused | null): void
  options(options: Options): void
  /** What is told of the material, if the table has brought its own. */
  material(told: MaterialToldMessage): void
  over(message: { record: string }): void
  trouble(there: boolean): void
  link(state: 'open' | 'ended'): void
  /** Lost since then (Date.now()); `failures` tries have failed, the next is in `wait` ms. */
  lost(since: number, wait: number, failures: number): void
  /** There is no way back to this table from here; `why` is the key of our words for it. */
  gone(why: string): void
}

// Why the server hangs up for good.
const REMOVED = 4001
const SET_ASIDE = 4002
const DEVICES = 4003

const RETRY_MS = [300, 700, 1500, 3000, 5000]
const ASK_TIME_MS = 5000
const DEAD_MS = 5000 // a question unanswered for this long: the connection is dead, though nobody said so
const OPENING_MS = 8000 // the same for a try to connect
const WOKEN_MS = 2500 // the same after somebody comes back to the page and wants to play

export class TableSocket implements TableLink {
  #time = new TableTime()
  #code: string
  #token: string
  #listener: Listener
  #socket: WebSocket | undefined
  #round = 0
  #seat = 0
  #told = 0
  #nextId: number
  #unanswered = new Map<number, string>()
  #asked = new Map<number, number>()
  #heardAt = Date.now()
  #lostAt = 0
  #triedAt = 0
  #failures = 0
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #greeted = false
  #ended = false
  #stop = new AbortController()

  constructor(code: string, token: string, listener: Listener) {
    this.#code = code
    this.#token = token
    this.#listener = listener
    // Ids start beyond any that an earlier page of this seat can have used.
    this.#nextId = Math.floor(Date.now() / 100) % 2 ** 31
    this.#connect()
    const hurry = (): void => this.hurry()
    const { signal } = this.#stop
    for (const name of ['online', 'offline']) addEventListener(name, hurry, { signal })
    document.addEventListener('visibilitychange', hurry, { signal })
  }

  // Somebody who comes back to the page need not wait for the next try; and a page that slept may have a dead
  // connection.
  hurry(): void {
    if (this.#ended || document.hidden) return
    this.#failures = 0
    const { readyState } = this.#socket ?? {}
    const trying = readyState === WebSocket.CONNECTING && performance.now() - this.#triedAt < WOKEN_MS
    if (readyState === WebSocket.OPEN) this.#probe(WOKEN_MS)
    else if (!trying) this.#connect()
  }

  #connect(): void {
    this.#clearTimers()
    if (this.#round) this.#lose(0)
    this.#socket?.close()
    const query = new URLSearchParams({ table: this.#code })
    const protocols = ['turncoat']
    if (this.#token) protocols.push(`token.${this.#token}`) // not in the address, which proxies log
    if (this.#told) {
      query.set('since', String(this.#told))
      query.set('round', String(this.#round))
      query.set('seat', String(this.#seat))
    }
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws?${query}`,
      protocols,
    )
    this.#socket = socket
    this.#triedAt = performance.now()
    this.#greeted = false
    this.#asked.clear()
    socket.onmessage = (message) => this.#socket === socket && this.#hear(String(message.data))
    socket.onclose = (event) => this.#socket === socket && this.#closed(event.code)
    this.#later(OPENING_MS, () => this.#closed(0))
  }

  #closed(code: number): void {
    if (this.#ended) return
    if (code === REMOVED || code === SET_ASIDE || code === DEVICES) {
      this.close()
      if (code === REMOVED) this.#listener.link('ended')
      else this.#listener.gone(code === DEVICES ? 'devices' : 'set_aside')
      return
    }
    this.#clearTimers()
    const wait = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 5000
    this.#lose(wait)
    this.#failures++
    this.#later(wait, () => this.#connect())
  }

  // A page that slept learns late that its connection is lost: it has been since it last heard something.
  #lose(wait: number): void {
    const now = Date.now()
    this.#lostAt ||= now - this.#heardAt > ASK_TIME_MS ? this.#heardAt : now
    this.#time.stop()
    this.#listener.lost(this.#lostAt, wait, this.#failures)
  }

  #hear(line: string): void {
    const message = JSON.parse(line) as Message
    this.#heardAt = Date.now()
    const l = this.#listener
    if ('t' in message) {
      this.#told = message.n
      l.story(message, line)
    } else if ('hello' in message) this.#greet(message)
    else if ('refused' in message) this.#answer(message.re, message)
    else if ('ok' in message) this.#answer(message.re)
    else if ('options' in message) l.options(message.options)
    else if ('material' in message) l.material(message)
    else if ('over' in message) l.over(message)
    else if ('trouble' in message) l.trouble(message.trouble)
    else if ('error' in message) this.#answer(message.re, { refused: message.error, text: message.text })
    else if ('now' in message) {
      const { re: id, now } = message
      if (!id) this.#time.forget() // the table's time has jumped
      this.#time.learn(now, this.#asked.get(id) ?? 0)
      this.#asked.delete(id)
    }
  }

  #greet(hello: Hello): void {
    // Another game has begun: what was asked in the last one is useless now.
    if (this.#round && this.#round !== hello.round) for (const id of this.#unanswered.keys()) this.#answer(id)
    this.#round = hello.round
    this.#seat = hello.seat
    this.#told = hello.since
    this.#failures = this.#lostAt = 0
    this.#time.forget() // another game at the table has its own time
    this.#time.learn(hello.now, 0)
    this.#listener.hello(hello)
    if (!this.#greeted) {
      this.#greeted = true
      this.#listener.link('open')
      for (const text of this.#unanswered.values()) this.#socket?.send(text)
    }
    this.#clearTimers()
    for (const wait of [0, 150, 400, 1000]) this.#later(wait, () => this.#askTime())
    this.#later(ASK_TIME_MS, () => this.#keepTime())
  }

  #keepTime(): void {
    this.#probe(DEAD_MS)
    this.#later(ASK_TIME_MS, () => this.#keepTime())
  }

  /** Asks for the time; a server that does not answer within `patience` is gone. */
  #probe(patience: number): void {
    const id = this.#askTime()
    this.#later(patience, () => this.#asked.has(id) && this.#connect())
  }

  #askTime(): number {
    const id = this.#nextId++
    if (this.#socket?.readyState !== WebSocket.OPEN) return id
    this.#asked.set(id, performance.now())
    this.#socket.send(JSON.stringify({ id, t: 'ask_time' }))
    return id
  }

  #later(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      then()
    }, ms)
    this.#timers.add(timer)
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #answer(id: number, refused: Refused | null = null): void {
    this.#unanswered.delete(id)
    this.#listener.answered(id, refused)
  }

  send(command: Ask): number {
    const id = this.#nextId++
    const text = JSON.stringify({ ...command, id }) // an offer of the engine's has an id of 0
    this.#unanswered.set(id, text)
    if (this.#greeted && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
    return id
  }

  now(): number {
    return this.#time.now()
  }

  close(): void {
    this.#ended = true
    this.#stop.abort()
    this.#clearTimers()
    this.#socket?.close()
  }
}
