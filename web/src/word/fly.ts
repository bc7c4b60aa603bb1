// A lightning card goes from one place on the screen to another; with less motion it is simply there.
import { isStill } from '../lib/page/look.svelte'

const FLIES_MS = 900

const middle = (found: Element): { x: number; y: number } => {
  const { left, top, width, height } = found.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

export function fly(from: string, to: string): void {
  const [start, end] = [document.querySelector(from), document.querySelector(to)]
  if (isStill() || !start || !end) return
  const [a, b] = [middle(start), middle(end)]
  const card = document.createElement('div')
  card.className = 'flying'
  document.body.append(card)
  const at = ({ x, y }: typeof a, size: number): string =>
    `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`
  card
    .animate([{ transform: at(a, 1) }, { transform: at(b, 1.6), offset: 0.7 }, { transform: at(b, 1) }], {
      duration: FLIES_MS,
      easing: 'ease-in-out',
    })
    .finished.finally(() => card.remove())
    .catch(() => undefined)
}
