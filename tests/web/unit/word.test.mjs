// The page of Traître Mot, as far as it has no markup: the chain as a story tells it, slips of the pen,
// holding a token, and that nothing tells a verdict before the votes are counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundle, clock } from '../bundle.mjs'

const { chainOf, handOf, pileOf, isNear, Hold, HOLD_MS, Course } = await bundle(
  'word',
  `export * from './story'
   export * from './judge'
   export * from './hold.svelte'
   export * from './course.svelte'`,
)
globalThis.document ??= { querySelector: () => null }

const numbered = (events) => events.map((event, i) => ({ n: i + 1, at: 0, ...event }))
const word = (number, text, by, more = {}) => ({
  t: 'word_announced',
  number,
  text,
  by,
  insisted: false,
  ...more,
})
const drawn = (card, text, more = {}) => ({
  t: 'card_drawn',
  seat: 1,
  card,
  text,
  forms: [card * 100],
  replaces: 0,
  word: 0,
  ...more,
})

test('the chain tells who said a word, and what came of it', () => {
  const chain = chainOf(
    numbered([
      { t: 'word_started', number: 1, text: 'well', by: 1 },
      word(2, 'water', 2),
      word(3, 'waters', 3, { insisted: true }),
      { t: 'card_shown', word: 2, seat: 2, fate: 'placed', text: 'water' },
      { t: 'word_accused', word: 3, accusation: 'off_topic', by: 1, seat: 3 },
      { t: 'word_justified', by: 3, text: 'it rains' },
      { t: 'accusation_settled', word: 3, accusation: 'off_topic', right: false, from: 1, taker: 3 },
      { t: 'announcer_skipped', seat: 1 },
      { t: 'misses_shown', seats: [0, 0b101, 0] },
    ]),
  )
  assert.deepEqual(
    chain.map(({ text, by, start, insisted }) => [text, by, start, insisted]),
    [
      ['well', 1, true, false],
      ['water', 2, false, false],
      ['waters', 3, false, true],
    ],
  )
  assert.deepEqual(chain[1].shown, [{ seat: 2, fate: 'placed' }])
  assert.deepEqual(chain[1].missed, [1, 3])
  assert.deepEqual(chain[2].accused, { by: 1, what: 'off_topic', right: false })
  assert.equal(chain[2].reason, 'it rains')
  assert.deepEqual(chain[2].skipped, [1])
})

test('W3.3, W3.6 a card that was shown or laid aside makes room for the next, in its place', () => {
  const dealt = [1, 2, 3, 4, 5].map((card) => drawn(card, `word ${card}`))
  const texts = (more) => handOf(numbered([...dealt, ...more])).map((card) => card?.text ?? '')
  assert.deepEqual(texts([]), ['word 1', 'word 2', 'word 3', 'word 4', 'word 5'])
  const shown = { t: 'card_shown', word: 2, seat: 1, card: 2, fate: 'placed', text: 'word 2' }
  assert.deepEqual(texts([shown]), ['word 1', '', 'word 3', 'word 4', 'word 5'])
  assert.deepEqual(texts([shown, drawn(9, 'new')])[1], 'new')
  assert.deepEqual(texts([drawn(9, 'new', { replaces: 4, word: 2 })])[3], 'new')
  assert.deepEqual(texts([drawn(0, '', { replaces: 4, word: 2 })])[3], '', 'W5.4 the pile is empty')
  const others = { t: 'card_shown', word: 2, seat: 2, fate: 'placed', text: 'word 1' }
  assert.deepEqual(texts([others])[0], 'word 1', 'another’s card is no card of one’s own')
})

test('a slip of the pen near a secret word is noticed; short and other words are not', () => {
  for (const [written, meant] of [
    ['cersie', 'cerise'],
    ['ceris', 'cerise'],
    ['cerisse', 'cerise'],
    ['carise', 'cerise'],
    ['bibliotheqe', 'bibliothèque'],
    ['élastiqe', 'élastique'],
  ])
    assert.ok(isNear(written, meant), `${written}, ${meant}`)
  for (const [written, meant] of [
    ['roe', 'roue'],
    ['sel', 'ciel'],
    ['fraise', 'cerise'],
    ['chapeau', 'cerise'],
  ])
    assert.ok(!isNear(written, meant), `${written}, ${meant}`)
})

test('a token is held for half a second; a short press asks, and a second one does it', (t) => {
  const tick = clock(t)
  const done = []
  const hold = new Hold((what) => done.push(what))
  hold.press('off_topic')
  tick(HOLD_MS - 1)
  hold.release()
  tick(HOLD_MS)
  assert.deepEqual(done, [], 'let go too early')
  hold.press('off_topic')
  tick(HOLD_MS)
  hold.click('off_topic', false)
  assert.deepEqual(done, ['off_topic'], 'and the click at its end is no second press')
  assert.equal(hold.armed, '')
  hold.click('secret_word', true)
  assert.deepEqual(done, ['off_topic'])
  assert.equal(hold.armed, 'secret_word')
  hold.click('secret_word', true)
  assert.deepEqual(done, ['off_topic', 'secret_word'])
  hold.click('off_topic', true)
  tick(10000)
  assert.equal(hold.armed, '', 'it does not ask for ever')
})

// A table that is told one event after another, and what it announces.
function tableOf(events) {
  const table = { seat: 1, story: [], winners: [], view: { announcer: 0 }, said: [] }
  table.name = (seat) => `player ${seat}`
  table.announce = (text) => table.said.push(text)
  const course = new Course(table)
  const tell = (event) => {
    table.story.push(event)
    course.happened(event)
  }
  return { table, course, tellAll: () => numbered(events).forEach(tell), tell }
}

const VOTED = [
  { t: 'word_started', number: 1, text: 'well', by: 1 },
  { t: 'pile_counted', seat: 1, cards: 3 },
  drawn(7, 'water'),
  word(2, 'water', 1),
  { t: 'word_accused', word: 2, accusation: 'off_topic', by: 2, seat: 1 },
  { t: 'ballot_closed', yes: 0, no: 8, decision: 'rejected' },
  { t: 'accusation_settled', word: 2, accusation: 'off_topic', right: false, from: 2, taker: 1 },
  { t: 'pile_counted', seat: 1, cards: 4 },
  { t: 'card_shown', word: 2, seat: 1, card: 7, fate: 'defended', text: 'water' },
  { t: 'pile_counted', seat: 1, cards: 5 },
]

test('W4.3, W4.11 until the count of 3-2-1 is over, nothing tells how the vote has ended', (t) => {
  const tick = clock(t)
  const { table, course, tellAll } = tableOf(VOTED)
  tellAll()
  const before = table.said.length
  for (const count of [3, 2, 1]) {
    assert.equal(course.count, count)
    assert.equal(pileOf(course.story, 1), 3)
    assert.equal(handOf(course.story)[0]?.text, 'water')
    assert.deepEqual(chainOf(course.story)[1].shown, [])
    assert.equal(chainOf(course.story)[1].accused.right, null)
    assert.deepEqual([course.tally, course.moments, table.said.length], [null, [], before])
    tick(700)
  }
  assert.equal(course.count, 0)
  assert.deepEqual(course.tally, { yes: 0, no: 8 })
  assert.equal(pileOf(course.story, 1), 5)
  assert.deepEqual(
    course.moments.map(({ word }) => word),
    ['', 'water'],
  )
  assert.ok(table.said.length > before)
})

test('a word that is announced during the count ends it: the game has gone on', (t) => {
  clock(t)
  const { course, tellAll, tell } = tableOf(VOTED)
  tellAll()
  tell({ n: 20, at: 0, ...word(3, 'rain', 2) })
  assert.equal(course.count, 0)
  assert.equal(course.moments.length, 2)
})
