// The games of the page. Each is a folder of web/src that says of itself, in game.ts, what must be known
// before it is fetched.
import { maze } from '../maze/game'
import { traitor } from '../traitor/game'

export const GAMES = { maze, traitor }
export type GameName = keyof typeof GAMES
