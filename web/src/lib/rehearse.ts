// Would the start be refused? Known before anybody presses it (P1.4): an engine of its own seats as many
// players and sets the game up, for nobody to see. What it says is the engine's word: no rule is here.
import { Engine, type Exports } from './engine'
import type { Table } from './table.svelte'

interface HostExports extends Exports {
  host(a: number, b: number, c: number, d: number): void
  submit(size: number, seat: number, nowMs: number): number
}

const HOST = 13 // SEAT_HOST of core/game.h: the table itself asks

export class Rehearsal extends Engine {
  declare protected readonly exports: HostExports

  #submit(command: object): string {
    return this.refusal(this.exports.submit(this.put(JSON.stringify(command)), HOST, 0))
  }

  /** The name of the refusal that a start with so many seats would meet, or ''. */
  refusalOf(table: Table, seats: number, setUp: object): string {
    // Tiles that somebody brought along are not here.
    if (table.story.some((event) => event.t === 'tile_offered')) return ''
    if (!this.open(table.hello?.game ?? '')) return ''
    this.exports.host(1, 2, 3, 4)
    for (let seat = 1; seat <= seats; seat++) this.#submit({ t: 'seat_player', name: `Player ${seat}` })
    return this.#submit(setUp)
  }
}
