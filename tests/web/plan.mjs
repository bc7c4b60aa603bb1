// What to do next in a game of Magic Maze, going by what the engine says about the mall: a small player that
// knows the ways and goals of scenario 1 and nothing about screens.
//
// A place is tile * 16 + space, as in the view's hero_at.
export const HEROES = ['barbarian', 'sorceress', 'elf', 'dwarf']
export const ACTIONS = ['north', 'east', 'south', 'west', 'explore', 'vortex', 'escalator']
const CROSSING = [2, 11, 13, 4] // N E S W: where a tile's edge can be crossed
const SPACE = { hourglass: 4, explore: 7, vortex: 11, item: 15, exit: 19 }
const VIOLET = 1
// Flipping the hourglass pays once less than this is left.
const LOW_MS = 70000

const kindAt = (view, place) => view.mall[place >> 4].face.space[place & 15]
const unusedGlass = (view, place) =>
  kindAt(view, place) === SPACE.hourglass && !((view.mall[place >> 4].used >> (place & 15)) & 1)

/** The place one step that way, or 0. */
function beside(view, place, way) {
  const { face, link } = view.mall[place >> 4]
  const space = place & 15
  if (!((face.open[way] >> space) & 1)) return 0
  const [row, column] = [(space >> 2) + [-1, 0, 1, 0][way], (space & 3) + [0, 1, 0, -1][way]]
  if (row >= 0 && row < 4 && column >= 0 && column < 4) return (place & ~15) | (row << 2) | column
  return link[way] && space === CROSSING[way] ? (link[way] << 4) | CROSSING[(way + 2) % 4] : 0
}

/** Every place of a kind in the laid mall. */
function places(view, kind) {
  return view.mall.flatMap((tile, number) =>
    tile.laid ? tile.face.space.flatMap((k, space) => (k === kind ? [number * 16 + space] : [])) : [],
  )
}

/** What one action can do with a hero at a place. `taken` are places in the way. */
function* actions(view, hero, from, taken, enterGlass) {
  for (let way = 0; way < 4; way++) {
    let [to, steps] = [from, 0]
    while ((to = beside(view, to, way)) && !taken.has(to)) {
      steps++
      if (!unusedGlass(view, to) || enterGlass) yield { action: ACTIONS[way], t: 'move_hero', to, steps }
      if (unusedGlass(view, to)) break
    }
  }
  for (const ends of view.mall[from >> 4].face.stairs.filter(Boolean))
    for (const [a, b] of [
      [ends >> 4, ends & 15],
      [ends & 15, ends >> 4],
    ]) {
      const to = (from & ~15) | b
      if (a === (from & 15) && !taken.has(to) && (enterGlass || !unusedGlass(view, to)))
        yield { action: 'escalator', t: 'use_escalator', to }
    }
  if (!view.theft)
    for (const to of places(view, SPACE.vortex + hero))
      if (to !== from && !taken.has(to)) yield { action: 'vortex', t: 'use_vortex', to }
}

/** The fewest actions that bring a hero from where it is, or `start`, to one of the goals; or null. */
function way(view, hero, goals, taken, usable, start = view.hero_at[hero]) {
  const wanted = new Set(goals)
  const enterGlass = goals.some((goal) => unusedGlass(view, goal))
  const came = new Map([[start, null]])
  for (const [from] of came) {
    if (wanted.has(from)) {
      const path = []
      for (let step = came.get(from); step; step = came.get(step.from)) path.unshift(step)
      return path
    }
    for (const step of actions(view, hero, from, taken, enterGlass))
      if (!came.has(step.to) && usable(step, hero, from)) came.set(step.to, { ...step, from, hero })
  }
  return null
}

const others = (view, hero) => new Set(view.hero_at.filter((at, h) => h !== hero && at))

function explorable(view, hero) {
  return places(view, SPACE.explore + hero).filter((place) => {
    const tile = view.mall[place >> 4]
    const side = CROSSING.indexOf(place & 15)
    const [east, south] = [tile.east + [0, 1, 0, -1][side], tile.south + [-1, 0, 1, 0][side]]
    return !view.mall.some((other) => other.laid && other.east === east && other.south === south)
  })
}

/** Where each hero should go now. */
function goalsOf(view) {
  const items = HEROES.map((_, hero) => places(view, SPACE.item + hero))
  const exits = places(view, SPACE.exit + VIOLET)
  const found = items.every((one) => one.length) && exits.length
  if (!found && view.pile_count) return HEROES.map((_, hero) => explorable(view, hero))
  return view.theft ? HEROES.map(() => exits) : items
}

const shuffled = (list) =>
  list
    .map((one) => [Math.random(), one])
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)

/**
 * The next step of the game, `{ t, action, hero, to, steps }`, with the `places` of all heroes that it was
 * made for; or null if nothing is to be done. `sandMs` is what is left in the hourglass; `usable(step, hero)`
 * may rule actions out.
 */
export function nextStep(view, sandMs, usable = () => true) {
  const step = plan(view, sandMs, usable)
  return step && { ...step, places: String(view.hero_at) }
}

function plan(view, sandMs, usable) {
  const here = HEROES.map((_, hero) => hero).filter((hero) => !((view.left >> hero) & 1))
  if (sandMs < LOW_MS) {
    const glasses = places(view, SPACE.hourglass).filter((place) => unusedGlass(view, place))
    const [path] = shortest(here.map((hero) => way(view, hero, glasses, others(view, hero), usable)))
    if (path?.length) return path[0]
  }
  const goals = goalsOf(view)
  const paths = here.map((hero) => way(view, hero, goals[hero], others(view, hero), usable))
  for (const [i, path] of paths.entries())
    if (path?.length === 0 && view.pile_count && isExplore(view, view.hero_at[here[i]], here[i]))
      return exploring(view, here[i])
  const [path] = shortest(paths.filter((one) => one?.length))
  return path?.[0] ?? makeRoom(view, here, goals, usable)
}

const isExplore = (view, place, hero) => kindAt(view, place) === SPACE.explore + hero
const exploring = (view, hero) => ({ t: 'explore', action: 'explore', hero, to: view.hero_at[hero] })
const shortest = (paths) => shuffled(paths.filter(Boolean)).sort((a, b) => a.length - b.length)

/** Nobody can go on: a hero who stands in another's way steps aside, anywhere. */
function makeRoom(view, here, goals, usable) {
  const steps = here.flatMap((hero) => {
    const blocks = here.some(
      (other) =>
        other !== hero &&
        way(view, other, goals[other], new Set(), usable)?.some((step) => passes(view, step, hero)),
    )
    return blocks
      ? [...actions(view, hero, view.hero_at[hero], others(view, hero), false)].map((s) => ({ ...s, hero }))
      : []
  })
  return shuffled(steps.filter((step) => usable(step, step.hero, view.hero_at[step.hero])))[0] ?? null
}

/** Does this step go over, or to, the space where that hero stands? */
function passes(view, step, hero) {
  const side = ACTIONS.indexOf(step.action)
  if (side > 3) return step.to === view.hero_at[hero]
  for (let at = step.from; at && at !== step.to;) {
    at = beside(view, at, side)
    if (at === view.hero_at[hero]) return true
  }
  return false
}

/**
 * What one of a team can do for it, with the actions that `mine(step)` allows: every step that brings a hero
 * nearer to its goal. With `patience` lost it may as well be one that brings it no farther away.
 */
export function helpfulSteps(view, mine, patience = true) {
  const goals = goalsOf(view)
  const any = () => true
  return HEROES.flatMap((_, hero) => {
    if ((view.left >> hero) & 1) return []
    const [at, taken] = [view.hero_at[hero], others(view, hero)]
    if (goals[hero].includes(at))
      return isExplore(view, at, hero) && view.pile_count ? [exploring(view, hero)].filter(mine) : []
    const far = way(view, hero, goals[hero], taken, any)?.length ?? Infinity
    return [...actions(view, hero, at, taken, false)].filter(mine).flatMap((step) => {
      const left = way(view, hero, goals[hero], taken, any, step.to)?.length ?? Infinity
      return left < far || (!patience && left <= far) ? [{ ...step, hero }] : []
    })
  })
}
