// What only a person can judge of a deck (W8.5 to W8.8) holds for the words that were judged: a deck that has
// changed since must be judged again. Read what tools/deck-report.mjs says of it, and its new words, and only
// then:
//
//   judged.mjs --accept
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { expect, failed } from '../crash/expect.mjs'

const decks = new URL('../../data/decks/', import.meta.url)
const list = new URL('judged.json', import.meta.url)
const languages = ['en', 'fr', 'nl']

// Words and forms; glosses count for nothing (W1.6).
function fingerprint(file) {
  const lines = readFileSync(new URL(file, decks), 'utf8').split('\n')
  const cards = lines.filter((line) => !/^\s*(\/\/|$)/.test(line))
  const words = cards.map((line) =>
    line
      .replace(/\[[^\]]*\]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return createHash('sha256').update(words.join('\n')).digest('hex')
}

const now = Object.fromEntries(readdirSync(decks).map((file) => [file, fingerprint(file)]))
if (process.argv[2] === '--accept') {
  writeFileSync(list, `${JSON.stringify(now, null, 2)}\n`)
} else {
  const judged = JSON.parse(readFileSync(list, 'utf8'))
  for (const language of languages) {
    const file = `word.${language}`
    const same = file in now && now[file] === judged[file]
    expect(`W8.5, W8.6, W8.7, W8.8 ${file} is as it was judged: judge it, then judged.mjs --accept`, same)
  }
  console.log(`${languages.length} decks: ${failed()} failures`)
}
process.exit(failed() ? 1 : 0)
