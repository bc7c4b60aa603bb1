// The keyboard: every key that plays, in one place. Keys.svelte tells people about them.
//
// Numbers are known by where they are on the keyboard, since a French one has them with Shift.
import { type Accusation, ACCUSATIONS } from '../generated/word'
import type { Hold } from './hold.svelte'

export interface Doings {
  hold: Hold<Accusation>
  mayAccuse: () => boolean
  /** From the first card on; false: nothing can be claimed now. */
  claim: (place: number) => boolean
  /** True: a vote was awaited. */
  vote: (down: boolean) => boolean
  field: () => HTMLInputElement | null
  help: () => void
  /** This was typed into the empty field with the key that is being held. */
  typed: (sign: string) => void
  /** Letters begin a word, wherever the focus is. */
  letters: () => boolean
}

const numberOf = (event: KeyboardEvent): number =>
  Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? 0)

const inText = (event: KeyboardEvent): boolean =>
  /INPUT|SELECT|TEXTAREA/.test((event.target as Partial<HTMLElement>).tagName ?? '')

/** Keys belong to the browser and to an open dialog first. */
const elsewhere = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null

// Where a number is typed, it may be the beginning of a word: only holding it down, in an empty field,
// accuses.
function number(event: KeyboardEvent, doings: Doings, typing: boolean): boolean {
  const digit = numberOf(event)
  if (!digit) return false
  if (event.shiftKey) return typing && /\d/.test(event.key) ? false : doings.claim(digit - 1)
  const what = ACCUSATIONS[digit - 1]
  if (!what || !doings.mayAccuse()) return false
  if (event.repeat) return doings.hold.held === what
  if (typing && doings.field()?.value) return false
  doings.typed(typing ? event.key : '')
  doings.hold.press(what)
  return !typing
}

export function keyDown(event: KeyboardEvent, doings: Doings): void {
  if (elsewhere(event)) return
  const own = event.target === doings.field()
  const typing = inText(event)
  if (typing && !own) return
  if (own && event.key === 'Escape') doings.field()?.blur()
  else if (number(event, doings, typing)) event.preventDefault()
  else if (typing) return
  else if (event.key === '?') doings.help()
  else if (/^[+=\-−]$/.test(event.key)) doings.vote(/[-−]/.test(event.key))
  else if (/^\p{L}$/u.test(event.key) && doings.letters()) doings.field()?.focus()
}

export function keyUp(event: KeyboardEvent, { hold }: Doings): void {
  if (ACCUSATIONS[numberOf(event) - 1] === hold.held) hold.release()
}
