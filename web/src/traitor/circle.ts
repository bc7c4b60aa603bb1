// Where the seats are drawn: one's own nearest, the next to its left, and so on around the table. If there is
// room the table is round; on a narrow screen it has sides, so that ten names fit along it.

/** From the middle of the table, 0, to its edge, 1 or -1. */
export interface Place {
  x: number
  y: number
}

const STEPS = 720
const ROUND_HEIGHT = 0.8 // of its width
export const GAP_PX = 6 // between seats, at least
const BEND_PX = 12

export function places(count: number, narrow: boolean): Place[] {
  return narrow ? alongSides(count) : alongRim(count)
}

// Evenly spaced along the rim.
function alongRim(count: number): Place[] {
  const rim = Array.from({ length: STEPS + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / STEPS
    return { x: -Math.sin(angle), y: Math.cos(angle) }
  })
  let walked = 0
  const way = rim.map((to, i) => {
    const from = rim[i - 1] ?? to
    walked += Math.hypot(to.x - from.x, (to.y - from.y) * ROUND_HEIGHT)
    return walked
  })
  return Array.from({ length: count }, (_, i) => {
    const at = way.findIndex((distance) => distance >= (walked * i) / count)
    return rim[at] ?? { x: 0, y: 0 }
  })
}

// One at the bottom; as many on the left as on the right; the remaining one or two at the top.
function alongSides(count: number): Place[] {
  const even = count % 2 === 0
  const side = Math.floor((count - 1) / 2) - (even ? 0 : 1)
  const low = side > 2 ? 1 : side > 1 ? 0.6 : 0.1
  const high = even ? -low : -0.35
  const left = Array.from({ length: side }, (_, i) => ({
    x: -1,
    y: side > 1 ? low + ((high - low) * i) / (side - 1) : (low + high) / 2,
  }))
  const right = left.map(({ y }) => ({ x: 1, y })).reverse()
  const above = even ? [0] : [-0.55, 0.55]
  return [{ x: 0, y: 1 }, ...left, ...above.map((x) => ({ x, y: -1 })), ...right]
}

/** How high a table must be so that no seat covers another: seats above each other are at least one seat's
 * height apart. */
export function heightFor(at: Place[], width: number, seat: { width: number; height: number }): number {
  const needs = at.flatMap((a, i) =>
    at.slice(i + 1).map((b) => {
      const apart = (Math.abs(a.x - b.x) * (width - seat.width)) / 2
      const steps = Math.abs(a.y - b.y) / 2
      return apart < seat.width + GAP_PX && steps > 0.01 ? (seat.height + GAP_PX) / steps : 0
    }),
  )
  return Math.max(0, ...needs) + seat.height
}

/** A seat as it is drawn: its middle and its size. */
export interface Box extends Place {
  width: number
  height: number
}

// The point on the way from the middle of a box to a point that is `far` outside the box.
function outside(box: Box, to: Place, far: number): Place {
  const x = to.x - box.x
  const y = to.y - box.y
  const part = Math.min((box.width / 2 + far) / Math.abs(x), (box.height / 2 + far) / Math.abs(y))
  return { x: box.x + x * part, y: box.y + y * part }
}

// From there straight towards the middle, by `far`.
function inwards(from: Place, middle: Place, far: number): Place {
  const part = far / Math.hypot(middle.x - from.x, middle.y - from.y)
  return { x: from.x + (middle.x - from.x) * part, y: from.y + (middle.y - from.y) * part }
}

/** The way of an arrow from seat to seat, as an SVG path: it leaves towards the middle of the table and
 * arrives from there, so that it covers nobody. `head` is the room for its head. */
export function pointing(from: Box, to: Box, middle: Place, head: number): string {
  const start = outside(from, middle, GAP_PX)
  const end = outside(to, middle, GAP_PX + head)
  // If there is no room for its head in the middle, it goes straight.
  if ((middle.x - end.x) * (middle.x - to.x) + (middle.y - end.y) * (middle.y - to.y) <= 0) {
    const [near, far] = [outside(from, to, GAP_PX), outside(to, from, GAP_PX + head)]
    return `M${near.x} ${near.y}L${far.x} ${far.y}`
  }
  const bend = BEND_PX + 0.4 * Math.hypot(end.x - start.x, end.y - start.y)
  const way = [inwards(start, middle, bend), inwards(end, middle, bend), end]
  return `M${start.x} ${start.y}C${way.map(({ x, y }) => `${x} ${y}`).join()}`
}
