// Magic Maze, as the page knows it before anybody plays it.
import type { WordFiles } from '../lib/i18n.svelte'
import type { MazeView } from './view'

export const maze = {
  /** What it begins with until the host chooses otherwise; to how many bots fill it; how many can play. */
  options: { number: 1, sand_s: 180 },
  seats: 4,
  most: 9,
  begun: (view: object): boolean => Boolean((view as MazeView).ready),
  words: import.meta.glob('../lang/*.json', { import: 'default', query: '?part=maze' }) as WordFiles,
  page: () => import('./Maze.svelte'),
  choices: () => import('./Options.svelte'),
}

/** What only those who build a scenario read. */
export const builderWords = import.meta.glob('../lang/*.json', {
  import: 'default',
  query: '?part=builder',
}) as WordFiles
