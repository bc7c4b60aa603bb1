// A bug in a game, from outside: its table is set aside and everybody there is told; other tables go on, now
// and after a restart.
//
//   fault.mjs TURNCOAT-WITH-A-BUG       (tests/help/faulty_maze.c)
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, failed, until } from './expect.mjs'
import { Socket, post, serve } from './socket.mjs'

const turncoat = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'turncoat-'))
const store = `sqlite:${folder}/fault.db`

function browser(url, query) {
  const b = { heard: [], code: null }
  b.socket = new Socket(
    `${url.replace('http', 'ws')}/ws?${query}`,
    (text) => b.heard.push(text),
    (code) => (b.code = code),
  )
  b.say = (id, text) => b.socket.send(JSON.stringify({ id, t: 'say', text }))
  b.hears = (part) => b.heard.some((text) => text.includes(part))
  return b
}

async function open(url, names) {
  const { table } = (await post(url, '/api/tables', { game: 'maze', gallery: true })).json
  const queries = [`table=${table}`]
  for (const name of names) {
    const { token } = (await post(url, `/api/tables/${table}/seats`, { name })).json
    queries.push(`table=${table}&token=${token}`)
  }
  const browsers = queries.map((query) => browser(url, query))
  await Promise.all(browsers.map((b) => b.socket.open))
  return { table, query: queries[1], gallery: browsers[0], people: browsers.slice(1) }
}

let server = await serve(turncoat, store, '--set', 'metrics_listen=127.0.0.1:0')
const bad = await open(server.url, ['Ann', 'Ben'])
const good = await open(server.url, ['Cy'])
bad.people[1].say(1, 'hello')
await until('they talk', () => bad.people[0].hears('"hello"'))
bad.people[0].say(1, 'a fault')
good.people[0].say(1, 'before')
await until('all who are there are told', () => [bad.gallery, ...bad.people].every((b) => b.code === 4002))
good.people[0].say(2, 'after')
await until('the other table goes on', () => good.gallery.hears('"before"') && good.gallery.hears('"after"'))
expect('and nobody there is told', good.people[0].code === null && good.gallery.code === null)
const reply = await fetch(`${server.url}/api/tables/${bad.table}`)
expect('whoever comes is told', reply.status === 410 && (await reply.json()).error === 'set_aside')
expect('so is whoever asks at the door', (await fetch(`${server.url}/ws?${bad.query}`)).status === 410)
const line = server
  .log()
  .split('\n')
  .find((text) => text.includes(' table_set_aside '))
expect(
  'the log tells which record, and where',
  /"[a-z0-9]{14}: tests\/help\/faulty_maze\.c:\d+: .* does not hold"/.test(line),
)
const metrics = await (await fetch(server.metrics)).text()
expect('it is counted', metrics.includes('tables_set_aside_total 1'))
expect('it is well', (await fetch(`${server.url}/healthz`)).status === 200)
expect('SIGTERM ends with 0', (await server.end('SIGTERM')) === 0)

server = await serve(turncoat, store)
expect('it is not loaded again', (await fetch(`${server.url}/api/tables/${bad.table}`)).status === 404)
const back = browser(server.url, good.query)
await until('the other one is', () => back.hears('"after"'))
await server.end('SIGTERM')
rmSync(folder, { recursive: true })
console.log(`a bug in a game: ${failed()} failures`)
process.exit(failed() ? 1 : 0)
