// The reveal is a moment: STOP, then the cards turn one after another, the one pointed at last, then who won.
// All of it has happened already; only the drawing takes its time, and with less motion it takes none.
import { isStill } from '../lib/page/look.svelte'

const STOP_MS = 1300
const TURN_MS = 450

export class Reveal {
  #order = $state.raw<number[]>([])
  #turned = $state(0)
  #timer: ReturnType<typeof setTimeout> | undefined
  #then: (() => void) | undefined

  /** Somebody has said STOP just now. */
  begin(seats: number[], by: number, at: number): void {
    this.end()
    if (isStill()) return
    const left = [...seats.slice(by), ...seats.slice(0, by)]
    this.#order = [...left.filter((seat) => seat !== by && seat !== at), by, at]
    this.#turned = 0
    this.#next(STOP_MS)
  }

  #next(wait: number): void {
    this.#timer = setTimeout(() => {
      this.#turned++
      if (this.#turned > this.#order.length) this.end()
      else this.#next(TURN_MS)
    }, wait)
  }

  /** Everything is visible now. */
  end(): void {
    const then = this.#then
    this.close()
    then?.()
  }

  /** Calls `then` when everything is visible; at once if no card is turning. */
  after(then: () => void): void {
    if (this.going) this.#then = then
    else then()
  }

  /** Nobody is looking any more. */
  close(): void {
    clearTimeout(this.#timer)
    this.#order = []
    this.#then = undefined
  }

  get going(): boolean {
    return this.#order.length > 0
  }

  /** Is the card of this seat turned over? */
  turned(seat: number): boolean {
    return !this.going || this.#order.indexOf(seat) < this.#turned
  }
}
