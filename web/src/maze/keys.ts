// The keyboard: every key that plays, in one place. Keys.svelte tells people about them.
import type { Action } from '../generated/maze'
import type { Camera } from './board/camera.svelte'
import type { Hand } from './hand.svelte'

/** What keys can do apart from the hand. */
export interface Doings {
  hand: Hand
  /** Hidden roles take some keys for themselves. */
  role: (pressed: string) => boolean
  camera: Camera
  choose: (hero: number) => void
  toHero: () => void
  talk: () => void
  help: () => void
  letters: boolean
}

const ACTION: Record<string, Action> = {
  ArrowUp: 'north',
  ArrowRight: 'east',
  ArrowDown: 'south',
  ArrowLeft: 'west',
  e: 'explore',
  v: 'vortex',
  s: 'escalator',
}
/** The key of each action, as it is written on its button. */
export const KEYS: Record<Action, string> = {
  north: '↑',
  east: '→',
  south: '↓',
  west: '←',
  explore: 'E',
  vortex: 'V',
  escalator: 'S',
}
const PAN_PX = 60
const WAYS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']

const OTHER: Record<string, (d: Doings) => void> = {
  n: ({ hand }) => hand.want('turn_action'),
  d: ({ hand }) => hand.want('discard_tile'),
  p: ({ hand }) => hand.want('place_pawn'),
  w: ({ hand }) => hand.want('stare_at'),
  g: ({ hand }) => hand.point(),
  c: (d) => d.toHero(),
  t: (d) => {
    d.hand.speak()
    d.talk()
  },
  i: ({ camera }) => camera.pan(0, PAN_PX),
  j: ({ camera }) => camera.pan(PAN_PX, 0),
  k: ({ camera }) => camera.pan(0, -PAN_PX),
  l: ({ camera }) => camera.pan(-PAN_PX, 0),
  '+': ({ camera }) => camera.zoom(1.3),
  '=': ({ camera }) => camera.zoom(1.3),
  '-': ({ camera }) => camera.zoom(1 / 1.3),
  '0': ({ camera }) => camera.showWhole(),
  '?': (d) => d.help(),
}

// Keys belong to a text field, an open dialog or the browser first.
function elsewhere(event: KeyboardEvent): boolean {
  const at = event.target as Partial<HTMLElement>
  return (
    /INPUT|SELECT|TEXTAREA/.test(at.tagName ?? '') ||
    document.querySelector('dialog[open]') !== null ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
}

// A choice, or a finger that points, takes some keys for itself.
function chooses(pressed: string, hand: Hand): boolean {
  const number = /^[1-9]$/.test(pressed) ? Number(pressed) : 0
  if (pressed === 'Enter') return hand.confirm()
  if (pressed === 'Escape') return hand.cancel()
  if (hand.finger && WAYS.includes(pressed)) hand.shift(WAYS.indexOf(pressed))
  else if (hand.options.length && WAYS.includes(pressed))
    hand.turn(pressed === 'ArrowUp' || pressed === 'ArrowLeft' ? -1 : 1)
  else if (hand.options.length && number) hand.pick(number - 1)
  else return false
  return true
}

export function keyDown(event: KeyboardEvent, doings: Doings): void {
  if (elsewhere(event)) {
    // From typing back to playing.
    if (event.key === 'Escape') (event.target as Partial<HTMLElement>).blur?.()
    return
  }
  const { hand } = doings
  const letter = event.key.length === 1
  const pressed = letter ? event.key.toLowerCase() : event.key
  if (letter && /[a-z]/.test(pressed) && !doings.letters) return
  const action = ACTION[pressed]
  if (doings.role(pressed) || chooses(pressed, hand)) event.preventDefault()
  else if (action) {
    event.preventDefault()
    if (event.repeat) return
    if (event.shiftKey && WAYS.includes(pressed)) hand.act(action, true)
    else hand.press(action)
  } else if (/^[1-4]$/.test(pressed)) doings.choose(Number(pressed) - 1)
  else if (OTHER[pressed]) {
    // The key that opens the text field must not be typed into it.
    event.preventDefault()
    OTHER[pressed](doings)
  }
}

export function keyUp(event: KeyboardEvent, { hand }: Doings): void {
  const action = ACTION[event.key]
  if (action) hand.release(action)
}
