// What the engine tells a page about a word that somebody writes: see wasm/word/words.c.  And that it has no
// deck.
//
//   node word.mjs ENGINES
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const file = readFileSync(`${process.argv[2]}/word.wasm`)
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(file))
const memory = Buffer.from(exports.memory.buffer)
const put = (text) => memory.write(text, exports.inbox(), exports.inbox_size())
const answer = (size) => JSON.parse(memory.toString('utf8', exports.outbox(), exports.outbox() + size))
const judge = (text) => answer(exports.word_judge(put(text)))
const [OK, SAID_ALREADY, ALIKE, NO_WORD, BAD_SIGN] = [0, 79, 80, 75, 78]

let told = 0
function feed(event) {
  const why = exports.feed(put(JSON.stringify({ n: ++told, at: 1000, ...event })))
  assert.equal(why, 0)
}

// Three players, in French; the second has announced the starting word's neighbour.
function begin() {
  assert.equal(exports.open(put('word')), 1)
  told = 0
  for (const [i, name] of ['Ann', 'Ben', 'Cleo'].entries())
    feed({ t: 'seat_taken', seat: i + 1, bot: false, name })
  const options = { thinking_s: 45, standing_s: 3, without_turns: false, pointing: false, brought: false }
  feed({ t: 'game_set_up', language: 'fr', colour: 'black', ...options, first: 1 })
  const word = (text) => {
    const { plain } = judge(text)
    return { written: plain + 1, plain, text } // nothing here compares written forms but the last test
  }
  feed({ t: 'word_started', ...word('cerise'), number: 1, by: 1 })
  feed({ t: 'word_announced', ...word('marché'), number: 2, by: 2, insisted: false })
}

test('W2.4 what a word is like is named, by its number', () => {
  begin()
  assert.deepEqual({ ...judge('marche'), plain: 0 }, { refusal: ALIKE, earlier: 2, plain: 0 })
  assert.deepEqual({ ...judge('les cerises'), plain: 0 }, { refusal: ALIKE, earlier: 1, plain: 0 })
  assert.deepEqual({ ...judge('pomme'), plain: 0 }, { refusal: OK, earlier: 0, plain: 0 })
})

test('W3.5 a card whose forms have it is that word', () => {
  begin()
  assert.equal(judge('Pomme').plain, judge('la pomme').plain)
  assert.notEqual(judge('pomme').plain, judge('poire').plain)
  assert.equal(judge('?').plain, 0)
})

test('W2.5 what is no word is told while it is written', () => {
  begin()
  assert.equal(judge('').refusal, NO_WORD)
  assert.equal(judge('quoi ?').refusal, BAD_SIGN)
})

test('W2.4 equal written forms are the same word', () => {
  begin()
  const view = answer(exports.view_json())
  assert.equal(view.words, 2)
  const { plain } = judge('sable')
  // A story in which "sable" was said: its written form is its plain form.
  feed({ t: 'word_announced', written: plain, plain, number: 3, by: 3, insisted: false, text: 'sable' })
  assert.deepEqual(judge('le Sable'), { refusal: SAID_ALREADY, earlier: 3, plain })
})

test('a text may be anything', () => {
  assert.equal(exports.word_judge(2 ** 31), 0)
  for (const bytes of ['\u0000', '\ud800', 'a'.repeat(5000), '\u0301'.repeat(99)])
    assert.equal(typeof judge(bytes).refusal, 'number')
})

test('W7.2 no word of the house is in the engine', () => {
  const deck = readFileSync('data/decks/word.en', 'utf8')
  const words = [...deck.matchAll(/\| [nav] ([a-z]{6,})/g)].map(([, word]) => word)
  assert.ok(words.length > 100)
  const text = file.toString('latin1')
  const found = words.filter((word) => text.includes(word))
  assert.ok(found.length < words.length / 20, `found: ${found}`)
})
