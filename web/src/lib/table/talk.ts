// Which events are talk, in every game that has any.
import type { Happening } from './contract'

export type Said = Extract<Happening, { t: 'said' | 'reacted' | 'phrase_said' }>

export const isTalk = (event: Happening): event is Said =>
  event.t === 'said' || event.t === 'reacted' || event.t === 'phrase_said'
