// The connection to a table: every command has an id of its own, and is sent again under it (P6.2).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundle } from '../bundle.mjs'

class Line {
  static CONNECTING = 0
  static OPEN = 1
  static last
  readyState = Line.OPEN
  sent = []
  constructor(address, protocols) {
    this.address = address
    this.protocols = protocols
    Line.last = this
  }
  send(text) {
    const message = JSON.parse(text)
    if (message.t !== 'ask_time') this.sent.push(message)
  }
  hear(message) {
    this.onmessage({ data: JSON.stringify(message) })
  }
  close() {}
}
globalThis.WebSocket = Line
globalThis.location = { protocol: 'http:', host: 'here' }
globalThis.document = { hidden: false, addEventListener() {} }
globalThis.addEventListener ??= () => {}

const { TableSocket } = await bundle('lib/connection', `export * from './socket'`)
const hello = { hello: 'abcdef', game: 'maze', round: 1, seat: 2, since: 0, told: 0, now: 5 }

function join(t) {
  const answered = []
  const rest = Object.fromEntries(
    ['hello', 'story', 'options', 'material', 'over', 'trouble', 'link', 'lost', 'gone'].map((name) => [
      name,
      () => undefined,
    ]),
  )
  const table = new TableSocket('abcdef', 'token', {
    ...rest,
    answered: (id, refused) => answered.push([id, refused?.refused ?? '']),
  })
  t.after(() => table.close()) // or its timers go on
  Line.last.hear(hello)
  return { table, answered }
}

test('P6.1 the token is a protocol that the page offers, and not in the address', (t) => {
  join(t)
  assert.deepEqual(Line.last.protocols, ['turncoat', 'token.token'])
  assert.equal(Line.last.address, 'ws://here/ws?table=abcdef')
})

test('P6.1 what the engine offers is asked under an id of its own, and answered', (t) => {
  const { table, answered } = join(t)
  const offer = { id: 0, seen: 3, t: 'move_hero', hero: 'elf', tile: 1, space: 2 }
  const ids = [table.send(offer), table.send(offer)]
  assert.notEqual(ids[0], ids[1])
  assert.deepEqual(
    Line.last.sent.map(({ id, seen, t }) => [id, seen, t]),
    ids.map((id) => [id, 3, 'move_hero']),
  )
  Line.last.hear({ re: ids[0], n: 4, ok: true })
  Line.last.hear({ re: ids[1], refused: 'wall', rule: 'M4.2', text: 'There is a wall.' })
  assert.deepEqual(answered, [
    [ids[0], ''],
    [ids[1], 'wall'],
  ])
})

test('P6.2 what was not answered is sent again under the same id, and nothing else', (t) => {
  const { table } = join(t)
  const answered = table.send({ id: 0, seen: 0, t: 'move_hero' })
  const lost = table.send({ id: 0, seen: 0, t: 'explore' })
  Line.last.hear({ re: answered, n: 1, ok: true })
  const before = Line.last
  Line.last.readyState = 3
  table.hurry()
  assert.notEqual(Line.last, before)
  Line.last.hear({ ...hello, told: 1 })
  assert.deepEqual(
    Line.last.sent.map(({ id, t }) => [id, t]),
    [[lost, 'explore']],
  )
})
