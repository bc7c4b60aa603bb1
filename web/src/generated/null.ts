// Printed by tools/schema from the tables of null: do not edit.

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

/** A deadline has come. */
export interface TickCommand {
  t: 'tick'
  id?: number
  seen?: number
}

/** Ask for a pause, or agree to it: it begins when all who are present have. */
export interface AskPauseCommand {
  t: 'ask_pause'
  id?: number
  seen?: number
}

/** End the pause, after a count of 3. */
export interface ResumeCommand {
  t: 'resume'
  id?: number
  seen?: number
}

/** Pause the game at once (P4.3). */
export interface PauseClockCommand {
  t: 'pause_clock'
  id?: number
  seen?: number
}

/** Say something to everybody who may hear it. */
export interface SayCommand {
  t: 'say'
  id?: number
  seen?: number
  text?: string
}

/** Show a reaction. */
export interface ReactCommand {
  t: 'react'
  id?: number
  seen?: number
  reaction?: 'yes' | 'no' | 'laugh' | 'wonder' | 'hurry' | 'sorry' | 'thanks' | 'bravo' | null
}

/** Give a player the next seat, or a bot's.  For a person the server asks. */
export interface SeatPlayerCommand {
  t: 'seat_player'
  id?: number
  seen?: number
  name?: string
  bot?: boolean
  seat?: number
}

/** Tell that a player is away or back, or that a bot plays. */
export interface MarkSeatCommand {
  t: 'mark_seat'
  id?: number
  seen?: number
  seat?: number
  away?: boolean
  bot?: boolean
}

/** Change places, before the game begins. */
export interface ReorderSeatsCommand {
  t: 'reorder_seats'
  id?: number
  seen?: number
  order?: number[]
}

/** Take a player from the table: the host anybody, all others themselves. */
export interface RemovePlayerCommand {
  t: 'remove_player'
  id?: number
  seen?: number
  seat?: number
}

/** Let nobody sit down any more, or let them again. */
export interface LockTableCommand {
  t: 'lock_table'
  id?: number
  seen?: number
  locked?: boolean
}

/** Make another player the host. */
export interface HandOverCommand {
  t: 'hand_over'
  id?: number
  seen?: number
  seat?: number
}

/** Tell the others that one is ready, or not yet.  It decides nothing. */
export interface BeReadyCommand {
  t: 'be_ready'
  id?: number
  seen?: number
  ready?: boolean
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

/** All clocks stand still. */
export interface PausedEvent {
  t: 'paused'
  n: number
  at: number
}

/** A seat asks for a pause, or agrees to it. */
export interface PauseWantedEvent {
  t: 'pause_wanted'
  n: number
  at: number
  seat: number
}

/** Somebody ends the pause: the count has begun. */
export interface ResumingEvent {
  t: 'resuming'
  n: number
  at: number
  goes_ms: number
  seat: number
}

/** The clocks go on. */
export interface ResumedEvent {
  t: 'resumed'
  n: number
  at: number
}

/** Talk has opened or closed. */
export interface TalkChangedEvent {
  t: 'talk_changed'
  n: number
  at: number
  talk: 'silent' | 'gestures' | 'open' | null
}

/** A seat said something; only those who hear it know. */
export interface SaidEvent {
  t: 'said'
  n: number
  at: number
  by: number
  text: string
}

/** A seat showed a reaction; only those who see it know. */
export interface ReactedEvent {
  t: 'reacted'
  n: number
  at: number
  by: number
  reaction: 'yes' | 'no' | 'laugh' | 'wonder' | 'hurry' | 'sorry' | 'thanks' | 'bravo' | null
}

/** A player has a seat, perhaps a bot's.  The first person is the host. */
export interface SeatTakenEvent {
  t: 'seat_taken'
  n: number
  at: number
  seat: number
  bot: boolean
  name: string
}

/** A player is away or back, or a bot plays the seat. */
export interface SeatMarkedEvent {
  t: 'seat_marked'
  n: number
  at: number
  seat: number
  away: boolean
  bot: boolean
}

/** The players have changed places. */
export interface SeatsReorderedEvent {
  t: 'seats_reordered'
  n: number
  at: number
  order: number[]
}

/** A player has left; those behind moved up.  The next is host, if it was. */
export interface SeatLeftEvent {
  t: 'seat_left'
  n: number
  at: number
  seat: number
}

/** A player has left a game that goes on; a bot has the seat. */
export interface SeatGivenUpEvent {
  t: 'seat_given_up'
  n: number
  at: number
  seat: number
}

/** Nobody can sit down any more, or they can again. */
export interface TableLockedEvent {
  t: 'table_locked'
  n: number
  at: number
  locked: boolean
}

/** Another player is the host. */
export interface HostChangedEvent {
  t: 'host_changed'
  n: number
  at: number
  seat: number
}

/** A player is ready for the game to begin, or not yet. */
export interface SeatReadyEvent {
  t: 'seat_ready'
  n: number
  at: number
  seat: number
  ready: boolean
}

export type Command =
  | SetUpCommand
  | NodCommand
  | TickCommand
  | AskPauseCommand
  | ResumeCommand
  | PauseClockCommand
  | SayCommand
  | ReactCommand
  | SeatPlayerCommand
  | MarkSeatCommand
  | ReorderSeatsCommand
  | RemovePlayerCommand
  | LockTableCommand
  | HandOverCommand
  | BeReadyCommand

export type Event =
  | BegunEvent
  | NoddedEvent
  | EndedEvent
  | PausedEvent
  | PauseWantedEvent
  | ResumingEvent
  | ResumedEvent
  | TalkChangedEvent
  | SaidEvent
  | ReactedEvent
  | SeatTakenEvent
  | SeatMarkedEvent
  | SeatsReorderedEvent
  | SeatLeftEvent
  | SeatGivenUpEvent
  | TableLockedEvent
  | HostChangedEvent
  | SeatReadyEvent

export type Refusal =
  | 'unknown'
  | 'not_yours'
  | 'not_now'
  | 'no_such'
  | 'ask_host'
  | 'too_late'
  | 'log_full'
  | 'not_host'
  | 'clock_stopped'
  | 'clock_runs'
  | 'pause_asked'
  | 'talk_paused'
  | 'silence'
  | 'gestures_only'
  | 'no_words'
  | 'game_begun'
  | 'table_full'
  | 'name_bad'
  | 'name_taken'
  | 'seats_unfit'
  | 'seats_fixed'
  | 'bad_order'
  | 'locked'
  | 'seat_played'
  | 'bot_host'
  | 'too_long'
  | 'nodded_already'
