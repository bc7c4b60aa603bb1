// The sand as it is now, by the table's clock: read again and again, since it runs without a word from
// anybody.
import type { MazeTable, MazeView } from './view'

const LOOK_MS = 50

export class Sand {
  #table: MazeTable
  #looks = $state(0)

  constructor(table: MazeTable) {
    this.#table = table
  }

  get #view(): MazeView {
    return this.#table.view as MazeView
  }

  /** How much the hourglass holds, and how much of it is left, in ms. */
  readonly holds = $derived.by(() => this.#view.sand.holds_ms || this.#view.scenario.sand_s * 1000 || 1)
  readonly left = $derived.by(() => {
    void this.#looks
    return Math.max(0, Math.min(this.holds, this.#now()))
  })
  readonly seconds = $derived(Math.ceil(this.left / 1000))
  readonly runs = $derived.by(
    () => this.#view.running && this.left > 0 && !this.#view.clock.stopped && !this.#table.over,
  )

  #now(): number {
    const { story, over } = this.#table
    if (over) return story.findLast((e) => e.t === 'game_ended')?.left_ms ?? 0
    const { ends_ms, left_ms } = this.#view.sand
    return ends_ms ? ends_ms - this.#table.playMs() : left_ms || this.holds
  }

  /** Keeps reading until the end; returns a function that stops this. */
  watch(): () => void {
    const timer = setInterval(() => this.#table.over || this.#looks++, LOOK_MS)
    return () => clearInterval(timer)
  }
}
