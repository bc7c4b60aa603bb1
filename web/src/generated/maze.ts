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
  'escaped', 'sand_ran_out', 'nothing_to_discard', 'abandoned',
] as const
export type Ending = (typeof ENDINGS)[number]

/** An hourglass. */
export interface Sand {
  ends_ms: number
  holds_ms: number
  left_ms: number
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

export type Refusal =
  | common.Refusal
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

/** What the host chooses before the game. */
export type Options = Omit<SetUpCommand, 't' | 'id' | 'seen'>
