// What the page may do with the engine, and what the engine refuses: see wasm/engine.c.
//
//   node engine.mjs ENGINES
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const MODULES = Object.fromEntries(
  ['maze', 'null'].map((game) => [
    game,
    new WebAssembly.Module(readFileSync(`${process.argv[2]}/${game}.wasm`)),
  ]),
)

function engine(game) {
  const { exports } = new WebAssembly.Instance(MODULES[game])
  const memory = Buffer.from(exports.memory.buffer)
  const put = (text) => memory.write(text, exports.inbox())
  const text = (at) => memory.toString('utf8', at, memory.indexOf(0, at))
  const answer = (size) => JSON.parse(memory.toString('utf8', exports.outbox(), exports.outbox() + size))
  const bytes = (at) => Buffer.from(memory.subarray(at, at + exports.view_size()))
  assert.equal(exports.open(put(game)), 1)
  return {
    exports,
    put,
    text,
    feed: (event) => {
      const reason = exports.feed(put(JSON.stringify(event)))
      return reason ? text(reason) : ''
    },
    guess: (command, seat, now) => exports.guess(put(JSON.stringify(command)), seat, now),
    legal: (seat) => answer(exports.legal(seat)),
    view: () => bytes(exports.view()),
    drawn: () => bytes(exports.drawn()),
    json: () => answer(exports.view_json()),
    winners: () => answer(exports.winners()),
    complaint: () => text(exports.complaint()),
  }
}

// Two players sit, and may nod.
function nodding() {
  const e = engine('null')
  const seat = (n, name) => ({ n, at: 0, t: 'seat_taken', seat: n, bot: false, name })
  for (const event of [seat(1, 'Ann'), seat(2, 'Zoë'), { n: 3, at: 7, t: 'begun' }])
    assert.equal(e.feed(event), '')
  return e
}

test('a game that the engine does not have cannot be opened', () => {
  const { exports } = new WebAssembly.Instance(MODULES.null)
  const memory = Buffer.from(exports.memory.buffer)
  for (const other of ['chess', 'maze', ''])
    assert.equal(exports.open(memory.write(other, exports.inbox())), 0)
  assert.equal(exports.open(2 ** 31), 0)
  assert.equal(exports.view_size(), 0)
  assert.notEqual(exports.feed(0), 0)
  assert.equal(exports.guess(0, 1, 0), -1)
  assert.equal(exports.hears(1, 0), 0)
  assert.equal(exports.view_json(), 0)
})

test('before anything is told everything is unknown', () => {
  const e = engine('maze')
  assert.ok(e.exports.view_size() > 1000 && e.exports.view_size() <= 4096)
  assert.ok(e.view().every((byte) => byte === 0))
  assert.deepEqual(e.legal(1), [])
})

test('a story is folded into the view', () => {
  const e = nodding()
  const view = e.json()
  assert.equal(view.presence.seats, 2)
  assert.equal(view.presence.player[2].name, 'Zoë')
  assert.equal(view.running, true)
  assert.equal(view.nodded, 0)
})

test('junk, a gap and a repetition are refused and change nothing', () => {
  const e = nodding()
  const before = e.view()
  const nod = { n: 4, at: 9, t: 'nodded', by: 1 }
  assert.match(e.feed({ ...nod, n: 5 }), /expected number 4/)
  assert.match(e.feed({ ...nod, n: 3 }), /expected number 4/)
  assert.match(e.feed({ ...nod, by: 13 }), /out of range: by/)
  assert.match(e.feed({ ...nod, to: 0 }), /no such field: to/)
  assert.match(e.text(e.exports.feed(e.put('{"n":4,"at":9,"t":"nod'))), /./)
  assert.match(e.text(e.exports.feed(2 ** 31)), /longer than the inbox/)
  assert.deepEqual(e.view(), before)
  assert.equal(e.feed(nod), '')
})

test('what is legal can be guessed, and the guess is drawn until the server speaks', () => {
  const e = nodding()
  const before = e.view()
  const [nod] = e.legal(1)
  assert.deepEqual(nod, { id: 0, seen: 3, t: 'nod' })
  assert.equal(e.guess(nod, 1, 10), 0)
  assert.deepEqual(e.view(), before)
  assert.equal(e.json().nodded, 0b10)
  assert.deepEqual(e.legal(1), [])
  const refusal = e.guess(nod, 1, 11)
  assert.equal(e.text(e.exports.refusal_name(refusal)), 'nodded_already')
  assert.equal(e.text(e.exports.refusal_rule(refusal)), 'P6.1')
  assert.equal(e.guess(nod, 2, 11), 0, 'a guess stands on the guesses before')
  assert.equal(e.json().ending, 'all_nodded')
  assert.equal(e.exports.begun(), 1)
  assert.equal(e.exports.ended(), 1)
  assert.deepEqual(e.winners(), Array(2).fill({ how: 'won', why: 'all_nodded' }))
  assert.equal(e.feed({ n: 4, at: 12, t: 'nodded', by: 2 }), '')
  assert.equal(e.json().nodded, 0b100)
  assert.deepEqual(e.drawn(), e.view())
})

test('guesses are forgotten when asked, and the next one stands on what is known', () => {
  const e = nodding()
  const before = e.view()
  assert.equal(e.guess({ t: 'nod' }, 1, 10), 0)
  assert.equal(e.json().nodded, 0b10)
  e.exports.forget()
  assert.deepEqual(e.drawn(), before)
  assert.equal(e.guess({ t: 'nod' }, 2, 11), 0)
  assert.equal(e.json().nodded, 0b100)
  assert.deepEqual(e.view(), before)
  assert.equal(e.feed({ n: 4, at: 12, t: 'nodded', by: 1 }), '')
})

test('which version of the rules it is, and whether time counts', () => {
  const e = engine('maze')
  assert.equal(e.exports.version(), 4)
  assert.equal(e.exports.clock_runs(), 0)
  const turned = { n: 1, at: 5, t: 'hourglass_turned', left_ms: 180000, by: 1 }
  assert.equal(e.feed(turned), '')
  assert.equal(e.exports.clock_runs(), 1)
  assert.equal(e.feed({ n: 2, at: 6, t: 'paused' }), '')
  assert.equal(e.exports.clock_runs(), 0)
})

// A table that the page hosts; solo.mjs compares what it tells with a native one.
function hosting() {
  const e = engine('maze')
  e.exports.host(1, 2, 3, 4)
  const submit = (command, seat, now = 1) => e.exports.submit(e.put(JSON.stringify(command)), seat, now)
  const name = (refusal) => e.text(e.exports.refusal_name(refusal))
  assert.equal(submit({ t: 'seat_player', name: 'Ann' }, 13), 0)
  return { e, submit, name }
}

test('a table for one takes no second player, no stranger and no junk', () => {
  const { e, submit, name } = hosting()
  assert.equal(name(submit({ t: 'seat_player', name: 'Bot', bot: true }, 1)), 'table_full')
  assert.equal(e.exports.happened(), 0)
  for (const seat of [0, 2, 12, 14, 255, 4294967295])
    assert.equal(name(submit({ t: 'say', text: 'Hello' }, seat)), 'not_yours')
  for (const t of ['tick', 'pause_clock', 'mark_seat']) assert.equal(name(submit({ t }, 1)), 'not_yours', t)
  assert.equal(submit({ t: 'fly' }, 1), -1)
  assert.match(e.complaint(), /no such kind of message: fly/)
  assert.equal(e.exports.submit(2 ** 31, 1, 1), -1)
  assert.equal(e.exports.kept(0), 0)
  assert.equal(e.exports.shown(4294967295), 0)
  assert.equal(e.exports.over(), 0)
  assert.ok(e.exports.deadline() > 1e18)
})

test('P1.3 the one player sets the game up, and is told less than is kept', () => {
  const { e, submit } = hosting()
  const bytes = Buffer.from(e.exports.memory.buffer)
  const out = (size) => bytes.toString('utf8', e.exports.outbox(), e.exports.outbox() + size)
  assert.equal(submit({ t: 'set_up', number: 1, sand_s: 180 }, 1), 0)
  const numbers = Array.from({ length: e.exports.happened() }, (_, i) => i)
  const kept = numbers.map((i) => JSON.parse(out(e.exports.kept(i))))
  const shown = numbers.map((i) => JSON.parse(out(e.exports.shown(i))))
  const pile = (lines) => lines.find(({ t }) => t === 'pile_shuffled')
  assert.ok(pile(kept).order.some((tile) => tile > 0))
  assert.equal('order' in pile(shown), false)
})

test('P4.2 a command at the deadline is too late; time does not go backwards', () => {
  const { e, submit, name } = hosting()
  submit({ t: 'set_up', number: 1, sand_s: 180 }, 1, 10)
  submit({ t: 'turn_hourglass' }, 1, 1000)
  assert.equal(e.exports.deadline(), 181000)
  assert.equal(submit({ t: 'turn_action' }, 1, 500), 0)
  assert.equal(submit({ t: 'turn_action' }, 1, 180999), 0)
  assert.equal(name(submit({ t: 'turn_action' }, 1, 181000)), 'over')
  assert.equal(e.exports.happened(), 1)
  assert.equal(e.exports.over(), 1)
})

test('what was not kept by such a table is not restored', () => {
  const { e } = hosting()
  const restore = (line) => e.text(e.exports.restore(e.put(line)))
  const line = (n) => JSON.stringify({ n, at: 1, t: 'table_locked', to: 0, locked: true })
  assert.match(restore(line(1)), /missing, or there twice/)
  assert.match(restore(line(3)), /missing, or there twice/)
  assert.match(restore('{"n":2'), /./)
  assert.match(restore(line(2).replace('locked', 'locket')), /./)
  assert.equal(e.exports.happened(), 0)
  assert.equal(e.exports.restore(e.put(line(2))), 0)
})

test('options are read as set_up reads them', () => {
  const { e } = hosting()
  const options = (asked) => e.exports.options(e.put(JSON.stringify({ ...asked, t: 'set_up' })))
  assert.ok(options({ number: 3 }) > 20)
  assert.equal(options({ number: 'three' }), 0)
  assert.equal(options({ colour: 1 }), 0)
})

test('M4.5 the page is told what it costs a hero to come to where it can explore', () => {
  const { e: host, submit } = hosting()
  const bytes = Buffer.from(host.exports.memory.buffer)
  const e = engine('maze')
  const [explore, flip] = [0, 3]
  const feed = () => {
    for (let i = 0; i < host.exports.happened(); i++) {
      const size = host.exports.shown(i)
      const line = bytes.toString('utf8', host.exports.outbox(), host.exports.outbox() + size)
      if (size) assert.equal(e.exports.feed(e.put(line)), 0)
    }
  }
  feed()
  assert.equal(e.exports.cost(0, 21, explore), -1, 'nothing is laid')
  submit({ t: 'set_up', number: 1, sand_s: 180 }, 1)
  feed()
  const { mall, hero_at } = e.json()
  for (const hero of [0, 1, 2, 3]) {
    const arrow = 16 + mall[1].face.space.indexOf(7 + hero)
    assert.equal(e.exports.cost(hero, arrow, explore), 0)
    assert.ok(e.exports.cost(hero, hero_at[hero], explore) > 0)
    assert.ok(e.exports.cost(hero, hero_at[hero], flip) > 0)
    assert.ok(e.exports.room(hero, arrow, explore) >= 0)
  }
  for (const [hero, place, aim] of [
    [4, 21, 0],
    [0, 0, 0],
    [0, 32, 0],
    [0, 400, 0],
    [0, 4294967295, 0],
    [0, 21, 4],
    [4294967295, 21, 4294967295],
  ]) {
    assert.equal(e.exports.cost(hero, place, aim), -1)
    assert.equal(e.exports.room(hero, place, aim), -1)
  }
  const { exports } = new WebAssembly.Instance(MODULES.maze)
  assert.equal(exports.cost(0, 21, explore), -1, 'no game is open')
})

test('nobody guesses as the host, as the gallery or with junk', () => {
  const e = nodding()
  const before = e.drawn()
  for (const seat of [0, 13, 255, 4294967295]) {
    const refusal = e.guess({ t: 'nod' }, seat, 0)
    assert.equal(e.text(e.exports.refusal_name(refusal)), 'not_yours')
    assert.deepEqual(e.legal(seat), [])
  }
  assert.equal(e.guess({ t: 'fly' }, 1, 0), -1)
  assert.match(e.complaint(), /no such kind of message: fly/)
  assert.equal(e.guess({ t: 'nod', by: 2 }, 1, Number.NaN), -1)
  assert.deepEqual(e.drawn(), before)
  assert.equal(e.exports.refusal_rule(255), 0)
  assert.equal(e.exports.refusal_rule(256), 0)
})

test('who hears whom is answered from the view', () => {
  const e = nodding()
  assert.equal(e.exports.hears(1, 0), 0b111)
  assert.equal(e.exports.hears(3, 0), 0)
  assert.equal(e.exports.hears(1, 4), 0)
  assert.equal(e.exports.hears(999, 0), 0)
})

test('the next game begins from nothing', () => {
  const e = nodding()
  assert.equal(e.exports.open(e.put('null')), 1)
  assert.ok(e.view().every((byte) => byte === 0))
  assert.ok(e.drawn().every((byte) => byte === 0))
})
