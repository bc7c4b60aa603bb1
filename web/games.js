// What the build has to know of each game, from the game's own folder: every folder of src/ with a game.ts.
//
// build.json, if there is one, says
//   words     which keys of the words are its own, by their first word, or by their first two, which count
//             more: `{ PART: "first words" }`. All that begins with the name of the folder is its own in any
//             case.
//   together  what of it always comes together with its page, in one file
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const src = join(dirname(fileURLToPath(import.meta.url)), 'src')

export const games = readdirSync(src)
  .filter((name) => existsSync(join(src, name, 'game.ts')))
  .map((name) => {
    const path = join(src, name, 'build.json')
    const { words = {}, together = '' } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    return { name, words: { ...words, [name]: `${name} ${words[name] ?? ''}` }, together }
  })
