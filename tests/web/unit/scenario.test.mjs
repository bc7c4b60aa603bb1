// M8.12: the page calls the engine's rules and faults by the same names, and has words for each.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const header = read('games/maze/scenarios.h')
const english = JSON.parse(read('web/src/lang/en.json'))
const rules = [...header.matchAll(/X\(([A-Z_]+), (\d+), "/g)]
  .map(([, name, bit]) => ({ name: name.toLowerCase(), bit: Number(bit) }))
  .sort((one, other) => one.bit - other.bit)

test('M8.12 the page has the rules in the order of the engine', () => {
  const list = read('web/src/maze/scenario.ts').match(/export const RULES = \[([^\]]*)\]/)[1]
  const named = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name)
  assert.equal(rules.length, 17)
  assert.deepEqual(
    named,
    rules.map(({ name }) => name),
  )
})

test('M8.12 every rule, and every fault of a file, has words', () => {
  const faults = [...header.matchAll(/X\(([a-z_]+), "/g)].map(([, name]) => name)
  assert.ok(faults.length > 10)
  for (const { name } of rules) assert.ok(english[`rule.${name}`] && english[`rule.${name}.what`], name)
  for (const name of faults) assert.ok(english[`fault.${name}`], name)
})

test('M8.12 every rule can be switched in the builder', () => {
  const groups = read('web/src/maze/ScenarioEditor.svelte').match(/const GROUPS[^=]*= \[([\s\S]*?)\n  \]/)[1]
  for (const { name } of rules) assert.ok(groups.includes(`'${name}'`), name)
})
