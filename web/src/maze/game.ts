// Magic Maze, as the page knows it before anybody plays it.
import engine from 'engines/maze.wasm?url'
import type { GamePage } from '../lib/table/contract'
import type { WordFiles } from '../lib/words/i18n.svelte'

export const game: GamePage<'maze'> = {
  engine,
  shown: true,
  options: { number: 1 },
  filled: 4,
  pace: ({ roles }) => (roles ? 'relaxed' : undefined),
  alone: true,
  guesses: {
    move_hero: { becomes: 'hero_moved', same: 'hero' },
    use_vortex: { becomes: 'hero_moved', same: 'hero' },
    use_escalator: { becomes: 'hero_moved', same: 'hero' },
    stare_at: { becomes: 'stared' },
    place_pawn: { becomes: 'pawn_placed' },
  },
  brought: ['tile_offered'],
  advice: { seats_scenario: 'start.otherScenario' },
  words: import.meta.glob('/src/lang/*.json', { import: 'default', query: '?part=maze' }) as WordFiles,
  page: () => import('./Maze.svelte'),
  choices: () => import('./Options.svelte'),
}
