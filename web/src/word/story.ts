// What a seat's story tells of a table of Traître Mot: the chain and what came of every word, the own cards,
// the end. Texts are only in the story; the view knows words by their hashes and cards by their numbers.
import type { Accusation, CardDrawnEvent, Fate } from '../generated/word'
import type { Happening, View } from '../lib/table/contract'
import { seatsOf } from '../lib/table/seats'
import type { Table } from '../lib/table/table.svelte'

export type WordTable = Table<'word'>
export type WordView = View<'word'>
export type WordEvent = Happening<'word'>

/** A word of the chain. */
export interface Link {
  number: number
  text: string
  /** 0: the server drew it. */
  by: number
  start: boolean
  insisted: boolean
  accused: { by: number; what: Accusation; right: boolean | null } | null
  /** What the accused said for it. */
  reason: string
  /** The secret words that came to light in it. */
  shown: { seat: number; fate: Fate }[]
  /** Who found no word after it. */
  skipped: number[]
  /** Who held it, and let it pass: known when the game is over, one's own at once. */
  missed: number[]
}

export type Card = Pick<CardDrawnEvent, 'card' | 'text' | 'forms' | 'gloss_en' | 'gloss_fr' | 'gloss_nl'>

const added = (event: WordEvent): Link | null =>
  event.t === 'word_started' || event.t === 'word_announced'
    ? {
        number: event.number,
        text: event.text,
        by: event.by,
        start: event.t === 'word_started',
        insisted: event.t === 'word_announced' && event.insisted,
        accused: null,
        reason: '',
        shown: [],
        skipped: [],
        missed: [],
      }
    : null

function tell(links: Link[], event: WordEvent): void {
  const last = links.at(-1)
  const of = (number: number): Link | undefined => links[number - 1]
  if (event.t === 'word_accused' && event.accusation) {
    const link = of(event.word)
    if (link) link.accused = { by: event.by, what: event.accusation, right: null }
  } else if (event.t === 'accusation_settled') {
    const accused = of(event.word)?.accused
    if (accused) accused.right = event.right
  } else if (event.t === 'word_justified' && last) last.reason = event.text
  else if (event.t === 'card_shown' && event.fate)
    of(event.word)?.shown.push({ seat: event.seat, fate: event.fate })
  else if (event.t === 'announcer_skipped') last?.skipped.push(event.seat)
  else if (event.t === 'card_drawn' && event.replaces) of(event.word)?.missed.push(event.seat)
  else if (event.t === 'misses_shown')
    for (const link of links) link.missed = seatsAt(event.seats[link.number - 1] ?? 0)
}

// Bit 0 is the first seat here.
const seatsAt = (bits: number): number[] =>
  Array.from({ length: 8 }, (_, i) => i + 1).filter((seat) => (bits >> (seat - 1)) & 1)

/** The words so far, and what came of them. */
export function chainOf(story: WordEvent[]): Link[] {
  const links: Link[] = []
  for (const event of story) {
    const link = added(event)
    if (link) links.push(link)
    else tell(links, event)
  }
  return links
}

/** The own cards, each where it lies in the hand; null where there is none. */
export function handOf(story: WordEvent[]): (Card | null)[] {
  const hand: (Card | null)[] = [null, null, null, null, null]
  for (const event of story) {
    if (event.t === 'card_drawn') {
      const at = hand.findIndex((card) => (event.replaces ? card?.card === event.replaces : !card))
      if (at >= 0) hand[at] = event.card ? event : null
    } else if (event.t === 'card_shown' && event.card) {
      const at = hand.findIndex((card) => card?.card === event.card)
      if (at >= 0) hand[at] = null
    }
  }
  return hand
}

/** How many lightning cards this seat has. */
export function pileOf(story: WordEvent[], seat: number): number {
  return story.filter((e) => e.t === 'pile_counted').findLast((e) => e.seat === seat)?.cards ?? 0
}

/** At the end: everybody's pile and the words left in their hands, most cards first. */
export function standings(table: WordTable): { seat: number; cards: number; left: string[] }[] {
  const piles = table.story.findLast((e) => e.t === 'piles_shown')?.cards ?? []
  const hands = table.story.filter((e) => e.t === 'hand_shown')
  return seatsOf(table)
    .map((seat) => ({
      seat,
      cards: piles[seat] ?? 0,
      left: (hands.find((e) => e.seat === seat)?.words ?? '').split('|').filter(Boolean),
    }))
    .sort((a, b) => b.cards - a.cards)
}
