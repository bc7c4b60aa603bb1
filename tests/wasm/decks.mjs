// W7.2: no engine for browsers holds the word cards of the house, so whoever plays is never sent a deck; the
// program itself holds them.
//
//   decks.mjs ENGINES TURNCOAT
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, failed } from '../crash/expect.mjs'

const [engines, turncoat] = process.argv.slice(2)
const files = readdirSync(engines)
  .filter((file) => file.endsWith('.wasm'))
  .map((file) => join(engines, file))

// As a deck is kept: a word, a zero, and its first gloss.
function kept_words() {
  const words = []
  for (const file of readdirSync('data/decks'))
    for (const line of readFileSync(join('data/decks', file), 'utf8').split('\n'))
      for (const [, word, gloss] of line.matchAll(/\| [nav] ([^,[|]+?)(?:,[^[|]*)? \[(?:en|fr) ([^\]]+)\]/g))
        words.push(`${word}\0${gloss}\0`)
  return words
}

const holds = (file, words) => {
  const bytes = readFileSync(file)
  return words.filter((word) => bytes.includes(word)).length
}

const words = kept_words()
const known = holds(turncoat, words)
const all = known === words.length && known > 900
expect(`W7.2 the program holds its decks: ${known} of ${words.length} words`, all)
for (const file of files)
  expect(`W7.2 ${basename(file)} holds ${holds(file, words)} words of decks`, holds(file, words) === 0)
console.log(`${words.length} words, in none of ${files.length} engines: ${failed()} failures`)
process.exit(failed() ? 1 : 0)
