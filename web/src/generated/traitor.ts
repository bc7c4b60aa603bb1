// Printed by tools/schema from the tables of traitor: do not edit.

/** Shuffle the treasures and begin the first round. */
export interface SetUpCommand {
  t: 'set_up'
  id?: number
  seen?: number
  limit_s?: number
  pause_s?: number
  by_hand?: boolean
}

/** Point at a player and say STOP. */
export interface StopCommand {
  t: 'stop'
  id?: number
  seen?: number
  seat?: number
}

/** "I showed my card": the round is annulled. */
export interface AdmitShowingCommand {
  t: 'admit_showing'
  id?: number
  seen?: number
}

/** Annul the round. */
export interface AnnulRoundCommand {
  t: 'annul_round'
  id?: number
  seen?: number
}

/** Steal a card from a player with a Magic Ring. */
export interface UseRingCommand {
  t: 'use_ring'
  id?: number
  seen?: number
  seat?: number
}

/** Announce 10 points or more, at a table that does so by hand. */
export interface AnnounceCommand {
  t: 'announce'
  id?: number
  seen?: number
}

/** Have done with the pause between rounds. */
export interface ReadyCommand {
  t: 'ready'
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

/** Say a ready phrase, which everybody reads in their own language. */
export interface SayPhraseCommand {
  t: 'say_phrase'
  id?: number
  seen?: number
  phrase?: 'i_am' | 'i_am_not' | 'i_am_good' | 'is' | 'is_not' | 'suspect' | 'lies' | 'trust' | 'believe' | 'same_side' | 'other_side' | 'agree' | 'disagree' | 'not_true' | 'wrong_about_me' | 'yes' | 'no' | 'who_are_you' | 'are_you' | 'who_is' | 'whom_suspect' | 'think_of' | 'why' | 'wait' | 'stop_now' | 'point_at' | 'spare' | 'know' | 'do_not_know' | 'no_answer' | 'have_statue' | 'no_statue' | 'have_ring' | 'steal_from' | 'leads' | 'well_done' | null
  seat?: number
  other?: number
  role?: 'key_holder' | 'guard' | 'traitor' | 'good_wizard' | 'evil_wizard' | null
}

/** The options are known. */
export interface GameSetUpEvent {
  t: 'game_set_up'
  n: number
  at: number
  limit_s: number
  pause_s: number
  by_hand: boolean
}

/** The treasure pile is made; nobody knows its order. */
export interface TreasureShuffledEvent {
  t: 'treasure_shuffled'
  n: number
  at: number
  count: number
  order?: number[]
}

/** The character cards are shuffled. */
export interface RoundBegunEvent {
  t: 'round_begun'
  n: number
  at: number
  round: number
}

/** A player has a character card. */
export interface CardDealtEvent {
  t: 'card_dealt'
  n: number
  at: number
  seat: number
  character?: 'key_holder' | 'guard' | 'traitor' | 'wizard' | null
}

/** All see who the wizards are. */
export interface WizardsShownEvent {
  t: 'wizards_shown'
  n: number
  at: number
  seats: number
}

/** Everybody but the wizards learns who the Key Holder is. */
export interface KeyHolderToldEvent {
  t: 'key_holder_told'
  n: number
  at: number
  seat?: number
}

/** The traitors learn who each other are. */
export interface TraitorsToldEvent {
  t: 'traitors_told'
  n: number
  at: number
  seats?: number
}

/** A wizard has taken a wizard card. */
export interface WizardCardDealtEvent {
  t: 'wizard_card_dealt'
  n: number
  at: number
  seat: number
  side?: 'good' | 'evil' | null
}

/** A player has pointed at another and said STOP. */
export interface StoppedEvent {
  t: 'stopped'
  n: number
  at: number
  by: number
  seat: number
}

/** The cards of a player are turned over. */
export interface CardRevealedEvent {
  t: 'card_revealed'
  n: number
  at: number
  seat: number
  character: 'key_holder' | 'guard' | 'traitor' | 'wizard' | null
  side: 'good' | 'evil' | null
}

/** A team has won the round; the pause begins. */
export interface RoundWonEvent {
  t: 'round_won'
  n: number
  at: number
  side: 'good' | 'evil' | null
  verdict: 'found' | 'missed' | 'mistake' | null
}

/** The round does not count. */
export interface RoundAnnulledEvent {
  t: 'round_annulled'
  n: number
  at: number
  cause: 'card_shown' | 'host' | 'time_over' | null
  by: number
}

/** A player has drawn a treasure. */
export interface TreasureDrawnEvent {
  t: 'treasure_drawn'
  n: number
  at: number
  seat: number
  treasure?: 'crown_jewels' | 'platinum_pyramid' | 'bag_of_gold' | 'silver_goblet' | 'chest_of_copper' | 'magic_ring' | 'gilded_statue' | null
}

/** A Magic Ring has taken a card from a hand into another. */
export interface CardStolenEvent {
  t: 'card_stolen'
  n: number
  at: number
  by: number
  seat: number
  treasure?: 'crown_jewels' | 'platinum_pyramid' | 'bag_of_gold' | 'silver_goblet' | 'chest_of_copper' | 'magic_ring' | 'gilded_statue' | null
}

/** The Magic Ring is out of the game. */
export interface RingDiscardedEvent {
  t: 'ring_discarded'
  n: number
  at: number
  by: number
}

/** A player is ready for the next round. */
export interface ReadiedEvent {
  t: 'readied'
  n: number
  at: number
  by: number
}

/** A player has 10 points or more. */
export interface PointsAnnouncedEvent {
  t: 'points_announced'
  n: number
  at: number
  seat: number
  points: number
}

/** Several have the most points: one more round for all. */
export interface TieFoundEvent {
  t: 'tie_found'
  n: number
  at: number
  seats: number
}

/** At the end: the treasures of a player. */
export interface HandShownEvent {
  t: 'hand_shown'
  n: number
  at: number
  seat: number
  points: number
  of: number[]
}

/** The game is over. */
export interface GameEndedEvent {
  t: 'game_ended'
  n: number
  at: number
  winners: number
  points: number
  ending: 'ten_points' | 'nothing_left' | null
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

/** A seat said a ready phrase; only those who hear it know. */
export interface PhraseSaidEvent {
  t: 'phrase_said'
  n: number
  at: number
  by: number
  phrase: 'i_am' | 'i_am_not' | 'i_am_good' | 'is' | 'is_not' | 'suspect' | 'lies' | 'trust' | 'believe' | 'same_side' | 'other_side' | 'agree' | 'disagree' | 'not_true' | 'wrong_about_me' | 'yes' | 'no' | 'who_are_you' | 'are_you' | 'who_is' | 'whom_suspect' | 'think_of' | 'why' | 'wait' | 'stop_now' | 'point_at' | 'spare' | 'know' | 'do_not_know' | 'no_answer' | 'have_statue' | 'no_statue' | 'have_ring' | 'steal_from' | 'leads' | 'well_done' | null
  seat: number
  other: number
  role: 'key_holder' | 'guard' | 'traitor' | 'good_wizard' | 'evil_wizard' | null
}

export type Command =
  | SetUpCommand
  | StopCommand
  | AdmitShowingCommand
  | AnnulRoundCommand
  | UseRingCommand
  | AnnounceCommand
  | ReadyCommand
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
  | SayPhraseCommand

export type Event =
  | GameSetUpEvent
  | TreasureShuffledEvent
  | RoundBegunEvent
  | CardDealtEvent
  | WizardsShownEvent
  | KeyHolderToldEvent
  | TraitorsToldEvent
  | WizardCardDealtEvent
  | StoppedEvent
  | CardRevealedEvent
  | RoundWonEvent
  | RoundAnnulledEvent
  | TreasureDrawnEvent
  | CardStolenEvent
  | RingDiscardedEvent
  | ReadiedEvent
  | PointsAnnouncedEvent
  | TieFoundEvent
  | HandShownEvent
  | GameEndedEvent
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
  | PhraseSaidEvent

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
  | 'no_phrase'
  | 'phrase_gap'
  | 'too_long'
  | 'over'
  | 'no_round'
  | 'not_yourself'
  | 'old_round'
  | 'no_pause'
  | 'no_ring'
  | 'empty_hand'
  | 'rings_over'
  | 'too_few_points'
  | 'not_by_hand'
  | 'ready_already'
  | 'set_up_already'
  | 'bad_limit'
  | 'bad_pause'
  | 'ring_yourself'
