// The first game explains itself: one hint at a time, for what is needed now. Everything it suggests is one
// of the engine's offers, and the engine says how far it is; this only decides what is worth a word.
import { type Action, HEROES } from '../generated/maze'
import type { Aim, Costs } from './costs'
import {
  goals,
  heldBy,
  heroOf,
  type HeroOffer,
  heroSpot,
  type Laid,
  type MazeEvent,
  type MazeOffer,
  type MazeView,
  MOVES,
  movesTowards,
  offersOf,
} from './view'

/** The team has made progress: what was tried before may well be right now. */
export const GOT_ON = new Set<MazeEvent['t']>(['tile_laid', 'hourglass_flipped', 'theft_done', 'hero_left'])

/** What is explained once. */
export const LESSONS = ['vortex', 'escalator', 'pawn'] as const
export type Lesson = (typeof LESSONS)[number]

/** Something that this player or another could do. */
export interface Doing {
  seat: number
  hero: number
  action: Action
  /** Where it leads: tile << 4 | space. */
  to: number
  steps: number
  /** Which of several vortexes; 0: there is only one. */
  number: number
  /** What the hero is wanted for in the end; or it makes room. */
  what: string
}

export const moveKey = (hero: number, from: number, action: string): string => `${hero}:${from}:${action}`
// How often the same is suggested; if others have undone it, it was not what they wanted.
const TRIES = 2
const NOBODY = -1

export interface Hint {
  key: string
  doing?: Doing
}

export interface Scene {
  view: MazeView
  laid: Laid[]
  offers: MazeOffer[]
  costs: Costs
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

interface Step {
  offer: HeroOffer
  hero: number
  from: number
  to: number
  action: Action
}

// What an offer does: with which hero, from where to where, by which action.
function stepOf({ view, laid }: Scene, offer: HeroOffer): Step {
  const name = offer.hero ?? HEROES[0]
  const hero = HEROES.indexOf(name)
  const spot = heroSpot(view, laid, hero)
  const towards = (way: Action): boolean =>
    spot !== null && movesTowards([offer], laid, spot, name, way).length > 0
  return {
    offer,
    hero,
    from: view.hero_at[hero] ?? 0,
    to: (offer.tile << 4) | offer.space,
    action: ACTION[offer.t] ?? MOVES.find(towards) ?? 'north',
  }
}

// The step that gains most, for a hero as near as possible to where it is wanted; none that was tried often.
function bestStep(scene: Scene, aim: Aim, gain: (step: Step) => number): Step | undefined {
  const [best] = scene.offers
    .filter((offer) => 'hero' in offer)
    .filter(({ t }) => t !== 'explore')
    .map((offer) => stepOf(scene, offer))
    .filter(({ hero, from, action }) => (scene.tried.get(moveKey(hero, from, action)) ?? 0) < TRIES)
    .map((step) => ({ step, left: scene.costs.cost(step.hero, step.from, aim), gain: gain(step) }))
    .filter(({ left, gain: better }) => better > 0 && left < scene.costs.far)
    .sort((a, b) => a.left - b.left || b.gain - a.gain)
  return best?.step
}

function doing({ view, laid, offers, seat }: Scene, { offer, hero, to, action }: Step, what: string): Doing {
  const same = offersOf(offers, laid, view, hero, action)
  const nth = same.indexOf(offer) + 1
  const choice = action === 'vortex' && same.length > 1
  return { seat, hero, action, to, steps: choice ? 1 : nth, number: choice ? nth : 0, what }
}

// Brings a hero nearer to where it is wanted; or out of the way, if nobody can make progress.
function progress(scene: Scene, aim: Aim, detour = 0): Doing | undefined {
  const { cost, room } = scene.costs
  const nearer = ({ hero, from, to }: Step): number => cost(hero, from, aim) - cost(hero, to, aim)
  const on = bestStep(scene, aim, (step) => nearer(step) + detour)
  if (on) return doing(scene, on, aim)
  const aside = bestStep(scene, aim, ({ hero, to }) => room(hero, to, aim))
  return aside && doing(scene, aside, 'room')
}

// Who should flip the hourglass when little sand is left: the nearest hero, who does nothing else until then,
// unless everybody is out sooner. Each step makes that more certain, so nobody walks to and fro.
function flipper({ view, costs, short }: Scene): number {
  if (!short) return NOBODY
  const costsTo = (aim: Aim): number[] =>
    HEROES.map((_, hero) => (view.hero_at[hero] ? costs.cost(hero, view.hero_at[hero], aim) : costs.far))
  const far = costsTo('hourglass')
  const nearest = Math.min(...far)
  if (nearest >= costs.far) return NOBODY
  const out = costsTo('exit').filter((_, hero) => view.hero_at[hero])
  return view.theft && out.reduce((a, b) => a + b, 0) <= nearest ? NOBODY : far.indexOf(nearest)
}

function flipping(scene: Scene, hero: number): Doing | undefined {
  const { cost } = scene.costs
  const nearer = (step: Step): number =>
    step.hero === hero ? cost(hero, step.from, 'hourglass') - cost(hero, step.to, 'hourglass') : 0
  const flip = bestStep(scene, 'hourglass', nearer)
  return flip && doing(scene, flip, 'hourglass')
}

function laying(seat: number, hero: number, view: MazeView): Doing {
  return { seat, hero, action: 'explore', to: view.hero_at[hero] ?? 0, steps: 0, number: 0, what: 'explore' }
}

function exploring({ view, offers, seat }: Scene): Doing | undefined {
  const offer = offers.find((o) => o.t === 'explore')
  return offer?.hero ? laying(seat, HEROES.indexOf(offer.hero), view) : undefined
}

// Somebody else who could explore.
function explorer(scene: Scene): Doing | undefined {
  const { view, seat } = scene
  const hero = HEROES.findIndex((_, i) => scene.costs.cost(i, view.hero_at[i] ?? 0, 'explore') === 0)
  const other = Array.from({ length: view.presence.seats }, (_, i) => i + 1).find(
    (s) => s !== seat && holds(view, s, 'explore'),
  )
  return hero >= 0 && other ? laying(other, hero, view) : undefined
}

// Special actions are explained once, when they are held and can be used.
function lesson({ view, offers, seat, laid, known }: Scene): Lesson | undefined {
  if (laid.length < 3) return undefined
  return (['vortex', 'escalator'] as const).find(
    (one) => holds(view, seat, one) && !known.has(one) && offers.some((o) => o.t === `use_${one}`),
  )
}

// What is needed must be found first: the exits, too, while the vortexes work.
function wanted({ view, laid }: Scene): Aim {
  const sought = [...goals(view, laid, 'item'), ...goals(view, laid, 'exit')]
  return !sought.every(({ found }) => found) ? 'explore' : view.theft ? 'exit' : 'item'
}

/** The hint for now. */
export function hintFor(scene: Scene): Hint {
  const { view, seat } = scene
  const alone = view.presence.seats === 1
  const hint = (key: string, doing?: Doing): Hint => (doing ? { key, doing } : { key })
  if (!view.running) return { key: alone ? 'beginSolo' : 'begin' }
  if (alone && !heldBy(view, seat).length) return { key: 'firstSolo' }
  const busy = flipper(scene)
  const flip = flipping(scene, busy)
  if (flip) return hint('sand', flip)
  const others = { ...scene, offers: scene.offers.filter((offer) => heroOf(offer) !== (HEROES[busy] ?? '')) }
  const what = wanted(scene)
  const mine = (what === 'explore' ? exploring(scene) : undefined) ?? progress(others, what)
  if (view.pawn === seat && !scene.known.has('pawn')) {
    const detour = mine ?? progress(others, what, 1)
    return hint(detour ? 'pawn' : 'pawnPass', detour)
  }
  if (scene.flipped) return hint('flipped', mine)
  if (alone && !mine) return { key: 'solo' }
  if (view.theft) return hint('leave', mine)
  if (mine?.action === 'explore') return hint('explore', mine)
  if (what === 'item') return hint('items', mine)
  const learnt = lesson(scene)
  if (learnt) return hint(learnt, mine?.action === learnt ? mine : undefined)
  if (mine) return hint('search', mine)
  return hint(scene.laid.length > 1 ? 'wait' : 'first', explorer(scene))
}
