// Are You the Traitor?, as the page knows it before anybody plays it.
import engine from 'engines/traitor.wasm?url'
import type { GamePage } from '../lib/table/contract'
import type { WordFiles } from '../lib/words/i18n.svelte'

export const game: GamePage<'traitor'> = {
  engine,
  shown: true,
  options: { limit_s: 0, pause_s: 60, by_hand: false },
  filled: 6,
  words: import.meta.glob('/src/lang/*.json', { import: 'default', query: '?part=traitor' }) as WordFiles,
  page: () => import('./Traitor.svelte'),
  choices: () => import('./Options.svelte'),
}
