// The words of one language are one file (src/lang/), for whoever writes them. What only one part of the page
// says travels with that part: `lang/en.json?part=traitor` is what is left of the file then.
import { readFileSync } from 'node:fs'
import { games } from './games.js'

/** Which part says the keys that begin with these words; all others are the page's. */
const PARTS = new Map([
  ['asked', 'asked'],
  ...games.flatMap(({ words }) =>
    Object.entries(words).flatMap(([part, firsts]) => firsts.split(' ').map((first) => [first, part])),
  ),
])

const [first, second] = [(key) => key.split('.')[0], (key) => key.split('.').slice(0, 2).join('.')]

export const partOf = (key) => PARTS.get(second(key)) ?? PARTS.get(first(key)) ?? 'page'

export const words = {
  name: 'words',
  enforce: 'pre',
  load(id) {
    const [, file, part] = /^(.*\.json)\?part=(\w+)$/.exec(id) ?? []
    if (!file) return null
    const all = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
    return JSON.stringify(Object.fromEntries(all.filter(([key]) => partOf(key) === part)))
  },
}
