// The connection to a table: it comes back by itself, goes on where it was, and sends again under the same
// id what was not answered (P2.1, P6.2).
import type { HelloMessage } from '../generated/server'
import { TableTime } from './time'

export type Link = 'joining' | 'open' | 'lost' | 'ended'

export type Hello = HelloMessage

/** Where a table is: with a server, or in this page (host.ts). */
export interface TableLink {
  /** Sends a command; returns the id of its answer, which comes later, however near the table is. */
  send(command: object): number
  /** The table's time, in ms. */
  now(): number
  close(): void
}

export interface Listener {
  hello(message: Hello): void
  story(event: { t: string; n: number; at: number }, line: string): void
  answered(id: number, refused: { refused: string; text: string } | null): void
  options(options: Record<string, unknown>): void
  over(message: { record: string }): void
  trouble(there: boolean): void
  link(state: Link, code: number): void
  /** There is no way back to this table from here; `why` names the words for it. */
  gone(why: string): void
}

const RETRY_MS = [300, 700, 1500, 3000, 5000]
const ASK_TIME_MS = 10000
const DEAD_MS = 8000 // a question unanswered for so long: the line is dead, though nobody has said so

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
  #failures = 0
  #timers: ReturnType<typeof setTimeout>[] = []
  #greeted = false
  #ended = false

  constructor(code: string, token: string, listener: Listener) {
    this.#code = code
    this.#token = token
    this.#listener = listener
    // Ids go on from where any earlier page of this seat can have been.
    this.#nextId = Math.floor(Date.now() / 100) % 2 ** 31
    this.#connect()
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
  }

  // Whoever comes back to the page does not wait for the next try.
  #hurry = (): void => {
    if (this.#ended || document.hidden) return
    this.#failures = 0
    if (this.#socket?.readyState === WebSocket.OPEN) this.#askTime()
    else this.#connect()
  }

  #connect(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer)
    this.#socket?.close()
    const query = new URLSearchParams({ table: this.#code })
    if (this.#token) query.set('token', this.#token)
    if (this.#told) {
      query.set('since', String(this.#told))
      query.set('round', String(this.#round))
      query.set('seat', String(this.#seat))
    }
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws?${query}`,
    )
    this.#socket = socket
    this.#greeted = false
    this.#asked.clear()
    socket.onmessage = (message) => this.#socket === socket && this.#hear(String(message.data))
    socket.onclose = (event) => this.#socket === socket && this.#closed(event.code)
  }

  #closed(code: number): void {
    if (this.#ended) return
    if (code === 4001) {
      this.#ended = true
      this.#listener.link('ended', code)
      return
    }
    this.#listener.link('lost', this.#failures)
    const wait = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? 5000
    this.#timers.push(setTimeout(() => this.#connect(), wait))
  }

  #hear(line: string): void {
    const message = JSON.parse(line) as Record<string, unknown>
    const l = this.#listener
    if ('t' in message) {
      this.#told = message.n as number
      l.story(message as never, line)
    } else if ('hello' in message) this.#greet(message as unknown as Hello)
    else if ('ok' in message || 'refused' in message) this.#answer(message)
    else if ('options' in message) l.options(message.options as Record<string, unknown>)
    else if ('over' in message) l.over(message as never)
    else if ('trouble' in message) l.trouble(Boolean(message.trouble))
    else if ('error' in message) this.#answer({ re: message.re, refused: message.error, text: message.text })
    else if ('now' in message) {
      const id = message.re as number
      if (!id) this.#time.forget() // the table's time has been moved
      this.#time.learn(message.now as number, this.#asked.get(id) ?? 0)
      this.#asked.delete(id)
    }
  }

  #greet(hello: Hello): void {
    // Another game has begun: what was asked of the one before is of no use any more.
    if (this.#round && this.#round !== hello.round)
      for (const id of this.#unanswered.keys()) this.#answer({ re: id })
    this.#round = hello.round
    this.#seat = hello.seat
    this.#told = hello.since
    this.#failures = 0
    this.#time.forget() // another game at the table has a time of its own
    this.#time.learn(hello.now, 0)
    this.#listener.hello(hello)
    if (!this.#greeted) {
      this.#greeted = true
      this.#listener.link('open', 0)
      for (const text of this.#unanswered.values()) this.#socket?.send(text)
    }
    for (const timer of this.#timers.splice(0)) clearTimeout(timer)
    for (const wait of [0, 150, 400, 1000]) this.#timers.push(setTimeout(() => this.#askTime(), wait))
    this.#timers.push(setTimeout(() => this.#keepTime(), ASK_TIME_MS))
  }

  #keepTime(): void {
    const [oldest] = this.#asked.values()
    if (oldest && performance.now() - oldest > DEAD_MS) {
      this.#listener.link('lost', this.#failures)
      this.#connect()
      return
    }
    this.#askTime()
    this.#timers.push(setTimeout(() => this.#keepTime(), ASK_TIME_MS))
  }

  #askTime(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    const id = this.#nextId++
    this.#asked.set(id, performance.now())
    this.#socket.send(JSON.stringify({ id, t: 'ask_time' }))
  }

  #answer(message: Record<string, unknown>): void {
    const id = message.re as number
    this.#unanswered.delete(id)
    this.#listener.answered(id, 'refused' in message ? (message as never) : null)
  }

  send(command: object): number {
    const id = this.#nextId++
    const text = JSON.stringify({ id, seen: this.#told, ...command })
    this.#unanswered.set(id, text)
    if (this.#greeted && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
    return id
  }

  now(): number {
    return this.#time.now()
  }

  close(): void {
    this.#ended = true
    removeEventListener('online', this.#hurry)
    document.removeEventListener('visibilitychange', this.#hurry)
    for (const timer of this.#timers.splice(0)) clearTimeout(timer)
    this.#socket?.close()
  }
}
