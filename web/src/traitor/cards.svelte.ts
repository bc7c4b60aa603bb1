// What is printed on the cards, and which of them are in play, as the engine says.
import type { Character, Side } from '../generated/traitor'
import { Engine, fetchEngine } from '../lib/engine/engine'

/** How many of each card this many players have; good and evil are wizard cards. */
interface Cards extends Record<Character | Side, number> {
  /** By treasure. */
  points: number[]
}

interface Deck {
  traitor_cards(players: number): number
}

let engine = $state.raw<Engine | null>(null)
const told = $derived(engine ? cardsFor(0) : null)

export async function loadCards(): Promise<void> {
  engine ??= new Engine(await fetchEngine('traitor'))
}

export function cardsFor(players: number): Cards | null {
  return engine ? (JSON.parse(engine.tell<Deck>('', (own) => own.traitor_cards(players))) as Cards) : null
}

/** The number on a treasure. */
export function pointsOn(treasure: number): number {
  return told?.points[treasure] ?? 0
}
