// Bytes of the store that change while the server is down: single ones, several, and files that are cut
// short.  The server never crashes, never shows a table as it was earlier or otherwise than it was, says
// what is damaged, and serves the rest.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import {
  Browser,
  below,
  finish,
  folder,
  get,
  open,
  pause,
  pick,
  promise,
  random,
  serve,
  size,
  until,
} from './kit.mjs'

const base = folder()
const free = {
  openings_per_min: 0,
  misses_per_min: 0,
  messages_per_s: 100000,
  connections_per_address: 20000,
  records_per_min: 0,
}
const settings = (place) => ({ ...free, store: `sqlite:${place}/store.db` })
const counts = { trials: 0, tables: 0, whole: 0, told: 0, recordsWhole: 0, recordsTold: 0, startsRefused: 0 }

// ---- A store worth damaging: tables in the lobby, in play and finished. ----

const first = `${base}/first`
mkdirSync(first)
let server = await serve(settings(first))
const tables = []
const games = ['null', 'traitor', 'maze']
const setUp = { traitor: { pause_s: 300 }, maze: { number: 1, level: 9, side: 1 }, null: {} }
for (let i = 0; i < 12; i += 1)
  tables.push(await open(server, games[i % 3], games[i % 3] === 'traitor' ? 4 : 2, 0, { gallery: true }))
const records = []
async function talk(times) {
  for (let i = 0; i < times; i += 1)
    for (const { people } of tables)
      await pick(people).browser.ask('say', { text: `${i} ${'words '.repeat(below(30))}` })
}
await talk(10)
for (const [i, at] of tables.entries()) {
  if (i < 3) continue
  await at.people[0].browser.ask('set_up', setUp[at.game])
  if (i < 9) continue
  for (const { browser } of at.people) await browser.ask('ask_end')
  await until(() => at.people[0].browser.over)
  records.push(at.people[0].browser.over?.record)
}
await talk(20)
await pause(200)
const seen = await Promise.all(
  tables.map(async ({ table, people }) => {
    const { token } = people[0]
    const browser = new Browser(server.port, table, token)
    await browser.opened
    await browser.greeted()
    return { table, token, story: new Map(browser.story) }
  }),
)
// Without the header, which counts what follows: who comes and goes after the end is added.
const linesOf = (record) => record.slice(record.indexOf('\n') + 1)
const proofs = new Map()
for (const id of records) if (id) proofs.set(id, linesOf((await get(server.port, `/api/records/${id}`)).body))

// Two stores to damage: as a killed server leaves it, with its log, and as one that stopped leaves it.
function copy(from, to) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to)
  for (const file of readdirSync(from)) copyFileSync(`${from}/${file}`, `${to}/${file}`)
}
await server.end('SIGKILL')
const killed = `${base}/killed`
const stopped = `${base}/stopped`
copy(first, killed)
server = await serve(settings(first))
await server.end()
copy(first, stopped)

// ---- Damage. ----

function damage(place) {
  const files = readdirSync(place).filter(
    (file) => !file.endsWith('-shm') && readFileSync(`${place}/${file}`).length,
  )
  // Mostly the larger files: bytes are hit evenly.
  const large = files.filter((name) => /db$|wal$/.test(name))
  const file = `${place}/${pick(random() < 0.8 ? large : files)}`
  const bytes = readFileSync(file)
  const kind = pick(['byte', 'byte', 'byte', 'bytes', 'run', 'cut'])
  const at = below(bytes.length)
  if (kind === 'cut') {
    truncateSync(file, at)
    return `${file} cut at ${at} of ${bytes.length}`
  }
  const many = kind === 'byte' ? 1 : 2 + below(62)
  for (let i = 0; i < many; i += 1) {
    const where = kind === 'bytes' ? below(bytes.length) : (at + i) % bytes.length
    bytes[where] ^= 1 + below(255)
  }
  writeFileSync(file, bytes)
  return `${file.slice(base.length)} ${kind} ${many} at ${at} of ${bytes.length}`
}

async function judge(what, place) {
  counts.trials += 1
  const life = await serve(settings(place), { ready: 60000 })
  if (!life.running()) {
    counts.startsRefused += 1
    promise(
      'the server does not crash',
      life.signal === null && life.code === 1 && !/AddressSanitizer|runtime error/.test(life.log),
      `${what}: ${life.code} ${life.signal} ${life.log.slice(-1500)}`,
    )
    promise('a start that is refused says why', life.log.trim().length > 0, what)
    return
  }
  const lost = []
  for (const { table, token, story } of seen) {
    counts.tables += 1
    const browser = new Browser(life.port, table, token)
    if ((await browser.opened) === 101) {
      await browser.greeted()
      const wrong = [...story].find(([n, line]) => browser.story.get(n) !== line)
      promise(
        'a table is as it was, or not there',
        !wrong,
        `${what}: ${wrong?.[1]} is ${browser.story.get(wrong?.[0])}; ${life.log.slice(0, 600)}`,
      )
      if (!wrong) counts.whole += 1
    } else lost.push(table)
    await browser.drop()
  }
  const lines = (life.log.match(/table_damaged|table_unreadable|store_damaged/g) ?? []).length
  promise(
    'what is lost is told',
    lost.length === 0 || lines >= Math.min(lost.length, 1),
    `${what}: ${lost} ${life.log.slice(0, 800)}`,
  )
  promise(
    'damage costs what it hits',
    /cut|bytes/.test(what) || lost.length <= 6,
    `${what}: ${lost.length} tables`,
  )
  counts.told += lost.length
  for (const [id, proof] of proofs) {
    const reply = await get(life.port, `/api/records/${id}`)
    const whole = reply.status === 200 && linesOf(reply.body).startsWith(proof)
    promise(
      'a record is as it was, or told',
      whole || reply.status !== 200 || new RegExp(`table_damaged "${id}`).test(life.log),
      `${what}: ${id}`,
    )
    if (whole) counts.recordsWhole += 1
    else counts.recordsTold += 1
    promise(
      'a record that is lost is refused',
      reply.status === 200 || (reply.status >= 400 && reply.json?.error),
      `${what}: ${reply.status} ${reply.body.slice(0, 200)}`,
    )
  }
  promise(
    'the server does not crash',
    life.running(),
    `${what}: ${life.code} ${life.signal} ${life.log.slice(-1500)}`,
  )
  promise(
    'no sanitizer speaks',
    !/AddressSanitizer|runtime error/.test(life.log),
    `${what}: ${life.log.slice(-1500)}`,
  )
  await life.end()
  if (existsSync(`${place}/store.db.loading`)) promise('nothing is blamed', false, what)
}

for (const from of [killed, stopped]) {
  copy(from, `${base}/trial`)
  await judge('nothing', `${base}/trial`)
}
promise('an unharmed store is whole', counts.whole === 2 * seen.length, `${counts.whole}`)
for (let i = 0; i < size(120); i += 1) {
  copy(random() < 0.5 ? killed : stopped, `${base}/trial`)
  await judge(damage(`${base}/trial`), `${base}/trial`)
}
finish('damage', counts)
