// What the page states a second time, because nothing generates it: it equals the first statement.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const number = (text, name) => {
  const [, base, shift] = new RegExp(`\\b${name} = (\\d+)(?: << (\\d+))?`).exec(text) ?? []
  assert.ok(base, name)
  return Number(base) << Number(shift ?? 0)
}

test('a text that is too long for the server is noticed before it is sent', () => {
  const here = number(read('web/src/lib/connection/material.ts'), 'MATERIAL_MAX')
  assert.equal(here, number(read('core/limits.h'), 'MATERIAL_TEXT_MAX'))
})

test('a scenario from a file is cut only where the engine says that it is too long', () => {
  const here = number(read('web/src/maze/scenario/ScenarioList.svelte'), 'TEXT_BYTES')
  assert.ok(here > number(read('games/maze/scenarios.h'), 'SCENARIO_TEXT_MAX'))
})
