// The first game explains itself: one hint at a time, for what is needed now. Whatever it proposes is one of
// the engine's offers; here is only which of them is worth a word.
import type { Offer } from '../lib/engine'
import {
  type Action,
  ACTIONS,
  goals,
  heldBy,
  HEROES,
  heroSpot,
  kindAt,
  type Laid,
  type MazeView,
  movesTowards,
  offersOf,
  RULE,
  SPACE,
} from './view'
import { distances, unexplored, type Wanted } from './ways'

/** What is explained once. */
export const LESSONS = ['vortex', 'escalator', 'pawn'] as const
export type Lesson = (typeof LESSONS)[number]

/** Something that could be done, by this player or by another one. */
export interface Doing {
  seat: number
  hero: number
  action: Action
  /** Where it leads: tile << 4 | space. */
  to: number
  steps: number
  /** Of several vortexes, which; 0: there is only one. */
  number: number
  /** What kind of space it leads to in the end. */
  what: string
}

export const moveKey = (hero: number, from: number, action: string): string => `${hero}:${from}:${action}`
// So often the same is proposed; if others have undone it, it was not what they wanted.
const TRIES = 2

export interface Hint {
  key: string
  doing?: Doing
}

export interface Scene {
  view: MazeView
  laid: Laid[]
  offers: Offer[]
  seat: number
  known: Set<Lesson>
  /** How often this player has used an action on a hero at a place (moveKey). */
  tried: Map<string, number>
  /** The hourglass was flipped a moment ago. */
  flipped: boolean
  /** Little sand is left. */
  short: boolean
}

const holds = (view: MazeView, seat: number, action: Action): boolean => heldBy(view, seat).includes(action)
const ACTION: Record<string, Action> = { use_vortex: 'vortex', use_escalator: 'escalator' }

// Where a hero should go next.
function goalOf({ view, laid }: Scene, hero: number): Wanted {
  if (view.theft) {
    const exit = SPACE.exit + (view.scenario.rules & RULE.oneExit ? 1 : hero)
    return (tile, space) => kindAt(view, tile, space) === exit
  }
  if (goals(view, laid, SPACE.item).every(({ found }) => found))
    return (tile, space) => kindAt(view, tile, space) === SPACE.item + hero
  return (tile, space) => unexplored(view, hero, tile, space)
}

const isGlass = (view: MazeView, tile: number, space: number): boolean =>
  kindAt(view, tile, space) === SPACE.hourglass && !(((view.mall[tile]?.used ?? 0) >> space) & 1)

interface Journey {
  hero: number
  what: string
  far: (place: number) => number
  left: number
}

// What the heroes have before them, the shortest first; those who are where they are wanted stay.
function journeys({ view }: Scene, what: string, goal: (hero: number) => Wanted): Journey[] {
  return HEROES.map((_, hero) => {
    const far = distances(view, hero, goal(hero))
    return { hero, what, far, left: view.hero_at[hero] ? far(view.hero_at[hero] ?? 0) : Infinity }
  })
    .filter(({ left }) => left > 0 && left < Infinity)
    .sort((a, b) => a.left - b.left)
}

// With which action an offer is carried out.
function actionOf({ view, laid }: Scene, hero: number, offer: Offer): Action {
  const from = heroSpot(view, laid, hero)
  const towards = (way: Action): boolean =>
    from !== null && movesTowards([offer], laid, from, HEROES[hero] ?? '', way).length > 0
  return ACTION[offer.t] ?? ACTIONS.slice(0, 4).find(towards) ?? 'north'
}

// Which of this player's offers brings a hero nearer to where it is wanted.
function progress(scene: Scene, all: Journey[], detour = 0): Doing | undefined {
  const { view, laid, offers, seat } = scene
  for (const { hero, what, far, left } of all) {
    const at = view.hero_at[hero] ?? 0
    const [best] = offers
      .filter((o) => o.hero === HEROES[hero] && o.t !== 'explore')
      .map((offer) => ({ offer, to: ((offer.tile ?? 0) << 4) | (offer.space ?? 0) }))
      .map((way) => ({ ...way, then: far(way.to) }))
      .filter(({ then }) => then < left + detour)
      .map((way) => ({ ...way, action: actionOf(scene, hero, way.offer) }))
      .filter(({ action }) => (scene.tried.get(moveKey(hero, at, action)) ?? 0) < TRIES)
      .sort((a, b) => a.then - b.then)
    if (!best) continue
    const same = offersOf(offers, laid, view, hero, best.action)
    const nth = same.indexOf(best.offer) + 1
    const { action, to } = best
    const choice = action === 'vortex' && same.length > 1
    return { seat, hero, action, to, steps: choice ? 1 : nth, number: choice ? nth : 0, what }
  }
  return undefined
}

function laying(seat: number, hero: number, view: MazeView): Doing {
  return { seat, hero, action: 'explore', to: view.hero_at[hero] ?? 0, steps: 0, number: 0, what: 'explore' }
}

function exploring({ view, offers, seat }: Scene): Doing | undefined {
  const offer = offers.find((o) => o.t === 'explore')
  if (!offer || view.theft) return undefined
  return laying(seat, HEROES.indexOf(offer.hero as never), view)
}

// Somebody else who could explore.
function explorer({ view, seat }: Scene): Doing | undefined {
  const hero = HEROES.findIndex((_, i) => {
    const at = view.hero_at[i] ?? 0
    return at > 0 && !view.theft && unexplored(view, i, at >> 4, at & 15)
  })
  const other = Array.from({ length: view.presence.seats }, (_, i) => i + 1).find(
    (s) => s !== seat && holds(view, s, 'explore'),
  )
  return hero >= 0 && other ? laying(other, hero, view) : undefined
}

// Actions of their own kind are explained when they are held and can be used, once.
function lesson({ view, offers, seat, laid, known }: Scene): Lesson | undefined {
  if (laid.length < 3) return undefined
  return (['vortex', 'escalator'] as const).find(
    (one) => holds(view, seat, one) && !known.has(one) && offers.some((o) => o.t === `use_${one}`),
  )
}

/** The hint for now. */
export function hintFor(scene: Scene): Hint {
  const { view, laid, seat } = scene
  const alone = view.presence.seats === 1
  const hint = (key: string, doing?: Doing): Hint => (doing ? { key, doing } : { key })
  if (!view.running) return { key: alone ? 'beginSolo' : 'begin' }
  if (scene.short) {
    const [nearest] = journeys(scene, 'hourglass', () => (tile, space) => isGlass(view, tile, space))
    const flip = nearest && progress(scene, [nearest])
    if (flip) return hint('sand', flip)
  }
  const stolen = goals(view, laid, SPACE.item).every(({ found }) => found)
  const what = view.theft ? 'exit' : stolen ? 'item' : 'explore'
  const all = journeys(scene, what, (hero) => goalOf(scene, hero))
  const mine = (stolen ? undefined : exploring(scene)) ?? progress(scene, all)
  if (view.pawn === seat && !scene.known.has('pawn')) {
    const detour = mine ?? progress(scene, all, 1)
    return hint(detour ? 'pawn' : 'pawnPass', detour)
  }
  if (scene.flipped) return hint('flipped', mine)
  if (alone && !mine) return { key: 'solo' }
  if (view.theft) return hint('leave', mine)
  if (mine?.action === 'explore') return hint('explore', mine)
  if (stolen) return hint('items', mine)
  const learnt = lesson(scene)
  if (learnt) return hint(learnt, mine?.action === learnt ? mine : undefined)
  return mine ? hint('search', mine) : hint('wait', explorer(scene))
}
