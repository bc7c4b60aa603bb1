// What can be tapped on the mall, and what a tap means. Only geometry: the engine says what may be done.
import { HEROES } from '../../generated/maze'
import {
  type Box,
  CELL,
  heroOf,
  type Laid,
  type MazeOffer,
  placeOf,
  type Spot,
  spot,
  tileToBe,
} from '../view'

export interface Mark extends Spot {
  offer: MazeOffer
  /** In a choice, counted from 1. */
  number: number
  hue: number
  /** How far it reaches from its middle. */
  r: number
  /** As much of the tile that would be laid as fits beside the mall. */
  ghost?: Box
}

/** Where an offer is marked. `beside`: how much of a tile fits beside the mall. */
export function markOf(laid: Laid[], offer: MazeOffer, number: number, beside: (corner: Spot) => Box): Mark {
  const { tile, space } = placeOf(offer)
  const hero = heroOf(offer)
  const hue = hero ? HEROES.indexOf(hero) : -1
  if (offer.t === 'discard_tile') {
    const corner = spot(laid, tile, 0)
    return { offer, number, hue, x: corner.x + 1.5 * CELL, y: corner.y + 1.5 * CELL, r: 2 * CELL }
  }
  if (offer.t === 'explore' || offer.t === 'gaze') {
    const { corner, edge } = tileToBe(laid, tile, space)
    return { offer, number, hue, ...edge, r: CELL * 0.6, ghost: beside(corner) }
  }
  return { offer, number, hue, ...spot(laid, tile, space), r: CELL / 2 }
}

// What does not need the hero in hand.
const ANYWHERE = ['discard_tile', 'gaze', 'explore']

/** The offers that can be tapped with this hero in hand. */
export const tappable = (offers: MazeOffer[], hero: number): MazeOffer[] =>
  offers.filter((o) => ANYWHERE.includes(o.t) || heroOf(o) === HEROES[hero])

const REACH = 30 // how far from a mark a finger may be, in pixels
const APART = 14 // and how much farther from any other, to be sure

/** What a tap may mean: something to do, or a hero to take in hand; `away`: pixels from the tap. */
export interface Found {
  away: number
  mark?: Mark
  hero?: number
}

/** What a tap at a spot of the mall means, where a unit has `k` pixels: what it hits, or else the nearest
    thing within a finger's reach. `heroes`: where they are. */
export function meant(at: Spot, k: number, marks: Mark[], heroes: (Spot | null)[]): Found[] {
  const off = (to: Spot, r: number): number =>
    Math.max(0, Math.max(Math.abs(to.x - at.x), Math.abs(to.y - at.y)) - r) * k
  const found: Found[] = marks.map((mark) => ({ mark, away: off(mark, mark.r) }))
  for (const [hero, place] of heroes.entries()) if (place) found.push({ hero, away: off(place, CELL / 2) })
  return found.filter(({ away }) => away < REACH).sort((a, b) => a.away - b.away)
}

/** Could the next one have been meant just as well? */
export function unsure([best, next]: Found[]): boolean {
  if (!best || !next) return false
  return best.mark?.offer.t !== 'discard_tile' && next.away - best.away < APART
}
