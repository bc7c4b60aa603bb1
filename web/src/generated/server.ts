// Printed by tools/schema from server.def: do not edit.

export const PACES = [
  'relaxed', 'normal', 'quick',
] as const
export type Pace = (typeof PACES)[number]

export const REASONS = [
  'insult', 'hate', 'threat', 'sexual', 'cheating', 'other',
] as const
export type Reason = (typeof REASONS)[number]

/** By WebSocket.  What is the table's time? */
export interface AskTimeCommand {
  t: 'ask_time'
  id?: number
  seen?: number
}

/** By WebSocket.  After the end: another game with the same people (P1.6). */
export interface PlayAgainCommand {
  t: 'play_again'
  id?: number
  seen?: number
}

/** By WebSocket.  Show what the host plans to play: the fields of `set_up`. */
export interface ChooseOptionsCommand {
  t: 'choose_options'
  id?: number
  seen?: number
  options: object
}

/** By WebSocket.  Between games: the same people, a different game (P1.6). */
export interface ChangeGameCommand {
  t: 'change_game'
  id?: number
  seen?: number
  game?: string
}
export const CHANGE_GAME_GAME_BYTES = 15

/** POST /api/tables.  Open a table (P1.1); `options`: the fields of `set_up`. */
export interface OpenTableRequest {
  options?: object
  game?: string
  away_s?: number
  public?: boolean
  gallery?: boolean
  wait?: boolean
  pace?: Pace | null
  name?: string
}

/** POST /api/tables/CODE/seats.  Sit down (P1.2). */
export interface TakeSeatRequest {
  name?: string
  seat?: number
  token?: string
}

/** POST /api/tables/CODE/reports.  Report a player to the owner (P9.6). */
export interface ReportSeatRequest {
  seat?: number
  reason?: Reason | null
  text?: string
}

/** The first message at a table, and again whenever its seats or its game have changed. */
export interface HelloMessage {
  hello: string
  game: string
  commitment: string
  pace: Pace | null
  version: number
  round: number
  since: number
  told: number
  away_s: number
  seat: number
  public: boolean
  gallery: boolean
  wait: boolean
  now: number
}

/** The command was carried out: `n` is its last event in the sender's story (P6.1). */
export interface AcceptedMessage {
  re: number
  n: number
  ok: boolean
}

/** The command was refused and changed nothing (P6.1). */
export interface RefusedMessage {
  re: number
  refused: string
  rule: string
  text: string
}

/** The table's time, when this was sent (P4.1).  `re` is 0 unless it was asked for. */
export interface TimeToldMessage {
  now: number
  re: number
}

/** The server cannot save: nothing is done until it can (P6.4); or it can again. */
export interface TroubleMessage {
  trouble: boolean
  rule: string
  text: string
}

/** A message was not understood.  `re` is its id, if that could be read. */
export interface ProblemMessage {
  error: string
  text: string
  re: number
}

/** The game is over: its seed (P5.2), and for its players the id of its record (P5.3). */
export interface OverMessage {
  over: boolean
  record: string
  seed: string
}

/** The title of the custom material this table plays with; empty: none. */
export interface MaterialToldMessage {
  material: string
  language: string
  seats_most: number
  pieces: number
}

/** Reply to open_table: with a name, also the host's seat (P1.7). */
export interface TableOpenedReply {
  table: string
  commitment: string
  token: string
  seat: number
}

/** Reply to take_seat.  The token is the seat: whoever has it, plays. */
export interface SeatGivenReply {
  table: string
  token: string
  seat: number
}

/** Reply to GET /api/tables/CODE, and in the lobby. */
export interface TableInfoReply {
  table: string
  game: string
  host: string
  seats: number
  seats_max: number
  bots: number
  public: boolean
  gallery: boolean
  locked: boolean
  begun: boolean
  over: boolean
  language: string
  round: number
  watching: number
}

/** Reply to a request that was refused, with the number of the rule. */
export interface FailureReply {
  error: string
  rule: string
  text: string
}

/** One of the seats in the reply to GET /api/tables/CODE/seats. */
export interface SeatInfoReply {
  name: string
  seat: number
  bot: boolean
  away: boolean
  asks: boolean
}

/** Reply to take_seat, 202: if all players agree, the token is the seat (P5.4). */
export interface SeatAskedReply {
  table: string
  token: string
  seat: number
  asked: boolean
}

/** Reply to report_seat: it is kept.  Nobody else at the table is told. */
export interface SeatReportedReply {
  reported: number
}

export type ServerCommand =
  | AskTimeCommand
  | PlayAgainCommand
  | ChooseOptionsCommand
  | ChangeGameCommand

export type ServerMessage =
  | HelloMessage
  | AcceptedMessage
  | RefusedMessage
  | TimeToldMessage
  | TroubleMessage
  | ProblemMessage
  | OverMessage
  | MaterialToldMessage
