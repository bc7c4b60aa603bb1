// The role cards: what they say in words, and what the engine says about them (wasm/maze/cards.c). Fetched
// only where hidden roles are played (build.json).
import { type Card, CARDS, type Side, SIDES } from '../../generated/maze'
import type { Engine } from '../../lib/engine/engine'
import { say, t, type WordFiles } from '../../lib/words/i18n.svelte'
import type { MazeTable } from '../view'

export const words = import.meta.glob('/src/lang/*.json', {
  import: 'default',
  query: '?part=roles',
}) as WordFiles

export const LEVELS = [1, 2, 3, 4, 5]

export const title = (card: Card): string => say(`card.${card}`)
export const text = (card: Card): string => say(`card.${card}.text`)
export const sideName = (side: Side): string => say(`roles.side.${side}`)

const KINDS = ['plain', 'mission', 'rule', 'turns'] as const

/** What is on a card, and how it stands for a seat that holds it. */
export interface CardFacts {
  card: Card
  /** At the start. */
  side: Side
  /** In the decks of these levels. */
  levels: number[]
  kind: (typeof KINDS)[number]
  state: 'done' | 'sofar' | 'open' | 'failed'
  /** What it counts: now, of how many; 0 of 0 if nothing. */
  now: number
  of: number
  /** How many of it nobody was dealt: true once all cards are known. */
  undealt: number
}

interface Cards {
  role_card: (card: number, seat: number) => number
}

export function factsOf(engine: Engine, card: Card, seat = 0): CardFacts {
  const told = engine.tell<Cards>('', (own) => own.role_card(CARDS.indexOf(card) + 1, seat))
  const [side, letters, kind, atEnd, done, failed, now, of, undealt] = JSON.parse(told) as number[]
  return {
    card,
    side: SIDES[(side ?? 1) - 1] ?? 'hero',
    levels: LEVELS.filter((level) => ((letters ?? 0) >> (level - 1)) & 1),
    kind: KINDS[kind ?? 0] ?? 'plain',
    state: done ? (atEnd ? 'sofar' : 'done') : failed ? 'failed' : 'open',
    now: now ?? 0,
    of: of ?? 0,
    undealt: undealt ?? 0,
  }
}

/** The cards in the deck of a level. */
export const deckOf = (engine: Engine, level: number): CardFacts[] =>
  CARDS.map((card) => factsOf(engine, card)).filter(({ levels }) => levels.includes(level))

/** After the end: the cards that nobody was dealt (H8.3). */
export const undealt = (engine: Engine): CardFacts[] =>
  CARDS.map((card) => factsOf(engine, card)).filter((facts) => facts.undealt > 0)

/** The card of a seat, as far as this page knows it. */
export function cardOf(table: MazeTable, seat: number): Card | undefined {
  return CARDS[(table.view?.roles.card[seat] ?? 0) - 1]
}

export function sideOf(table: MazeTable, seat: number): Side | undefined {
  return SIDES[(table.view?.roles.side[seat] ?? 0) - 1]
}

/** How the card of a seat stands, in a few words; '' if there is nothing to say. */
export function standing(table: MazeTable, seat: number): string {
  const card = cardOf(table, seat)
  if (!card) return ''
  const { kind, state, now, of } = factsOf(table.engine, card, seat)
  const count = of ? t('roles.count', { n: Math.min(now, of), of }) : ''
  const breaches = table.view?.roles.breaches[seat] ?? 0
  if (kind === 'rule') {
    if (breaches) return t('roles.broken', { n: breaches })
    return t(table.over ? 'roles.ruleKept' : 'roles.kept')
  }
  if (kind === 'turns') return count
  if (kind === 'plain') return ''
  const how = !table.over
    ? say(`roles.state.${state}`)
    : t(state === 'done' || state === 'sofar' ? 'roles.state.done' : 'roles.missed')
  return [count, how].filter(Boolean).join(' · ')
}
