// What the engine tells of a table of Magic Maze, and where things lie on the drawing. Geometry, no rules.
import type { Offer } from '../lib/engine'
import type { View } from '../lib/table.svelte'

export interface Face {
  number: number
  space: number[]
  open: number[]
  dwarf: number[]
  stairs: number[]
}

export interface Tile {
  face: Face
  used: number
  link: number[]
  east: number
  south: number
  laid: boolean
}

export interface MazeView extends View {
  sand: { ends_ms: number; holds_ms: number; left_ms: number }
  hero_at: number[]
  may: number[]
  left: number
  ready: boolean
  running: boolean
  theft: boolean
  cameras: number
  discards_due: number
  spaces_used: number
  pawn: number
  empty_handed: number
  stare: number[]
  action_tiles: number
  deck_turned: number
  pile_count: number
  pile: number[]
  scenario: { number: number; level: number; side: number; rules: number; sand_s: number; title: string }
  mall: Tile[]
}

export const HEROES = ['barbarian', 'sorceress', 'elf', 'dwarf'] as const
export type Hero = (typeof HEROES)[number]
export const ACTIONS = ['north', 'east', 'south', 'west', 'explore', 'vortex', 'escalator'] as const
export type Action = (typeof ACTIONS)[number]
export const CELL = 40

// enum space of games/maze/maze.def, in its order
export const SPACE = {
  plain: 1,
  solid: 2,
  arrow: 3,
  hourglass: 4,
  ball: 5,
  camera: 6,
  explore: 7,
  vortex: 11,
  item: 15,
  exit: 19,
}

export interface Spot {
  x: number
  y: number
}

// The second board (M8.7) lies this far east on the lattice; it is drawn beside the first.
const APART = 32

function lattice(tile: Tile, shift: Spot): Spot {
  const east = tile.east >= APART ? tile.east - 2 * APART : tile.east
  const away = tile.east >= APART ? shift : { x: 0, y: 0 }
  return { x: 4 * east - tile.south + away.x, y: east + 4 * tile.south + away.y }
}

export interface Laid extends Spot {
  number: number
  tile: Tile
}

/** Where every laid tile is drawn, in spaces from tile 1. */
export function layOut(view: MazeView): Laid[] {
  const laid = view.mall.map((tile, number) => ({ tile, number })).filter(({ tile }) => tile.laid)
  const here = laid.filter(({ tile }) => tile.east < APART).map(({ tile }) => lattice(tile, { x: 0, y: 0 }).x)
  const there = laid
    .filter(({ tile }) => tile.east >= APART)
    .map(({ tile }) => lattice(tile, { x: 0, y: 0 }).x)
  const shift = { x: there.length ? Math.max(...here) + 6 - Math.min(...there) : 0, y: 0 }
  return laid.map(({ tile, number }) => ({ number, tile, ...lattice(tile, shift) }))
}

/** Where a space is drawn: its middle. */
export function spot(laid: Laid[], tile: number, space: number): Spot {
  const at = laid.find(({ number }) => number === tile)
  return {
    x: ((at?.x ?? 0) + (space % 4) + 0.5) * CELL,
    y: ((at?.y ?? 0) + Math.floor(space / 4) + 0.5) * CELL,
  }
}

export function bounds(laid: Laid[]): { x: number; y: number; w: number; h: number } {
  if (!laid.length) return { x: 0, y: 0, w: 4 * CELL, h: 4 * CELL }
  const xs = laid.map(({ x }) => x)
  const ys = laid.map(({ y }) => y)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return {
    x: x * CELL,
    y: y * CELL,
    w: (Math.max(...xs) + 4 - x) * CELL,
    h: (Math.max(...ys) + 4 - y) * CELL,
  }
}

const TOWARDS: Record<string, Spot> = {
  north: { x: 0, y: -1 },
  east: { x: 1, y: 0 },
  south: { x: 0, y: 1 },
  west: { x: -1, y: 0 },
}

/** Of what may be asked for a hero: the moves one way, the nearest first. */
export function movesTowards(offers: Offer[], laid: Laid[], from: Spot, hero: string, way: string): Offer[] {
  const d = TOWARDS[way]
  if (!d) return []
  const far = (o: Offer): number => {
    const to = spot(laid, o.tile ?? 0, o.space ?? 0)
    const along = (to.x - from.x) * d.x + (to.y - from.y) * d.y
    const aside = (to.x - from.x) * d.y + (to.y - from.y) * d.x
    return Math.abs(aside) < 1 ? along : -1
  }
  return offers
    .filter((o) => o.t === 'move_hero' && o.hero === hero && far(o) > 0)
    .sort((a, b) => far(a) - far(b))
}

export function heroSpot(view: MazeView, laid: Laid[], hero: number): Spot | null {
  const at = view.hero_at[hero] ?? 0
  return at ? spot(laid, at >> 4, at & 15) : null
}

/** The command that each action button asks for, with a hero in hand; null: not now. */
export function offerOf(
  offers: Offer[],
  laid: Laid[],
  view: MazeView,
  hero: number,
  action: Action,
): Offer | null {
  const name = HEROES[hero]
  if (!name) return null
  const from = heroSpot(view, laid, hero)
  if (!from) return null
  const kinds: Partial<Record<Action, string>> = {
    explore: 'explore',
    vortex: 'use_vortex',
    escalator: 'use_escalator',
  }
  if (kinds[action]) return offers.find((o) => o.t === kinds[action] && o.hero === name) ?? null
  return movesTowards(offers, laid, from, name, action)[0] ?? null
}
