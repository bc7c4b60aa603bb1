// Floods (P6.5): somebody uses up whatever they can while two innocent players move a hero to and fro.  The
// time from a move to its answer, and to its being seen by the other, is compared with the same table
// without a flood, and with a flood of something else on the same machine ("control": a program that only
// keeps a core busy).
//
// Floods run in a process of their own: floods.mjs FLOOD PORT STOP TABLE
import { spawn } from 'node:child_process'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  Browser,
  address,
  below,
  finish,
  folder,
  frame,
  get,
  http,
  open,
  pause,
  post,
  promise,
  quantile,
  raw,
  serve,
  size,
  until,
} from './kit.mjs'

const [, , flood, portText, stopText, innocent, recordId] = process.argv
const port = Number(portText)
const stop = Number(stopText)
const on = () => Date.now() < stop
const server0 = { port }
const codeLetters = 'abcdefghjkmnpqrstuvwxyz23456789'
const code = () => Array.from({ length: 8 }, () => codeLetters[below(31)]).join('')

// As many at a time as `width`, for as long as the flood lasts; how many there were.
async function keep(width, act) {
  let done = 0
  await Promise.all(
    Array.from({ length: width }, async (_, i) => {
      while (on()) {
        await act(i)
        done += 1
      }
    }),
  )
  return done
}

// A table of one's own with a long story.
async function longTable(people, talk) {
  const at = await open(server0, 'null', people, 0, { gallery: true })
  for (let i = 0; i < talk && on(); i += 1) {
    for (const { browser } of at.people)
      browser.say({ id: (browser.id += 1), seen: 0, t: 'say', text: '\u{1f600}'.repeat(200) })
    await pause(60)
  }
  return at
}

const floods = {
  control: async () => {
    let n = 0
    while (on()) {
      for (const end = performance.now() + 50; performance.now() < end;) n += 1
      await pause(0)
    }
    return n
  },
  devices: async () => {
    const at = await open(server0, 'null', 2)
    return keep(8, async () => new Browser(port, at.table, at.people[0].token, { from: address() }).opened)
  },
  spectators: async () =>
    keep(40, async () => {
      const browser = new Browser(port, innocent, '', { from: address() })
      await Promise.race([browser.opened, pause(2000)])
      await pause(below(800))
      if (below(3) === 0) await browser.drop()
    }),
  openings: async () =>
    keep(16, () => post(port, '/api/tables', { game: 'maze', name: 'Eve' }, { from: address() })),
  guessing: async () => keep(16, (i) => get(port, `/api/tables/${code()}`, { from: `127.9.0.${1 + i}` })),
  doors: async () => keep(16, (i) => new Browser(port, code(), '', { from: `127.9.1.${1 + i}` }).closed),
  reorder: async () => {
    const at = await longTable(10, 40)
    for (let i = 0; i < 50; i += 1) await new Browser(port, at.table, '', { from: address() }).opened
    const [{ browser }] = at.people
    let i = 0
    return keep(1, async () => {
      i += 1
      browser.say({
        id: (browser.id += 1),
        seen: 0,
        t: 'reorder_seats',
        order: i % 2 ? [2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0],
      })
      await pause(50)
    })
  },
  pings: async () => {
    const at = await open(server0, 'null', 1)
    const burst = Buffer.concat(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? frame(9, 'x'.repeat(125)) : frame(10, ''))),
    )
    return keep(20, async () => {
      const browser = new Browser(port, at.table, at.people[0].token, { from: address() })
      await browser.opened
      for (let i = 0; i < 30 && browser.code < 0; i += 1) {
        browser.write(burst)
        await pause(1)
      }
      await browser.drop()
    })
  },
  fragments: async () => {
    const at = await open(server0, 'null', 1)
    const burst = Buffer.concat(Array.from({ length: 200 }, () => frame(0, '', { fin: false })))
    return keep(20, async () => {
      const browser = new Browser(port, at.table, at.people[0].token, { from: address() })
      await browser.opened
      browser.write(frame(1, '', { fin: false }))
      for (let i = 0; i < 30 && browser.code < 0; i += 1) {
        browser.write(burst)
        await pause(1)
      }
      await browser.drop()
    })
  },
  pipelined: async () =>
    keep(8, async () => {
      const many = 'GET /api/lobby HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(500)
      const from = address()
      const count = (text) => text.split('HTTP/1.1 ').length
      await raw(port, many, { from, wait: 1000, enough: (text) => count(text) > 500 })
    }),
  loris: async () =>
    keep(400, async (i) => {
      const socket = net.connect({ port, host: '127.0.0.1', localAddress: `127.8.${i % 4}.1` })
      socket.on('error', () => {})
      for (const letter of `GET /healthz HTTP/1.1\r\nHost: h\r\nX-Slow: ${'y'.repeat(200)}`) {
        if (!on() || socket.destroyed) break
        socket.write(letter)
        await pause(100)
      }
      socket.destroy()
    }),
  bodies: async () =>
    keep(12, (i) =>
      http(
        port,
        'POST',
        i % 2 ? '/api/tables' : `/api/tables/${innocent}/material`,
        'x'.repeat(i % 3 ? 65000 : 8000),
        { from: address() },
      ),
    ),
  halfOpen: async () =>
    keep(2000, async (i) => {
      const socket = net.connect({
        port,
        host: '127.0.0.1',
        localAddress: `127.7.${i % 10}.1`,
        allowHalfOpen: true,
      })
      socket.on('error', () => {})
      if (i % 2) socket.end()
      await pause(3000)
      socket.destroy()
    }),
  deaf: async () => {
    const at = await open(server0, 'null', 4, 0, { gallery: true })
    await keep(1, async () => {
      const deaf = Array.from(
        { length: 40 },
        () => new Browser(port, at.table, '', { from: address(), reads: false }),
      )
      for (let i = 0; i < 20 && on(); i += 1) {
        for (const { browser } of at.people)
          browser.say({ id: (browser.id += 1), seen: 0, t: 'say', text: 'x'.repeat(190) })
        await pause(60)
      }
      for (const browser of deaf) browser.socket.destroy()
    })
    return 1
  },
  retelling: async () => {
    const at = await longTable(10, 60)
    return keep(16, async () => {
      const browser = new Browser(port, at.table, '', { from: address() })
      await browser.opened
      await browser.greeted()
      await browser.drop()
    })
  },
  records: async () =>
    keep(24, (i) => get(port, `/api/records/${recordId}`, { from: `127.6.${i}.${1 + below(100)}` })),
  talkers: async () => {
    const tables = []
    for (let i = 0; i < 15; i += 1) tables.push(await open(server0, 'null', 3))
    return keep(1, async () => {
      for (const { people } of tables)
        for (const { browser } of people)
          browser.say({ id: (browser.id += 1), seen: 0, t: 'be_ready', ready: browser.id % 2 === 0 })
      await pause(52)
    })
  },
}

if (flood) {
  const done = await floods[flood]()
  console.log(done)
  process.exit(0)
}

// ---- The innocent table. ----

const server = await serve({ store: `sqlite:${folder()}/store.db` })

// Two players and two moves, there and back, found by trying the ways out of the middle of tile 1.
async function movers(tries = 5) {
  const at = await open(server, 'maze', 2, 0, { gallery: true })
  const [a, b] = at.people.map(({ browser }) => browser)
  await a.ask('set_up', { number: 1, level: 9, side: 1, sand_s: 300 })
  await a.ask('turn_hourglass')
  const heroes = [...a.story.values()].map((line) => JSON.parse(line)).filter(({ t }) => t === 'hero_placed')
  for (const { hero, space } of heroes)
    for (const step of [-4, 4, -1, 1])
      for (const [go, back] of [
        [a, b],
        [b, a],
      ]) {
        const to = { hero, tile: 1, space: space + step }
        if (!(await go.ask('move_hero', to)).ok) continue
        if ((await back.ask('move_hero', { hero, tile: 1, space })).ok)
          return {
            at,
            moves: [
              [go, back, to],
              [back, go, { hero, tile: 1, space }],
            ],
          }
        await go.ask('move_hero', { hero, tile: 1, space })
      }
  for (const { browser } of at.people) await browser.drop()
  if (tries > 1) return movers(tries - 1) // walls all around, with these heroes here
  promise('a hero can be moved', false)
  return null
}

async function measure({ moves }, ms) {
  const answers = []
  const sights = []
  for (const end = Date.now() + ms; Date.now() < end;)
    for (const [mover, other, to] of moves) {
      const before = performance.now()
      let sight = 0
      other.onMessage = ({ t }) => {
        if (t === 'hero_moved' && !sight) sight = performance.now()
      }
      const answer = await Promise.race([mover.ask('move_hero', to), pause(5000)])
      if (!promise('an innocent move is done', answer?.ok, JSON.stringify(answer))) return { answers, sights }
      answers.push(performance.now() - before)
      promise('an innocent move is seen', await until(() => sight, 5000))
      sights.push(sight - before)
      await pause(50)
    }
  return { answers, sights }
}

const figures = {}
const ms = size(6) * 1000

// A long finished game, for those who ask for records.
const told = await open(server, 'traitor', 4)
await told.people[0].browser.ask('set_up', { pause_s: 15 })
for (let i = 0; i < 60; i += 1) {
  for (const { browser } of told.people)
    browser.say({ id: (browser.id += 1), seen: 0, t: 'say', text: 'y'.repeat(190) })
  await pause(60)
}
await pause(2000)
for (const { browser } of told.people) await browser.ask('ask_end')
await until(() => told.people[0].browser.over)
const record = told.people[0].browser.over?.record
promise('there is a record', record)

let busy = 200 // ms: what a machine with a busy core costs anyway, as "control" finds
const chosen = process.env.ATTACK_FLOODS?.split(' ') ?? Object.keys(floods)
for (const name of chosen) {
  const pair = await movers()
  if (!pair) break
  const calm = await measure(pair, ms / 2)
  const warm = ['retelling', 'reorder'].includes(name) ? 5500 : 1500 // a long story takes a while
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(import.meta.url),
      name,
      String(server.port),
      String(Date.now() + ms + warm),
      pair.at.table,
      record,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let count = ''
  child.stdout.on('data', (data) => (count += data))
  const ended = new Promise((resolve) => child.on('exit', resolve))
  await pause(warm)
  const wild = await measure(pair, ms)
  // A player whose line is lost comes back in the middle of it.
  const [, second] = pair.at.people
  await second.browser.drop()
  const began = performance.now()
  const back = new Browser(server.port, pair.at.table, second.token, { from: address() })
  const status = await Promise.race([back.opened, pause(5000)])
  await back.greeted()
  const returned = performance.now() - began
  promise(`${name}: a player comes back`, status === 101 && back.hello, `${status}`)
  const slowest = quantile(wild.sights, 0.99)
  if (name === 'control') busy = Math.max(busy, slowest)
  else promise(`${name}: innocent moves are not held up`, slowest < 3 * busy, `p99 ${Math.round(slowest)} ms`)
  await Promise.race([ended, pause(8000)])
  child.kill('SIGKILL')
  const both = ({ sights }) => [0.5, 0.99].map((q) => quantile(sights, q).toFixed(1)).join('/')
  figures[name] = `${count.trim()}x ${both(calm)}->${both(wild)}ms back ${Math.round(returned)}ms`
  console.error(name, figures[name])
  for (const { browser } of pair.at.people) await browser.drop()
  await back.drop()
  server.sound()
}
promise('the server is well afterwards', (await get(server.port, '/healthz')).status === 200)
await server.end()
finish('floods', figures)
