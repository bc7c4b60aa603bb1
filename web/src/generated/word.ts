// Printed by tools/schema from the tables of word: do not edit.
import type * as common from './common'

export const VOTES = [
  'yes', 'no',
] as const
export type Vote = (typeof VOTES)[number]

export const DECISIONS = [
  'passed', 'rejected', 'void',
] as const
export type Decision = (typeof DECISIONS)[number]

export const LANGUAGES = [
  'en', 'fr', 'nl',
] as const
export type Language = (typeof LANGUAGES)[number]

export const COLOURS = [
  'black', 'pink',
] as const
export type Colour = (typeof COLOURS)[number]

export const PHASES = [
  'announcing', 'justifying', 'voting', 'over',
] as const
export type Phase = (typeof PHASES)[number]

export const ACCUSATIONS = [
  'off_topic', 'secret_word',
] as const
export type Accusation = (typeof ACCUSATIONS)[number]

export const FATES = [
  'placed', 'claimed', 'defended', 'caught', 'off_topic',
] as const
export type Fate = (typeof FATES)[number]

export const ENDINGS = [
  'seven_cards', 'no_card_left', 'deck_used_up', 'all_words_said', 'no_answer', 'abandoned',
] as const
export type Ending = (typeof ENDINGS)[number]

/** The open ballot, or the last one. */
export interface Ballot {
  ends_ms: number
  accusers: number
  accused: number
  voters: number
  voted: number
  yes: number
  no: number
  opened: number
  secret: boolean
  unanimous: boolean
  missing_is_no: boolean
  decision: Decision | null
}

/** The secret words of a player. */
export interface Hand {
  card: number[]
}

/** Where cards are, as far as known. */
export interface Places {
  of: number[]
}

/** Everything that the truth, or a seat, knows of a table of Traître Mot. */
export interface View {
  clock: common.Clock
  consent: common.Consent
  hush: common.Hush
  ballot: Ballot
  stands_ms: number
  thinks_ms: number
  justifies_ms: number
  left_ms: number
  skipped: number
  winners: number
  written: number[]
  plain: number[]
  hand: Hand[]
  words: number
  card: number
  thinking_s: number
  standing_s: number
  starts: number
  phase: Phase | null
  language: Language | null
  colour: Colour | null
  accusation: Accusation | null
  ending: Ending | null
  without_turns: boolean
  pointing: boolean
  brought: boolean
  stood: boolean
  first: number
  announcer: number
  word_by: number
  accuser: number
  pile: number[]
  places: Places[]
  presence: common.Presence
}

/** Deal the cards and announce the starting word. */
export interface SetUpCommand {
  t: 'set_up'
  id?: number
  seen?: number
  language?: Language | null
  colour?: Colour | null
  thinking_s?: number
  standing_s?: number
  without_turns?: boolean
  pointing?: boolean
  first?: number
}

/** Announce a word; without turns, take "Mine!" with it. */
export interface AnnounceCommand {
  t: 'announce'
  id?: number
  seen?: number
  after?: number
  insists?: boolean
  text?: string
}
export const ANNOUNCE_TEXT_BYTES = 320

/** Take an accusation token: the last word is off topic, or a secret word. */
export interface AccuseCommand {
  t: 'accuse'
  id?: number
  seen?: number
  word?: number
  accusation?: Accusation | null
}

/** Show one of your cards: somebody else has announced its word. */
export interface ClaimCommand {
  t: 'claim'
  id?: number
  seen?: number
  word?: number
  card?: number
}

/** Justify your word in one sentence; the vote begins. */
export interface JustifyCommand {
  t: 'justify'
  id?: number
  seen?: number
  text?: string
}
export const JUSTIFY_TEXT_BYTES = 800

/** Say nothing (more) for your word: the vote begins. */
export interface FinishCommand {
  t: 'finish'
  id?: number
  seen?: number
}

/** A bot that stands in for somebody says no word: the next seat is the announcer. */
export interface PassCommand {
  t: 'pass'
  id?: number
  seen?: number
}

/** Vote, or change your vote. */
export interface CastVoteCommand {
  t: 'cast_vote'
  id?: number
  seen?: number
  vote?: Vote | null
}

/** The options are known, and who begins. */
export interface GameSetUpEvent {
  t: 'game_set_up'
  n: number
  at: number
  language: Language | null
  colour: Colour | null
  thinking_s: number
  standing_s: number
  without_turns: boolean
  pointing: boolean
  brought: boolean
  first: number
}

/** A player's hand changes; nobody else learns of it (W3.6). */
export interface CardDrawnEvent {
  t: 'card_drawn'
  n: number
  at: number
  forms: number[]
  card: number
  number: number
  replaces: number
  word: number
  aside: number[]
  seat: number
  text: string
  gloss_en: string
  gloss_fr: string
  gloss_nl: string
}

/** A card was drawn, and its word announced: a starting word (W2.1, W2.8). */
export interface WordStartedEvent {
  t: 'word_started'
  n: number
  at: number
  written: number
  plain: number
  number: number
  card?: number
  by: number
  text: string
}

/** A player has announced a word. */
export interface WordAnnouncedEvent {
  t: 'word_announced'
  n: number
  at: number
  written: number
  plain: number
  number: number
  card?: number
  by: number
  insisted: boolean
  text: string
}

/** The last word has stood its time: the next one is accepted (W2.7). */
export interface WordStoodEvent {
  t: 'word_stood'
  n: number
  at: number
  number: number
}

/** A player found no word in time: the next on the left is the announcer. */
export interface AnnouncerSkippedEvent {
  t: 'announcer_skipped'
  n: number
  at: number
  seat: number
}

/** A secret word comes to light: the card is laid on a pile, or discarded. */
export interface CardShownEvent {
  t: 'card_shown'
  n: number
  at: number
  word: number
  card?: number
  seat: number
  fate: Fate | null
  text: string
}

/** A player's pile has changed; only its owner is told how many cards it has. */
export interface PileCountedEvent {
  t: 'pile_counted'
  n: number
  at: number
  seat: number
  cards: number
}

/** A player has taken an accusation token. */
export interface WordAccusedEvent {
  t: 'word_accused'
  n: number
  at: number
  word: number
  accusation: Accusation | null
  by: number
  seat: number
}

/** The accused has justified the word; the vote begins. */
export interface WordJustifiedEvent {
  t: 'word_justified'
  n: number
  at: number
  by: number
  text: string
}

/** The accusation was right or wrong: a lightning card changes hands. */
export interface AccusationSettledEvent {
  t: 'accusation_settled'
  n: number
  at: number
  word: number
  accusation: Accusation | null
  right: boolean
  from: number
  taker: number
}

/** At the end: how many lightning cards each player has. */
export interface PilesShownEvent {
  t: 'piles_shown'
  n: number
  at: number
  cards: number[]
}

/** At the end: the secret words that a player still has. */
export interface HandShownEvent {
  t: 'hand_shown'
  n: number
  at: number
  card: number[]
  seat: number
  words: string
}

/** At the end: who held a word that others announced, and let it pass. */
export interface MissesShownEvent {
  t: 'misses_shown'
  n: number
  at: number
  seats: number[]
}

/** The game is over. */
export interface GameEndedEvent {
  t: 'game_ended'
  n: number
  at: number
  winners: number
  cards: number
  ending: Ending | null
}

/** Each player gets 3 lightning cards; nobody sees the words on them (W1.2). */
export interface PilesDealtEvent {
  t: 'piles_dealt'
  n: number
  at: number
  cards?: number[]
}

/** An accusation is put to the vote. */
export interface BallotOpenedEvent {
  t: 'ballot_opened'
  n: number
  at: number
  ends_ms: number
  accusers: number
  accused: number
  voters: number
  secret: boolean
  unanimous: boolean
  missing_is_no: boolean
}

/** A seat has voted; everybody knows how, or only that seat does. */
export interface VoteCastEvent {
  t: 'vote_cast'
  n: number
  at: number
  seat: number
  vote?: Vote | null
}

/** A seat has changed its vote; only those who knew the vote are told. */
export interface VoteChangedEvent {
  t: 'vote_changed'
  n: number
  at: number
  seat: number
  vote: Vote | null
}

/** Seats have lost their vote; any votes they had cast do not count. */
export interface VotersGoneEvent {
  t: 'voters_gone'
  n: number
  at: number
  seats: number
}

/** The vote is decided, and all counted votes are shown; or it is void. */
export interface BallotClosedEvent {
  t: 'ballot_closed'
  n: number
  at: number
  yes: number
  no: number
  decision: Decision | null
}

/** What a seat may ask. */
export type Command =
  | common.Command
  | SetUpCommand
  | AnnounceCommand
  | AccuseCommand
  | ClaimCommand
  | JustifyCommand
  | FinishCommand
  | PassCommand
  | CastVoteCommand

export type Event =
  | common.Event
  | GameSetUpEvent
  | CardDrawnEvent
  | WordStartedEvent
  | WordAnnouncedEvent
  | WordStoodEvent
  | AnnouncerSkippedEvent
  | CardShownEvent
  | PileCountedEvent
  | WordAccusedEvent
  | WordJustifiedEvent
  | AccusationSettledEvent
  | PilesShownEvent
  | HandShownEvent
  | MissesShownEvent
  | GameEndedEvent
  | PilesDealtEvent
  | BallotOpenedEvent
  | VoteCastEvent
  | VoteChangedEvent
  | VotersGoneEvent
  | BallotClosedEvent

export type Refusal =
  | common.Refusal
  | 'ballot_open'
  | 'no_ballot'
  | 'no_voter'
  | 'not_voter'
  | 'voted_already'
  | 'old_ballot'
  | 'over'
  | 'set_up_already'
  | 'bad_thinking'
  | 'bad_standing'
  | 'bad_first'
  | 'deck_too_small'
  | 'not_your_turn'
  | 'own_token'
  | 'overtaken'
  | 'too_soon'
  | 'accusation_open'
  | 'no_word'
  | 'word_too_long'
  | 'too_many_parts'
  | 'bad_sign'
  | 'said_already'
  | 'alike'
  | 'word_passed'
  | 'start_accused'
  | 'start_claimed'
  | 'own_accused'
  | 'accused_already'
  | 'own_claimed'
  | 'not_in_hand'
  | 'not_that_word'
  | 'not_justifying'
  | 'not_accused'
  | 'only_bots_pass'
  | 'no_bots'
  | 'mixed_letters'
  | 'no_deck'

/** What the host chooses before the game. */
export type Options = Omit<SetUpCommand, 't' | 'id' | 'seen'>
