// Words that several parts of Magic Maze share.
import { HEROES } from '../generated/maze'
import { among } from '../lib/table/sets'
import { say, t } from '../lib/words/i18n.svelte'
import {
  hasRule,
  type Kind,
  kindAt,
  kindOf,
  type MazeEvent,
  type MazeTable,
  type MazeView,
  type Place,
  sideOf,
} from './view'

export const heroName = (hero: number): string => say(`hero.${HEROES[hero] ?? ''}`)

export function scenarioTitle({ scenario }: MazeView): string {
  return scenario.number ? `${scenario.number} · ${say(`scenario.${scenario.number}.title`)}` : scenario.title
}

/** What is a space of the mall? */
export function spaceName(view: MazeView, tile: number, space: number): string {
  const { name, hue } = kindAt(view, tile, space)
  const what = say(`space.${name}`, { hero: heroName(hue) })
  return isUsed(view, tile, space) ? t('space.used', { what }) : what
}

const isUsed = (view: MazeView, tile: number, space: number): boolean => among(view.mall[tile]?.used, space)

// Is a space drawn as one where there is still something to do?
function matters(view: MazeView, tile: number, space: number): boolean {
  const { name } = kindAt(view, tile, space)
  if (name === 'explore') return view.pile_count > 0 && !view.mall[tile]?.link[sideOf(space)]
  if (name === 'vortex') return !view.theft && !hasRule(view.scenario, 'no_vortex')
  if (name === 'item') return !view.theft
  return !['plain', 'solid', 'arrow'].includes(name) && !isUsed(view, tile, space)
}

/** The name of a space that matters; '' for all others. */
export const notable = (view: MazeView, tile: number, space: number): string =>
  matters(view, tile, space) ? spaceName(view, tile, space) : ''

/** Where a hero is, in short: the tile, and what matters about its space. */
export function whereIs(view: MazeView, hero: number): string {
  const at = view.hero_at[hero] ?? 0
  if (among(view.left, hero)) return t('list.left')
  return [t('choice.tile', { n: at >> 4 }), notable(view, at >> 4, at & 15)].filter(Boolean).join(', ')
}

export interface Known extends Kind, Place {}

/** The spaces of a tile that matter. */
export const knownOn = (view: MazeView, tile: number): Known[] =>
  (view.mall[tile]?.face.space ?? [])
    .map((kind, space) => ({ tile, space, ...kindOf(kind) }))
    .filter(({ space }) => matters(view, tile, space))

/** What happened, in a sentence; '' if there is none for it. */
export function eventText(table: MazeTable, event: MazeEvent): string {
  const fill = {
    by: 'by' in event ? table.name(event.by) : '',
    hero: 'hero' in event && event.hero ? say(`hero.${event.hero}`) : '',
    tile: 'tile' in event ? event.tile : 0,
    name: 'seat' in event ? table.name(event.seat) : '',
  }
  return say(`event.${event.t}`, fill, '')
}
