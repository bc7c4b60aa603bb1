// Kills the server at random moments under load, starts it again, and compares everything that any client
// ever saw with what the server has.
//
//   kill9.mjs TURNCOAT [TIMES]      default: 200 times
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Listener } from './listener.mjs'
import { post, serve } from './socket.mjs'

const turncoat = process.argv[2] ?? process.env.TURNCOAT
const times = Number(process.argv[3] ?? 200)
const TABLES = 5
const SEATS = 4
const WORDS = 20
const folder = mkdtempSync(join(tmpdir(), 'turncoat-'))
const store = `sqlite:${folder}/crash.db`
const settings = ['messages_per_s=100000', 'openings_per_min=0', 'connections_per_address=10000'].flatMap(
  (s) => ['--set', s],
)
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
let failures = 0

function fail(text) {
  console.error(`FAILED: ${text}`)
  failures++
}

class Client extends Listener {
  constructor(game, code, token, name) {
    super(code, token, name, fail)
    Object.assign(this, { game, words: 0, pending: new Map(), accepted: new Set() })
  }

  async join(url, since) {
    await super.join(url, since)
    for (const text of this.pending.values()) this.socket.send(text)
  }

  note(event, text) {
    super.note(event, text)
    if (/^word_(started|announced)$/.test(event.t)) this.words = event.number
  }

  answered(message) {
    if (message.ok) this.accepted.add(message.re)
    else if (message.refused) fail(`${this.name}: ${JSON.stringify(message)}`)
    this.pending.delete(message.re)
  }

  ask(what) {
    const id = ++this.id
    const text = JSON.stringify({ id, seen: this.told, ...what })
    this.pending.set(id, text)
    this.socket.send(text)
  }

  // Mostly something short, because a table's log has an end; now and then a text that nobody else says.
  act() {
    if (this.pending.size >= 4) return
    const id = this.id + 1
    this.ask(id % 8 ? { t: 'react', reaction: 'yes' } : { t: 'say', text: `${this.name} ${id}` })
  }
}

// A game of Traître Mot, without turns: it waits in a pause after each crash, with all that was announced.
async function announce(players) {
  players[0].ask({ t: 'set_up', without_turns: true, standing_s: -1, thinking_s: -1 })
  for (let n = 1; n <= WORDS; n++) {
    while (players.some(({ pending, words }) => pending.size || words < n)) await pause(1)
    const one = players[n % SEATS]
    one.ask({ t: 'announce', after: n, text: `${one.name} ${one.id + 1}` })
  }
}

async function open(url) {
  const clients = []
  for (let t = 0; t < TABLES; t++) {
    const game = ['null', 'maze', 'word'][t % 3]
    const { json } = await post(url, '/api/tables', {
      game,
      away_s: 3600,
      wait: true,
    })
    for (let s = 0; s < SEATS; s++) {
      const name = `t${t}s${s}`
      const seat = await post(url, `/api/tables/${json.table}/seats`, { name })
      clients.push(new Client(game, json.table, seat.json.token, name))
    }
  }
  return clients
}

// Every text that was accepted is in the story once; one that was not answered is there once or not at all.
function count(client) {
  const times_said = new Map()
  for (const line of client.lines) {
    const { t, text } = JSON.parse(line)
    if ((t === 'said' || t === 'word_announced') && text.startsWith(`${client.name} `))
      times_said.set(text, (times_said.get(text) ?? 0) + 1)
  }
  for (const [text, count_] of times_said) if (count_ !== 1) fail(`${text} was done ${count_} times`)
  for (const id of client.accepted)
    if (id % 8 === 0 && !times_said.has(`${client.name} ${id}`))
      fail(`${client.name} ${id} was accepted and is not there`)
}

let server = await serve(turncoat, store, ...settings)
const clients = await open(server.url)
for (const client of clients) await client.join(server.url, 0)
await announce(clients.filter(({ game }) => game === 'word'))
let slowest = 0
for (let i = 0; i < times && !failures; i++) {
  const until = Date.now() + 10 + Math.random() * 120
  while (Date.now() < until) {
    for (const client of clients) if (Math.random() < 0.5) client.act()
    await pause(1)
  }
  await server.end('SIGKILL')
  for (const client of clients) client.socket.drop()
  const before = Date.now()
  server = await serve(turncoat, store, ...settings)
  slowest = Math.max(slowest, Date.now() - before)
  await Promise.all(clients.map((client) => client.join(server.url, i % 20 === 19 ? 0 : client.told)))
}
for (let i = 0; i < 400 && clients.some((client) => client.pending.size); i++) await pause(10)
for (const client of clients) {
  client.socket.drop()
  if (client.pending.size) fail(`${client.name}: ${client.pending.size} commands were never answered`)
  await client.join(server.url, 0)
  if (client.told < client.lines.length) fail(`${client.name}: something it saw is gone`)
  count(client)
  if (client.game === 'word' && client.words <= WORDS) fail(`${client.name}: only ${client.words} words`)
}
const said = clients.reduce((sum, client) => sum + client.accepted.size, 0)
if (said < times) fail(`only ${said} commands in ${times} lives: that was no load`)
const code = await server.end('SIGTERM')
if (code !== 0) fail(`SIGTERM ended with ${code}`)
rmSync(folder, { recursive: true })
console.log(`killed ${times} times: ${said} commands, slowest start ${slowest} ms, ${failures} failures`)
process.exit(failures ? 1 : 0)
