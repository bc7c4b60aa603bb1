// Would the start be refused? This is known before anybody presses it (P1.4): a separate engine seats as many
// players and sets up the game, unseen by anybody. The engine decides: there are no rules here.
import { SEAT_SERVER, type TableCommand } from '../../generated/common'
import type { HostExports } from '../connection/host'
import type { Ask } from '../table/contract'
import { GAMES } from '../table/games'
import type { Table } from '../table/table.svelte'
import { Engine } from './engine'

export class Rehearsal extends Engine {
  declare protected readonly exports: HostExports

  #submit(command: TableCommand | Ask): string {
    return this.refusal(this.exports.submit(this.put(JSON.stringify(command)), SEAT_SERVER, 0))
  }

  /** The name of the refusal that a start with this many seats would get, or ''. */
  refusalOf(table: Table, seats: number, setUp: Ask): string {
    const { game } = table
    // What somebody brought along is not known here.
    if (!game || table.brought || table.story.some(({ t }) => GAMES[game].brought?.includes(t))) return ''
    if (!this.open(game)) return '' // another game has just been chosen
    this.exports.host(1, 2, 3, 4)
    for (let seat = 1; seat <= seats; seat++) this.#submit({ t: 'seat_player', name: `Player ${seat}` })
    const refused = this.#submit(setUp)
    return GAMES[game].unknowable?.some((one) => one === refused) ? '' : refused
  }
}
