// Runs the same 1,500 games of Magic Maze, and 100 others, through the native and the WebAssembly engine:
// after every event the view of every seat, and of the gallery, must be the same bytes (law 8).  And what a
// browser guesses about its own command must be what then happens.
//
//   node same_views.mjs ENGINES turncoat dump_views
import { readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'

const [folder, , dumpViews] = process.argv.slice(2)
const seeds = ['2026', '7', '21', '365']
const each = 250 // games with a seed; and half as many short ones, with roles, and a tenth of other games
const games = seeds.length * (each + each / 2 + each / 10)
const headSize = 24
const askHost = 5 // refusal ask_host: a browser may leave it to the server, and the server never answers so
const modules = {} // by game

const fail = (text) => {
  console.error(`same_views: ${text}`)
  process.exit(1)
}

// One seat's browser.
class Engine {
  text(at) {
    return this.memory.toString('utf8', at, this.memory.indexOf(0, at))
  }
  put(text) {
    text.copy(this.memory, this.inbox)
    return text.length
  }
  bytes(at) {
    return this.memory.subarray(at, at + this.size)
  }
  open(name) {
    modules[name] ??= new WebAssembly.Module(readFileSync(`${folder}/${name}.wasm`))
    if (this.game !== String(name)) this.exports = new WebAssembly.Instance(modules[name]).exports
    this.game = String(name)
    this.inbox = this.exports.inbox()
    this.memory = Buffer.from(this.exports.memory.buffer)
    if (!this.exports.open(this.put(name))) fail(`no game ${name}`)
    this.size = this.exports.view_size()
  }
  feed(text) {
    const complaint = this.exports.feed(this.put(text))
    if (complaint) fail(`${this.text(complaint)}: ${text}`)
  }
  guess(text, seat, now) {
    return this.exports.guess(this.put(text), seat, now)
  }
  view() {
    return this.bytes(this.exports.view())
  }
  drawn() {
    return this.bytes(this.exports.drawn())
  }
}

const engines = Array.from({ length: 13 }, () => new Engine())
const count = { games: 0, events: 0, views: 0, commands: 0, guesses: 0, partly: 0, left: 0 }
let asked = null // the engine whose guess is not settled yet

function firstDifference(a, b) {
  let at = 0
  while (a[at] === b[at]) at++
  return `byte ${at}: ${a[at]} and ${b[at]}`
}

// All events that followed from the command have been fed: the guess must have come true.  It may know less
// than the server told, such as which tile is the next of an open pile: not known is zero.
function settle() {
  if (!asked) return
  const { expected, command } = asked
  const view = asked.view()
  asked = null
  if (expected.compare(view) === 0) return
  count.partly++
  for (let i = 0; i < expected.length; i++)
    if (expected[i] !== 0 && expected[i] !== view[i])
      fail(`a guess did not come true: byte ${i}: ${expected[i]} and ${view[i]} after ${command}`)
}

function onCommand(head, text) {
  const engine = engines[head.who]
  count.commands++
  const answer = engine.guess(text, head.who, head.now)
  if (answer === askHost) {
    count.left++
    return
  }
  if (answer !== head.answer) fail(`guessed ${answer}, the server answers ${head.answer}: ${text}`)
  if (answer) return
  count.guesses++
  asked = engine
  engine.command = text.toString()
  engine.expected = Buffer.from(engine.drawn())
}

function onEvent(head, text, view) {
  count.events++
  for (let seat = 0; head.who >> seat; seat++) {
    if (!((head.who >> seat) & 1)) continue
    const engine = engines[seat]
    engine.feed(text)
    count.views++
    if (engine.size !== view.length) fail(`the view has ${engine.size} bytes, natively ${view.length}`)
    if (view.compare(engine.view()) !== 0)
      fail(`game ${count.games}, seat ${seat}: ${firstDifference(engine.view(), view)} after ${text}`)
  }
}

// Handles all whole frames and returns what is left over.
function readFrames(data) {
  let at = 0
  while (data.length - at >= headSize) {
    const [type, who, answer, size] = [0, 4, 8, 12].map((offset) => data.readUInt32LE(at + offset))
    const head = { who, answer, now: data.readDoubleLE(at + 16) }
    const isEvent = type === 'E'.charCodeAt(0)
    const end = at + headSize + size + (isEvent ? answer : 0)
    if (end > data.length) break
    const text = data.subarray(at + headSize, at + headSize + size)
    if (isEvent) {
      onEvent(head, text, data.subarray(at + headSize + size, end))
    } else if (type === 'C'.charCodeAt(0)) {
      onCommand(head, text)
    } else if (type === 'D'.charCodeAt(0)) {
      settle()
    } else {
      count.games++
      for (let seat = 0; who >> seat; seat++) engines[seat].open(text)
    }
    at = end
  }
  return data.subarray(at)
}

const child = spawn(dumpViews, [String(each), ...seeds], { stdio: ['ignore', 'pipe', 'inherit'] })
const ended = new Promise((resolve) => child.on('close', resolve))
let rest = Buffer.alloc(0)
for await (const chunk of child.stdout) rest = readFrames(rest.length ? Buffer.concat([rest, chunk]) : chunk)
const status = await ended
if (status !== 0) fail(`${dumpViews} ended with ${status}`)
if (rest.length || count.games !== games) fail(`${count.games} games and ${rest.length} bytes of another`)
console.log(
  `${count.games} games, ${count.events} events, ${count.views} views the same byte for byte; ` +
    `${count.commands} commands, ${count.guesses} guessed and come true ` +
    `(${count.partly} in part), ${count.left} left to the server`,
)
