// M8.12: the page has words for each of the engine's rules and faults, and a switch for each rule.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const header = read('games/maze/scenarios.h')
const english = JSON.parse(read('web/src/lang/en.json'))
const rules = [...header.matchAll(/X\([A-Z_]+, ([a-z_]+), "/g)].map(([, name]) => name)

test('M8.12 every rule, and every fault of a file, has words', () => {
  const faults = [...header.matchAll(/X\(([a-z_]+), "/g)].map(([, name]) => name)
  assert.ok(faults.length > 10)
  assert.equal(rules.length, 17)
  for (const name of rules) assert.ok(english[`rule.${name}`] && english[`rule.${name}.what`], name)
  for (const name of faults) assert.ok(english[`fault.${name}`], name)
})

test('M8.12 every rule can be switched in the builder', () => {
  const editor = read('web/src/maze/scenario/ScenarioEditor.svelte')
  const groups = /const GROUPS[^=]*= \[([\s\S]*?)\n {2}\]/.exec(editor)[1]
  for (const name of rules) assert.ok(groups.includes(`'${name}'`), name)
})
