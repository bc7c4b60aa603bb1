// What is printed on the cards, and which of them are in play: the engine tells.
import { Engine, fetchEngine } from '../lib/engine'

/** How many of each card so many players have; good and evil are wizard cards. */
interface Cards {
  /** By treasure. */
  points: number[]
  key_holder: number
  traitor: number
  guard: number
  wizard: number
  good: number
  evil: number
}

let engine = $state.raw<Engine | null>(null)
const told = $derived(engine ? cardsFor(0) : null)

export async function loadCards(): Promise<void> {
  engine ??= new Engine(await fetchEngine())
}

export function cardsFor(players: number): Cards | null {
  return engine
    ? (JSON.parse(engine.tell('', (exports) => exports.traitor_cards(players))) as Cards)
    : null
}

/** The number on a treasure. */
export function pointsOn(treasure: number): number {
  return told?.points[treasure] ?? 0
}
