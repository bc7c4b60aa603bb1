// Traître Mot, as the page knows it before anybody plays it.
import engine from 'engines/word.wasm?url'
import type { GamePage } from '../lib/table/contract'
import type { WordFiles } from '../lib/words/i18n.svelte'

export const game: GamePage<'word'> = {
  engine,
  shown: true,
  options: { colour: 'black', thinking_s: 45, standing_s: 3 },
  filled: 0,
  unknowable: ['no_deck'], // only the server has the cards (W7.2)
  words: import.meta.glob('/src/lang/*.json', { import: 'default', query: '?part=word' }) as WordFiles,
  page: () => import('./Word.svelte'),
  choices: () => import('./Options.svelte'),
}
