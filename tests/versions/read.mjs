// P8.8: what released versions stored is read, shown and continued by this one.  For every folder beside
// this file: its tables are there, and every seat has the same story; those being played go on, even after a
// crash; the others begin a new game; its records are served, proved and told.
//
//   read.mjs TURNCOAT [FOLDER...]      default: all of them
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { expect, failed } from '../crash/expect.mjs'
import { serve } from '../crash/socket.mjs'
import { PATIENCE_MS, Seat, count, move_any, pause, settings, sit } from './seat.mjs'

const turncoat = process.argv[2] ?? process.env.TURNCOAT
const here = fileURLToPath(new URL('.', import.meta.url))
const quick = [...settings, 'misses_per_min=0'].flatMap((s) => ['--set', s])
const openings = { maze: { number: 1 }, null: {}, traitor: {} }
const counts = { tables: 0, seats: 0, facts: 0, records: 0 }

// ---- facts: what was told then must be told now; a later version may tell more of it ----

const holds = (now, then) => Object.keys(then).every((key) => isDeepStrictEqual(now[key], then[key]))

// Each version knows these fields of each kind of event: where it left one out, it was a secret.
function fields_known(stories) {
  const known = {}
  for (const facts of stories)
    for (const fact of facts) for (const key of Object.keys(fact)) (known[fact.t] ??= new Set()).add(key)
  return known
}

const leaks = (now, then, known) => Object.keys(now).some((key) => !(key in then) && known[then.t].has(key))

// Is `then` how `now` begins?  Only the first difference is told.
function begins(what, now, then, known) {
  const at = then.findIndex((fact, i) => !now[i] || !holds(now[i], fact) || leaks(now[i], fact, known))
  const told = `then ${JSON.stringify(then[at])}, now ${JSON.stringify(now[at])}`
  expect(at < 0 ? what : `${what}: ${told}`, at < 0)
  counts.facts += then.length
}

// ---- the program ----

function run(...options) {
  return new Promise((resolve) => {
    execFile(turncoat, options, { maxBuffer: 1 << 26 }, (error, out, complaint) =>
      resolve({ status: error ? (error.code ?? error.signal) : 0, out, complaint }),
    )
  })
}

async function taken(what, command, ...options) {
  const { status, out, complaint } = await run(command, ...options)
  expect(`${what}: turncoat ${command}: ${status} ${complaint.slice(0, 300)}`, status === 0)
  return out
}

const parsed = (text) =>
  text
    .split('\n')
    .filter((line) => line)
    .map((line) => JSON.parse(line))

// What happened, without what a record says beside.
const events_of = (lines) =>
  lines
    .filter(({ n, t }) => n && t)
    .map((line) => Object.fromEntries(Object.entries(line).filter(([key]) => key !== 'to')))

const replayed = async (what, ...options) => parsed(await taken(what, 'replay', '--json', ...options))

// A record that this version or any before it has made.  Resolves with all its events.
async function take_record(what, file) {
  const [header] = parsed(readFileSync(file, 'utf8'))
  counts.records++
  await taken(what, 'check', file)
  await taken(what, 'replay', file)
  if (header.format === 1) {
    const { status, complaint } = await run('verify', file)
    const one_line = /^[^\n]*nothing to prove[^\n]*\n$/.test(complaint)
    expect(`${what}: has nothing to prove, and says so: ${status} ${complaint}`, status === 1 && one_line)
  } else await taken(what, 'verify', file)
  return replayed(what, file)
}

// ---- one version ----

class Version {
  constructor(folder) {
    this.folder = folder
    this.name = basename(folder)
    Object.assign(this, JSON.parse(readFileSync(join(folder, 'tables.json'), 'utf8')))
    this.temporary = mkdtempSync(join(tmpdir(), 'turncoat-'))
    this.ended = [] // games that went on here and are over
    for (const table of this.tables) {
      table.what = `${this.name}, ${table.about}`
      for (const seat of table.seats) {
        seat.story = seat.story.map((at, i) => ({ n: i + 1, ...table.facts[at] }))
        seat.now = new Seat(table.code, seat.token, seat.name)
      }
      table.people = table.seats.filter(({ token }) => token).map(({ now }) => now)
    }
    const files = readdirSync(join(folder, 'records')).map((file) => join(folder, 'records', file))
    this.files = new Map(files.map((file) => [basename(file), parsed(readFileSync(file, 'utf8'))]))
    const told = [...this.tables.map(({ facts }) => facts), ...[...this.files.values()].map(events_of)]
    this.known = fields_known(told)
  }

  async start() {
    this.server = await serve(turncoat, `sqlite:${this.temporary}/store.db`, ...quick)
    this.url = this.server.url
    this.listen()
  }

  // What it says of tables that it could not read.
  listen() {
    const complaint = /table_\w+.*/.exec(this.server.log())
    expect(`${this.name}: the server says ${complaint}`, !complaint)
  }

  async get(path) {
    const reply = await fetch(this.url + path)
    return { status: reply.status, text: await reply.text() }
  }

  async info(code) {
    return JSON.parse((await this.get(`/api/tables/${code}`)).text)
  }

  each(work, ...more) {
    const fails = (table) => (error) => expect(`${table.what}: ${error.message}`, false)
    return Promise.all(this.tables.map((table) => work.call(this, table, ...more).catch(fails(table))))
  }

  // ---- everything is there ----

  async is_there(table) {
    counts.tables++
    const info = await this.info(table.code)
    expect(`${table.what}: is now ${JSON.stringify(info)}`, holds(info, table.info))
    for (const token of table.gone) {
      const door = await this.get(`/ws?table=${table.code}&token=${token}`)
      expect(`${table.what}: who left is let in: ${door.text}`, JSON.parse(door.text).error === 'no_seat')
    }
    await Promise.all(table.seats.map((seat) => this.is_seated(table, seat)))
  }

  async is_seated(table, { name, now, hello, options, over, story, last }) {
    counts.seats++
    await now.join(this.url)
    const what = `${table.what}, ${name}`
    expect(`${what}: greeted with ${JSON.stringify(now.hello)}`, holds(now.hello, hello))
    begins(`${what}: the story`, now.facts, story, this.known)
    if (options) {
      await now.until('is told the options', () => now.options)
      expect(`${what}: options ${JSON.stringify(now.options)}`, holds(now.options, options))
    }
    if (over) {
      await now.until('is told that it is over', () => now.over)
      expect(`${what}: over ${JSON.stringify(now.over)}`, holds(now.over, over))
    }
    if (!last) return
    const before = count(now, 'said')
    const answer = await now.send(last.message) // P6.2: it was done before, and is not done again
    const once = answer.ok && answer.n === last.n && count(now, 'said') === before
    expect(`${what}: ${JSON.stringify(last)} is answered ${JSON.stringify(answer)}`, once)
  }

  // After a crash: nothing that anybody was shown is lost or different.
  async is_back(table) {
    await Promise.all(
      table.seats.map(async ({ name, now }) => {
        const before = now.facts
        await now.join(this.url)
        const at = before.findIndex((fact, i) => !isDeepStrictEqual(fact, now.facts[i]))
        const told = `before ${JSON.stringify(before[at])}, now ${JSON.stringify(now.facts[at])}`
        expect(`${table.what}, ${name} after the crash: ${told}`, at < 0)
      }),
    )
  }

  // ---- and goes on ----

  async go_on(table, to_the_end) {
    const { begun, over } = await this.info(table.code)
    if (over) await this.begin_again(table)
    else if (begun) await this.play(table, to_the_end)
    else await this.begin(table)
  }

  async host(table) {
    const { host } = await this.info(table.code)
    return table.people.find(({ name }) => name === host)
  }

  async begin_again(table) {
    const [seat] = table.people
    const { round, game } = seat.hello
    await seat.does('play_again')
    const host = await this.host(table)
    await host.until('is at a new game', () => host.hello.round === round + 1)
    await host.does('set_up', openings[game])
  }

  async begin(table) {
    const host = await this.host(table)
    if ((await this.info(table.code)).locked) await host.does('lock_table', { locked: false })
    const newcomer = await sit(this.url, table.code, 'Newcomer')
    table.people.push(newcomer)
    table.seats.push({ name: newcomer.name, token: newcomer.token, now: newcomer })
    await newcomer.does('be_ready', { ready: true })
    await host.does('set_up', host.options ?? openings[host.hello.game])
  }

  // It stands still since it was stored; then whoever is there plays on.
  async play(table, to_the_end) {
    const [seat] = table.people
    const { game } = seat.hello
    if (game !== 'maze' || count(seat, 'hourglass_turned')) {
      // Whoever comes while that is still being stored hears of it a moment later.
      const last = () => seat.facts.filter(({ t }) => t === 'paused' || t === 'resumed').at(-1)?.t
      await seat.until('is at a game that stands still', () => last() === 'paused')
      const before = seat.facts.length
      await seat.does('resume')
      await seat.hears('resumed', before)
    }
    const talk = seat.facts.filter(({ t }) => t === 'talk_changed').at(-1)?.talk ?? 'open'
    if (talk === 'open') await seat.does('say', { text: 'Où en étions-nous ? "Là" 😀' })
    await { null: play_null, maze: play_maze, traitor: play_traitor }[game](table, to_the_end)
    if (seat.over) this.ended.push({ id: seat.over.record, table, round: seat.hello.round })
  }

  // ---- records ----

  async serves(id) {
    const { status, text } = await this.get(`/api/records/${id}`)
    const file = join(this.temporary, id)
    expect(`${this.name}: record ${id}: ${status} ${status === 200 ? '' : text}`, status === 200)
    if (status === 200) writeFileSync(file, text)
    return status === 200 && file
  }

  // As every seat, it is what that seat was told then.
  async tells_seats(what, file, table, round) {
    for (const { name, hello, story } of table?.seats ?? []) {
      if (hello?.round !== round) continue
      const now = await replayed(what, '--as', String(hello.seat), file)
      begins(`${what} as ${name}`, now, story, this.known)
    }
  }

  // What is served of a game is what was served then.
  async serves_record({ id, file, code, round }) {
    const what = `${this.name}, served record of ${file}`
    const served = await this.serves(id)
    if (!served) return
    begins(what, await take_record(what, served), events_of(this.files.get(file)), this.known)
    const table = this.tables.find((table) => table.code === code)
    await this.tells_seats(what, served, table, round)
  }

  // A game that began then and ended now.
  async serves_continued({ id, table, round }) {
    const what = `${table.what}, its record after it went on`
    const served = await this.serves(id)
    if (!served) return
    await take_record(what, served)
    await this.tells_seats(what, served, table, round)
  }

  async takes_file(file) {
    const what = `${this.name}, ${file}`
    const now = await take_record(what, join(this.folder, 'records', file))
    begins(what, now, events_of(this.files.get(file)), this.known)
    expect(`${what}: ${now.length} events`, now.length === events_of(this.files.get(file)).length)
  }

  async takes_records() {
    expect(`${this.name}: games that went on have come to an end`, this.ended.length > 0)
    for (const record of this.records) await this.serves_record(record)
    for (const record of this.ended) await this.serves_continued(record)
  }

  async takes_files() {
    for (const file of this.files.keys()) await this.takes_file(file)
  }

  async read() {
    copyFileSync(join(this.folder, 'store.db'), join(this.temporary, 'store.db'))
    const files = this.takes_files()
    await this.start()
    for (const code of this.forgotten)
      expect(`${this.name}: ${code} is back`, (await this.get(`/api/tables/${code}`)).status === 404)
    await this.each(this.is_there)
    await this.each(this.go_on, false)
    this.listen()
    await this.server.end('SIGKILL')
    await this.start()
    await this.each(this.is_back)
    await this.each(this.go_on, true)
    await this.takes_records()
    await files
    this.listen()
    expect(`${this.name}: SIGTERM ends with 0`, (await this.server.end('SIGTERM')) === 0)
    rmSync(this.temporary, { recursive: true })
  }
}

// ---- the games: something that can be done next ----

async function play_null({ people }) {
  for (const seat of people)
    if (!seat.facts.some(({ t, by }) => t === 'nodded' && by === seat.hello.seat)) await seat.does('nod')
  await people[0].until('hears that it is over', () => people[0].over)
}

// With bots at the table a hero may be in the way just now.
async function play_maze({ people }) {
  const [seat] = people
  if (!count(seat, 'hourglass_turned')) await seat.does('turn_hourglass')
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(50)) {
    if (await move_any(people)) return
    if (count(seat, 'deck_shuffled')) await seat.does('turn_action') // alone
  }
  throw new Error('nobody can move a hero')
}

// First to the end of a round or of the pause after it; after the crash to the end of the game.
async function play_traitor({ people }, to_the_end) {
  const [seat, other] = people
  const phase = () => seat.facts.filter(({ t }) => t === 'round_begun' || t === 'round_won').at(-1).t
  do {
    const before = phase()
    if (before === 'round_begun') {
      await seat.does('say_phrase', { phrase: 'i_am', role: 'guard' })
      await seat.does('stop', { seat: other.hello.seat })
    } else for (const one of people) await one.ask('ready') // some were before
    await seat.until('sees it go on', () => seat.over || phase() !== before)
  } while (to_the_end && !seat.over)
}

// ---- all versions ----

const named = process.argv.slice(3)
const folders = readdirSync(here)
  .map((name) => join(here, name))
  .filter((folder) => existsSync(join(folder, 'tables.json')))
expect('there is something to read', folders.length > 0)
for (const folder of named.length ? named : folders)
  await new Version(folder).read().catch((error) => expect(`${basename(folder)}: ${error.stack}`, false))
console.log(
  `${counts.tables} tables, ${counts.seats} seats, ${counts.records} records, ` +
    `${counts.facts} facts of earlier versions: ${failed()} failures`,
)
process.exit(failed() ? 1 : 0)
