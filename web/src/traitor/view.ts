// What the engine tells of a table of Are You the Traitor?.
import type { View } from '../lib/table.svelte'

export interface TraitorView extends View {
  ends_ms: number
  wizards: number
  ready: number
  winners: number
  tied: number
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
  character: number[]
  side: number[]
  hand: { count: number; of: number[] }[]
}

// in the order of games/traitor/traitor.def; 0 is unknown
export const CHARACTERS = ['', 'key_holder', 'guard', 'traitor', 'wizard']
export const SIDES = ['', 'good', 'evil']
export const TREASURES = [
  'crown_jewels',
  'platinum_pyramid',
  'bag_of_gold',
  'silver_goblet',
  'chest_of_copper',
  'magic_ring',
  'gilded_statue',
]
export const ROLES = ['key_holder', 'guard', 'traitor', 'good_wizard', 'evil_wizard']
export const ICONS: Record<string, string> = {
  key_holder: 'key',
  guard: 'shield',
  traitor: 'dagger',
  wizard: 'hat',
  good_wizard: 'hat',
  evil_wizard: 'hat',
}

/** The role of a seat as far as this view knows it; '' if it does not. */
export function roleOf(view: TraitorView, seat: number): string {
  const character = CHARACTERS[view.character[seat] ?? 0] ?? ''
  const side = SIDES[view.side[seat] ?? 0] ?? ''
  return character === 'wizard' && side ? `${side}_wizard` : character
}
