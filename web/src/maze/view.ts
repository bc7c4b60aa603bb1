// What the engine says about a table of Magic Maze, and where things are on the drawing. Geometry, no rules.
import {
  type Action,
  ACTIONS,
  type Face,
  type Hero,
  HEROES,
  type Rule,
  RULES,
  type Space,
  SPACES,
  type Tile,
} from '../generated/maze'
import type { Happening, Offer, View } from '../lib/table/contract'
import { among } from '../lib/table/sets'
import type { Table } from '../lib/table/table.svelte'

export type MazeTable = Table<'maze'>
export type MazeView = View<'maze'>
export type MazeEvent = Happening<'maze'>
export type MazeOffer = Offer<'maze'>
/** Something that a hero may do. */
export type HeroOffer = Extract<MazeOffer, { hero: Hero | null }>

/** The actions that move a hero, N E S W. */
export const MOVES = ACTIONS.slice(0, 4)

/** A space of a tile that is laid. */
export interface Place {
  tile: number
  space: number
}

export const CELL = 40

export interface Spot {
  x: number
  y: number
}

// Where heroes can cross the edge of a tile, N E S W (M2.3), and how the next tile lies beyond it (M2.4).
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

/** The side (N E S W) that a space at the edge of its tile leads to; -1: none. */
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
export function placeAt(laid: Laid[], { x, y }: Spot): Place | null {
  const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)]
  const at = laid.find((l) => column >= l.x && column < l.x + 4 && row >= l.y && row < l.y + 4)
  return at ? { tile: at.number, space: (row - at.y) * 4 + column - at.x } : null
}

/** Where a tile laid from an exploration space will be, and the spot just beyond the edge. */
export function tileToBe(laid: Laid[], tile: number, space: number): { corner: Spot; edge: Spot } {
  const at = laid.find(({ number }) => number === tile) ?? { x: 0, y: 0 }
  const side = Math.max(0, sideOf(space))
  const [beyond, step] = [BEYOND[side], STEP[side]]
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

type Name<Label> = Label extends `${infer Name}_${string}` ? Name : Label

/** What a space is, and for which of the heroes (-1: for all of them). */
export interface Kind {
  name: Name<Space>
  hue: number
}

// A space of a colour is for the hero of that colour: in the order of the heroes.
const COLOURS = ['yellow', 'violet', 'green', 'orange']
const KINDS = SPACES.map((label) => {
  const [name, colour = ''] = label.split('_')
  return { name, hue: COLOURS.indexOf(colour) } as Kind
})
const [PLAIN] = KINDS as [Kind]

export const kindOf = (space: number): Kind => KINDS[space - 1] ?? PLAIN

export const kindAt = (view: MazeView, tile: number, space: number): Kind =>
  kindOf(view.mall[tile]?.face.space[space] ?? 0)

/** The first space of that kind on a tile; -1: there is none. */
export const spaceOn = (face: Face, name: Kind['name'], hue = -1): number =>
  face.space.findIndex((space) => kindOf(space).name === name && kindOf(space).hue === hue)

/** Does this rule apply? */
export const hasRule = ({ rules }: { rules: number }, rule: Rule): boolean =>
  among(rules, RULES.indexOf(rule))

export interface Goal {
  hue: number
  found: boolean
  reached: boolean
}

/** The items or exits that count: which have been found, and where a hero is. */
export function goals(view: MazeView, laid: Laid[], what: 'item' | 'exit'): Goal[] {
  const hues = what === 'exit' && hasRule(view.scenario, 'one_exit') ? [1] : [0, 1, 2, 3]
  return hues.map((hue) => {
    const at = laid.find(({ tile }) => spaceOn(tile.face, what, hue) >= 0)
    const place = at ? (at.number << 4) | spaceOn(at.tile.face, what, hue) : 0
    return { hue, found: Boolean(at), reached: place > 0 && view.hero_at.includes(place) }
  })
}

/** How many hourglass spaces there are in the tiles that are played with. */
export const hourglassSpaces = (view: MazeView): number =>
  view.mall.filter(
    ({ face, laid }, number) =>
      (laid || among(view.scenario.tiles, number)) && spaceOn(face, 'hourglass') >= 0,
  ).length

/** The tile on top of the pile, if it is known. */
export const nextTile = (view: MazeView): number =>
  view.pile_count ? (view.pile[view.pile_count - 1] ?? 0) : 0

/** The actions that a seat holds. */
export const heldBy = (view: MazeView, seat: number): Action[] =>
  ACTIONS.filter((_, i) => among(view.may[seat], i))

/** Which hero an offer is for; null: for none of them. */
export const heroOf = (offer: MazeOffer): Hero | null => ('hero' in offer ? offer.hero : null)

/** Where an offer leads; tile 0: nowhere. For a whole tile, its first space. */
export function placeOf(offer: MazeOffer): Place {
  if (!('tile' in offer)) return { tile: 0, space: 0 }
  return { tile: offer.tile, space: 'space' in offer ? offer.space : 0 }
}

/** The moves in one direction that a hero may make, the nearest first. */
export function movesTowards(
  offers: MazeOffer[],
  laid: Laid[],
  from: Spot,
  hero: Hero,
  way: Action,
): HeroOffer[] {
  const d = STEP[ACTIONS.indexOf(way)]
  if (!d) return []
  const far = ({ tile, space }: HeroOffer): number => {
    const to = spot(laid, tile, space)
    const along = (to.x - from.x) * d.x + (to.y - from.y) * d.y
    const aside = (to.x - from.x) * d.y + (to.y - from.y) * d.x
    return Math.abs(aside) < 1 ? along : -1
  }
  return offers
    .filter((o) => o.t === 'move_hero')
    .filter((o) => o.hero === hero && far(o) > 0)
    .sort((a, b) => far(a) - far(b))
}

export function heroSpot(view: MazeView, laid: Laid[], hero: number): Spot | null {
  const at = view.hero_at[hero] ?? 0
  return at ? spot(laid, at >> 4, at & 15) : null
}

const ASKED_BY: Partial<Record<Action, HeroOffer['t']>> = {
  explore: 'explore',
  vortex: 'use_vortex',
  escalator: 'use_escalator',
}

/** What a hero may do with an action now, the nearest first; empty: nothing. */
export function offersOf(
  offers: MazeOffer[],
  laid: Laid[],
  view: MazeView,
  hero: number,
  action: Action,
): HeroOffer[] {
  const name = HEROES[hero]
  const from = heroSpot(view, laid, hero)
  if (!name || !from) return []
  const kind = ASKED_BY[action]
  if (!kind) return movesTowards(offers, laid, from, name, action)
  return offers.filter((o) => 'hero' in o).filter((o) => o.t === kind && o.hero === name)
}

/** A story in playing time: without its pauses. */
export function inPlay(story: MazeEvent[]): MazeEvent[] {
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
