// How far it is through the mall as it is drawn, for hints alone: nothing is decided here. Whatever a hint
// proposes is looked up among the engine's offers.
import { ACTIONS, kindAt, type MazeView, SPACE, sideOf } from './view'

export type Wanted = (tile: number, space: number) => boolean

const CROSSING = [2, 11, 13, 4]
const ASIDE = [-4, 1, 4, -1]

// The place (tile << 4 | space) one step that way; 0: a wall, or nothing laid.
function step(view: MazeView, at: number, way: number, hero: number): number {
  const tile = view.mall[at >> 4]
  const space = at & 15
  const open = (tile?.face.open[way] ?? 0) | (hero === 3 ? (tile?.face.dwarf[way] ?? 0) : 0)
  if (!tile || !((open >> space) & 1)) return 0
  if (sideOf(space) !== way) return (at & ~15) | (space + (ASIDE[way] ?? 0))
  const next = tile.link[way] ?? 0
  return next ? (next << 4) | (CROSSING[(way + 2) % 4] ?? 0) : 0
}

// Where one action leads from a place: straight on as far as one likes, or along an escalator.
function* actionsFrom(view: MazeView, at: number, hero: number): Generator<number> {
  for (let way = 0; way < ACTIONS.indexOf('explore'); way++)
    for (let to = step(view, at, way, hero); to; to = step(view, to, way, hero)) yield to
  const space = at & 15
  for (const ends of view.mall[at >> 4]?.face.stairs.filter(Boolean) ?? []) {
    if (ends >> 4 === space) yield (at & ~15) | (ends & 15)
    if ((ends & 15) === space) yield (at & ~15) | (ends >> 4)
  }
}

/** With how many actions a hero comes from a place to one that is wanted; Infinity: not as it is now. */
export function distances(view: MazeView, hero: number, wanted: Wanted): (place: number) => number {
  const far = new Map<number, number>()
  const places = view.mall.flatMap(({ laid }, number) =>
    laid ? Array.from({ length: 16 }, (_, space) => (number << 4) | space) : [],
  )
  let rim = places.filter((at) => wanted(at >> 4, at & 15))
  for (let n = 0; rim.length; n++) {
    for (const at of rim) far.set(at, n)
    // Every way can be gone back, so what is reached from the goal reaches it.
    rim = [...new Set(rim.flatMap((at) => [...actionsFrom(view, at, hero)]))].filter((at) => !far.has(at))
  }
  const vortexes = places.filter((at) => kindAt(view, at >> 4, at & 15) === SPACE.vortex + hero)
  const through = view.theft ? Infinity : 1 + Math.min(...vortexes.map((at) => far.get(at) ?? Infinity))
  return (place) => Math.min(far.get(place) ?? Infinity, through)
}

/** Is the exploration space there one of that hero, with nothing laid beyond? */
export const unexplored = (view: MazeView, hero: number, tile: number, space: number): boolean =>
  kindAt(view, tile, space) === SPACE.explore + hero &&
  view.pile_count > 0 &&
  !view.mall[tile]?.link[sideOf(space)]
