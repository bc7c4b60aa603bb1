// The mall under a finger: what a tap means, what is in sight, and what fingers do.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundle, clock } from '../bundle.mjs'

const { bounds, Camera, CELL, layOut, markOf, meant, tappable, Touch, unsure } = await bundle(
  'maze',
  `export * from './board/camera.svelte'; export * from './board/marks'; export * from './board/touch.svelte'
   export * from './view'`,
)

const tile = (east, south) => ({ laid: true, east, south, face: { space: [] } })
const laid = layOut([{ laid: false }, tile(0, 0), tile(1, 0)])
const beside = ({ x, y }) => ({ x, y, w: 1, h: 1 })
const move = (hero, space) => ({ t: 'move_hero', hero, tile: 1, space })

test('of what is offered, a tap can do what the hero in hand may, and what needs none', () => {
  const offers = [
    move('elf', 5),
    move('dwarf', 6),
    { t: 'discard_tile', tile: 2 },
    { t: 'place_pawn', seat: 2 },
  ]
  assert.deepEqual(tappable(offers, 2), [offers[0], offers[2]])
})

test('a mark stands where its offer leads', () => {
  const step = markOf(laid, move('elf', 5), 0, beside)
  assert.deepEqual([step.x, step.y, step.hue], [1.5 * CELL, 1.5 * CELL, 2])
  const discard = markOf(laid, { t: 'discard_tile', tile: 1 }, 1, beside)
  assert.deepEqual([discard.x, discard.y, discard.r], [2 * CELL, 2 * CELL, 2 * CELL], 'the whole tile')
  const explore = markOf(laid, { t: 'explore', hero: 'elf', tile: 1, space: 4 }, 0, beside)
  assert.equal(explore.x, -CELL / 2, 'just beyond the edge')
  assert.deepEqual(explore.ghost, { x: -4 * CELL, y: -CELL, w: 1, h: 1 })
})

test('what is meant by a tap is what it is on, or the nearest within reach', () => {
  const marks = [5, 6].map((space) => markOf(laid, move('elf', space), 0, beside))
  const [on, next] = meant({ x: 1.5 * CELL, y: 1.5 * CELL }, 1, marks, [])
  assert.equal(on.mark, marks[0])
  assert.equal(on.away, 0)
  assert.equal(next.mark, marks[1])
  assert.deepEqual(meant({ x: 1.5 * CELL, y: 6 * CELL }, 1, marks, []), [], 'too far from all of them')
  assert.deepEqual(meant({ x: 0, y: 0 }, 1, [], [null, { x: 10, y: 10 }]), [{ hero: 1, away: 0 }])
})

test('a tap between two near marks is unsure; a tile to discard is large enough', () => {
  const one = markOf(laid, move('elf', 5), 0, beside)
  const whole = markOf(laid, { t: 'discard_tile', tile: 1 }, 0, beside)
  assert.equal(unsure([]), false)
  assert.equal(unsure([{ mark: one, away: 0 }]), false)
  assert.equal(
    unsure([
      { mark: one, away: 0 },
      { hero: 1, away: 13 },
    ]),
    true,
  )
  assert.equal(
    unsure([
      { mark: one, away: 0 },
      { hero: 1, away: 14 },
    ]),
    false,
  )
  assert.equal(
    unsure([
      { mark: whole, away: 0 },
      { hero: 1, away: 5 },
    ]),
    false,
  )
})

function camera() {
  const made = new Camera(() => bounds(laid))
  Object.assign(made, { width: 400, height: 300 })
  return made
}

test('the whole mall is in sight, and nobody can lose it', () => {
  const seen = camera()
  for (const corner of [
    { x: 0, y: 0 },
    { x: 8 * CELL, y: 5 * CELL },
  ])
    assert.ok(seen.sees(corner))
  seen.pan(100000, 0)
  assert.equal(seen.mode, 'free')
  assert.ok(seen.sees({ x: 0, y: 2 * CELL }))
})

test('what is under the fingers stays there when one zooms', () => {
  const seen = camera()
  const point = { x: 120, y: 140 }
  const before = seen.under(point)
  seen.zoom(1.5, point)
  const after = seen.under(point)
  assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 1e-9)
  seen.showWhole()
  assert.equal(seen.mode, 'whole')
})

// A board at the corner of the window, and fingers on it.
function board() {
  const done = []
  const moved = {
    held: false,
    pan: (...by) => done.push(['pan', ...by]),
    zoom: (by) => done.push(['zoom', by]),
  }
  const touch = new Touch(moved, {
    tap: (at, finger) => done.push(['tap', at.x, at.y, finger]),
    point: (at) => done.push(['point', at.x, at.y]),
    means: () => true,
  })
  const currentTarget = { getBoundingClientRect: () => ({ left: 0, top: 0 }), setPointerCapture() {} }
  const on = (type, x, y, { id = 1, pointer = 'touch', buttons = 1 } = {}) => ({
    type: `pointer${type}`,
    ...{ clientX: x, clientY: y, pointerId: id, pointerType: pointer, buttons, button: 0 },
    ...{ currentTarget, target: { closest: () => null } },
  })
  return {
    done,
    touch,
    down: (x, y, how) => touch.down(on('down', x, y, how)),
    move: (x, y, how) => touch.moved(on('move', x, y, how)),
    up: (x, y, how) => touch.up(on('up', x, y, how)),
    cancel: () => touch.up(on('cancel', 0, 0)),
  }
}

test('a finger that hardly moves taps, one that moves drags, and two pinch', () => {
  const { done, down, move, up } = board()
  down(50, 50)
  move(54, 50)
  up(54, 50)
  assert.deepEqual(done.splice(0), [['tap', 54, 50, true]])
  down(50, 50)
  move(70, 50)
  up(70, 50)
  assert.deepEqual(done.splice(0), [['pan', 20, 0]])
  down(0, 0)
  down(100, 0, { id: 2 })
  move(200, 0, { id: 2 })
  up(200, 0, { id: 2 })
  up(0, 0)
  assert.deepEqual(done, [
    ['pan', 50, 0],
    ['zoom', 2],
  ])
})

test('a long press points and taps nothing; what is cancelled or let go outside does nothing', (t) => {
  const tick = clock(t)
  const { done, touch, down, move, up, cancel } = board()
  down(50, 50)
  tick(600)
  up(50, 50)
  assert.deepEqual(done.splice(0), [['point', 50, 50]])
  down(50, 50)
  cancel()
  down(50, 50, { pointer: 'mouse' })
  move(90, 50, { pointer: 'mouse', buttons: 0 })
  up(90, 50, { pointer: 'mouse' })
  tick(600)
  assert.deepEqual(done, [])
  assert.equal(touch.hovers, false)
  move(10, 10, { pointer: 'mouse', buttons: 0 })
  assert.equal(touch.hovers, true, 'the mouse is over something')
})
