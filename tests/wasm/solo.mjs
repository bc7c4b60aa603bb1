// A table that the page hosts itself tells the same story as a native one with the same seed and the same
// commands, byte for byte. Now and then the page is reloaded, and the table is restored from what was kept.
//
//   node solo.mjs ENGINES turncoat dump_views solo_story
import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

const [engines, , , soloStory] = process.argv.slice(2)
const games = 200
const seed = 2026
const module = new WebAssembly.Module(readFileSync(`${engines}/maze.wasm`))
const count = { games: 0, commands: 0, refused: 0, events: 0, reloads: 0, won: 0, lost: 0 }

const fail = (text) => {
  console.error(`solo: game ${count.games}: ${text}`)
  process.exit(1)
}

// One page that hosts a table.
class Host {
  constructor(words) {
    this.words = words
    this.log = []
    this.story = []
    this.exports = new WebAssembly.Instance(module).exports
    this.memory = Buffer.from(this.exports.memory.buffer)
    if (!this.exports.open(this.put('maze'))) fail('no game maze')
    this.exports.host(...words)
  }
  put(text) {
    return this.memory.write(text, this.exports.inbox())
  }
  out(size) {
    return this.memory.toString('utf8', this.exports.outbox(), this.exports.outbox() + size)
  }
  gather() {
    for (let i = 0; i < this.exports.happened(); i++) {
      this.log.push(this.out(this.exports.kept(i)))
      const size = this.exports.shown(i)
      if (size) this.story.push(this.out(size))
    }
  }
  submit(seat, now, text) {
    const answer = this.exports.submit(this.put(text), seat, now)
    this.gather()
    return answer
  }
  reloaded() {
    const again = new Host(this.words)
    for (const line of this.log) {
      if (again.exports.restore(again.put(line))) fail(`not restored: ${line}`)
      again.gather()
    }
    if (again.story.join('\n') !== this.story.join('\n')) fail('a restored table tells another story')
    return again
  }
}

const told = spawnSync(soloStory, [String(games), String(seed)], { maxBuffer: 2 ** 30, encoding: 'utf8' })
if (told.status !== 0) fail(`${soloStory} ended with ${told.status}`)
let host
let answer // what the page's own host answered to the last command
let log = []
let story = []
for (const line of told.stdout.trimEnd().split('\n')) {
  const text = line.slice(2)
  if (line[0] === 'G') {
    count.games++
    host = new Host(text.split(' ').map(Number))
    log = []
    story = []
  } else if (line[0] === 'C') {
    if (++count.commands % 97 === 0) {
      host = host.reloaded()
      count.reloads++
    }
    const [, seat, now, command] = /^(\d+) (\d+) (.*)$/.exec(text)
    answer = host.submit(Number(seat), Number(now), command)
  } else if (line[0] === 'K') {
    log.push(text)
  } else if (line[0] === 'S') {
    story.push(text)
  } else if (line[0] === 'A') {
    if (answer !== Number(text)) fail(`answers ${answer}, natively ${text}`)
    for (const [mine, theirs] of [
      [host.log, log],
      [host.story, story],
    ])
      if (mine.length !== theirs.length || mine.at(-1) !== theirs.at(-1))
        fail(`${mine.length} lines, natively ${theirs.length}: ${mine.at(-1)} and ${theirs.at(-1)}`)
    count.refused += answer !== 0
  } else {
    if (host.log.join('\n') !== log.join('\n') || host.story.join('\n') !== story.join('\n'))
      fail('the stories differ')
    if (host.exports.over() !== Number(Number(text) > 0)) fail('they do not agree that it is over')
    count.events += log.length
    count.won += text === '1'
    count.lost += Number(text) > 1
  }
}
if (count.games !== games || !count.won || !count.lost || count.refused < games || count.reloads < games)
  fail(`too poor to prove anything: ${JSON.stringify(count)}`)
console.log(
  `${count.games} games for one, ${count.won} won and ${count.lost} lost, ${count.commands} commands ` +
    `(${count.refused} refused), ${count.events} events the same byte for byte, ${count.reloads} reloads`,
)
