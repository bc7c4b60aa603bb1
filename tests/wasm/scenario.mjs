// What the engine tells a page about scenarios (M8): which there are, who can play them, why a custom one
// cannot be played, and how it is read and written. See wasm/maze/scenario.c.
//
//   node scenario.mjs ENGINES
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const { exports } = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(`${process.argv[2]}/maze.wasm`)),
)
const memory = Buffer.from(exports.memory.buffer)
const put = (text) => memory.write(text, exports.inbox(), exports.inbox_size())
const answer = (size) => memory.toString('utf8', exports.outbox(), exports.outbox() + size)
const list = (seats) => JSON.parse(answer(exports.scenario_list(seats)))
const set_up = (asked) => put(JSON.stringify({ t: 'set_up', ...asked }))
const judge = (asked, seats = 4) => JSON.parse(answer(exports.scenario_judge(set_up(asked), seats)) || 'null')
const write = (asked) => answer(exports.scenario_write(set_up(asked)))
const read = (text) => JSON.parse(answer(exports.scenario_read(put(text))))

const upTo = (n) => 2 ** (n + 1) - 4
const RULES = [...readFileSync('games/maze/scenarios.h', 'utf8').matchAll(/X\(([A-Z_]+), \w+, "/g)]
const rule = (name) => 2 ** RULES.findIndex((found) => found[1] === name)
const own = { number: 0, title: 'Mine', tiles: upTo(12), side: 1, sand_s: 180 }
const names = (judged) => judged.refusals.map(({ name }) => name)

test('M8.1 every scenario, level and side that exists is listed, and no other can be had', () => {
  const all = list(4)
  assert.deepEqual(
    all.map(({ number }) => number),
    Array.from({ length: 17 }, (_, i) => i + 1),
  )
  assert.deepEqual(all[0], {
    number: 1,
    campaign: true,
    levels: [9],
    sides: [1],
    least: 1,
    most: 8,
    fits: true,
  })
  assert.deepEqual(all.filter(({ campaign }) => campaign).length, 7)
  assert.deepEqual(all[4].sides, [2])
  assert.deepEqual(all[7].levels, [9, 12, 14, 15, 17, 19, 24])
  for (const { number, levels, sides } of all.slice(7)) {
    assert.equal(levels[0], [10, 13, 17].includes(number) ? 12 : 9)
    assert.deepEqual(sides, [1, 2])
    for (const level of levels)
      for (const side of sides) assert.deepEqual(names(judge({ number, level, side })), [])
    for (const level of [8, 13, 25]) assert.equal(judge({ number, level }), null)
  }
  assert.equal(judge({ number: 18 }), null)
})

test('M9.4 alone, scenarios 9, 12, 14 and 15 do not fit; nine fit 9 alone', () => {
  const unfit = (seats) =>
    list(seats)
      .filter(({ fits }) => !fits)
      .map(({ number }) => number)
  assert.deepEqual(unfit(1), [9, 12, 14, 15])
  assert.deepEqual(unfit(2), [9])
  assert.deepEqual(unfit(8), [])
  assert.equal(unfit(9).length, 16)
  assert.equal(unfit(4294967295).length, 17)
})

test('a scenario of the game is told with everything filled in', () => {
  const { scenario, least, most } = judge({ number: 8, level: 9, sand_s: 240 })
  assert.equal(scenario.title, 'Open pile')
  assert.equal(scenario.tiles, upTo(9))
  assert.equal(scenario.sand_s, 240)
  assert.ok(scenario.rules & rule('ONE_EXIT') && scenario.rules & rule('FACE_UP'))
  assert.ok(!(judge({ number: 8, level: 12 }).scenario.rules & rule('ONE_EXIT')))
  assert.deepEqual([least, most], [1, 8])
})

test('M8.12 what is wrong with a custom scenario is reported by line and by rule', () => {
  assert.deepEqual(judge(own).refusals, [])
  assert.equal(judge(own).scenario.level, 12)
  const rules = rule('TALK_ALWAYS') + rule('NO_TALK') + rule('NO_VORTEX')
  const judged = judge({ ...own, rules, top: 20, title: ' ' })
  assert.deepEqual(judged.refusals, [
    { name: 'bad_title', key: 'title' },
    { name: 'talk_clash', key: 'rules' },
    { name: 'top_missing', key: 'top' },
  ])
  const against = Object.fromEntries(RULES.map(([, name], bit) => [name, judged.against[bit]]))
  assert.equal(against.TALK_ALWAYS, 'talk_clash', 'one of the two that clash')
  assert.equal(against.NO_TALK, 'talk_clash')
  assert.equal(against.DIMENSIONS, 'vortex_clash', 'would clash if it were switched on')
  assert.equal(against.NO_VORTEX, null)
  assert.equal(against.ONE_EXIT, null)
  assert.deepEqual(names(judge({ ...own, tiles: upTo(9) })), ['exit_missing'])
  assert.deepEqual(names(judge({ ...own, tiles: upTo(9), rules: rule('ONE_EXIT') })), [])
  assert.equal(judge({ ...own, rules: rule('EMPTY_HANDED') }, 2).fits, false)
})

test('junk is not judged and not written', () => {
  for (const size of [put('{"t":"set_up","number":0,'), put('{"t":"turn_hourglass"}'), 2 ** 31]) {
    assert.equal(exports.scenario_judge(size, 4), 0)
    assert.equal(exports.scenario_write(size), 0)
  }
  assert.equal(write({ ...own, title: '' }), '')
  assert.equal(write({ ...own, tiles: 0 }), '')
})

test('M8.12 what is written is read again the same', () => {
  const asked = { ...own, title: 'Zoë’s "night"', rules: rule('OTHERS') + rule('NO_PAWN'), top: 7, side: 2 }
  const text = write(asked)
  assert.match(text, /^turncoat scenario 1\ntitle: Zoë’s "night"\ntiles: 2-12\nface: B\ntop: 7\n/)
  const { scenario, line } = read(text)
  assert.deepEqual(scenario, judge(asked).scenario)
  assert.equal(line, 0)
  assert.equal(write(scenario), text)
})

test('M8.12 our own examples are read and can be played', () => {
  for (const file of readdirSync('data/scenarios')) {
    const { scenario, line } = read(readFileSync(`data/scenarios/${file}`, 'utf8'))
    assert.equal(line, 0, file)
    assert.deepEqual(judge(scenario).refusals, [], file)
  }
})

test('M8.12 a file that is not a scenario is refused with line and reason', () => {
  const with_rules = (rules) => `turncoat scenario 1\ntitle: x\ntiles: 2-12\nrules: ${rules}\nend\n`
  assert.deepEqual(read(with_rules('say "\\"')), { fault: 'no_rule', line: 4, about: 'say "\\"' })
  assert.deepEqual(read('hello'), { fault: 'first_line', line: 1, about: '' })
  assert.equal(read(with_rules('talk always, no talk')).line, 4)
  assert.equal(JSON.parse(answer(exports.scenario_read(2 ** 31))).fault, 'too_long')
})

test('M2.1 the page is told every tile as it is drawn', () => {
  const faces = JSON.parse(answer(exports.scenario_tiles()))
  assert.deepEqual(
    faces.map(({ number }) => number),
    [1, ...Array.from({ length: 24 }, (_, i) => i + 1)],
  )
  assert.deepEqual(
    faces.slice(0, 3).map(({ side }) => side),
    [1, 2, 0],
  )
  for (const { space } of faces) assert.equal(space.length, 16)
})
