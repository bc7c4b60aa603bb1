// Printed by tools/schema from the tables of maze: do not edit.

/** Bring one tile of an own set, before the game is set up. */
export interface OfferTileCommand {
  t: 'offer_tile'
  id?: number
  seen?: number
  number?: number
  side?: number
  space?: number[]
  open?: number[]
  dwarf?: number[]
  stairs?: number[]
}

/** Set the game up: scenario 1 to 17 at a level, or an own one. */
export interface SetUpCommand {
  t: 'set_up'
  id?: number
  seen?: number
  tiles?: number
  rules?: number
  sand_s?: number
  number?: number
  level?: number
  side?: number
  top?: number
  title?: string
}

/** Turn the hourglass: the game begins. */
export interface TurnHourglassCommand {
  t: 'turn_hourglass'
  id?: number
  seen?: number
}

/** Move a hero straight to a space. */
export interface MoveHeroCommand {
  t: 'move_hero'
  id?: number
  seen?: number
  hero?: 'barbarian' | 'sorceress' | 'elf' | 'dwarf' | null
  tile?: number
  space?: number
}

/** Bring a hero to a vortex of its colour. */
export interface UseVortexCommand {
  t: 'use_vortex'
  id?: number
  seen?: number
  hero?: 'barbarian' | 'sorceress' | 'elf' | 'dwarf' | null
  tile?: number
  space?: number
}

/** Bring a hero to the other end of an escalator. */
export interface UseEscalatorCommand {
  t: 'use_escalator'
  id?: number
  seen?: number
  hero?: 'barbarian' | 'sorceress' | 'elf' | 'dwarf' | null
  tile?: number
  space?: number
}

/** Lay the next tile where a hero stands on an exploration space of its colour. */
export interface ExploreCommand {
  t: 'explore'
  id?: number
  seen?: number
  hero?: 'barbarian' | 'sorceress' | 'elf' | 'dwarf' | null
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

/** Alone: turn over the next action tile. */
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

/** A tile that may come into play, as it is drawn. */
export interface TileOfferedEvent {
  t: 'tile_offered'
  n: number
  at: number
  number: number
  side: number
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

/** The tile on top of the pile is seen by all. */
export interface NextTileShownEvent {
  t: 'next_tile_shown'
  n: number
  at: number
  tile: number
}

/** A hero stands where the game begins. */
export interface HeroPlacedEvent {
  t: 'hero_placed'
  n: number
  at: number
  hero: 'barbarian' | 'sorceress' | 'elf' | 'dwarf' | null
  tile: number
  space: number
}

/** The action tiles lie in front of the players. */
export interface ActionsDealtEvent {
  t: 'actions_dealt'
  n: number
  at: number
  count: number
  actions: number[]
  holder: number[]
  empty_handed: number
}

/** Alone: the action tiles are shuffled, face down. */
export interface DeckShuffledEvent {
  t: 'deck_shuffled'
  n: number
  at: number
  order?: number[]
}

/** Alone: the next action tile is turned over. */
export interface ActionTurnedEvent {
  t: 'action_turned'
  n: number
  at: number
  action: 'north' | 'east' | 'south' | 'west' | 'explore' | 'vortex' | 'escalator' | null
  index: number
}

/** The hourglass is turned for the first time: the game begins. */
export interface HourglassTurnedEvent {
  t: 'hourglass_turned'
  n: number
  at: number
  left_ms: number
  by: number
}

/** A hero has gone to a space. */
export interface HeroMovedEvent {
  t: 'hero_moved'
  n: number
  at: number
  hero: 'barbarian' | 'sorceress' | 'elf' | 'dwarf' | null
  tile: number
  space: number
  how: 'north' | 'east' | 'south' | 'west' | 'explore' | 'vortex' | 'escalator' | null
  by: number
}

/** A tile of the pile is laid. */
export interface TileLaidEvent {
  t: 'tile_laid'
  n: number
  at: number
  tile: number
  turns: number
  east: number
  south: number
  hero: 'barbarian' | 'sorceress' | 'elf' | 'dwarf' | null
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

/** All four items are taken; vortexes are dead. */
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
  hero: 'barbarian' | 'sorceress' | 'elf' | 'dwarf' | null
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

/** A player stares at another, or looks away. */
export interface StaredEvent {
  t: 'stared'
  n: number
  at: number
  seat: number
  by: number
}

/** A player points at a space. */
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
  ending: 'escaped' | 'sand_ran_out' | 'nothing_to_discard' | null
  spaces_used: number
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
