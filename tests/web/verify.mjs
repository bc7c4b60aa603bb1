// The verifier in the browser agrees with the native one, on genuine records and on forged ones.
//
//   node tests/web/verify.mjs TURNCOAT VERIFIER_WASM
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { verify } from '../../web/src/lib/engine/verify.js'

const [turncoat, wasm] = process.argv.slice(2)
const module = new WebAssembly.Module(readFileSync(wasm))
const folder = mkdtempSync(join(tmpdir(), 'turncoat-verify-'))
process.on('exit', () => rmSync(folder, { recursive: true }))

function simulated(game, players, ...more) {
  const into = mkdtempSync(join(folder, game))
  const options = ['--players', players, '--games', 4, '--record', into, ...more]
  assert.equal(spawnSync(turncoat, ['simulate', game, ...options]).status, 0)
  return readdirSync(into).map((name) => readFileSync(join(into, name), 'utf8'))
}
const records = [
  ...simulated('maze', 4),
  ...simulated('maze', 1),
  ...simulated('maze', 2, '--tiles', 'tests/play/maze/small.tiles'),
  ...simulated('traitor', 6),
  ...simulated('null', 3),
]

function natively(record) {
  const file = join(folder, 'one.jsonl')
  writeFileSync(file, record)
  return spawnSync(turncoat, ['verify', file], { encoding: 'utf8' })
}

function inThePage(record) {
  try {
    return verify(module, record)
  } catch (forged) {
    return forged
  }
}

test('P5.2 what is true is proved, in both', () => {
  assert.equal(records.length, 20)
  for (const record of records) {
    const { status, stdout } = natively(record)
    assert.equal(status, 0)
    const { entries } = JSON.parse(record.split('\n', 1)[0])
    assert.deepEqual(inThePage(record), { judged: entries, older: 0, deleted: 0 })
    assert.match(stdout, new RegExp(` ${entries} of ${entries} commands`))
  }
})

test('P5.2 what is forged is refused for the same reason, in both', () => {
  let seed = 1
  const below = (n) => (seed = (seed * 48271) % 2147483647) % n
  for (let i = 0; i < 120; i++) {
    const lines = records[i % records.length].split('\n')
    const at = below(lines.length - 1)
    const digits = [...lines[at].matchAll(/\d/g)]
    if (i % 3 === 0) lines.splice(at, 1)
    else if (i % 3 === 1) lines.splice(at, 0, lines[below(lines.length - 1)])
    else if (digits.length) {
      const { index } = digits[below(digits.length)]
      const other = (Number(lines[at][index]) + 1) % 10
      lines[at] = lines[at].slice(0, index) + other + lines[at].slice(index + 1)
    }
    const record = lines.join('\n')
    const { status, stderr } = natively(record)
    const page = inThePage(record)
    assert.equal(status === 0, !(page instanceof Error), `${stderr}${page}`)
    if (status) assert.ok(stderr.includes(page.message), `${stderr} is not ${page.message}`)
  }
})
