// Plays at tables of every game over real sockets, records all that is sent both ways, and validates it
// against the generated JSON Schemas with Ajv; junk must not pass them.
//
//   validate.mjs TURNCOAT      (npm ci in this folder first: tests/protocol/run does both)
import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import { Socket, post, serve } from '../crash/socket.mjs'

const turncoat = process.argv[2] ?? process.env.TURNCOAT
const here = new URL('../../docs/protocol/', import.meta.url)
const schema = (name) => JSON.parse(readFileSync(new URL(`${name}.schema.json`, here)))
const ajv = new Ajv({ strict: true, allErrors: false })
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const seen = new Map()
let checked = 0
let failures = 0

function validator(name, part) {
  return ajv.getSchema(`turncoat:${name}#/$defs/${part}`)
}

function check(name, part, message, what) {
  const valid = validator(name, part)
  checked++
  if (valid(message)) return
  failures++
  console.error(
    `${name} ${part}: ${JSON.stringify(message)}\n  ${ajv.errorsText(valid.errors)} ${what ?? ''}`,
  )
}

function note(kind) {
  seen.set(kind, (seen.get(kind) ?? 0) + 1)
}

function kind_of(message) {
  if ('n' in message && 't' in message) return message.t
  if ('ok' in message) return 'ok'
  return Object.keys(message).find((key) => key !== 're') ?? 're'
}

class Browser {
  constructor(url, game, table, token) {
    this.game = game
    this.id = 0
    this.answers = new Map()
    this.socket = new Socket(`${url.replace('http', 'ws')}/ws?table=${table}&token=${token}`, (text) =>
      this.hear(text),
    )
  }

  hear(text) {
    const message = JSON.parse(text)
    if ('hello' in message) this.game = message.game // the table may have changed to another
    check(this.game, 'down', message)
    note(kind_of(message))
    this.answers.get(message.re)?.(message)
  }

  ask(t, fields = {}) {
    const message = { id: ++this.id, seen: 0, t, ...fields }
    check(this.game, 'up', message)
    this.socket.send(JSON.stringify(message))
    return new Promise((resolve) => this.answers.set(message.id, resolve))
  }
}

const openings = { maze: { number: 1, level: 9, side: 1 }, null: {}, traitor: {} }

async function play(url, game) {
  const body = { game, gallery: true, public: true, away_s: 1, pace: 'quick', options: openings[game] ?? {} }
  check('server', 'request.open_table', body)
  const table = await post(url, '/api/tables', body)
  check('server', 'reply.table_opened', table.json)
  const browsers = []
  for (const name of ['Ann', 'Bob', 'Cy', 'Dee']) {
    const seat = await post(url, `/api/tables/${table.json.table}/seats`, { name })
    check('server', 'reply.seat_given', seat.json)
    browsers.push(new Browser(url, game, table.json.table, seat.json.token))
  }
  browsers.push(new Browser(url, game, table.json.table, ''))
  await Promise.all(browsers.map((browser) => browser.socket.open))
  const again = await post(url, `/api/tables/${table.json.table}/seats`, { name: 'Ann' })
  check('server', 'reply.failure', again.json)
  const none = '0'.repeat(32)
  for (const [query, error] of [
    ['table=nobody', 'no_table'],
    [`table=${table.json.table}&token=${none}`, 'no_seat'],
    [`table=${table.json.table}`, 'upgrade'], // the gallery is open
  ]) {
    const door = await (await fetch(`${url}/ws?${query}`)).json()
    check('server', 'reply.failure', door)
    if (door.error !== error) throw new Error(`${query}: ${door.error}, not ${error}`)
  }
  check('server', 'lobby', await (await fetch(`${url}/api/lobby`)).json())
  check('server', 'reply.table_info', await (await fetch(`${url}/api/tables/${table.json.table}`)).json())
  const { seats } = await (await fetch(`${url}/api/tables/${table.json.table}/seats`)).json()
  for (const seat of seats) check('server', 'reply.seat_info', seat)
  const names = seats.map(({ name }) => name).join()
  if (names !== 'Ann,Bob,Cy,Dee') throw new Error(`told who sits there: ${names}`)
  const other = game === 'null' ? 'maze' : 'null'
  const [host, bob, cy, dee, watcher] = browsers
  const order = [1, 2, 4, 3, 0, 0, 0, 0, 0, 0, 0, 0]
  await host.ask('seat_player', { name: 'Robot', bot: true })
  await host.ask('remove_player', { seat: 5 })
  await host.ask('reorder_seats', { order })
  await host.ask('lock_table', { locked: true })
  await host.ask('hand_over', { seat: 2 })
  await bob.ask('hand_over', { seat: 1 })
  await bob.ask('be_ready', { ready: true })
  await bob.ask('change_game', { game: other }) // not the host
  for (const next of [other, game]) {
    const answer = await host.ask('change_game', { game: next })
    if (!answer.ok || host.game !== next) throw new Error(`no change to ${next}: ${JSON.stringify(answer)}`)
  }
  await host.ask('choose_options', { options: openings[game] ?? {} })
  await bob.ask('say', { text: 'Ready? "é" \\ 😀' })
  await cy.ask('react', { reaction: 'laugh' })
  await host.ask('set_up', openings[game] ?? {})
  for (const t of ['turn_hourglass', 'nod', 'ready']) {
    if (!(`command.${t}` in schema(game).$defs)) continue
    for (const browser of [host, bob, cy, dee]) await browser.ask(t)
  }
  for (const browser of [host, bob, cy, dee]) await browser.ask('ask_pause')
  await bob.ask('resume')
  await watcher.ask('resume')
  await bob.ask('ask_time')
  await bob.ask('play_again')
  bob.socket.send('{"id":1,"t":"no such thing"}')
  bob.socket.send('nonsense')
  dee.socket.drop()
  await pause(6000) // a bot plays for the one who left
  for (const browser of browsers) browser.socket.drop()
}

for (const name of [...Object.keys(openings), 'server']) ajv.addSchema(schema(name))
// Compiled before anybody connects: on a busy machine it takes seconds, and whoever says nothing then is cut.
for (const game of Object.keys(openings)) for (const part of ['up', 'down']) validator(game, part)
const server = await serve(turncoat, 'memory:', '--set', 'openings_per_min=0')
await Promise.all(Object.keys(openings).map((game) => play(server.url, game)))
await server.end('SIGTERM')

const junk = [
  {},
  [],
  3,
  { t: 'hero_moved' },
  { n: 0, at: 1, t: 'paused' },
  { n: 1, at: 1, t: 'paused', x: 1 },
  { re: 1, ok: true },
]
for (const message of junk)
  if (validator('maze', 'down')(message)) {
    failures++
    console.error(`the schema lets ${JSON.stringify(message)} pass`)
  }
for (const kind of [
  'hello',
  'options',
  'ok',
  'refused',
  'now',
  'error',
  'over',
  'seat_taken',
  'seat_marked',
  'seat_ready',
  'said',
])
  if (!seen.has(kind)) {
    failures++
    console.error(`the traffic had no ${kind}`)
  }
console.log(`${checked} messages of ${seen.size} kinds validated, ${failures} failures`)
process.exit(failures ? 1 : 0)
