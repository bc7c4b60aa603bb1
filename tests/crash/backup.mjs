// `turncoat backup` and `turncoat check`, while a server runs and people play: the copy is whole, nobody
// waits for it, and a server that starts with it has all tables.
//
//   backup.mjs TURNCOAT
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, failed, until } from './expect.mjs'
import { Socket, post, serve } from './socket.mjs'

const turncoat = process.argv[2] ?? process.env.TURNCOAT
const folder = mkdtempSync(join(tmpdir(), 'turncoat-'))
const file = `${folder}/store.db`
const settings = ['messages_per_s=100000', 'openings_per_min=0'].flatMap((s) => ['--set', s])
let server = await serve(turncoat, `sqlite:${file}`, ...settings)

// Everybody says one thing after the other, as soon as the last is answered.
class Talker {
  constructor(table, token) {
    Object.assign(this, { table, token, said: 0, stop: false })
  }
  async join() {
    const query = `table=${this.table}&token=${this.token}`
    this.heard = []
    this.socket = new Socket(`${server.url.replace('http', 'ws')}/ws?${query}`, (text) => this.hear(text))
    await this.socket.open
  }
  hear(text) {
    this.heard.push(text)
    if (text.includes(`"re":${this.said},`) && !this.stop) this.say()
  }
  say() {
    this.socket.send(JSON.stringify({ id: ++this.said, t: 'say', text: `words ${this.said}` }))
  }
}

const talkers = []
for (let i = 0; i < 6; i++) {
  const { table } = (await post(server.url, '/api/tables', { game: 'null' })).json
  const { token } = (await post(server.url, `/api/tables/${table}/seats`, { name: `Name${i}` })).json
  talkers.push(new Talker(table, token))
  await talkers[i].join()
  talkers[i].say()
}
await until('they talk', () => talkers.every(({ said }) => said > 50))

const run = (...words) =>
  new Promise((resolve) =>
    execFile(turncoat, words, (error, out, wrong) => resolve({ status: error ? error.code : 0, out, wrong })),
  )
const said = () => talkers.reduce((sum, talker) => sum + talker.said, 0)
const before = said()
const at = talkers.map((talker) => talker.said)
for (let i = 0; i < 3; i++) {
  const { status, wrong } = await run('backup', file, `${folder}/copy${i}.db`)
  expect(`a backup while they talk: ${wrong}`, status === 0)
}
const { status, out, wrong } = await run('check', file)
expect(`the store can be checked while they talk: ${wrong}`, status === 0 && out.includes('6 games'))
expect('they went on meanwhile', said() > before)
expect('nothing is overwritten', (await run('backup', file, `${folder}/copy0.db`)).status === 1)
expect('a copy is whole', execFileSync(turncoat, ['check', `${folder}/copy2.db`]).includes('6 games'))

// The last copy takes the place of the store, as docs/operating.md says.
for (const talker of talkers) talker.stop = true
await server.end('SIGKILL')
for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
renameSync(`${folder}/copy2.db`, file)
server = await serve(turncoat, `sqlite:${file}`, ...settings)
expect('the server finds nothing wrong', !/damaged|unreadable/.test(server.log()))
for (const [i, talker] of talkers.entries()) {
  await talker.join()
  await until(`table ${i} is back`, () => talker.heard.some((text) => text.includes(`"words ${at[i] - 1}"`)))
}
expect('SIGTERM ends with 0', (await server.end('SIGTERM')) === 0)

// And one that is damaged is told as such.
const bytes = readFileSync(`${folder}/copy1.db`)
const word = bytes.indexOf('words 7')
bytes[word] ^= 1
writeFileSync(`${folder}/damaged.db`, bytes)
const damaged = await run('check', `${folder}/damaged.db`)
expect(`damage is found: ${damaged.wrong}`, damaged.status === 1 && damaged.wrong.includes('damaged.db: '))
expect('and all else is', damaged.wrong.trim().split('\n').length <= 2)
rmSync(folder, { recursive: true })
console.log(`backups: ${failed()} failures`)
process.exit(failed() ? 1 : 0)
