// Printed by tools/schema from what the tables of all games have: do not edit.

/** Chairs at a table; and as whom the table itself asks. */
export const SEATS_MAX = 12
export const SEAT_SERVER = 13
export const NAME_CHARS_MAX = 24
export const CHANNEL = { text: 0, voice: 1, reaction: 2, point: 3 } as const

export const TALKS = [
  'silent', 'gestures', 'open',
] as const
export type Talk = (typeof TALKS)[number]

export const REACTIONS = [
  'yes', 'no', 'laugh', 'wonder', 'hurry', 'sorry', 'thanks', 'bravo',
] as const
export type Reaction = (typeof REACTIONS)[number]

export const TABLE_PHRASES = [
  'one_moment', 'back_soon', 'am_back', 'bad_line', 'must_leave', 'ready', 'go_on', 'thank_you',
] as const
export type TablePhrase = (typeof TABLE_PHRASES)[number]

/** How much of the table's time counts as playing time. */
export interface Clock {
  lost_ms: number
  stopped_ms: number
  goes_ms: number
  agreed: number
  stopped: boolean
}

/** What the players present are asked. */
export interface Consent {
  end_ms: number
  seat_ms: number
  seat_asked: number
  end_agreed: number
  seat_agreed: number
  shut: number
  dealt: number
  wanted: number
  granted: boolean
}

/** What kind of talk is allowed at the table. */
export interface Hush {
  changed: number
  talk: Talk | null
  phrase_ms: number[]
}

/** Someone who has a seat. */
export interface Player {
  name: string
}

/** The seats, and who is present. */
export interface Presence {
  away: number
  bots: number
  ready: number
  seats: number
  host: number
  locked: boolean
  player: Player[]
}

/** A deadline has passed. */
export interface TickCommand {
  t: 'tick'
  id?: number
  seen?: number
}

/** Ask for a pause, or agree to one: it begins once everyone present agrees. */
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

/** Ask to end the game, or agree: it ends once all present do, or the server. */
export interface AskEndCommand {
  t: 'ask_end'
  id?: number
  seen?: number
}

/** Play on: nobody is asked any more. */
export interface DeclineEndCommand {
  t: 'decline_end'
  id?: number
  seen?: number
}

/** Say something to everyone who is allowed to hear it. */
export interface SayCommand {
  t: 'say'
  id?: number
  seen?: number
  text?: string
}
export const SAY_TEXT_BYTES = 800

/** Show a reaction. */
export interface ReactCommand {
  t: 'react'
  id?: number
  seen?: number
  reaction?: Reaction | null
}

/** Give a player the next seat, or a bot's.  For people, only the server asks. */
export interface SeatPlayerCommand {
  t: 'seat_player'
  id?: number
  seen?: number
  name?: string
  bot?: boolean
  seat?: number
}
export const SEAT_PLAYER_NAME_BYTES = 96

/** Say that a player is away or back, or that a bot is playing. */
export interface MarkSeatCommand {
  t: 'mark_seat'
  id?: number
  seen?: number
  seat?: number
  away?: boolean
  bot?: boolean
}

/** Rearrange the seats before the game begins. */
export interface ReorderSeatsCommand {
  t: 'reorder_seats'
  id?: number
  seen?: number
  order?: number[]
}

/** Remove a player: the host anybody, everyone else only themselves. */
export interface RemovePlayerCommand {
  t: 'remove_player'
  id?: number
  seen?: number
  seat?: number
}

/** Stop anybody new from sitting down, or allow it again. */
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

/** Tell the others that you are ready, or not yet.  It decides nothing. */
export interface BeReadyCommand {
  t: 'be_ready'
  id?: number
  seen?: number
  ready?: boolean
}

/** Somebody would like a seat that holds secrets: ask the players present. */
export interface WantSeatCommand {
  t: 'want_seat'
  id?: number
  seen?: number
  seat?: number
}

/** Let somebody take over the seat, or not. */
export interface AnswerSeatCommand {
  t: 'answer_seat'
  id?: number
  seen?: number
  yes?: boolean
}

/** Show the name of somebody who sat down while the game was silent (P1.8). */
export interface NameSeatCommand {
  t: 'name_seat'
  id?: number
  seen?: number
  seat?: number
  name?: string
}
export const NAME_SEAT_NAME_BYTES = 96

/** In a pause: a phrase about the table, for each in their own language. */
export interface SayTablePhraseCommand {
  t: 'say_table_phrase'
  id?: number
  seen?: number
  phrase?: TablePhrase | null
}

/** All clocks have stopped. */
export interface PausedEvent {
  t: 'paused'
  n: number
  at: number
}

/** A seat has asked for a pause, or agreed to one. */
export interface PauseWantedEvent {
  t: 'pause_wanted'
  n: number
  at: number
  seat: number
}

/** Somebody is ending the pause: the countdown has begun. */
export interface ResumingEvent {
  t: 'resuming'
  n: number
  at: number
  goes_ms: number
  seat: number
}

/** The clocks are running again. */
export interface ResumedEvent {
  t: 'resumed'
  n: number
  at: number
}

/** A seat has asked to end the game, or agreed to it. */
export interface EndWantedEvent {
  t: 'end_wanted'
  n: number
  at: number
  seat: number
}

/** The game goes on: somebody wants that, or not all have answered in time. */
export interface EndDeclinedEvent {
  t: 'end_declined'
  n: number
  at: number
}

/** Talk has opened or closed. */
export interface TalkChangedEvent {
  t: 'talk_changed'
  n: number
  at: number
  talk: Talk | null
}

/** A seat has said something; only those who hear it know. */
export interface SaidEvent {
  t: 'said'
  n: number
  at: number
  by: number
  text: string
}

/** A seat has shown a reaction; only those who see it know. */
export interface ReactedEvent {
  t: 'reacted'
  n: number
  at: number
  by: number
  reaction: Reaction | null
}

/** A player has taken a seat, perhaps a bot's.  The first person is the host. */
export interface SeatTakenEvent {
  t: 'seat_taken'
  n: number
  at: number
  seat: number
  bot: boolean
  name: string
}

/** A player is away or back, or a bot is playing the seat. */
export interface SeatMarkedEvent {
  t: 'seat_marked'
  n: number
  at: number
  seat: number
  away: boolean
  bot: boolean
}

/** The seats have been rearranged. */
export interface SeatsReorderedEvent {
  t: 'seats_reordered'
  n: number
  at: number
  order: number[]
}

/** A player has left; later seats move up.  The next person is host, if need be. */
export interface SeatLeftEvent {
  t: 'seat_left'
  n: number
  at: number
  seat: number
}

/** A player has left a game in progress; a bot has the seat. */
export interface SeatGivenUpEvent {
  t: 'seat_given_up'
  n: number
  at: number
  seat: number
}

/** Nobody new can sit down any more, or they can again. */
export interface TableLockedEvent {
  t: 'table_locked'
  n: number
  at: number
  locked: boolean
}

/** Another player is now the host. */
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

/** Somebody would like to take over a seat that holds secrets. */
export interface SeatWantedEvent {
  t: 'seat_wanted'
  n: number
  at: number
  seat: number
}

/** A seat has agreed to that. */
export interface SeatAgreedEvent {
  t: 'seat_agreed'
  n: number
  at: number
  seat: number
}

/** It stays the bot's: somebody wants that, or not all have answered in time. */
export interface SeatDeniedEvent {
  t: 'seat_denied'
  n: number
  at: number
}

/** All players present have agreed: somebody may take over the seat. */
export interface SeatGrantedEvent {
  t: 'seat_granted'
  n: number
  at: number
  seat: number
}

/** The name of a player who sat down while the game was silent. */
export interface SeatNamedEvent {
  t: 'seat_named'
  n: number
  at: number
  seat: number
  name: string
}

/** In a pause, a seat has used a phrase about the table. */
export interface TablePhraseSaidEvent {
  t: 'table_phrase_said'
  n: number
  at: number
  by: number
  phrase: TablePhrase | null
}

/** What a seat may ask. */
export type Command =
  | AskPauseCommand
  | ResumeCommand
  | AskEndCommand
  | DeclineEndCommand
  | SayCommand
  | ReactCommand
  | SeatPlayerCommand
  | ReorderSeatsCommand
  | RemovePlayerCommand
  | LockTableCommand
  | HandOverCommand
  | BeReadyCommand
  | AnswerSeatCommand
  | SayTablePhraseCommand

export type Event =
  | PausedEvent
  | PauseWantedEvent
  | ResumingEvent
  | ResumedEvent
  | EndWantedEvent
  | EndDeclinedEvent
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
  | SeatWantedEvent
  | SeatAgreedEvent
  | SeatDeniedEvent
  | SeatGrantedEvent
  | SeatNamedEvent
  | TablePhraseSaidEvent

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
  | 'not_paused'
  | 'phrase_soon'
  | 'too_long'
  | 'needs_consent'
  | 'seat_shut'
  | 'name_hushed'

/** What the table itself asks. */
export type TableCommand =
  | TickCommand
  | PauseClockCommand
  | AskEndCommand
  | SeatPlayerCommand
  | MarkSeatCommand
  | ReorderSeatsCommand
  | RemovePlayerCommand
  | LockTableCommand
  | HandOverCommand
  | WantSeatCommand
  | NameSeatCommand
