// What is kept about people (P8.3): they can see it and have it deleted, and games that were left are not
// kept.  What is deleted is gone from the bytes of the files, not only from what is told.
//
//   privacy.mjs TURNCOAT
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, failed, until } from './expect.mjs'
import { Socket, post, serve } from './socket.mjs'

const turncoat = process.argv[2] ?? process.env.TURNCOAT
const folder = mkdtempSync(join(tmpdir(), 'turncoat-'))
const hasty = ['--set', 'lobby_kept_s=1', '--set', 'game_kept_s=1', '--set', 'records_per_min=0']
const server = await serve(turncoat, `sqlite:${folder}/store.db`, ...hasty)

async function sit(names) {
  const { table } = (await post(server.url, '/api/tables', { game: 'null' })).json
  const seats = []
  for (const name of names) {
    const { token } = (await post(server.url, `/api/tables/${table}/seats`, { name })).json
    const seat = { token, heard: [] }
    seat.socket = new Socket(`${server.url.replace('http', 'ws')}/ws?table=${table}&token=${token}`, (text) =>
      seat.heard.push(text),
    )
    await seat.socket.open
    seat.send = (message) => seat.socket.send(JSON.stringify(message))
    seat.find = (part) => seat.heard.find((text) => text.includes(part))
    seats.push(seat)
  }
  return { table, seats }
}

async function ends({ table, seats }) {
  for (const seat of seats) seat.socket.drop()
  await until('the table is closed', async () => {
    return (await fetch(`${server.url}/api/tables/${table}`)).status === 404
  })
}

const mine = async (method, token) => {
  const reply = await fetch(`${server.url}/api/mine`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
  })
  return { status: reply.status, text: await reply.text() }
}
const files = () =>
  ['', '-wal', '.ends']
    .map((end) => `${folder}/store.db${end}`)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file).toString('latin1'))
    .join('')

// A game that is played to its end, and one that is left in the middle.
const played = await sit(['Annabella', 'Bobkowski'])
const [ann, bob] = played.seats
ann.send({ id: 1, t: 'say', text: 'annswords' })
ann.send({ id: 2, t: 'set_up' })
bob.send({ id: 1, t: 'say', text: 'bobswords' })
await until('the game begins', () => bob.find('"t":"begun"') && bob.find('annswords'))
ann.send({ id: 3, t: 'nod' })
bob.send({ id: 2, t: 'nod' })
await until('the game is over', () => bob.find('"over":true'))
const { record } = JSON.parse(bob.find('"over":true'))
const left = await sit(['Carolina'])
left.seats[0].send({ id: 1, t: 'set_up' })
left.seats[0].send({ id: 2, t: 'say', text: 'carolswords' })
await until('she is heard', () => left.seats[0].find('carolswords'))
expect(
  'all is stored',
  ['Annabella', 'bobswords', 'carolswords'].every((word) => files().includes(word)),
)

expect(
  'P8.3 at an open table nothing is forgotten',
  (await mine('DELETE', ann.token)).text === '{"forgotten":0,"open":1}',
)
await ends(left)
await ends(played)
const gone = (words) => words.every((word) => !files().includes(word))
await until('P8.3 a game that was left is not kept', () => gone(['Carolina', 'carolswords']))
expect('what was played is', !gone(['Annabella']))

const shown = await mine('GET', ann.token)
const told = JSON.parse(shown.text)
expect('P8.3 what is kept is shown', shown.text.includes('Annabella') && shown.text.includes('annswords'))
expect('of others nothing is', !shown.text.includes('Bob') && !shown.text.includes('bobswords'))
expect(
  'it says where',
  told.games.length === 1 && told.games[0].record === record && told.games[0].seat === 1,
)
expect('all four commands', told.games[0].entries.length === 4)
expect('to nobody else', (await mine('GET', '0'.repeat(32))).text === '{"games":[]}')
expect('nor without a token', (await mine('GET', '')).status === 401)

const get_record = async () => await (await fetch(`${server.url}/api/records/${record}`)).text()
const whole = await get_record()
expect('the record has both names', whole.includes('Annabella') && whole.includes('Bobkowski'))
// That its table is closed may be known before it is stored.
await until(
  'P8.3 forgotten',
  async () => (await mine('DELETE', ann.token)).text === '{"forgotten":1,"open":0}',
)
await until('P8.3 the record has no more of her', async () => !/Annabella|annswords/.test(await get_record()))
const less = await get_record()
expect('and all of him', less.includes('Bobkowski') && less.includes('bobswords'))
const chain = (text) => JSON.parse(text.split('\n')[0]).chain
expect('the chain of hashes is the same', chain(whole) === chain(less))
writeFileSync(`${folder}/record`, less)
const proved = execFileSync(turncoat, ['verify', `${folder}/record`]).toString()
expect('P8.3 it says so, and the rest is proved', proved.includes('2 told without words that were deleted'))
await until('P8.3 the bytes are gone from the files', () => gone(['Annabella', 'annswords', 'Carolina']))
expect('his are not', files().includes('bobswords'))
expect('nothing else has happened', (await mine('GET', bob.token)).text.includes('bobswords'))
expect('she may ask again', (await mine('DELETE', ann.token)).text === '{"forgotten":1,"open":0}')
expect('SIGTERM ends with 0', (await server.end('SIGTERM')) === 0)
rmSync(folder, { recursive: true })
console.log(`what is kept about people: ${failed()} failures`)
process.exit(failed() ? 1 : 0)
