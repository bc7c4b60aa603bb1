// What works for any game without secrets, knowing nothing but its name: it can be simulated, told, proved
// and checked; it is served, killed in the middle, and played to its end with what the engine offers; and
// the browser's engine and verifier know it.
//
//   node tests/copy_game/works.mjs TURNCOAT ENGINES VERIFIER_WASM GAME
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Forged, verify } from '../../web/src/lib/engine/verify.js'
import { pause } from '../crash/expect.mjs'
import { post, serve, Socket } from '../crash/socket.mjs'
import { Engine } from '../web/story.mjs'

const [turncoat, engines, verifierFile, game] = process.argv.slice(2)
const [engine, verifier] = [`${engines}/${game}.wasm`, verifierFile].map(
  (file) => new WebAssembly.Module(readFileSync(file)),
)
const folder = mkdtempSync(join(tmpdir(), 'turncoat-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

async function comes(what, so) {
  for (let i = 0; i < 3000 && !so(); i++) await pause(10)
  assert.ok(so(), what)
}

// ---- records: by all three commands, and in the browser ----

function proves(file, ...names) {
  const record = readFileSync(file, 'utf8')
  const head = JSON.parse(record.split('\n', 1)[0])
  assert.equal(head.game, game)
  const told = execFileSync(turncoat, ['replay', file], { encoding: 'utf8' })
  for (const name of names) assert.ok(told.includes(name), `${name} is told of`)
  execFileSync(turncoat, ['verify', file])
  assert.deepEqual(verify(verifier, record), { judged: head.entries, older: 0, deleted: 0 })
  assert.ok(head.entries > 0)
}

function refuses(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.splice(-2, 1)
  writeFileSync(file, lines.join('\n'))
  assert.equal(spawnSync(turncoat, ['verify', file]).status, 1)
  assert.throws(() => verify(verifier, lines.join('\n')), Forged)
}

const records = join(folder, 'records')
mkdirSync(records)
const words = ['simulate', game, '--players', '3', '--games', '20', '--record', records]
const figures = execFileSync(turncoat, words, { encoding: 'utf8' })
assert.match(figures, new RegExp(`^${game}, 3 players`))
assert.doesNotMatch(figures, /not finished/)
const files = readdirSync(records).map((name) => join(records, name))
assert.equal(files.length, 20)
for (const file of files) proves(file, 'Ada', 'Bo', 'Cleo')
const checked = execFileSync(turncoat, ['check', ...files], { encoding: 'utf8' })
assert.equal(checked.match(/: ok: /g).length, 20)
refuses(files[0])
console.log('simulated, told, proved and checked')

// ---- a table of it ----

class Seat {
  told = 0
  round = 0
  seat = 0
  over = null
  answers = new Map()
  engine = new Engine(engine)

  constructor(table, token) {
    Object.assign(this, { table, token })
  }

  async join(url) {
    const since = `since=${this.told}&round=${this.round}&seat=${this.seat}`
    this.upto = Infinity
    this.socket = new Socket(
      `${url.replace('http', 'ws')}/ws?table=${this.table}&token=${this.token}&${since}`,
      (text) => this.hear(text),
    )
    await this.socket.open
    await comes('it is told all', () => this.told >= this.upto)
  }

  hear(text) {
    const message = JSON.parse(text)
    if ('hello' in message) {
      assert.equal(message.game, game)
      assert.equal(message.since, this.told, 'the story goes on where it was')
      if (!message.since) this.engine.open(game)
      Object.assign(this, { seat: message.seat, round: message.round, upto: message.told })
    } else if ('t' in message) {
      assert.equal(message.n, this.told + 1)
      this.engine.feed(text)
      this.told = message.n
    } else if ('re' in message) this.answers.set(message.re, message)
    else if (message.over) this.over = message
    else assert.ok(!('error' in message), text)
  }

  /** What it sees of the game itself: who is there and what time it is comes and goes. */
  own() {
    const { presence, clock, ...rest } = this.engine.view()
    return JSON.stringify(rest)
  }

  /** Asks for the first thing that the engine offers, and guesses what comes of it. */
  async act(id) {
    const [offer] = this.engine.legal(this.seat)
    if (!offer) return false
    const before = this.told
    const command = { ...offer, id, seen: this.told }
    assert.equal(this.engine.guess(command, this.seat, 0), 0, `${offer.t} is offered`)
    const guessed = this.own()
    this.socket.send(JSON.stringify(command))
    await comes(`an answer to ${offer.t}`, () => this.answers.has(id))
    assert.equal(this.answers.get(id).ok, true, JSON.stringify(this.answers.get(id)))
    await comes(`what follows from ${offer.t}`, () => this.told > before)
    await comes(`${offer.t} comes true as it was guessed`, () => this.own() === guessed)
    return true
  }
}

const store = `sqlite:${folder}/table.db`
let server = await serve(turncoat, store)
const opened = await post(server.url, '/api/tables', { game })
assert.ok(opened.json.table, JSON.stringify(opened.json))
const { table } = opened.json
const seats = []
for (const name of ['Ann', 'Ben'])
  seats.push(new Seat(table, (await post(server.url, `/api/tables/${table}/seats`, { name })).json.token))
for (const seat of seats) await seat.join(server.url)

let acts = 0
let id = 0
const patience = Date.now() + 120000
while (!seats.some((seat) => seat.over)) {
  assert.ok(Date.now() < patience, 'it comes to an end')
  let idle = true
  for (const seat of seats) {
    if (!(await seat.act(++id))) continue
    idle = false
    await comes('all are told as much', () => seats.every((one) => one.told === seat.told)) // no secrets
    if (++acts !== 2) continue
    await server.end('SIGKILL')
    server = await serve(turncoat, store)
    for (const one of seats) await one.join(server.url)
    await comes('all come back to a pause', () => seats.every((one) => one.engine.view().clock.stopped))
  }
  if (idle) await pause(20) // time goes by until the game goes on
}
assert.ok(acts > 2, `killed in the middle, not after the end: ${acts} commands`)
await comes('both hear that it is over', () => seats.every((seat) => seat.over))
for (const seat of seats) {
  assert.ok(seat.engine.ended())
  assert.equal(seat.engine.winners().length, 2)
}
const served = join(folder, 'served.jsonl')
writeFileSync(served, await (await fetch(`${server.url}/api/records/${seats[0].over.record}`)).text())
proves(served, 'Ann', 'Ben')
execFileSync(turncoat, ['check', served])
refuses(served)
assert.equal(await server.end('SIGTERM'), 0)
console.log(`served, killed, played to its end with ${acts} commands as guessed, and proved`)
