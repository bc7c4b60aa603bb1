// P9.1: every language has every word, with the same gaps; and every refusal of every game has words.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { games } from '../../../web/games.js'
import { partOf } from '../../../web/words.js'

const src = join(dirname(fileURLToPath(import.meta.url)), '../../../web/src')
const read = (language) => JSON.parse(readFileSync(join(src, `lang/${language}.json`), 'utf8'))
const languages = readdirSync(join(src, 'lang')).map((name) => name.replace('.json', ''))
const gaps = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort()

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : files(path)
    return /\.(svelte|ts)$/.test(entry.name) ? [path] : []
  })
}
const sources = (folder) => files(folder).map((path) => readFileSync(path, 'utf8'))

test('P9.1 English, French and Dutch are there', () => {
  for (const language of ['en', 'fr', 'nl']) assert.ok(languages.includes(language), language)
})

test('P9.1 every language has the same keys, no empty words, and the same gaps', () => {
  const english = read('en')
  for (const language of languages) {
    const words = read(language)
    assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), language)
    for (const [key, text] of Object.entries(words)) {
      assert.ok(text.trim(), `${language}: ${key} is empty`)
      assert.deepEqual(gaps(text), gaps(english[key]), `${language}: the gaps of ${key}`)
    }
  }
})

// A sign alone at the beginning of a line is stumbled over. What is quoted from a file is not prose.
test('P9.1 signs that stand apart, as in French and Dutch, stay on the line of their word', () => {
  for (const language of languages)
    for (const [key, text] of Object.entries(read(language)))
      assert.doesNotMatch(text.replace(/, [:;?] /g, ''), / [:;!?»…]|« /, `${language}: ${key}`)
})

test('P6.1 every refusal of the games has words', () => {
  const english = read('en')
  for (const file of ['common', ...games.map(({ name }) => name)]) {
    const text = readFileSync(join(src, `generated/${file}.ts`), 'utf8')
    const names = [...text.matchAll(/^ {2}\| '(\w+)'$/gm)].map((found) => found[1])
    assert.ok(names.length)
    for (const name of names) assert.ok(english[`refusal.${name}`], `${file}: refusal.${name}`)
  }
})

// What only hidden roles refuse, or end with, is fetched with their cards, not with the first page.
test('H0.3 every role card has a title and a text, and they travel with the roles', () => {
  const english = read('en')
  const read_def = (name) => readFileSync(join(src, `../../games/maze/${name}.def`), 'utf8')
  const cards = [...read_def('cards').matchAll(/VALUE\(card, (\w+)\)/g)].map((found) => found[1])
  assert.equal(cards.length, 44)
  for (const card of cards)
    for (const key of [`card.${card}`, `card.${card}.text`]) {
      assert.ok(english[key], key)
      assert.equal(partOf(key), 'roles', key)
    }
  const refusals = [...read_def('roles').matchAll(/REFUSAL\(\d+, (\w+)/g)].map((found) => found[1])
  assert.ok(refusals.length > 25)
  for (const name of refusals) assert.equal(partOf(`refusal.${name}`), 'roles', name)
  const published = /^(clown|turncoat|late bloomer)$/i
  for (const card of cards) assert.doesNotMatch(english[`card.${card}`], published)
})

// The server says in English what is wrong with a set of tiles; the page knows it by its first words.
test('P9.1 every mistake in a set of tiles has words', () => {
  const source = readFileSync(join(src, '../../games/maze/tiles.c'), 'utf8')
  const told = [...source.matchAll(/"[^"\n]*"(?:\s+"[^"\n]*")*/g)]
    .map(([text]) => text.replace(/"\s*"|^"|"$/g, '').replace(/ \(M[\d.]+\)$/, ''))
    .filter((text) => / [a-z]{3,}/.test(text) && !/^turncoat|^, row|^ column| is empty$|KiB$/.test(text))
  const keys = told.map((text) => `mistake.${text.toLowerCase().match(/\w+/g).slice(0, 8).join('_')}`)
  const known = Object.keys(read('en')).filter((key) => key.startsWith('mistake.'))
  assert.deepEqual(keys.sort(), known.sort())
})

test('every key that the page names exists', () => {
  const english = read('en')
  const used = sources(src).flatMap((text) =>
    [...text.matchAll(/\b(?:t|say)\('([\w.]+)'/g)].map((found) => found[1]),
  )
  assert.ok(used.length > 80)
  for (const key of used) assert.ok(key in english, key)
})

// Which files are shown only when a part's words are there: those of the folder, or fewer.
const OF_PART = {
  ...Object.fromEntries(games.map(({ name }) => [name, new RegExp(`^${name}/`)])),
  builder:
    /^maze\/scenario\/(Builder|ScenarioEditor|ScenarioList|ScenarioTiles|ScenarioVerdict|scenarioFile)\./,
  asked: /^table\/(Asked|Waiting)\./,
  tiles: /^maze\/scenario\/OwnTiles\./,
  wordlist: /^word\/[oO]wnWords\./,
  roles: /^maze\/roles\//,
}

test('P9.1 the words of a part of the page are said by that part alone', () => {
  const found = new Set()
  for (const path of files(src)) {
    const name = path.slice(src.length + 1)
    for (const [, key] of readFileSync(path, 'utf8').matchAll(/['"`](\w+\.[\w.]*)(?=['"`$])/g)) {
      const part = partOf(key)
      if (part === 'page' || /\.(svelte|ts|json|js|wasm)$/.test(key)) continue
      found.add(part)
      assert.match(name, OF_PART[part], `${name} says ${key}`)
    }
  }
  assert.deepEqual([...found].sort(), Object.keys(OF_PART).sort())
})

test('every word is said somewhere', () => {
  const all = sources(src).join('\n')
  const names = Object.keys(read('en'))
  // A key made at run time begins with words of its own: `role.${one}`, `game.${one}.what`.
  const made = [...all.matchAll(/`(\w+\.[\w.]*)\$\{[^`]*?\}([\w.]*)`/g)].map(([, head, tail]) => [head, tail])
  const isMade = (key) => made.some(([head, tail]) => key.startsWith(head) && key.endsWith(tail))
  for (const key of names) assert.ok(isMade(key) || new RegExp(`['"\`]${key}['"\`]`).test(all), key)
  for (const { name: game } of games)
    for (const what of ['what', 'facts', 'players']) assert.ok(names.includes(`game.${game}.${what}`))
})
