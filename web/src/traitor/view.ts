// What the engine tells of a table of Are You the Traitor?, and what its cards look like.
import type { View } from '../lib/table.svelte'
import { pointsOn } from './cards.svelte'

export interface TraitorView extends View {
  ends_ms: number
  wizards: number
  ready: number
  winners: number
  tied: number
  begun: number
  round: number
  limit_s: number
  pause_s: number
  phase: 'round' | 'pause' | 'over' | null
  by_hand: boolean
  announced: boolean
  stopped_by: number
  pointed_at: number
  won: 'good' | 'evil' | null
  verdict: 'found' | 'missed' | 'mistake' | null
  pile_count: number
  rings_used: number
  character: number[]
  side: number[]
  hand: Hand[]
}

/** How many of each treasure; all 0 where that is not known. */
export interface Hand {
  count: number
  of: number[]
}

// in the order of games/traitor/traitor.def; 0 is unknown
const CHARACTERS = ['', 'key_holder', 'guard', 'traitor', 'wizard']
const SIDES = ['', 'good', 'evil']
export const ROLES = ['key_holder', 'guard', 'traitor', 'good_wizard', 'evil_wizard']
export const ICONS: Record<string, string> = {
  key_holder: 'key',
  guard: 'shield',
  traitor: 'dagger',
  wizard: 'hat',
  good_wizard: 'hat-good',
  evil_wizard: 'hat-evil',
}

export const TREASURES = [
  'crown_jewels',
  'platinum_pyramid',
  'bag_of_gold',
  'silver_goblet',
  'chest_of_copper',
  'magic_ring',
  'gilded_statue',
]

/** The numbers on the cards of a hand, added up. */
export function printedOn(hand: Hand | undefined): number {
  return TREASURES.reduce((sum, _, i) => sum + pointsOn(i) * (hand?.of[i] ?? 0), 0)
}

/** A character and, of a wizard, the card that goes with it, as one role. */
export function roleName(character: string, side: string): string {
  return character === 'wizard' && side ? `${side}_wizard` : character
}

/** The role of a seat as far as this view knows it; '' if it does not. */
export function roleOf(view: TraitorView, seat: number): string {
  return roleName(CHARACTERS[view.character[seat] ?? 0] ?? '', SIDES[view.side[seat] ?? 0] ?? '')
}

/** The team of a seat as far as this view knows it. */
export function sideOf(view: TraitorView, seat: number): string {
  return SIDES[view.side[seat] ?? 0] ?? ''
}

/** Minutes and seconds. */
export function minutes(ms: number): string {
  const s = Math.ceil(ms / 1000)
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}
