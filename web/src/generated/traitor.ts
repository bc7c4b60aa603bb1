// Printed by tools/schema from the tables of traitor: do not edit.
import type * as common from './common'

export const CHARACTERS = [
  'key_holder', 'guard', 'traitor', 'wizard',
] as const
export type Character = (typeof CHARACTERS)[number]
export const CHARACTER = {
  key_holder: 1, guard: 2, traitor: 3, wizard: 4,
} as const

export const SIDES = [
  'good', 'evil',
] as const
export type Side = (typeof SIDES)[number]
export const SIDE = {
  good: 1, evil: 2,
} as const

export const PHASES = [
  'round', 'pause', 'over',
] as const
export type Phase = (typeof PHASES)[number]

export const VERDICTS = [
  'found', 'missed', 'mistake',
] as const
export type Verdict = (typeof VERDICTS)[number]

export const ENDINGS = [
  'ten_points', 'nothing_left', 'abandoned',
] as const
export type Ending = (typeof ENDINGS)[number]

export const CAUSES = [
  'card_shown', 'host', 'time_over',
] as const
export type Cause = (typeof CAUSES)[number]

export const TREASURES = [
  'crown_jewels', 'platinum_pyramid', 'bag_of_gold', 'silver_goblet', 'chest_of_copper',
  'magic_ring', 'gilded_statue',
] as const
export type Treasure = (typeof TREASURES)[number]
export const TREASURE = {
  crown_jewels: 1, platinum_pyramid: 2, bag_of_gold: 3, silver_goblet: 4, chest_of_copper: 5,
  magic_ring: 6, gilded_statue: 7,
} as const

export const ROLES = [
  'key_holder', 'guard', 'traitor', 'good_wizard', 'evil_wizard',
] as const
export type Role = (typeof ROLES)[number]

export const PHRASES = [
  'i_am', 'i_am_not', 'i_am_good', 'is', 'is_not', 'suspect', 'lies', 'trust', 'believe',
  'same_side', 'other_side', 'agree', 'disagree', 'not_true', 'wrong_about_me', 'yes', 'no',
  'who_are_you', 'are_you', 'who_is', 'whom_suspect', 'think_of', 'why', 'wait', 'stop_now',
  'point_at', 'spare', 'know', 'do_not_know', 'no_answer', 'have_statue', 'no_statue', 'have_ring',
  'steal_from', 'leads', 'well_done',
] as const
export type Phrase = (typeof PHRASES)[number]

/** The treasures of a player. */
export interface Hand {
  count: number
  /** How many of each TREASURE, from value 1 on. */
  of: number[]
}

/** What a player last said of each, in this round. */
export interface Words {
  of: number[]
}

/** Everything that the truth, or a seat, knows of a table of Are You the Traitor? */
export interface View {
  clock: common.Clock
  consent: common.Consent
  hush: common.Hush
  ends_ms: number
  wizards: number
  ready: number
  winners: number
  tied: number
  begun: number
  round: number
  limit_s: number
  pause_s: number
  phase: Phase | null
  ending: Ending | null
  by_hand: boolean
  announced: boolean
  stopped_by: number
  pointed_at: number
  won: Side | null
  verdict: Verdict | null
  pile_count: number
  rings_used: number
  /** Values of TREASURE. */
  pile: number[]
  /** Values of CHARACTER. */
  character: number[]
  /** Values of SIDE. */
  side: number[]
  told: Words[]
  hand: Hand[]
  presence: common.Presence
}

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

/** Announce 10 points or more, at a table where players do so themselves. */
export interface AnnounceCommand {
  t: 'announce'
  id?: number
  seen?: number
}

/** Say that you are ready for the next round. */
export interface ReadyCommand {
  t: 'ready'
  id?: number
  seen?: number
}

/** Say a quick phrase, which everyone reads in their own language. */
export interface SayPhraseCommand {
  t: 'say_phrase'
  id?: number
  seen?: number
  phrase?: Phrase | null
  seat?: number
  other?: number
  role?: Role | null
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
  /** Values of TREASURE. */
  order?: number[]
}

/** A new round: the character cards have been shuffled. */
export interface RoundBegunEvent {
  t: 'round_begun'
  n: number
  at: number
  round: number
}

/** A player has been dealt a character card. */
export interface CardDealtEvent {
  t: 'card_dealt'
  n: number
  at: number
  seat: number
  character?: Character | null
}

/** Everybody sees who the wizards are. */
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

/** The traitors learn who the other traitors are. */
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
  side?: Side | null
}

/** A player has pointed at another and said STOP. */
export interface StoppedEvent {
  t: 'stopped'
  n: number
  at: number
  by: number
  seat: number
}

/** A player's cards have been turned over. */
export interface CardRevealedEvent {
  t: 'card_revealed'
  n: number
  at: number
  seat: number
  character: Character | null
  side: Side | null
}

/** A team has won the round; the pause begins. */
export interface RoundWonEvent {
  t: 'round_won'
  n: number
  at: number
  side: Side | null
  verdict: Verdict | null
}

/** The round does not count. */
export interface RoundAnnulledEvent {
  t: 'round_annulled'
  n: number
  at: number
  cause: Cause | null
  by: number
}

/** A player has drawn a treasure. */
export interface TreasureDrawnEvent {
  t: 'treasure_drawn'
  n: number
  at: number
  seat: number
  treasure?: Treasure | null
}

/** A player has taken a card from another with a Magic Ring. */
export interface CardStolenEvent {
  t: 'card_stolen'
  n: number
  at: number
  by: number
  seat: number
  treasure?: Treasure | null
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

/** Several players share the lead: one more round for everyone. */
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
  /** How many of each TREASURE, from value 1 on. */
  of: number[]
}

/** The game is over. */
export interface GameEndedEvent {
  t: 'game_ended'
  n: number
  at: number
  winners: number
  points: number
  ending: Ending | null
}

/** A seat has said a quick phrase; only those who hear it know. */
export interface PhraseSaidEvent {
  t: 'phrase_said'
  n: number
  at: number
  by: number
  phrase: Phrase | null
  seat: number
  other: number
  role: Role | null
}

/** What a seat may ask. */
export type Command =
  | common.Command
  | SetUpCommand
  | StopCommand
  | AdmitShowingCommand
  | AnnulRoundCommand
  | UseRingCommand
  | AnnounceCommand
  | ReadyCommand
  | SayPhraseCommand

export type Event =
  | common.Event
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
  | PhraseSaidEvent

export type Refusal =
  | common.Refusal
  | 'no_phrase'
  | 'phrase_gap'
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

/** What the host chooses before the game. */
export type Options = Omit<SetUpCommand, 't' | 'id' | 'seen'>
