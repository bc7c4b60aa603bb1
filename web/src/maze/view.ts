// What the engine tells of a table of Magic Maze, and where things lie on the drawing. Geometry, no rules.
import type { Offer } from '../lib/engine'
import type { Happening, View } from '../lib/table.svelte'
import { RULES } from './scenario'

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
  deck: number[]
  deck_turned: number
  pile_count: number
  pile: number[]
  scenario: {
    tiles: number
    number: number
    level: number
    side: number
    rules: number
    sand_s: number
    title: string
  }
  mall: Tile[]
}

export const HEROES = ['barbarian', 'sorceress', 'elf', 'dwarf'] as const
export type Hero = (typeof HEROES)[number]
export const ACTIONS = ['north', 'east', 'south', 'west', 'explore', 'vortex', 'escalator'] as const
export type Action = (typeof ACTIONS)[number]
/** The key of each action, as it is written on its button. */
export const KEYS: Record<Action, string> = {
  north: '↑',
  east: '→',
  south: '↓',
  west: '←',
  explore: 'E',
  vortex: 'V',
  escalator: 'S',
}
export const CELL = 40

export interface Spot {
  x: number
  y: number
}

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

/** Rules of a scenario that change what is drawn and told. */
export const RULE = {
  oneExit: 1 << RULES.indexOf('one_exit'),
  others: 1 << RULES.indexOf('others'),
  noVortex: 1 << RULES.indexOf('no_vortex'),
}

// Where one can cross the edge of a tile, N E S W (M2.3), and how the next tile lies beyond it (M2.4).
const CROSSING = [2, 11, 13, 4]
const BEYOND: Spot[] = [
  { x: 1, y: -4 },
  { x: 4, y: 1 },
  { x: -1, y: 4 },
  { x: -4, y: -1 },
]
// One space N E S W.
export const STEP: Spot[] = [
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
]

/** To which side (N E S W) a space at the edge of its tile leads; -1: to none. */
export const sideOf = (space: number): number => CROSSING.indexOf(space)

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

/** Where every laid tile is drawn, in spaces from tile 1; a second board beside the first, or below it. */
export function layOut(mall: Tile[], below = false): Laid[] {
  const laid = mall.map((tile, number) => ({ tile, number })).filter(({ tile }) => tile.laid)
  const span = (second: boolean): number[] =>
    laid
      .filter(({ tile }) => tile.east >= APART === second)
      .map(({ tile }) => lattice(tile, { x: 0, y: 0 })[below ? 'y' : 'x'])
  const there = span(true)
  const away = there.length ? Math.max(...span(false)) + 6 - Math.min(...there) : 0
  const shift = below ? { x: 0, y: away } : { x: away, y: 0 }
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

/** Which space of the mall is drawn there. */
export function placeAt(laid: Laid[], { x, y }: Spot): { tile: number; space: number } | null {
  const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)]
  const at = laid.find((l) => column >= l.x && column < l.x + 4 && row >= l.y && row < l.y + 4)
  return at ? { tile: at.number, space: (row - at.y) * 4 + column - at.x } : null
}

/** Where a tile laid from an exploration space comes to lie, and the spot just beyond the edge. */
export function tileToBe(laid: Laid[], tile: number, space: number): { corner: Spot; edge: Spot } {
  const at = laid.find(({ number }) => number === tile) ?? { x: 0, y: 0 }
  const side = Math.max(0, sideOf(space))
  const [beyond, step] = [BEYOND[side] as Spot, STEP[side] as Spot]
  const from = spot(laid, tile, space)
  return {
    corner: { x: (at.x + beyond.x) * CELL, y: (at.y + beyond.y) * CELL },
    edge: { x: from.x + step.x * CELL, y: from.y + step.y * CELL },
  }
}

export interface Box extends Spot {
  w: number
  h: number
}

export function bounds(laid: Laid[]): Box {
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

/** What is a space, for which of the heroes (-1: for all alike)? */
export function kindOf(kind: number): { name: string; hue: number } {
  if (kind < SPACE.explore)
    return { name: ['plain', 'solid', 'arrow', 'hourglass', 'ball', 'camera'][kind - 1] ?? 'plain', hue: -1 }
  const name = ['explore', 'vortex', 'item', 'exit'][Math.floor((kind - SPACE.explore) / 4)] ?? 'plain'
  return { name, hue: (kind - SPACE.explore) % 4 }
}

/** The kind of a space of the mall (SPACE). */
export const kindAt = (view: MazeView, tile: number, space: number): number =>
  view.mall[tile]?.face.space[space] ?? SPACE.plain

export interface Goal {
  hue: number
  found: boolean
  reached: boolean
}

/** The items or the exits that are played for: which have been found, and where a hero stands. */
export function goals(view: MazeView, laid: Laid[], first: number): Goal[] {
  const hues = first === SPACE.exit && view.scenario.rules & RULE.oneExit ? [1] : [0, 1, 2, 3]
  return hues.map((hue) => {
    const at = laid.find(({ tile }) => tile.face.space.includes(first + hue))
    const place = at ? (at.number << 4) | at.tile.face.space.indexOf(first + hue) : 0
    return { hue, found: Boolean(at), reached: place > 0 && view.hero_at.includes(place) }
  })
}

/** How many hourglass spaces there are in the tiles that are played with. */
export const hourglassSpaces = (view: MazeView): number =>
  view.mall.filter(
    ({ face, laid }, number) =>
      (laid || (view.scenario.tiles >> number) & 1) && face.space.includes(SPACE.hourglass),
  ).length

/** The tile on top of the pile, if it is known. */
export const nextTile = (view: MazeView): number =>
  view.pile_count ? (view.pile[view.pile_count - 1] ?? 0) : 0

/** The actions that a seat holds. */
export const heldBy = (view: MazeView, seat: number): Action[] =>
  ACTIONS.filter((_, i) => ((view.may[seat] ?? 0) >> i) & 1)

/** Of what may be asked for a hero: the moves one way, the nearest first. */
export function movesTowards(offers: Offer[], laid: Laid[], from: Spot, hero: string, way: Action): Offer[] {
  const d = STEP[ACTIONS.indexOf(way)]
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

const ASKED_BY: Partial<Record<Action, string>> = {
  explore: 'explore',
  vortex: 'use_vortex',
  escalator: 'use_escalator',
}

/** What an action may be used for with a hero now, the nearest first; empty: not now. */
export function offersOf(
  offers: Offer[],
  laid: Laid[],
  view: MazeView,
  hero: number,
  action: Action,
): Offer[] {
  const name = HEROES[hero]
  const from = heroSpot(view, laid, hero)
  if (!name || !from) return []
  const kind = ASKED_BY[action]
  if (kind) return offers.filter((o) => o.t === kind && o.hero === name)
  return movesTowards(offers, laid, from, name, action)
}

/** A story in playing time: without its pauses. */
export function inPlay(story: Happening[]): Happening[] {
  let [lost, stopped] = [0, 0]
  return story.map((e) => {
    if (e.t === 'paused') stopped ||= e.at
    const at = (stopped || e.at) - lost
    if (e.t === 'resumed' && stopped) [lost, stopped] = [lost + e.at - stopped, 0]
    return { ...e, at }
  })
}

/** Seconds as a clock shows them. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
