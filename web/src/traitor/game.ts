// Are You the Traitor?, as the page knows it before anybody plays it.
import type { WordFiles } from '../lib/i18n.svelte'
import type { TraitorView } from './view'

export const traitor = {
  /** What it begins with until the host chooses otherwise; to how many bots fill it; how many can play. */
  options: { limit_s: 0, pause_s: 60, by_hand: false },
  seats: 6,
  most: 10,
  begun: (view: object): boolean => Boolean((view as TraitorView).phase),
  words: import.meta.glob('../lang/*.json', { import: 'default', query: '?part=traitor' }) as WordFiles,
  page: () => import('./Traitor.svelte'),
  choices: () => import('./Options.svelte'),
}
