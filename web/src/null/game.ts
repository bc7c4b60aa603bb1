// The smallest game, as the page knows it before anybody plays it. Copy this folder to begin another: it is
// found by itself. A `Picture.svelte` beside it is drawn on the front page of a game that is shown there.
import type { GamePage } from '../lib/table/contract'
import type { WordFiles } from '../lib/words/i18n.svelte'

export const game: GamePage<'null'> = {
  shown: false,
  options: {},
  filled: 2,
  words: import.meta.glob('/src/lang/*.json', { import: 'default', query: '?part=null' }) as WordFiles,
  page: () => import('./Null.svelte'),
}
