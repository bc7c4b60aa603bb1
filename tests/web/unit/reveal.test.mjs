// The reveal of Are You the Traitor?: cards turn one after another, and whatever waits for them comes after
// that.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundle, clock } from '../bundle.mjs'

const { Reveal } = await bundle('traitor', `export * from './reveal.svelte'`)
const STOP_MS = 1300
const TURN_MS = 450

test('cards turn from the left of whoever said STOP, theirs and the one pointed at last', (t) => {
  const tick = clock(t)
  const reveal = new Reveal()
  assert.ok(reveal.turned(1), 'without a reveal all is seen')
  reveal.begin([1, 2, 3, 4], 3, 1)
  const seen = () => [1, 2, 3, 4].filter((seat) => reveal.turned(seat))
  assert.deepEqual(seen(), [])
  const order = [[4], [2, 4], [2, 3, 4], [1, 2, 3, 4]]
  for (const [i, turned] of order.entries()) {
    tick(i ? TURN_MS : STOP_MS)
    assert.deepEqual(seen(), turned)
    assert.ok(reveal.going)
  }
  tick(TURN_MS)
  assert.equal(reveal.going, false)
})

test('what waits for a reveal happens at its end; without one, at once; if nobody is looking, never', (t) => {
  const tick = clock(t)
  const reveal = new Reveal()
  const done = []
  reveal.after(() => done.push('at once'))
  reveal.begin([1, 2], 1, 2)
  reveal.after(() => done.push('seen'))
  tick(STOP_MS + TURN_MS)
  assert.deepEqual(done, ['at once'])
  tick(TURN_MS)
  assert.deepEqual(done.splice(0), ['at once', 'seen'])
  reveal.begin([1, 2], 1, 2)
  reveal.after(() => done.push('skipped'))
  reveal.end()
  assert.deepEqual(done.splice(0), ['skipped'])
  reveal.begin([1, 2], 1, 2)
  reveal.after(() => done.push('never'))
  reveal.close()
  tick(60000)
  assert.deepEqual(done, [])
})
