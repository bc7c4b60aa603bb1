// The server from outside: a whole game over real sockets; its record, fetched by HTTP and proved by
// `turncoat verify`; who may ask for what; what metrics and log never reveal; and the goodbye.
//
//   serve.mjs TURNCOAT
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, failed, until } from './expect.mjs'
import { Socket, post, serve } from './socket.mjs'

const turncoat = process.argv[2] ?? process.env.TURNCOAT
const folder = mkdtempSync(join(tmpdir(), 'turncoat-'))
const store = `sqlite:${folder}/serve.db`

function browser(url, query) {
  const b = { heard: [], code: null }
  b.socket = new Socket(
    `${url.replace('http', 'ws')}/ws?${query}`,
    (text) => b.heard.push(text),
    (code) => (b.code = code),
  )
  b.send = (message) => b.socket.send(JSON.stringify(message))
  b.find = (part) => b.heard.find((text) => text.includes(part))
  return b
}

async function open(url, body, names) {
  const { table } = (await post(url, '/api/tables', body)).json
  const tokens = []
  for (const name of names) tokens.push((await post(url, `/api/tables/${table}/seats`, { name })).json.token)
  const browsers = tokens.map((token) => browser(url, `table=${table}&token=${token}`))
  await Promise.all(browsers.map((b) => b.socket.open))
  return { table, tokens, browsers }
}

const measured = ['--set', 'metrics_listen=127.0.0.1:0']
let server = await serve(turncoat, store, '--set', 'openings_per_min=8', ...measured)
const { table, tokens, browsers } = await open(server.url, { game: 'null', gallery: true }, ['Ann', 'Bob'])
const [ann, bob] = browsers
ann.send({ id: 1, t: 'set_up' })
ann.send({ id: 2, t: 'say', text: 'a secret word' })
ann.send({ id: 3, t: 'nod' })
await until('Bob sees Ann nod', () => bob.find('"t":"nodded"'))
bob.send({ id: 1, t: 'nod' })
await until('the game is over', () => bob.find('"over":true'))
const over = JSON.parse(bob.find('"over":true'))
const hello = JSON.parse(bob.find('"hello"'))

const record = await (await fetch(`${server.url}/api/records/${over.record}`)).text()
expect(
  'P8.1 the record has all events',
  record.split('\n').filter((line) => line.startsWith('{"n":')).length === 7,
)
expect(
  'P5.2 the record has seed and commitment',
  record.includes(over.seed) && record.includes(hello.commitment),
)
writeFileSync(`${folder}/record`, record)
writeFileSync(`${folder}/forged`, record.replace('"by":2}', '"by":1}'))
execFileSync(turncoat, ['verify', `${folder}/record`])
const told = execFileSync(turncoat, ['replay', `${folder}/record`]).toString()
expect('P8.1 the record can be told', told.includes('Ann') && told.includes('Bob'))
try {
  execFileSync(turncoat, ['verify', `${folder}/forged`], { stdio: 'pipe' })
  expect('P5.2 a forged record is found out', false)
} catch (error) {
  expect('P5.2 a forged record is found out', error.status === 1)
}

const running = await open(server.url, { game: 'null' }, ['Cy'])
expect(
  'no gallery',
  await browser(server.url, `table=${running.table}`).socket.open.then(
    () => false,
    () => true,
  ),
)
expect(
  'a wrong token',
  await browser(server.url, `table=${table}&token=${'0'.repeat(32)}`).socket.open.then(
    () => false,
    () => true,
  ),
)
for (const token of ['0'.repeat(34), '%00', '%'])
  expect(
    `a token that cannot be read is nobody's, and no visit to the gallery: ${token}`,
    (await fetch(`${server.url}/ws?table=${table}&token=${token}`)).status === 403,
  )
expect(
  'a gallery',
  await browser(server.url, `table=${table}`).socket.open.then(
    () => true,
    () => false,
  ),
)
const foreign = await fetch(`${server.url}/api/tables`, {
  method: 'POST',
  body: '{"game":"null"}',
  headers: { Origin: 'http://evil.example' },
})
expect('another site may not open a table', foreign.status === 403)
let refused = 0
for (let i = 0; i < 10; i++)
  refused += (await post(server.url, '/api/tables', { game: 'null' })).status === 429
expect('an address may not open tables without end', refused >= 5)
const metrics = await (await fetch(server.metrics)).text()
expect('metrics count tables', /\nturncoat_tables_opened_total [1-9]/.test(metrics))
expect('metrics count commands in steps', metrics.includes('turncoat_commands_total{outcome="accepted"} 0'))
for (const secret of [...tokens, table, over.record, 'Ann', 'secret word']) {
  expect(`the metrics do not tell ${secret}`, !metrics.includes(secret))
  expect(`the log does not tell ${secret}`, !server.log().includes(secret))
}
const file =
  readFileSync(`${folder}/serve.db`).toString('latin1') +
  readFileSync(`${folder}/serve.db-wal`).toString('latin1')
for (const token of tokens) {
  expect(
    'tokens are not stored',
    !file.includes(token) && !file.includes(Buffer.from(token, 'hex').toString('latin1')),
  )
}

const status = await server.end('SIGTERM')
expect('SIGTERM ends with 0', status === 0)
await until('everybody is told', () => ann.code === 1001 && bob.code === 1001)

server = await serve(turncoat, store)
const back = browser(server.url, `table=${table}&token=${tokens[0]}&since=3`)
await until('P2.1 Ann is back after the restart', () => back.find('"over":true'))
expect(
  'P2.1 from where she was',
  JSON.parse(back.heard[0]).since === 3 && !back.find('"n":3,') && back.find('"n":4,'),
)
const lasting = await (await fetch(`${server.url}/api/records/${over.record}`)).text()
expect('P8.1 the record is kept', lasting === record)
const unfinished = browser(server.url, `table=${running.table}&token=${running.tokens[0]}`)
await until('the other table is back too', () => unfinished.find('"hello"'))
await server.end('SIGTERM')
rmSync(folder, { recursive: true })
console.log(`the server from outside: ${failed()} failures`)
process.exit(failed() ? 1 : 0)
