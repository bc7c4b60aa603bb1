// Somebody who waits for the players' answer (P5.4): the token opens the door once all have agreed.
import { askDoor } from '../connection/api'
import type { Table } from './table.svelte'

const LOOK_MS = 2000

export class Asking {
  denied = $state(false)
  readonly #table: Table
  readonly #token: string
  readonly #timer: ReturnType<typeof setInterval>

  constructor(table: Table, token: string) {
    this.#table = table
    this.#token = token
    this.#timer = setInterval(() => void this.#look(), LOOK_MS)
  }

  async #look(): Promise<void> {
    const why = await askDoor(this.#table.code, this.#token)
    if (this.#table.asking !== this || why === 'asked' || why === 'unreachable') return
    clearInterval(this.#timer)
    if (why) this.denied = true
    else await this.#table.sit(this.#token)
  }

  /** Waits no longer. */
  close(): void {
    clearInterval(this.#timer)
    if (this.#table.asking === this) this.#table.asking = null
  }
}
