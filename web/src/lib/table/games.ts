// The games of the page: every folder of web/src with a game.ts. Facts that are not the page's to choose come
// from the game's definition.
import { FACTS } from '../../generated/games'
import type { GameName, GamePage } from './contract'

type Facts = (typeof FACTS)[GameName]

const found = import.meta.glob<GamePage>('../../*/game.ts', { eager: true, import: 'game' })

export const GAMES = Object.fromEntries(
  Object.entries(found).map(([path, page]) => {
    const name = path.split('/').at(-2) as GameName
    return [name, { ...FACTS[name], ...page }]
  }),
) as Record<GameName, Facts & GamePage>

const names = Object.keys(GAMES) as GameName[]

/** Those that are offered to everybody. */
export const SHOWN = names.filter((name) => GAMES[name].shown)

/** The one for somebody alone. */
export const ALONE = names.find((name) => GAMES[name].alone)

/** Is it a game that this page has? */
export const isGame = (name: string | undefined): name is GameName => name !== undefined && name in GAMES
