// A word that is being written, before anybody else sees it: the engine judges it on this seat's view. The
// one thing worked out here is a slip of the pen near a secret word, which is no rule but a courtesy.
import type { Refusal } from '../generated/word'
import type { Card, WordTable } from './story'

/** What the engine of this game exports beside what all have (wasm/word/words.c). */
interface WordExports {
  word_judge: (size: number) => number
}

export interface Judged {
  /** Why it would be refused for what it is; ''. `alike`: unless its author insists. */
  refusal: Refusal | ''
  /** The number of the word that it is, or is like; 0: none. */
  earlier: number
  /** It counts as this card of one's own (W3.5). */
  card: Card | null
  /** It is almost this one. */
  near: Card | null
}

export const NOTHING: Judged = { refusal: '', earlier: 0, card: null, near: null }

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const SHORT = 4 // words with fewer letters are near far too many
const LONG = 8

/** Is the one a slip of the pen away from the other: a letter too many, too few, another, or two swapped?
    In long words, two of these. */
export function isNear(written: string, meant: string): boolean {
  const [a, b] = [plain(written), plain(meant)]
  if (Math.min(a.length, b.length) < SHORT) return false
  return slips(a, b) <= (b.length >= LONG ? 2 : 1)
}

// Steps from one to the other; row by row, with the two rows before (a swap looks back that far).
function slips(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1
      const steps = Math.min(at(row, j - 1) + 1, at(above, j) + 1, at(above, j - 1) + other)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(swapped ? Math.min(steps, at(before, j - 2) + 1) : steps)
    }
    before = above
    above = row
  }
  return at(above, b.length)
}

const at = (row: number[], i: number): number => row[i] ?? Infinity

/** What would be said of this word now. */
export function judge(table: WordTable, text: string, hand: (Card | null)[]): Judged {
  if (!text.trim()) return NOTHING
  const told = table.engine.tell<WordExports>(text, (own, size) => own.word_judge(size))
  if (!told) return NOTHING
  const judged = JSON.parse(told) as { refusal: number; earlier: number; plain: number }
  const cards = hand.filter((card) => card !== null)
  const card = (judged.plain && cards.find(({ forms }) => forms.includes(judged.plain))) || null
  return {
    refusal: table.engine.refusal(judged.refusal) as Refusal | '',
    earlier: judged.earlier,
    card,
    near: card ? null : (cards.find((one) => isNear(text, one.text)) ?? null),
  }
}
