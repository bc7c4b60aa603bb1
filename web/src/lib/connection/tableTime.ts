// The table's time is the server's (P4.1): of the last few questions, the one answered fastest is believed,
// because its answer spent the least time on the way.
interface Sample {
  offset: number
  trip: number
}

export class TableTime {
  #samples: Sample[] = []
  #offset = 0
  #stopped: number | null = null

  /** The table's time now, in ms. */
  now(): number {
    return this.#stopped ?? performance.now() + this.#offset
  }

  /** Nobody tells it any more: it stands still until somebody does, instead of pretending to be known. */
  stop(): void {
    this.#stopped = this.now()
  }

  forget(): void {
    this.#samples = []
  }

  /** The server said `told` in answer to a question asked at `askedMs`; or without one (0). */
  learn(told: number, askedMs: number): void {
    this.#stopped = null
    const trip = askedMs ? performance.now() - askedMs : 1000
    this.#samples = [
      ...this.#samples,
      { offset: told + (askedMs ? trip / 2 : 0) - performance.now(), trip },
    ].slice(-8)
    this.#offset = this.#samples.reduce((best, s) => (s.trip < best.trip ? s : best)).offset
  }
}
