// The places of the page: which one an address names, and what is fetched to show it. A place comes when
// somebody goes there, so that a link to a table does not bring the front page with it.
import { addWords } from './i18n.svelte'
import type { GameName } from './start'

/** The code of the table that lives in this page; no server gives out such a one. */
export const SOLO = 'solo'

/** The code of the table that an address names; '': the front page. */
export function codeIn(hash: string): string {
  return /^#\/solo\b/.test(hash) ? SOLO : (/^#\/t\/([\w-]+)/.exec(hash)?.[1]?.toLowerCase() ?? '')
}

export const fetchFront = () => import('../Front.svelte')
export const fetchTablePage = () => import('../TablePage.svelte')

const GAME_PAGES = {
  maze: () => import('../maze/Maze.svelte'),
  traitor: () => import('../traitor/Traitor.svelte'),
}

const OPTIONS = {
  maze: () => import('../maze/Options.svelte'),
  traitor: () => import('../traitor/Options.svelte'),
}

/** What can be chosen before a game. */
export const fetchOptions = (game: GameName) => OPTIONS[game]()

/** A game's page, and its words. */
export async function fetchGame(game: GameName) {
  const [page] = await Promise.all([GAME_PAGES[game](), addWords(game)])
  return page
}

/** The lobby before a game, with that game's options and words. */
export async function fetchLobby(game: GameName) {
  const [page] = await Promise.all([import('../Lobby.svelte'), fetchOptions(game), addWords(game)])
  return page
}
