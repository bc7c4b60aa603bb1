// The short ways to a table: a new one, or one full of bots that starts at once.
import { NAME_CHARS_MAX } from '../../generated/common'
import type { OpenTableRequest } from '../../generated/server'
import { openTable, reasonOf, takeSeat } from '../connection/api'
import { anyTokenFor, keepToken } from '../page/session'
import type { Ask, Command, GameName } from './contract'
import { GAMES } from './games'
import { seatsOf } from './seats'
import type { Table } from './table.svelte'

/** The settings of the table, whatever is played there. */
export type Opening = Pick<OpenTableRequest, 'public' | 'gallery' | 'wait' | 'away_s' | 'pace'>

const SOON_MS = 400

/** The command that begins the game with the options that are chosen. */
export function setUp(table: Table): Command {
  const { options, set_up: t } = GAMES[table.game as GameName]
  return { ...options, ...table.options, t }
}

/** Begins the game; resolves with the name of the refusal, or ''. */
export const begin = (table: Table): Promise<string> => table.ask(setUp(table))

// The server does not start the next game while it is still storing the last one; a moment later it does.
async function askSoon(table: Table, command: Ask): Promise<string> {
  for (let tries = 3; ; tries--) {
    const refused = await table.ask(command)
    if (refused !== 'busy' || !tries) return refused
    table.refusal = ''
    await new Promise((done) => setTimeout(done, SOON_MS))
  }
}

/** Back to the lobby with the same people, for the same game. */
export const toLobby = (table: Table): Promise<string> => askSoon(table, { t: 'play_again' })

/** The same people, another game. */
export const changeGame = (table: Table, game: string): Promise<string> =>
  askSoon(table, { t: 'change_game', game })

/** Gives bots the next seats, until this many are taken. The server names them (P1.8). */
export async function fillWithBots(table: Table, seats: number): Promise<void> {
  for (let taken = seatsOf(table).length; taken < seats; taken++)
    if (await table.ask({ t: 'seat_player', bot: true })) return
}

/** A name like the one that is taken, with the next number after it. */
export function anotherName(name: string): string {
  const [, stem = name, number = '1'] = /^(.*?) ?(\d*)$/.exec(name) ?? []
  const tail = ` ${Number(number || 1) + 1}`
  return `${Array.from(stem)
    .slice(0, NAME_CHARS_MAX - tail.length)
    .join('')}${tail}`
}

/** Sits down, or waits until the players agree; who gave no name becomes Guest, or the next guest. */
export async function takePlace(table: Table, name: string, guest: string, seat: number): Promise<void> {
  for (let called = name || guest; ; called = anotherName(called))
    try {
      const { token, asked } = await takeSeat(table.code, called, seat, anyTokenFor(table.code))
      return await (asked ? table.wait(token) : table.sit(token))
    } catch (failure) {
      if (name || reasonOf(failure) !== 'name_taken') throw failure
    }
}

/** Opens a table and sits down at it, in one request (P1.7); returns its code. */
export async function openOwn(game: GameName, name: string, open: Opening): Promise<string> {
  const { table, token } = await openTable({ game, name, ...open, options: GAMES[game].options })
  keepToken(table, token)
  return table
}

/** The same; the page of the table then fills it with bots and begins. They give somebody who is alone with
    them time to read and think. */
export async function openWithBots(game: GameName, name: string): Promise<string> {
  const code = await openOwn(game, name, { pace: 'relaxed' })
  sessionStorage.setItem('turncoat.fill', code)
  return code
}

/** Is this the table to be filled with bots? Asked once. */
export function toBeFilled(code: string): boolean {
  const yes = sessionStorage.getItem('turncoat.fill') === code
  if (yes) sessionStorage.removeItem('turncoat.fill')
  return yes
}
