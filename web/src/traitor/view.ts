// What the engine says about a table of Are You the Traitor?, and what its cards look like.
import { type Character, CHARACTERS, type Hand, type Role, type Side, SIDES } from '../generated/traitor'
import type { Happening, View } from '../lib/table/contract'
import type { Line, Table } from '../lib/table/table.svelte'
import { pointsOn } from './cards.svelte'
import { wordPhrase } from './phraseBook.svelte'

export type TraitorTable = Table<'traitor'>
export type TraitorView = View<'traitor'>
export type TraitorEvent = Happening<'traitor'>

/** What somebody's card makes them, as far as that is known; '' if it is not. */
export type Known = Role | Character | ''

export const ICONS: Record<Known, string> = {
  '': 'unknown',
  key_holder: 'key',
  guard: 'shield',
  traitor: 'dagger',
  wizard: 'hat',
  good_wizard: 'hat-good',
  evil_wizard: 'hat-evil',
}

/** The numbers on the cards of a hand, added up. */
export function printedOn(hand: Hand | undefined): number {
  return (hand?.of ?? []).reduce((sum, count, i) => sum + pointsOn(i) * count, 0)
}

/** A character and, for a wizard, the card that goes with it, as one role. */
export function roleName(character: Character | null | undefined, side: Side | null | undefined): Known {
  return character === 'wizard' && side ? `${side}_wizard` : (character ?? '')
}

/** The team of a seat as far as this view knows it. */
export function sideOf(view: TraitorView, seat: number): Side | undefined {
  return SIDES[(view.side[seat] ?? 0) - 1]
}

/** The role of a seat as far as this view knows it. */
export function roleOf(view: TraitorView, seat: number): Known {
  return roleName(CHARACTERS[(view.character[seat] ?? 0) - 1], sideOf(view, seat))
}

/** What was said, in words. */
export function worded(table: TraitorTable, line: Exclude<Line, { t: 'reacted' }>): string {
  return line.t === 'said' ? line.text : wordPhrase(line, (seat) => table.name(seat))
}

/** Minutes and seconds. */
export function minutes(ms: number): string {
  const s = Math.ceil(ms / 1000)
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}
