// The places of the page: which one an address names, and what is fetched to show it. A place is only fetched
// when somebody goes there, so that a link to a table does not load the front page.
import type { GameName } from '../table/contract'
import { GAMES } from '../table/games'
import { addWords, type WordFiles } from '../words/i18n.svelte'

/** The code of the table that lives in this page; no server gives out such a code. */
export const SOLO = 'solo'

/** The code of the table that an address names; '': the front page. */
export function codeIn(hash: string): string {
  return /^#\/solo\b/.test(hash) ? SOLO : (/^#\/t\/([\w-]+)/.exec(hash)?.[1]?.toLowerCase() ?? '')
}

export const fetchFront = () => import('../../front/Front.svelte')
export const fetchTablePage = () => import('../../table/TablePage.svelte')

/** A game's page, and its words. */
export async function fetchGame(game: GameName) {
  const { page, words } = GAMES[game]
  const [fetched] = await Promise.all([page(), addWords(words)])
  return fetched
}

/** What can be chosen before a game, and its words. */
export async function fetchChoices(game: GameName) {
  const { choices, words } = GAMES[game]
  const [fetched] = await Promise.all([choices?.(), addWords(words)])
  return fetched
}

// Rarely needed, so fetched when it is: what the players present are asked, and somebody who waits for them.
const ASKED_WORDS = import.meta.glob('/src/lang/*.json', {
  import: 'default',
  query: '?part=asked',
}) as WordFiles

export async function fetchAsked() {
  const [fetched] = await Promise.all([import('../../table/Asked.svelte'), addWords(ASKED_WORDS)])
  return fetched
}

export async function fetchWaiting() {
  const [fetched] = await Promise.all([import('../../table/Waiting.svelte'), addWords(ASKED_WORDS)])
  return fetched
}

/** The lobby, with what it shows of a game. */
export async function fetchLobby(game: GameName) {
  const [fetched] = await Promise.all([import('../../lobby/Lobby.svelte'), fetchChoices(game)])
  return fetched
}
