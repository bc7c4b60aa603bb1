// Fingers and the mouse on the mall: one drags it, two pinch it, a tap means something, and a long press or
// the right button points.
import type { Spot } from '../view'
import type { Camera } from './camera.svelte'

const LONG_PRESS_MS = 550
const DRAG_PX = 10
const PINCH_PX = 10

/** What the mall does in response, at a point of its window. */
export interface Touched {
  tap: (point: Spot, finger: boolean) => void
  point: (point: Spot) => void
  /** Is there something to tap? */
  means: (point: Spot) => boolean
}

export class Touch {
  /** The mouse is over something that can be tapped. */
  hovers = $state(false)
  #camera: Camera
  #touched: Touched
  #fingers = new Map<number, Spot>()
  #dragged = false
  #longPress: ReturnType<typeof setTimeout> | undefined

  constructor(camera: Camera, touched: Touched) {
    this.#camera = camera
    this.#touched = touched
  }

  down(event: PointerEvent & { currentTarget: Element }): void {
    if ((event.target as Element).closest('button')) return
    const at = pointOf(event)
    this.#fingers.set(event.pointerId, at)
    this.#dragged = this.#fingers.size > 1
    clearTimeout(this.#longPress)
    if (event.pointerType !== 'touch' || this.#fingers.size !== 1) return
    this.#longPress = setTimeout(() => {
      this.#dragged = true
      navigator.vibrate?.(30)
      this.#touched.point(at)
    }, LONG_PRESS_MS)
  }

  moved(event: PointerEvent & { currentTarget: Element }): void {
    const now = pointOf(event)
    if (!this.#fingers.size && event.pointerType === 'mouse') this.hovers = this.#touched.means(now)
    const before = this.#fingers.get(event.pointerId)
    if (!before) return
    if (!event.buttons) return this.#forget(event.pointerId) // it was let go outside
    const [dx, dy] = [now.x - before.x, now.y - before.y]
    if (this.#fingers.size === 1 && !this.#dragged && Math.hypot(dx, dy) < DRAG_PX) return
    clearTimeout(this.#longPress)
    if (!this.#dragged || !this.#camera.held) event.currentTarget.setPointerCapture(event.pointerId)
    this.#dragged = this.#camera.held = true
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) this.#pinch(before, now, other)
    else this.#camera.pan(dx, dy)
    this.#fingers.set(event.pointerId, now)
  }

  #pinch(before: Spot, now: Spot, other: Spot): void {
    const was = Math.hypot(before.x - other.x, before.y - other.y)
    const is = Math.hypot(now.x - other.x, now.y - other.y)
    this.#camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
    if (was > PINCH_PX) this.#camera.zoom(is / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
  }

  up(event: PointerEvent & { currentTarget: Element }): void {
    clearTimeout(this.#longPress)
    if (!this.#fingers.has(event.pointerId)) return
    const tap = event.type === 'pointerup' && !this.#dragged && event.button === 0
    this.#forget(event.pointerId)
    if (tap) this.#touched.tap(pointOf(event), event.pointerType !== 'mouse')
  }

  #forget(pointer: number): void {
    this.#fingers.delete(pointer)
    if (!this.#fingers.size) this.#camera.held = false
  }

  menu(event: MouseEvent & { currentTarget: Element }): void {
    event.preventDefault()
    if (event.button === 2) this.#touched.point(pointOf(event))
  }

  /** The mall goes away, perhaps from under a finger. */
  close(): void {
    clearTimeout(this.#longPress)
  }

  wheel(event: WheelEvent & { currentTarget: Element }): void {
    event.preventDefault()
    this.#camera.zoom(event.deltaY < 0 ? 1.15 : 0.87, pointOf(event))
  }
}

function pointOf({ clientX, clientY, currentTarget }: MouseEvent & { currentTarget: Element }): Spot {
  const { left, top } = currentTarget.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
