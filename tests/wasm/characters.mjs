// A text is as long as people say it is: the engine counts what the browser's own segmenter counts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const { exports } = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(`${process.argv[2]}/null.wasm`)),
)
const memory = Buffer.from(exports.memory.buffer)
const counted = (text) => exports.characters(memory.write(text, exports.inbox(), exports.inbox_size()))
const segmenter = new Intl.Segmenter()
const segments = (text) => [...segmenter.segment(text)].length

test('P3.2 characters are counted as people count them', () => {
  const pieces = [
    ...['a', 'Z', ' ', '.', 'é', 'e\u0301', 'ñ', 'ç', 'ß', 'œ', 'Ĳ', 'ж', 'й', 'и\u0306', 'Ω', 'ώ', '€', '—'],
    ...['漢', 'か\u3099', '한', '👍', '👍🏽', '❤️', '☀', '👩‍👩‍👧‍👦', '👨🏿‍🚀', '🏳️‍🌈', '🇳🇱', '🇫🇷', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ...['ש\u05c1', 'مَ', 'ก\u0e34', 'के', '1️⃣'],
  ]
  for (const piece of pieces) assert.equal(counted(piece), segments(piece), piece)
  let seed = 7
  const below = (n) => (seed = (seed * 48271) % 2147483647) % n
  for (let i = 0; i < 2000; i++) {
    const text = Array.from({ length: below(40) }, () => pieces[below(pieces.length)]).join('')
    assert.equal(counted(text), segments(text), text)
  }
})

test('a text may be anything', () => {
  assert.equal(counted(''), 0)
  assert.equal(exports.characters(2 ** 31), 0)
  assert.equal(counted('\u0301'), 1)
  assert.equal(counted('\u200d\u200d\u200d'), 1)
})
