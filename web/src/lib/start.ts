// The short ways to a table: one of one's own, or one full of bots that begins at once.
import { openTable, takeSeat } from './api'
import { keepToken } from './session'

/** What each game begins with, until the host chooses otherwise. */
export const GAMES = {
  maze: { options: { number: 1, sand_s: 180 }, seats: 4, most: 9 },
  traitor: { options: { limit_s: 0, pause_s: 60, by_hand: false }, seats: 6, most: 10 },
} as const
export type GameName = keyof typeof GAMES

export const BOT_NAMES = [
  'Ada',
  'Bruno',
  'Cleo',
  'Dirk',
  'Elin',
  'Farid',
  'Greta',
  'Hugo',
  'Iris',
  'Jules',
  'Kato',
]

async function sitAt(code: string, name: string): Promise<string> {
  keepToken(code, (await takeSeat(code, name)).token)
  return code
}

/** Opens a table and sits down at it; returns its code. */
export async function openOwn(
  game: GameName,
  name: string,
  open: { public: boolean; gallery: boolean },
): Promise<string> {
  const { table } = await openTable({ game, ...open, options: GAMES[game].options })
  return sitAt(table, name)
}

/** The same, and the table page is to fill it with bots and begin. */
export async function openWithBots(game: GameName, name: string): Promise<string> {
  const code = await openOwn(game, name, { public: false, gallery: false })
  sessionStorage.setItem('turncoat.fill', code)
  return code
}

/** Is this the table to be filled with bots? Asked once. */
export function toBeFilled(code: string): boolean {
  const yes = sessionStorage.getItem('turncoat.fill') === code
  if (yes) sessionStorage.removeItem('turncoat.fill')
  return yes
}
