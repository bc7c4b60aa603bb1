// How heroes get to where they are wanted, as the engine says (wasm/maze/hints.c). A place is
// tile << 4 | space.
import type { Engine } from '../lib/engine/engine'

export type Aim = 'explore' | 'item' | 'exit' | 'hourglass'
type Weigh = (hero: number, place: number, aim: Aim) => number

export interface Costs {
  /** What it costs a hero from a place. */
  cost: Weigh
  /** What everybody gains if it goes there to make room; 0 while anybody can make progress. */
  room: Weigh
  /** The cost if there is no way. */
  far: number
}

interface Ways {
  aims: () => number
  far: () => number
  cost: (hero: number, place: number, aim: number) => number
  room: (hero: number, place: number, aim: number) => number
}

/** In the mall that this engine draws. */
export function costsOf(engine: Engine): Costs {
  const ways = engine.own<Ways>()
  const aims = JSON.parse(engine.tell<Ways>('', (own) => own.aims())) as Aim[]
  const weigh =
    (how: 'cost' | 'room'): Weigh =>
    (hero, place, aim) =>
      ways[how](hero, place, aims.indexOf(aim))
  return { cost: weigh('cost'), room: weigh('room'), far: ways.far() }
}
