// Printed by tools/schema from the tables of maze: do not edit.
import type * as common from './common'

export const HEROES = [
  'barbarian', 'sorceress', 'elf', 'dwarf',
] as const
export type Hero = (typeof HEROES)[number]
export const HERO = {
  barbarian: 1, sorceress: 2, elf: 3, dwarf: 4,
} as const

export const ACTIONS = [
  'north', 'east', 'south', 'west', 'explore', 'vortex', 'escalator',
] as const
export type Action = (typeof ACTIONS)[number]
export const ACTION = {
  north: 1, east: 2, south: 3, west: 4, explore: 5, vortex: 6, escalator: 7,
} as const

export const SPACES = [
  'plain', 'solid', 'arrow', 'hourglass', 'ball', 'camera', 'explore_yellow', 'explore_violet',
  'explore_green', 'explore_orange', 'vortex_yellow', 'vortex_violet', 'vortex_green',
  'vortex_orange', 'item_yellow', 'item_violet', 'item_green', 'item_orange', 'exit_yellow',
  'exit_violet', 'exit_green', 'exit_orange',
] as const
export type Space = (typeof SPACES)[number]
export const SPACE = {
  plain: 1, solid: 2, arrow: 3, hourglass: 4, ball: 5, camera: 6, explore_yellow: 7,
  explore_violet: 8, explore_green: 9, explore_orange: 10, vortex_yellow: 11, vortex_violet: 12,
  vortex_green: 13, vortex_orange: 14, item_yellow: 15, item_violet: 16, item_green: 17,
  item_orange: 18, exit_yellow: 19, exit_violet: 20, exit_green: 21, exit_orange: 22,
} as const

export const RULES = [
  'talk_always', 'one_exit', 'pass_left', 'dwarf', 'elf', 'ball', 'cameras', 'face_up',
  'empty_handed', 'others', 'discard', 'gestures', 'dimensions', 'no_talk', 'no_pawn', 'no_vortex',
  'one_per_tile',
] as const
export type Rule = (typeof RULES)[number]
export const RULE = {
  talk_always: 1, one_exit: 2, pass_left: 3, dwarf: 4, elf: 5, ball: 6, cameras: 7, face_up: 8,
  empty_handed: 9, others: 10, discard: 11, gestures: 12, dimensions: 13, no_talk: 14, no_pawn: 15,
  no_vortex: 16, one_per_tile: 17,
} as const

export const ENDINGS = [
  'escaped', 'sand_ran_out', 'nothing_to_discard', 'abandoned', 'hero_accused', 'went_home',
  'decided', 'confessed', 'convicted', 'mission_missed', 'guessed_right', 'was_guessed',
] as const
export type Ending = (typeof ENDINGS)[number]

export const CARDS = [
  'hero', 'traitor', 'lightning_rod', 'rearguard', 'ladies_first', 'thrill_seeker', 'timekeeper',
  'slowcoach', 'commuter', 'sightseer', 'doorman', 'busybody', 'cartographer', 'homebody',
  'vortex_rider', 'mastermind', 'clean_sheet', 'suspect', 'superstitious', 'frozen', 'sloth',
  'silent_monk', 'short_of_breath', 'snob', 'jinx', 'claustrophobe', 'contrarian', 'impatient',
  'fair_weather', 'penitent', 'offended', 'panicker', 'bribed', 'jealous', 'second_thoughts',
  'double_agent', 'procrastinator', 'dramatist', 'framer', 'untouchable', 'provocateur',
  'time_thief', 'jailer', 'ringleader',
] as const
export type Card = (typeof CARDS)[number]
export const CARD = {
  hero: 1, traitor: 2, lightning_rod: 3, rearguard: 4, ladies_first: 5, thrill_seeker: 6,
  timekeeper: 7, slowcoach: 8, commuter: 9, sightseer: 10, doorman: 11, busybody: 12,
  cartographer: 13, homebody: 14, vortex_rider: 15, mastermind: 16, clean_sheet: 17, suspect: 18,
  superstitious: 19, frozen: 20, sloth: 21, silent_monk: 22, short_of_breath: 23, snob: 24,
  jinx: 25, claustrophobe: 26, contrarian: 27, impatient: 28, fair_weather: 29, penitent: 30,
  offended: 31, panicker: 32, bribed: 33, jealous: 34, second_thoughts: 35, double_agent: 36,
  procrastinator: 37, dramatist: 38, framer: 39, untouchable: 40, provocateur: 41, time_thief: 42,
  jailer: 43, ringleader: 44,
} as const

export const VOTES = [
  'yes', 'no',
] as const
export type Vote = (typeof VOTES)[number]

export const DECISIONS = [
  'passed', 'rejected', 'void',
] as const
export type Decision = (typeof DECISIONS)[number]

export const SIDES = [
  'hero', 'traitor',
] as const
export type Side = (typeof SIDES)[number]
export const SIDE = {
  hero: 1, traitor: 2,
} as const

export const FALLS = [
  'convicted', 'failed',
] as const
export type Fall = (typeof FALLS)[number]

export const PHASES = [
  'flip', 'last', 'guessing',
] as const
export type Phase = (typeof PHASES)[number]

/** An hourglass. */
export interface Sand {
  ends_ms: number
  holds_ms: number
  left_ms: number
}

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

/** Hidden Roles: the cards, the accusation, and what the cards count. */
export interface Roles {
  ballot: Ballot
  looking_ends_ms: number
  phase_ends_ms: number
  word_ends_ms: number
  talk_ms: number
  discards_ms: number
  pawn_ms: number
  eased_ms: number[]
  waits_ms: number[]
  put_ms: number[]
  pawned: number[]
  looked: number
  shown: number
  convicted: number
  failed: number
  locked: number
  waits: number
  judged: number
  led_out: number
  emptied: number
  guessers: number
  spoken: number
  found: number
  guessed: number
  stood: number[]
  flip_low_ms: number
  /** Values of CARD. */
  card: number[]
  /** Values of SIDE. */
  side: number[]
  breaches: number[]
  settled: number[]
  accused: number[]
  rejected: number[]
  pawns: number[]
  puts: number[]
  watched: number[]
  /** Values of HERO. */
  acted_on: number[]
  rides: number[]
  /** Values of HERO. */
  order: number[]
  /** A set of HERO: bit value - 1. */
  vortexed: number
  convictions: number
  level: number
  token: boolean
  free: boolean
  verdict: boolean
  phase: Phase | null
  put_off: boolean
  succeeded: boolean
  watching: number
  pawn_mover: number
  actor: number
  announcer: number
  word: number
  asked: number[]
  theft_by: number
  theft_pawn: number
  theft_watching: number
  theft_spaces: number
  theft_pile: number
}

/** One side of a mall tile. */
export interface Face {
  number: number
  side: number
  /** Values of SPACE. */
  space: number[]
  open: number[]
  dwarf: number[]
  stairs: number[]
}

/** A mall tile at this table, laid or not. */
export interface Tile {
  face: Face
  used: number
  link: number[]
  east: number
  south: number
  turns: number
  laid: boolean
}

/** What is played. */
export interface Scenario {
  tiles: number
  /** A set of RULE: bit value - 1. */
  rules: number
  sand_s: number
  number: number
  level: number
  side: number
  top: number
  title: string
}

/** Everything that the truth, or a seat, knows of a table of Magic Maze. */
export interface View {
  clock: common.Clock
  consent: common.Consent
  sand: Sand
  hush: common.Hush
  hero_at: number[]
  /** Sets of ACTION: bit value - 1. */
  may: number[]
  /** A set of HERO: bit value - 1. */
  left: number
  ready: boolean
  running: boolean
  ending: Ending | null
  theft: boolean
  ball_open: boolean
  cameras: number
  discards_due: number
  spaces_used: number
  pawn: number
  empty_handed: number
  stare: number[]
  action_tiles: number
  /** Sets of ACTION: bit value - 1. */
  action_tile: number[]
  holder: number[]
  /** Values of ACTION. */
  deck: number[]
  deck_turned: number
  pile_count: number
  pile: number[]
  scenario: Scenario
  presence: common.Presence
  roles: Roles
  mall: Tile[]
}

/** Bring one tile of a custom set, before the game is set up. */
export interface OfferTileCommand {
  t: 'offer_tile'
  id?: number
  seen?: number
  number?: number
  side?: number
  /** Values of SPACE. */
  space?: number[]
  open?: number[]
  dwarf?: number[]
  stairs?: number[]
}

/** Set up the game: scenario 1 to 17 at a level, or a custom one. */
export interface SetUpCommand {
  t: 'set_up'
  id?: number
  seen?: number
  tiles?: number
  /** A set of RULE: bit value - 1. */
  rules?: number
  sand_s?: number
  number?: number
  level?: number
  side?: number
  top?: number
  title?: string
  roles?: number
  token?: boolean
}
export const SET_UP_TITLE_BYTES = 49

/** Turn the hourglass: the game begins. */
export interface TurnHourglassCommand {
  t: 'turn_hourglass'
  id?: number
  seen?: number
}

/** Move a hero in a straight line to a space. */
export interface MoveHeroCommand {
  t: 'move_hero'
  id?: number
  seen?: number
  hero?: Hero | null
  tile?: number
  space?: number
}

/** Take a hero to a vortex of its colour. */
export interface UseVortexCommand {
  t: 'use_vortex'
  id?: number
  seen?: number
  hero?: Hero | null
  tile?: number
  space?: number
}

/** Take a hero to the other end of an escalator. */
export interface UseEscalatorCommand {
  t: 'use_escalator'
  id?: number
  seen?: number
  hero?: Hero | null
  tile?: number
  space?: number
}

/** Lay the next tile where a hero stands on an exploration space of its colour. */
export interface ExploreCommand {
  t: 'explore'
  id?: number
  seen?: number
  hero?: Hero | null
  tile?: number
  space?: number
}

/** Lay the next tile at any exploration space, through the crystal ball. */
export interface GazeCommand {
  t: 'gaze'
  id?: number
  seen?: number
  tile?: number
  space?: number
}

/** Discard a laid tile. */
export interface DiscardTileCommand {
  t: 'discard_tile'
  id?: number
  seen?: number
  tile?: number
}

/** Solo: turn over the next action tile. */
export interface TurnActionCommand {
  t: 'turn_action'
  id?: number
  seen?: number
}

/** Put the pawn "Do something!" in front of a player. */
export interface PlacePawnCommand {
  t: 'place_pawn'
  id?: number
  seen?: number
  seat?: number
}

/** Stare at a player, or (0) look away. */
export interface StareAtCommand {
  t: 'stare_at'
  id?: number
  seen?: number
  seat?: number
}

/** Point at a space of the mall. */
export interface PointAtCommand {
  t: 'point_at'
  id?: number
  seen?: number
  tile?: number
  space?: number
}

/** Look at your own role card; the others see that you have. */
export interface LookAtCardCommand {
  t: 'look_at_card'
  id?: number
  seen?: number
}

/** Lay the card "I'm watching you" in front of a player. */
export interface LayWatchingCardCommand {
  t: 'lay_watching_card'
  id?: number
  seen?: number
  seat?: number
}

/** Accuse one or, from level 2 on, several players of being traitors. */
export interface AccuseCommand {
  t: 'accuse'
  id?: number
  seen?: number
  seats?: number
}

/** The accuser: flip the hourglass for free, or leave it. */
export interface ChooseFlipCommand {
  t: 'choose_flip'
  id?: number
  seen?: number
  flip?: boolean
}

/** A hero, before the theft: go home empty-handed.  The game ends. */
export interface GoHomeCommand {
  t: 'go_home'
  id?: number
  seen?: number
}

/** The last player left: decide whether the heroes have succeeded. */
export interface DecideOutcomeCommand {
  t: 'decide_outcome'
  id?: number
  seen?: number
  succeeded?: boolean
}

/** A traitor, after the escape: ask for the word, to guess a card. */
export interface AskForWordCommand {
  t: 'ask_for_word'
  id?: number
  seen?: number
}

/** A traitor, after the escape: guess nothing. */
export interface PassWordCommand {
  t: 'pass_word'
  id?: number
  seen?: number
}

/** Whoever has the word: name the mission on a face-down card. */
export interface GuessCardCommand {
  t: 'guess_card'
  id?: number
  seen?: number
  seat?: number
  card?: Card | null
}

/** Vote, or change your vote. */
export interface CastVoteCommand {
  t: 'cast_vote'
  id?: number
  seen?: number
  vote?: Vote | null
}

/** A tile that may come into play, as it is drawn in its file. */
export interface TileOfferedEvent {
  t: 'tile_offered'
  n: number
  at: number
  number: number
  side: number
  /** Values of SPACE. */
  space: number[]
  open: number[]
  dwarf: number[]
  stairs: number[]
}

/** The scenario is known. */
export interface GameSetUpEvent {
  t: 'game_set_up'
  n: number
  at: number
  tiles: number
  /** A set of RULE: bit value - 1. */
  rules: number
  sand_s: number
  number: number
  level: number
  side: number
  top: number
  title: string
}

/** The pile is made; nobody knows its order. */
export interface PileShuffledEvent {
  t: 'pile_shuffled'
  n: number
  at: number
  count: number
  order?: number[]
}

/** Everybody sees the tile on top of the pile. */
export interface NextTileShownEvent {
  t: 'next_tile_shown'
  n: number
  at: number
  tile: number
}

/** A hero has been placed for the start of the game. */
export interface HeroPlacedEvent {
  t: 'hero_placed'
  n: number
  at: number
  hero: Hero | null
  tile: number
  space: number
}

/** The action tiles have been dealt to the players. */
export interface ActionsDealtEvent {
  t: 'actions_dealt'
  n: number
  at: number
  count: number
  /** Sets of ACTION: bit value - 1. */
  actions: number[]
  holder: number[]
  empty_handed: number
}

/** Solo: the action tiles have been shuffled, face down. */
export interface DeckShuffledEvent {
  t: 'deck_shuffled'
  n: number
  at: number
  /** Values of ACTION. */
  order?: number[]
}

/** Solo: the next action tile has been turned over. */
export interface ActionTurnedEvent {
  t: 'action_turned'
  n: number
  at: number
  action: Action | null
  index: number
}

/** The hourglass has been turned for the first time: the game begins. */
export interface HourglassTurnedEvent {
  t: 'hourglass_turned'
  n: number
  at: number
  left_ms: number
  by: number
}

/** A hero has moved to a space. */
export interface HeroMovedEvent {
  t: 'hero_moved'
  n: number
  at: number
  hero: Hero | null
  tile: number
  space: number
  how: Action | null
  by: number
}

/** A tile from the pile has been laid. */
export interface TileLaidEvent {
  t: 'tile_laid'
  n: number
  at: number
  tile: number
  turns: number
  east: number
  south: number
  hero: Hero | null
  ball: boolean
  by: number
}

/** A hero has entered an hourglass space, which is now out of order. */
export interface HourglassFlippedEvent {
  t: 'hourglass_flipped'
  n: number
  at: number
  left_ms: number
  tile: number
  space: number
}

/** Everybody has passed the action tiles to the left. */
export interface ActionsPassedEvent {
  t: 'actions_passed'
  n: number
  at: number
  holder: number[]
}

/** The barbarian has put a camera out of order. */
export interface CameraBrokenEvent {
  t: 'camera_broken'
  n: number
  at: number
  tile: number
  space: number
}

/** All four items are taken; vortexes no longer work. */
export interface TheftDoneEvent {
  t: 'theft_done'
  n: number
  at: number
}

/** A hero has left the mall. */
export interface HeroLeftEvent {
  t: 'hero_left'
  n: number
  at: number
  hero: Hero | null
  stays: boolean
}

/** Laid tiles must be discarded before anything else. */
export interface DiscardsOrderedEvent {
  t: 'discards_ordered'
  n: number
  at: number
  count: number
}

/** A laid tile has gone under the pile. */
export interface TileDiscardedEvent {
  t: 'tile_discarded'
  n: number
  at: number
  tile: number
  by: number
}

/** The pawn "Do something!" stands in front of a player. */
export interface PawnPlacedEvent {
  t: 'pawn_placed'
  n: number
  at: number
  seat: number
  by: number
}

/** A player is staring at another, or has looked away. */
export interface StaredEvent {
  t: 'stared'
  n: number
  at: number
  seat: number
  by: number
}

/** A player has pointed at a space. */
export interface PointedEvent {
  t: 'pointed'
  n: number
  at: number
  tile: number
  space: number
  by: number
}

/** The game is over. */
export interface GameEndedEvent {
  t: 'game_ended'
  n: number
  at: number
  left_ms: number
  ending: Ending | null
  spaces_used: number
}

/** It is played with hidden roles. */
export interface RolesSetUpEvent {
  t: 'roles_set_up'
  n: number
  at: number
  level: number
  token: boolean
}

/** A player has been dealt a role card. */
export interface RoleDealtEvent {
  t: 'role_dealt'
  n: number
  at: number
  seat: number
  card?: Card | null
}

/** A player has looked at the own card. */
export interface CardLookedAtEvent {
  t: 'card_looked_at'
  n: number
  at: number
  seat: number
}

/** There was time enough to look: the hourglass can be turned. */
export interface LookingEndedEvent {
  t: 'looking_ended'
  n: number
  at: number
}

/** The card "I'm watching you" lies in front of a player. */
export interface WatchingCardLaidEvent {
  t: 'watching_card_laid'
  n: number
  at: number
  seat: number
  by: number
}

/** A role card is turned over. */
export interface CardShownEvent {
  t: 'card_shown'
  n: number
  at: number
  seat: number
  card: Card | null
  side: Side | null
  breaches: number
}

/** Players are out of the game. */
export interface SeatsEliminatedEvent {
  t: 'seats_eliminated'
  n: number
  at: number
  seats: number
  fall: Fall | null
}

/** The action tiles of those who are out have new owners. */
export interface ActionsSpreadEvent {
  t: 'actions_spread'
  n: number
  at: number
  holder: number[]
}

/** The accuser may flip the hourglass for free. */
export interface FlipOfferedEvent {
  t: 'flip_offered'
  n: number
  at: number
  ends_ms: number
  seat: number
}

/** The accuser has flipped the hourglass; no space is used. */
export interface FlippedForFreeEvent {
  t: 'flipped_for_free'
  n: number
  at: number
  left_ms: number
  by: number
}

/** The hourglass stays as it is. */
export interface FlipDeclinedEvent {
  t: 'flip_declined'
  n: number
  at: number
  by: number
}

/** How a player's card stands; only its owner knows. */
export interface CardToldEvent {
  t: 'card_told'
  n: number
  at: number
  seat: number
  side: Side | null
  breaches: number
  settled: boolean
  locked: boolean
  waits: boolean
  judged: boolean
}

/** A hero goes home empty-handed. */
export interface GoneHomeEvent {
  t: 'gone_home'
  n: number
  at: number
  seat: number
}

/** All players but one are eliminated; that one decides. */
export interface LastOneLeftEvent {
  t: 'last_one_left'
  n: number
  at: number
  ends_ms: number
  left_ms: number
  seat: number
}

/** The last player left has decided, or time was up. */
export interface OutcomeDecidedEvent {
  t: 'outcome_decided'
  n: number
  at: number
  seat: number
  succeeded: boolean
}

/** The heroes have escaped; the traitors have a last chance. */
export interface GuessingBegunEvent {
  t: 'guessing_begun'
  n: number
  at: number
  ends_ms: number
  left_ms: number
  traitors: number
}

/** A traitor has asked for the word. */
export interface WordAskedEvent {
  t: 'word_asked'
  n: number
  at: number
  seat: number
}

/** A traitor has the word. */
export interface WordGivenEvent {
  t: 'word_given'
  n: number
  at: number
  ends_ms: number
  seat: number
}

/** Traitors guess nothing, or time was up. */
export interface WordPassedEvent {
  t: 'word_passed'
  n: number
  at: number
  seats: number
}

/** A traitor has pointed at a card and named a mission. */
export interface CardGuessedEvent {
  t: 'card_guessed'
  n: number
  at: number
  by: number
  seat: number
  card: Card | null
  right: boolean
}

/** The sand has run out; the accusation, or the accuser's choice, decides. */
export interface EndPutOffEvent {
  t: 'end_put_off'
  n: number
  at: number
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
  | OfferTileCommand
  | SetUpCommand
  | TurnHourglassCommand
  | MoveHeroCommand
  | UseVortexCommand
  | UseEscalatorCommand
  | ExploreCommand
  | GazeCommand
  | DiscardTileCommand
  | TurnActionCommand
  | PlacePawnCommand
  | StareAtCommand
  | PointAtCommand
  | LookAtCardCommand
  | LayWatchingCardCommand
  | AccuseCommand
  | ChooseFlipCommand
  | GoHomeCommand
  | DecideOutcomeCommand
  | AskForWordCommand
  | PassWordCommand
  | GuessCardCommand
  | CastVoteCommand

export type Event =
  | common.Event
  | TileOfferedEvent
  | GameSetUpEvent
  | PileShuffledEvent
  | NextTileShownEvent
  | HeroPlacedEvent
  | ActionsDealtEvent
  | DeckShuffledEvent
  | ActionTurnedEvent
  | HourglassTurnedEvent
  | HeroMovedEvent
  | TileLaidEvent
  | HourglassFlippedEvent
  | ActionsPassedEvent
  | CameraBrokenEvent
  | TheftDoneEvent
  | HeroLeftEvent
  | DiscardsOrderedEvent
  | TileDiscardedEvent
  | PawnPlacedEvent
  | StaredEvent
  | PointedEvent
  | GameEndedEvent
  | RolesSetUpEvent
  | RoleDealtEvent
  | CardLookedAtEvent
  | LookingEndedEvent
  | WatchingCardLaidEvent
  | CardShownEvent
  | SeatsEliminatedEvent
  | ActionsSpreadEvent
  | FlipOfferedEvent
  | FlippedForFreeEvent
  | FlipDeclinedEvent
  | CardToldEvent
  | GoneHomeEvent
  | LastOneLeftEvent
  | OutcomeDecidedEvent
  | GuessingBegunEvent
  | WordAskedEvent
  | WordGivenEvent
  | WordPassedEvent
  | CardGuessedEvent
  | EndPutOffEvent
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
  | 'not_yet'
  | 'turned_already'
  | 'over'
  | 'no_action'
  | 'hero_gone'
  | 'not_straight'
  | 'wall'
  | 'hero_in_way'
  | 'watched'
  | 'tile_taken'
  | 'no_vortex'
  | 'vortex_dead'
  | 'vortex_off'
  | 'not_on_vortex'
  | 'same_dimension'
  | 'all_together'
  | 'no_escalator'
  | 'cannot_explore'
  | 'nowhere'
  | 'pile_empty'
  | 'no_ball'
  | 'not_exploration'
  | 'too_old'
  | 'discard_first'
  | 'none_due'
  | 'tile_in_use'
  | 'cuts_mall'
  | 'cuts_second'
  | 'no_pawn'
  | 'pawn_not_yours'
  | 'not_solo'
  | 'not_yourself'
  | 'set_up_already'
  | 'seats_scenario'
  | 'no_scenario'
  | 'bad_sand'
  | 'bad_tile'
  | 'bad_rule'
  | 'talk_clash'
  | 'pawn_clash'
  | 'vortex_clash'
  | 'exit_clash'
  | 'crowd_clash'
  | 'top_missing'
  | 'tile_3_missing'
  | 'item_missing'
  | 'exit_missing'
  | 'goals_crowded'
  | 'tile_3_crowded'
  | 'bad_title'
  | 'bad_level'
  | 'bad_roles'
  | 'roles_seats'
  | 'roles_scenario'
  | 'bad_tuning'
  | 'no_roles'
  | 'looked_already'
  | 'cards_first'
  | 'lies_there'
  | 'eliminated'
  | 'is_out'
  | 'ghost_silent'
  | 'one_at_a_time'
  | 'accuse_wait'
  | 'choice_open'
  | 'no_choice'
  | 'no_pause_now'
  | 'no_going_home'
  | 'only_guessing'
  | 'no_word'
  | 'spoken_already'
  | 'face_up'
  | 'no_such_mission'
  | 'last_decides'
  | 'superstitious'
  | 'frozen'
  | 'sloth'
  | 'silent_monk'
  | 'short_of_breath'
  | 'snob'
  | 'jinx'
  | 'claustrophobe'

/** What the host chooses before the game. */
export type Options = Omit<SetUpCommand, 't' | 'id' | 'seen'>
