// Who sits at a table, and their state: read from the view, for every place that lists people.
import { among } from './sets'
import type { Table } from './table.svelte'

/** The seats of the table, in order. */
export function seatsOf(table: Table): number[] {
  return Array.from({ length: table.view?.presence.seats ?? 0 }, (_, i) => i + 1)
}

/** A bot has this seat for itself, not for somebody who is away. */
export function isBot(table: Table, seat: number): boolean {
  const presence = table.view?.presence
  return among(presence?.bots, seat) && !among(presence?.away, seat)
}

export function isAway(table: Table, seat: number): boolean {
  return among(table.view?.presence.away, seat)
}

/** Bots are always ready. */
export function isReady(table: Table, seat: number): boolean {
  return isBot(table, seat) || among(table.view?.presence.ready, seat)
}

/** People who have not yet said that they are ready. */
export function notReady(table: Table): number[] {
  return seatsOf(table).filter((seat) => !isReady(table, seat))
}
