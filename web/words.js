// The words of one language are one file (src/lang/), for whoever writes them. What only one part of the page
// says travels with that part: `lang/en.json?part=traitor` is what is left of the file then.
import { readFileSync } from 'node:fs'

/** Which keys are a part's own, by their first word; all others are the page's. */
const PARTS = {
  maze: 'maze hint scenario rule choice space goal action hero tell way the list keys stamp'.split(' '),
  builder: 'builder fault example'.split(' '),
  traitor: 'traitor treasure role'.split(' '),
}

export function partOf(key) {
  const first = key.split('.')[0]
  return Object.keys(PARTS).find((part) => PARTS[part].includes(first)) ?? 'page'
}

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
