// Who may ask what (P1.3, P5.1, P6.1): every command that docs/protocol/ lists, and every request, from
// everybody who may not: without a token, with a wrong one, with one of another table, from the gallery,
// from a seat that is not the host's, from somebody who was removed, and from somebody who was the host.
// Nothing may come of it.
import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { Browser, finish, get, http, open, pause, post, promise, serve } from './kit.mjs'

const docs = new URL('../../docs/protocol/', import.meta.url).pathname
const counts = { commands: 0, requests: 0, doors: 0 }

// The commands of a game: [{ name, who, fields }], as the documents tell them.
function commandsOf(file, until) {
  const text = readFileSync(docs + file, 'utf8')
  const part = text.slice(
    text.indexOf(file === 'server.md' ? '## Over the WebSocket, from the browser' : '## Commands'),
    text.indexOf(until),
  )
  return part
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const who = /Only the server may/.test(section)
        ? 'server'
        : /The host of the table may|the host anybody/.test(section)
          ? 'host'
          : 'seat'
      const fields = [...section.matchAll(/^- `(\w+)`: (.*)$/gm)].map(([, field, kind]) => [field, kind])
      return { name: section.slice(0, section.indexOf('\n')), who, fields }
    })
}
const shared = commandsOf('server.md', '## Over the WebSocket, from the server')

// Something that fits a field; `which` lets seats differ.
function fill(kind, which) {
  if (/^whole number/.test(kind)) return which
  if (/^text/.test(kind)) return 'maze'
  if (/^true/.test(kind)) return true
  if (/^list of/.test(kind)) return Array.from({ length: Number(/\d+/.exec(kind)[0]) }, (_, i) => i + 1)
  return /`(\w+)`/.exec(kind)?.[1] ?? null
}

const server = await serve({
  openings_per_min: 0,
  misses_per_min: 0,
  reports_per_min: 0,
  records_per_min: 0,
  messages_per_s: 5000,
  connections_per_address: 20000,
})

async function allRefused(who, browser, list, witness) {
  const before = witness.last
  for (const { name, fields } of list)
    for (const which of [1, 2, 3, 0]) {
      const body = Object.fromEntries(fields.map(([field, kind]) => [field, fill(kind, which)]))
      if (name === 'remove_player' && which === browser.seat) continue
      counts.commands += 1
      if (counts.commands % 20 === 0) await pause(10) // a burst is 60 messages
      const answer = await Promise.race([browser.ask(name, { ...body, by: undefined }), pause(10000)])
      promise(
        `${who}: every command is refused`,
        answer?.refused || answer?.error,
        `${name} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`,
      )
    }
  await pause(50)
  promise(`${who}: nothing happens`, witness.last === before, `${witness.last - before} events`)
}

const bearer = (token) => (token ? { headers: { Authorization: `Bearer ${token}` } } : {})
async function doorShut(who, table, token, reasons) {
  counts.doors += 3
  const browser = new Browser(server.port, table, token)
  promise(`${who}: the door is shut`, (await browser.opened) !== 101, `${table}`)
  const reply = await get(server.port, `/ws?table=${table}`, bearer(token))
  promise(`${who}: they are told why`, reasons.includes(reply.json?.error), `${reply.status} ${reply.body}`)
  const old = await get(server.port, `/ws?table=${table}&token=${token}`)
  promise(`${who}: nor by the address`, reasons.includes(old.json?.error), `${old.status} ${old.body}`)
}

async function noMaterial(who, table, token) {
  counts.requests += 1
  const reply = await post(
    server.port,
    `/api/tables/${table}/material`,
    `${token}\nturncoat tiles 1\nname: x\n`,
  )
  promise(
    `${who}: brings no material`,
    reply.status >= 400 && !/bad_material/.test(reply.body),
    `${reply.status} ${reply.body}`,
  )
}

// A host who changes the table too fast is told to wait.
async function insist(browser, t, fields) {
  for (;;) {
    const answer = await browser.ask(t, fields)
    await pause(100)
    if (answer.refused !== 'host_fast')
      return promise('the host is obeyed', answer.ok, `${t}: ${JSON.stringify(answer)}`)
  }
}

const setUp = {
  null: {},
  maze: { number: 2, level: 12, side: 1 },
  traitor: { pause_s: 300 },
  word: { thinking_s: -1 },
}
for (const game of ['null', 'maze', 'traitor', 'word']) {
  const list = [...commandsOf(`${game}.md`, '## Events'), ...shared.filter(({ name }) => name !== 'ask_time')]
  const notSeats = list.filter(({ who }) => who !== 'seat')
  const servers = list.filter(({ who }) => who === 'server')
  const at = await open(server, game, 4, 0, { gallery: true })
  const closed = await open(server, game, 2, 0, {})
  const [host, second, third, fourth] = at.people
  const gallery = new Browser(server.port, at.table)
  await gallery.opened
  await gallery.greeted()
  const everybody = async (phase) => {
    await allRefused(`${game} ${phase} gallery`, gallery, list, host.browser)
    await allRefused(`${game} ${phase} other seat`, second.browser, notSeats, host.browser)
    await allRefused(`${game} ${phase} host, as the server`, host.browser, servers, second.browser)
    await noMaterial(`${game} ${phase} other seat`, at.table, second.token)
    await noMaterial(`${game} ${phase} nobody`, at.table, '')
    await noMaterial(`${game} ${phase} stranger`, at.table, randomBytes(16).toString('hex'))
    await noMaterial(`${game} ${phase} host elsewhere`, at.table, closed.people[0].token)
    await doorShut(`${game} ${phase} stranger`, at.table, randomBytes(16).toString('hex'), ['no_seat'])
    await doorShut(`${game} ${phase} elsewhere`, at.table, closed.people[0].token, ['no_seat'])
    await doorShut(`${game} ${phase} nobody`, closed.table, '', ['no_gallery'])
    for (const token of ['0', 'x'.repeat(32), second.token.slice(0, 31), `${second.token}0`])
      await doorShut(`${game} ${phase} nearly a token`, at.table, token, ['no_seat'])
  }
  await everybody('lobby')
  await insist(host.browser, 'hand_over', { seat: 2 })
  await allRefused(`${game} lobby former host`, host.browser, notSeats, third.browser)
  await noMaterial(`${game} lobby former host`, at.table, host.token)
  await insist(second.browser, 'hand_over', { seat: 1 })
  await insist(host.browser, 'set_up', setUp[game])
  if (game === 'maze') await insist(host.browser, 'turn_hourglass')
  await everybody('play')
  await insist(host.browser, 'remove_player', { seat: 4 })
  promise(`${game} removed: is sent away`, (await fourth.browser.closed) === 4001)
  fourth.browser.say({ id: 1, t: 'say', text: 'still here' })
  await doorShut(`${game} removed`, at.table, fourth.token, ['no_seat'])
  await noMaterial(`${game} removed`, at.table, fourth.token)
  const stolen = await post(server.port, `/api/tables/${at.table}/seats`, { name: 'Eve', seat: 1 })
  promise("nobody takes a person's seat", stolen.json?.error === 'seat_played', stolen.body)
  for (const { browser } of [host, second, third]) await browser.ask('ask_end')
  await pause(200)
  await everybody('end')
}

// Reports (P9.6): by whoever is at a public table, about somebody who sits there.
const street = await open(server, 'null', 2, 0, { public: true })
const home = await open(server, 'null', 2, 0, { gallery: true })
const report = (at, token, seat) => {
  counts.requests += 1
  return post(
    server.port,
    `/api/tables/${at.table}/reports`,
    { seat, reason: 'other', text: 'x' },
    bearer(token),
  )
}
for (const [who, at, token, seat] of [
  ['nobody, at a table without a gallery', street, '', 1],
  ['stranger', street, randomBytes(16).toString('hex'), 1],
  ['somebody from elsewhere', street, home.people[0].token, 1],
  ['about oneself', street, street.people[0].token, 1],
  ['about nobody', street, street.people[0].token, 9],
  ['at a private table', home, home.people[0].token, 2],
]) {
  const reply = await report(at, token, seat)
  promise(
    `report, ${who}: refused`,
    reply.status >= 400 && reply.json?.error,
    `${reply.status} ${reply.body}`,
  )
}
const noticed = street.people[1].browser.lines.length
promise('a report is taken', (await report(street, street.people[0].token, 2)).status === 201)
await pause(100)
promise('and nobody notices', street.people[1].browser.lines.length === noticed)

// What is kept about a seat (P8.3): for its token only.
const mine = (method, headers) => {
  counts.requests += 1
  return http(server.port, method, '/api/mine', '', { headers })
}
await street.people[0].browser.ask('say', { text: 'of the first' })
await street.people[1].browser.ask('say', { text: 'of the second' })
const [first, second] = street.people.map(({ token }) => bearer(token).headers)
for (const method of ['GET', 'DELETE']) {
  promise('mine: nothing without a token', (await mine(method, {})).status === 401, method)
  const strange = (await mine(method, bearer(randomBytes(16).toString('hex')).headers)).json
  promise(
    'mine: nothing for a stranger',
    !strange.games?.length && !strange.forgotten && !strange.open,
    method,
  )
}
const foreign = await mine('DELETE', { ...second, Origin: 'https://evil.example' })
promise('mine: no page of another site deletes', foreign.status === 403, `${foreign.status}`)
const kept = (await mine('GET', first)).body
promise('mine: my own words and no others', /of the first/.test(kept) && !/of the second/.test(kept), kept)

// Requests that do not exist, or not like this.
const { table, people } = await open(server, 'maze', 1)
for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'HEAD', 'CONNECT'])
  for (const path of [
    '/api/tables',
    `/api/tables/${table}`,
    `/api/tables/${table}/seats`,
    `/api/tables/${table}/material`,
    '/api/lobby',
    '/api/records/x',
    '/ws',
    '/metrics',
  ]) {
    counts.requests += 1
    const reply = await http(server.port, method, path, '', bearer(people[0].token))
    promise(
      'other methods do nothing',
      method === 'HEAD' || reply.status >= 400,
      `${method} ${path}: ${reply.status}`,
    )
  }
for (const path of [
  '/api/records/',
  '/api/records/..',
  '/api/records/%2e%2e',
  '/api/records/aaaaaaaaaaaaaa',
  '/../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '//etc/passwd',
  '/api/tables/',
  '/api/tables//seats',
  '/.git/config',
  '/metrics',
  '/debug',
]) {
  counts.requests += 1
  const reply = await get(server.port, path, bearer(people[0].token))
  promise(
    'what is not there is not there',
    reply.status >= 400,
    `${path}: ${reply.status} ${reply.body.slice(0, 100)}`,
  )
}
promise('no token is in the log', !people.some(({ token }) => server.log.includes(token)))
promise('no code is in the log', !server.log.includes(table))
server.sound()
await server.end()

// Codes: whoever has guessed too many learns nothing about any table, however they ask.
const shy = await serve({ reports_per_min: 0 })
const known = await open(shy, 'null', 1, 0, { gallery: true, public: true })
const from = '127.44.0.9'
let guesses = 0
while (guesses < 40 && (await get(shy.port, `/api/tables/zzzzzz${10 + guesses}`, { from })).status !== 429)
  guesses += 1
promise('codes can be guessed 20 times a minute', guesses <= 21, `${guesses}`)
const wrong = '0'.repeat(32)
const ways = [
  ['GET', '/api/tables/CODE', ''],
  ['GET', '/api/tables/CODE/seats', ''],
  ['POST', '/api/tables/CODE/seats', '{"name":"Eve"}'],
  ['POST', '/api/tables/CODE/seats', `{"name":"Eve","token":"${wrong}"}`],
  ['POST', '/api/tables/CODE/material', `${wrong}\nx`],
  ['POST', '/api/tables/CODE/reports', '{"seat":1,"reason":"other","text":"x"}'],
  ['GET', '/ws?table=CODE', ''],
  ['GET', `/ws?table=CODE&token=${wrong}`, ''],
]
for (const [method, path, body] of ways)
  for (const headers of [{}, bearer(wrong).headers]) {
    counts.requests += 2
    const [there, nowhere] = await Promise.all(
      [known.table, 'zzzzzzzz'].map((code) =>
        http(shy.port, method, path.replace('CODE', code), body, { from, headers }),
      ),
    )
    promise(
      'then no answer tells whether there is a table',
      there.status === nowhere.status && there.body === nowhere.body,
      `${method} ${path}: ${there.status} ${nowhere.status}`,
    )
  }
shy.sound()
await shy.end()
finish('authorisation', counts)
