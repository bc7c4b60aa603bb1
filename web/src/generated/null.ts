// Printed by tools/schema from the tables of null: do not edit.
import type * as common from './common'

export const ENDINGS = [
  'all_nodded', 'abandoned',
] as const
export type Ending = (typeof ENDINGS)[number]

/** Everything that the truth, or a seat, knows. */
export interface View {
  clock: common.Clock
  consent: common.Consent
  hush: common.Hush
  nodded: number
  running: boolean
  ending: Ending | null
  presence: common.Presence
}

/** Begin. */
export interface SetUpCommand {
  t: 'set_up'
  id?: number
  seen?: number
}

/** Nod, once. */
export interface NodCommand {
  t: 'nod'
  id?: number
  seen?: number
}

/** Everybody may nod. */
export interface BegunEvent {
  t: 'begun'
  n: number
  at: number
}

/** A seat has nodded. */
export interface NoddedEvent {
  t: 'nodded'
  n: number
  at: number
  by: number
}

/** All have nodded. */
export interface EndedEvent {
  t: 'ended'
  n: number
  at: number
}

/** The players have ended the game. */
export interface AbandonedEvent {
  t: 'abandoned'
  n: number
  at: number
}

/** What a seat may ask. */
export type Command =
  | common.Command
  | SetUpCommand
  | NodCommand

export type Event =
  | common.Event
  | BegunEvent
  | NoddedEvent
  | EndedEvent
  | AbandonedEvent

export type Refusal =
  | common.Refusal
  | 'nodded_already'

/** What the host chooses before the game. */
export type Options = Omit<SetUpCommand, 't' | 'id' | 'seen'>
