// Words that several parts of Magic Maze say alike.
import { say } from '../lib/i18n.svelte'
import type { Happening, Table } from '../lib/table.svelte'
import { HEROES, kindAt, kindOf, type MazeView } from './view'

export const heroName = (hero: number): string => say(`hero.${HEROES[hero] ?? ''}`)

export function scenarioTitle({ scenario }: MazeView): string {
  return scenario.number ? `${scenario.number} · ${say(`scenario.${scenario.number}.title`)}` : scenario.title
}

/** What is a space of the mall? */
export function spaceName(view: MazeView, tile: number, space: number): string {
  const { name, hue } = kindOf(kindAt(view, tile, space))
  return say(`space.${name}`, { hero: heroName(hue) })
}

/** What happened, in a sentence; '' if there is none for it. */
export function eventText(table: Table, event: Happening): string {
  const fill = {
    by: table.name(Number(event.by ?? 0)),
    hero: event.hero ? say(`hero.${String(event.hero)}`) : '',
    tile: Number(event.tile ?? 0),
    name: table.name(Number(event.seat ?? 0)),
  }
  return say(`event.${event.t}`, fill, '')
}
