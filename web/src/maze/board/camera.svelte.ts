// Which part of the mall is seen: all of it, fitted as it grows; the hero in hand, near enough to tap; or
// what the player chose by dragging, pinching and scrolling.
import { type Box, CELL, type Spot } from '../view'

/** What is in the middle of the window, and how many pixels a unit of the drawing has. */
export interface Look extends Spot {
  k: number
}

const PAD = CELL * 0.95 // room for what is explored next
const SIGN_PX = 13 // and for half of its sign, which stays this large from afar
const NEAR = 46 / CELL // close enough to tap a space
const FAR = 26 / CELL // so far that a space is hard to see
const EDGE = 60 // how close to the edge of the window a hero may get, in pixels
const MOST = 4.5
const LEAST = 0.15

export class Camera {
  width = $state(300)
  height = $state(300)
  mode = $state<'whole' | 'hero' | 'free'>('whole')
  /** Nobody asked to zoom in on the hero: the whole mall was too small to act on. */
  unasked = $state(false)
  /** It follows a finger or the mouse: no gliding. */
  held = $state(false)
  #free = $state.raw<Look>({ x: 0, y: 0, k: 1 })
  #centre = $state.raw<Spot>({ x: 0, y: 0 })
  #box: () => Box

  constructor(box: () => Box) {
    this.#box = box
  }

  readonly #whole = $derived.by((): Look => {
    const { x, y, w, h } = this.#box()
    const fit = (pad: number, px: number): number =>
      Math.min((this.width - 2 * px) / (w + 2 * pad), (this.height - 2 * px) / (h + 2 * pad))
    const fits = Math.min(fit(PAD, 0), fit(CELL / 2, SIGN_PX))
    const k = Math.max(LEAST / 2, Math.min(fits, this.height > this.width ? 2.2 : 2.8))
    return { x: x + w / 2, y: y + h / 2, k }
  })

  readonly look = $derived.by((): Look => {
    if (this.mode === 'free') return this.#free
    if (this.mode === 'hero') return { ...this.#centre, k: Math.max(NEAR, this.#whole.k) }
    return this.#whole
  })

  /** Is the whole mall so small that it takes zooming in to act? */
  readonly small = $derived(this.#whole.k < FAR)

  /** How much larger figures and numbers are drawn, so that they can be seen from afar. */
  readonly grow = $derived(Math.max(1, FAR / this.look.k))

  readonly transform = $derived.by(() => {
    const { x, y, k } = this.look
    return `translate3d(${this.width / 2 - x * k}px, ${this.height / 2 - y * k}px, 0) scale(${k})`
  })

  /** From the mall to the window, and back. */
  shown(at: Spot): Spot {
    const { x, y, k } = this.look
    return { x: (at.x - x) * k + this.width / 2, y: (at.y - y) * k + this.height / 2 }
  }

  under(point: Spot): Spot {
    const { x, y, k } = this.look
    return { x: (point.x - this.width / 2) / k + x, y: (point.y - this.height / 2) / k + y }
  }

  sees(at: Spot): boolean {
    const { x, y } = this.shown(at)
    return x > 0 && y > 0 && x < this.width && y < this.height
  }

  /** Keeps a hero well inside the window, moving no more than needed. */
  follow(at: Spot): void {
    const k = Math.max(NEAR, this.#whole.k)
    const [w, h] = [(this.width / k) * 0.22, (this.height / k) * 0.22]
    const { x, y } = this.#centre
    this.#centre = {
      x: Math.min(at.x + w, Math.max(at.x - w, x)),
      y: Math.min(at.y + h, Math.max(at.y - h, y)),
    }
  }

  /** While somebody looks around, keeps a hero in sight that was in sight and moved. */
  keep(at: Spot, before: Spot): void {
    if (this.mode !== 'free' || !this.sees(before)) return
    const { x, y } = this.shown(at)
    const [w, h] = [Math.min(EDGE, this.width / 2), Math.min(EDGE, this.height / 2)]
    const back = (value: number, edge: number, size: number): number =>
      Math.max(0, edge - value) - Math.max(0, value - size + edge)
    this.pan(back(x, w, this.width), back(y, h, this.height))
  }

  /** How much of a tile beside the mall fits when everything is in sight. */
  beside(corner: Spot): Box {
    const { x, y, w, h } = this.#box()
    const [left, top] = [Math.max(corner.x, x - PAD), Math.max(corner.y, y - PAD)]
    return {
      x: left,
      y: top,
      w: Math.min(corner.x + 4 * CELL, x + w + PAD) - left,
      h: Math.min(corner.y + 4 * CELL, y + h + PAD) - top,
    }
  }

  showWhole(): void {
    this.mode = 'whole'
  }

  toHero(at: Spot, unasked = false): void {
    this.#centre = at
    this.mode = 'hero'
    this.unasked = unasked
  }

  /** Zooms so that what is at this point of the window stays there. */
  zoom(factor: number, point: Spot = { x: this.width / 2, y: this.height / 2 }): void {
    const k = Math.min(MOST, Math.max(LEAST, this.look.k * factor))
    const at = this.under(point)
    this.#go({ x: at.x - (point.x - this.width / 2) / k, y: at.y - (point.y - this.height / 2) / k, k })
  }

  /** Moves the mall by this many pixels. */
  pan(dx: number, dy: number): void {
    const { x, y, k } = this.look
    this.#go({ x: x - dx / k, y: y - dy / k, k })
  }

  /** Zooms in on a point of the mall, so that its spaces can be tapped. */
  near(at: Spot): void {
    this.#go({ ...at, k: Math.max(NEAR, this.look.k) })
  }

  // The mall cannot be moved out of sight.
  #go({ x, y, k }: Look): void {
    const box = this.#box()
    this.#free = {
      x: Math.min(box.x + box.w, Math.max(box.x, x)),
      y: Math.min(box.y + box.h, Math.max(box.y, y)),
      k,
    }
    this.mode = 'free'
  }
}
