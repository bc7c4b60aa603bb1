// A lost connection to the table, as a player experiences it: since when, when the next try is, and, once
// they are back, what they missed, read from their own story.
import type { Happening } from '../table/contract'
import { isTalk } from '../table/talk'

/** What happened while the connection was lost. */
export interface Missed {
  ms: number
  /** Whether a bot has played for this seat, and how often. */
  bot: boolean
  botMoves: number
  /** What the others did, and what was said. */
  moves: number
  said: number
  paused: boolean
  ended: boolean
  /** The table has gone on to another game. */
  another: boolean
}

const BLINK_MS = 500 // a shorter outage is not mentioned
const SHORT_MS = 5000 // whoever was away for less has missed nothing
const HEARD_MS = 200 // nothing under the card is read out: it is announced once the card is gone

export class Outage {
  /** Nothing can be done, and what is shown may be old. */
  shown = $state(false)
  /** When the next try is, by performance.now(); 0: now. */
  nextTry = $state(0)
  /** The server does not answer, as far as this page can tell. */
  unreachable = $state(false)
  missed = $state.raw<Missed | null>(null)
  #since = 0
  #round = 0
  #told = 0
  #over = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Lost at `since`, after `told` events; the next try is in `wait` ms. */
  begin(since: number, wait: number, round: number, told: number, over: boolean): void {
    this.nextTry = wait && performance.now() + wait
    if (this.#since) return
    this.#since = since
    this.#round = round
    this.#told = told
    this.#over = over
    this.unreachable = false
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.shown = true
      this.missed = null
    }, BLINK_MS)
  }

  /** It is back, and all that was missed is in the story. */
  end(story: Happening[], round: number, seat: number, over: boolean): void {
    if (!this.#since) return
    const missed = this.#read(story, round, seat)
    missed.ended = over && !missed.another && !this.#over
    this.close()
    const { ms, bot, paused, ended, another } = missed
    if (ms >= SHORT_MS || bot || paused || ended || another)
      this.#timer = setTimeout(() => (this.missed = missed), HEARD_MS)
  }

  #read(story: Happening[], round: number, seat: number): Missed {
    const another = round !== this.#round
    const missed: Missed = {
      ms: Date.now() - this.#since,
      bot: false,
      botMoves: 0,
      moves: 0,
      said: 0,
      paused: false,
      ended: false,
      another,
    }
    let botPlays = false
    for (const event of another ? [] : story) {
      if (event.n <= this.#told) continue
      if (event.t === 'seat_marked' && event.seat === seat) {
        botPlays = event.bot
        missed.bot ||= botPlays
      } else if (event.t === 'paused' || event.t === 'resuming') missed.paused = event.t === 'paused'
      else if (isTalk(event)) missed.said++
      else if (!('by' in event) || !event.by) continue
      else if (event.by !== seat) missed.moves++
      else if (botPlays) missed.botMoves++
    }
    return missed
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#since = 0
    this.shown = this.unreachable = false
  }
}
