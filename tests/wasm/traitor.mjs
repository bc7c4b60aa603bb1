// What the engine tells a page about the cards of Are You the Traitor?: see wasm/traitor/cards.c.
//
//   node traitor.mjs ENGINES
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const { exports } = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(`${process.argv[2]}/traitor.wasm`)),
)
const memory = Buffer.from(exports.memory.buffer)
const cards = (players) => {
  const size = exports.traitor_cards(players)
  return JSON.parse(memory.toString('utf8', exports.outbox(), exports.outbox() + size))
}
const rules = readFileSync('docs/rules/traitor.md', 'utf8')

test('T1.2 the cards in play are those of the rules, for every number of players', () => {
  const rows = [...rules.matchAll(/^\| (\d+) \|(.*)\|$/gm)].map(([, players, counts]) => [
    Number(players),
    counts.split('|').map(Number),
  ])
  assert.equal(rows.length, 7)
  for (const [players, [key_holder, traitor, guard, wizard, good, evil]] of rows) {
    const { points, ...cast } = cards(players)
    assert.deepEqual(cast, { key_holder, traitor, guard, wizard, good, evil })
    assert.equal(key_holder + traitor + guard + wizard, players)
  }
})

test('T1.2 nobody plays with fewer than 4, or more than 10', () => {
  for (const players of [0, 3, 11, 4294967295]) {
    const { points, ...cast } = cards(players)
    assert.ok(Object.values(cast).every((count) => count === 0))
  }
})

test('T4.1 what is printed on a treasure is what the rules say', () => {
  const line = rules.split('\n').find((one) => one.startsWith('- T4.1'))
  const ruled = [...line.matchAll(/\((\d)\D*\)/g)].map(([, points]) => Number(points))
  assert.deepEqual(cards(4).points, ruled)
})
