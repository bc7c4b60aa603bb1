// The smallest game, as the page knows it before anybody plays it. Copy this folder to start another game:
// it is picked up automatically. If the game is on the front page, a `Picture.svelte` here is shown there.
import engine from 'engines/null.wasm?url'
import type { GamePage } from '../lib/table/contract'
import type { WordFiles } from '../lib/words/i18n.svelte'

export const game: GamePage<'null'> = {
  engine,
  shown: false,
  options: {},
  filled: 2,
  words: import.meta.glob('/src/lang/*.json', { import: 'default', query: '?part=null' }) as WordFiles,
  page: () => import('./Null.svelte'),
}
