// Makes what a version stores, for later versions to read (rule P8.8): tables in every state, played over
// real sockets, and records.  Run once for every released version, with its own program; never again.
//
//   make.mjs TURNCOAT FOLDER      needs the command sqlite3; takes a few minutes
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../crash/socket.mjs'
import { Seat, count, move_any, open_table, pause, places, settings, sit } from './seat.mjs'

const [turncoat, folder] = process.argv.slice(2)
const store = join(folder, 'store.db')
const quick = settings.flatMap((s) => ['--set', s])
const tables = [] // what is told of each in tables.json
const forgotten = [] // codes of tables that were gone when the server stopped
const records = []
let url

mkdirSync(join(folder, 'records'), { recursive: true })
cpSync(new URL('../../data/decks', import.meta.url), join(folder, 'decks'), { recursive: true }) // W8.3
rmSync(store, { force: true })

const get = async (path) => (await fetch(url + path)).json()
const same = (t, fields) => [t, fields]

// A table of which is told: everybody who sits there keeps a browser open until the server stops.
function keep(about, code, seats) {
  const table = { about, code, seats, gone: [] }
  tables.push(table)
  return table
}

async function watch(code) {
  return new Seat(code, '', 'the gallery').join(url)
}

// The player goes: the token is worth nothing any more.
async function gone(table, seat) {
  await seat.until('is sent away', () => seat.close_code === 4001)
  table.seats = table.seats.filter((other) => other !== seat)
  table.gone.push(seat.token)
}

async function all(seats, ...asked) {
  for (const [t, fields] of asked) for (const seat of seats) await seat.does(t, fields)
}

async function is_over(seat) {
  const { record } = await seat.until('hears that it is over', () => seat.over)
  const file = `served-${records.length + 1}-${seat.hello.game}.jsonl`
  records.push({ id: record, file, code: seat.code, round: seat.hello.round })
  const reply = await fetch(`${url}/api/records/${record}`)
  writeFileSync(join(folder, 'records', file), await reply.text())
}

async function host_of(table) {
  const { host } = await get(`/api/tables/${table.code}`)
  return table.seats.find(({ name }) => name === host)
}

const circle = (...order) => ({ order: [...order, ...Array(12 - order.length).fill(0)] })

// What is done before a game, by the first who sat down; in the end all sit where they sat.
async function arrange(seats) {
  const [host, other] = seats
  await all(seats, same('be_ready', { ready: true }))
  await other.does('be_ready', { ready: false })
  await host.does('seat_player', { name: 'Zonk', bot: true })
  await host.does('remove_player', { seat: seats.length + 1 })
  const swapped = circle(2, 1, ...seats.slice(2).map((_, i) => i + 3))
  await all([host], same('reorder_seats', swapped), same('reorder_seats', swapped))
  await all([host], same('lock_table', { locked: true }), same('lock_table', { locked: false }))
  await host.does('hand_over', { seat: 2 })
  await other.does('hand_over', { seat: 1 })
}

async function pause_together(seats) {
  const before = seats[0].facts.length
  await all(seats, same('ask_pause'))
  await seats[1].does('resume')
  await seats[0].hears('resumed', before)
}

// ---- null ----

async function null_game(about, names, body, nods) {
  const code = await open_table(url, { game: 'null', ...body })
  const seats = []
  for (const name of names) seats.push(await sit(url, code, name))
  await arrange(seats)
  await seats[0].does('set_up')
  await seats[0].does('say', { text: 'On hoche la tête : "un", ‘deux’ \\ trois…' })
  await all(seats.slice(0, nods), same('nod'))
  return keep(about, code, seats)
}

async function null_half() {
  const names = ['Ann', 'Bob', 'Cy', 'Dee']
  const table = await null_game('null, half nodded', names, { wait: true, pace: 'relaxed' }, 2)
  const [ann, , cy] = table.seats
  await pause_together(table.seats)
  cy.leave()
  await ann.hears('seat_marked')
  await cy.join(url)
  await cy.does('ask_pause')
}

async function null_over() {
  const table = await null_game('null, over', ['Ann', 'Bob'], { gallery: true }, 2)
  await is_over(table.seats[1])
  await table.seats[0].does('react', { reaction: 'bravo' })
  table.seats.push(await watch(table.code))
}

async function null_again() {
  const table = await null_game('null, the second game, half nodded', ['Ann', 'Bob'], {}, 2)
  const [ann, bob] = table.seats
  await is_over(ann)
  await bob.does('play_again')
  await ann.until('is at the second game', () => ann.hello.round === 2)
  await ann.does('set_up')
  await bob.does('nod')
}

async function null_to_maze() {
  const table = await null_game('maze, after a game of null at the same table', ['Ann', 'Bob'], {}, 2)
  const [ann, bob] = table.seats
  await is_over(ann)
  await ann.does('change_game', { game: 'maze' })
  await bob.until('is at a game of maze', () => bob.hello.game === 'maze')
  await ann.does('set_up', { number: 2 })
  await bob.does('turn_hourglass')
  await move_any([ann, bob])
}

// ---- the lobby ----

async function lobby() {
  const body = { game: 'null', gallery: true, public: true, wait: true, pace: 'relaxed', away_s: 45 }
  const code = await open_table(url, body)
  const zoe = await sit(url, code, 'Zoë')
  const pat = await sit(url, code, 'O’Brien "Pat" \\ 木')
  keep('maze, in the lobby, with options', code, [zoe, pat])
  await zoe.does('change_game', { game: 'traitor' })
  await zoe.does('choose_options', { options: { limit_s: 90, by_hand: true } })
  await zoe.does('change_game', { game: 'maze' })
  await zoe.does('choose_options', { options: { number: 9, level: 12, side: 2 } })
  await zoe.does('seat_player', { name: 'Robo', bot: true })
  await pat.does('say', { text: '« Ça va ? » "Oui" — naïveté, œuf, 木, 😀 \\' })
  await all([zoe, pat], same('react', { reaction: 'laugh' }), same('be_ready', { ready: true }))
  await pat.does('be_ready', { ready: false })
  await zoe.does('lock_table', { locked: true })
}

// ---- maze ----

// All that can be done at a table before the game, and then in the middle of it.
async function middle_lobby() {
  const body = { game: 'maze', gallery: true, public: true, pace: 'quick', away_s: 60 }
  const code = await open_table(url, body)
  const ann = await sit(url, code, 'Ann')
  const noel = await sit(url, code, 'Noël « II » D’Arc')
  const cy = await sit(url, code, 'Cy')
  const dee = await sit(url, code, 'Дина')
  const table = keep('maze, in the middle', code, [ann, noel, cy, dee, await watch(code)])
  cy.ask('remove_player', { seat: 3 })
  await gone(table, cy)
  await ann.does('remove_player', { seat: 3 })
  await gone(table, dee)
  for (const name of ['Robo', 'Blip', 'Zonk']) await ann.does('seat_player', { name, bot: true })
  await ann.does('remove_player', { seat: 5 })
  await ann.does('reorder_seats', circle(2, 1, 4, 3))
  await ann.until('has changed places', () => ann.hello.seat === 2)
  await ann.does('hand_over', { seat: 1 })
  await ann.does('be_ready', { ready: true })
  await all([noel], same('lock_table', { locked: true }), same('lock_table', { locked: false }))
  await ann.does('say', { text: 'Prêts ? "é" ‘à’ \\ <b> 😀' })
  await noel.does('react', { reaction: 'hurry' })
  return table
}

async function middle(table) {
  const [ann, noel] = table.seats
  await noel.does('choose_options', { options: { number: 4 } })
  await noel.does('set_up', { number: 4 })
  await ann.does('turn_hourglass')
  for (let i = 0; i < 3; i++) await move_any([ann, noel])
  const { seats } = await get(`/api/tables/${table.code}/seats`)
  const fay = await sit(url, table.code, 'Fay', seats.find(({ bot }) => bot).seat)
  table.seats.push(fay)
  await noel.does('stare_at', { seat: ann.hello.seat })
  noel.ask('remove_player', { seat: noel.hello.seat })
  await gone(table, noel)
  await pause_together([ann, fay])
  fay.leave()
  await ann.until('sees Fay away', () => ann.facts.some(({ t, away }) => t === 'seat_marked' && away))
  await fay.join(url)
  const host = await host_of(table)
  await host.does('hand_over', { seat: (host === ann ? fay : ann).hello.seat })
  await move_any([ann, fay])
  await fay.does('place_pawn', { seat: ann.hello.seat })
  await ann.does('ask_pause')
}

// Bots play it all, also for the one person, who is away until it is over.
async function maze_won() {
  const body = { game: 'maze', gallery: true, pace: 'quick', away_s: 1, options: { number: 1 } }
  const code = await open_table(url, body)
  const ann = await sit(url, code, 'Ann')
  const watcher = await watch(code)
  keep('maze, won', code, [ann, watcher])
  for (const name of ['Robo', 'Blip', 'Zonk']) await ann.does('seat_player', { name, bot: true })
  await ann.does('set_up', { number: 1 })
  await ann.does('turn_hourglass')
  ann.leave()
  await watcher.until('sees the end', () => watcher.over)
  if (watcher.facts.find(({ t }) => t === 'game_ended')?.ending !== 'escaped') throw new Error('not won')
  await ann.join(url)
  await is_over(ann)
  await ann.does('say', { text: 'Gagné ! "Ouf."' })
  return watcher.facts.filter(({ t }) => t === 'tile_offered')
}

// A custom scenario with custom tiles: the built-in ones, except that the first has rare things close by.
const own_start = { 1: 6, 8: 4, 14: 4 } // by space: a camera and two hourglasses where it was plain

function own_tile({ number, side, space, open, dwarf, stairs }) {
  const changed = space.map((kind, at) => (number === 1 && own_start[at]) || kind)
  return { number, side, space: changed, open, dwarf, stairs }
}

// Somebody tries to move some hero to one of those spaces of the first tile, again and again, and to explore
// and discard whatever there is, until it is done.
async function wander(seats, spaces, done) {
  const any = (list) => list[Math.floor(Math.random() * list.length)]
  const heroes = Object.keys(places(seats[0]))
  for (let tries = 0; !done(); tries++) {
    if (tries === 20000) throw new Error('lost on the way')
    const [seat, hero] = [any(seats), any(heroes)]
    await seat.ask('move_hero', { hero, tile: 1, space: any(spaces) })
    await seat.ask('explore', { hero, ...places(seat)[hero] })
    await seat.ask('discard_tile', { tile: 2 + Math.floor(Math.random() * 8) })
  }
}

async function maze_own(tiles) {
  const code = await open_table(url, { game: 'maze', gallery: true })
  const ann = await sit(url, code, 'Anaïs')
  const bob = await sit(url, code, 'Bob')
  keep('maze, a custom scenario with custom tiles', code, [ann, bob, await watch(code)])
  for (const tile of tiles) await ann.does('offer_tile', own_tile(tile))
  const pile = tiles.filter(({ number }) => number > 1).map(({ number }) => number)
  await ann.does('set_up', {
    tiles: pile.reduce((set, number) => set | (1 << number), 0),
    // talk always, one exit, pass left, cameras, pile face up, discard two
    rules: (1 << 0) | (1 << 1) | (1 << 2) | (1 << 6) | (1 << 7) | (1 << 10),
    sand_s: 240,
    level: Math.max(...pile),
    side: 1,
    title: 'Le « dédale » d’Anaïs, "2ᵉ"',
  })
  await ann.does('turn_hourglass')
  await bob.does('say', { text: 'Là ! "Vite" — 😀' })
  await bob.does('point_at', { tile: 1, space: 5 })
  await ann.does('react', { reaction: 'thanks' })
  const plain = [...Array(16).keys()].filter((at) => !own_start[at])
  await wander([ann, bob], [...plain, 1], () => count(bob, 'tile_laid') > 4 && count(bob, 'camera_broken'))
  await wander([ann, bob], [8, 14, ...plain], () => count(bob, 'tile_discarded') >= 2)
}

async function maze_solo() {
  const code = await open_table(url, { game: 'maze', pace: 'relaxed' })
  const ann = await sit(url, code, 'Ann')
  keep('maze, alone', code, [ann])
  await ann.does('set_up', { number: 1 })
  await ann.does('turn_hourglass')
  for (let i = 0; i < 4; i++) {
    await ann.does('turn_action')
    await move_any([ann])
  }
}

// ---- traitor ----

async function traitor(about, names, options) {
  const code = await open_table(url, { game: 'traitor', pace: 'quick', gallery: true, options })
  const seats = []
  for (const name of names) seats.push(await sit(url, code, name))
  await arrange(seats)
  await seats[0].does('set_up', options)
  return keep(about, code, [...seats, await watch(code)])
}

const people = (table) => table.seats.filter(({ token }) => token)

async function phrases(table) {
  const [ann, bob, cy, dee] = table.seats
  await ann.does('say_phrase', { phrase: 'i_am', role: 'guard' })
  await bob.does('say_phrase', { phrase: 'same_side', seat: 1, other: 4 })
  await cy.does('say_phrase', { phrase: 'is_not', seat: 2, role: 'good_wizard' })
  await dee.does('say_phrase', { phrase: 'do_not_know' })
  await dee.does('say', { text: 'C’est "toi", le traître ?! 😀' })
  await ann.does('react', { reaction: 'wonder' })
}

async function traitor_round() {
  const names = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve', 'Fay', 'Gus', 'Hal']
  await phrases(await traitor('traitor, in the middle of a round', names, { limit_s: 1800, pause_s: 300 }))
}

// All have seen the round begin that one of them has.
async function level(table) {
  const begun = people(table).map((seat) => count(seat, 'round_begun'))
  for (const seat of people(table))
    await seat.until('sees the round begin', () => count(seat, 'round_begun') >= Math.max(...begun))
}

async function stop(table, by) {
  await level(table)
  const [seat, other] = [people(table)[by % people(table).length], people(table)[0]]
  const before = seat.facts.length
  await seat.does('stop', { seat: seat === other ? 2 : 1 })
  await seat.hears('round_won', before)
}

async function traitor_between() {
  const five = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve']
  const table = await traitor('traitor, between rounds', five, { pause_s: 300 })
  await phrases(table)
  await table.seats[0].does('annul_round')
  await level(table)
  await table.seats[1].does('admit_showing')
  await stop(table, 3)
  await pause_together(people(table))
  await all([table.seats[0], table.seats[2]], same('ready'))
}

async function traitor_over() {
  const names = ['Ann', 'Bob', 'Cy', 'Dee']
  const table = await traitor('traitor, over', names, { by_hand: true, pause_s: 300 })
  const [ann] = table.seats
  await phrases(table)
  for (let round = 0; !ann.over; round++) {
    const before = ann.facts.length
    await stop(table, round)
    for (const seat of people(table)) {
      await seat.ask('use_ring', { seat: seat === ann ? 2 : 1 }) // if there is one
      await seat.ask('announce') // if there is something to be
    }
    for (const seat of people(table)) await seat.ask('ready')
    await ann.until('goes on', () => ann.over || ann.facts.slice(before).some(({ t }) => t === 'round_begun'))
  }
  await is_over(ann)
  await ann.does('say', { text: 'Bien joué ! "Bravo"' })
}

// ---- what the store has to put in order ----

// Nothing is being stored at the moment.
function in_order() {
  const copy = mkdtempSync(join(tmpdir(), 'turncoat-'))
  for (const end of ['', '-wal']) copyFileSync(store + end, join(copy, 'store.db') + end)
  const runs = execFileSync('sqlite3', [join(copy, 'store.db'), 'SELECT count(*) FROM run'])
  rmSync(copy, { recursive: true })
  return Number(runs) > 0
}

// A store writes down what comes as it comes, and puts it in order when there is much of it: in 0.1.0 at
// 8 MiB.  (Before that no game may have been dropped: 0.1.0 cannot put those in order, nor anything with
// them.)  So much is said here; it is forgotten, and what was put in order beside it stays.
async function chatter() {
  const codes = []
  for (let i = 0; i < 20; i++) codes.push(await open_table(url, { game: 'null' }))
  const talkers = await Promise.all(codes.map((code) => sit(url, code, 'Talker')))
  const text = 'blah '.repeat(40)
  for (let i = 0; i < 1000 && !in_order(); i++)
    await Promise.all(talkers.flatMap((seat) => Array.from({ length: 5 }, () => seat.does('say', { text }))))
  for (const seat of talkers) seat.leave()
  forgotten.push(...codes)
}

async function left_alone() {
  const over = await null_game('', ['Ann', 'Bob', 'Cy'], {}, 3)
  await is_over(over.seats[2])
  const begun = await null_game('', ['Ann', 'Bob'], {}, 1)
  for (const table of [over, begun]) {
    for (const seat of table.seats) seat.leave()
    tables.splice(tables.indexOf(table), 1)
    forgotten.push(table.code)
  }
}

// ---- simulated games ----

function simulate(name, ...options) {
  const into = mkdtempSync(join(tmpdir(), 'turncoat-'))
  execFileSync(turncoat, ['simulate', ...options, '--games', '1', '--record', into], { stdio: 'ignore' })
  for (const file of readdirSync(into))
    renameSync(join(into, file), join(folder, 'records', `simulated-${name}.jsonl`))
  rmSync(into, { recursive: true })
}

function simulate_all() {
  for (const scenario of ['1', '5', '11', '13']) {
    const level = Number(scenario) > 7 ? ['--level', '12'] : []
    simulate(`maze-${scenario}`, 'maze', '--scenario', scenario, ...level)
  }
  simulate('maze-solo', 'maze', '--scenario', '1', '--players', '1')
  simulate('maze-idle', 'maze', '--scenario', '1', '--bots', 'idle')
  simulate('maze-random', 'maze', '--scenario', '11', '--level', '9', '--bots', 'random', '--seed', '3')
  simulate('traitor', 'traitor')
}

// ---- what is told of it ----

const without = (object, ...keys) =>
  object && Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

// A fact that several seats were told is written once; a story is the facts in their order, from n = 1 on.
function tell(table) {
  const known = new Map()
  const seats = table.seats.map((seat) => ({
    name: seat.name,
    token: seat.token,
    hello: without(seat.hello, 'hello', 'since', 'told', 'now', 'version'),
    options: seat.options,
    over: seat.over,
    last: seat.last,
    story: seat.facts.map((fact) => {
      const text = JSON.stringify(without(fact, 'n'))
      if (!known.has(text)) known.set(text, known.size)
      return known.get(text)
    }),
  }))
  const { about, code, info, gone } = table
  const lines = [
    `"about":${JSON.stringify(about)},"code":${JSON.stringify(code)},`,
    `"info":${JSON.stringify(info)},`,
    `"gone":${JSON.stringify(gone)},`,
    `"seats":[\n${seats.map((seat) => JSON.stringify(seat)).join(',\n')}\n],`,
    `"facts":[\n${[...known.keys()].join(',\n')}\n]`,
  ]
  return `{\n${lines.join('\n')}\n}`
}

function tell_all() {
  const lines = records.map((record) => JSON.stringify(record)).join(',\n')
  return (
    `{\n"tables":[\n${tables.map(tell).join(',\n')}\n],\n` +
    `"forgotten":${JSON.stringify(forgotten)},\n"records":[\n${lines}\n]\n}\n`
  )
}

// ---- two lives of a server: the first is killed ----

// Whoever is not at a table is soon forgotten there.
const hasty = ['--set', 'lobby_kept_s=2', '--set', 'game_kept_s=2']
let server = await serve(turncoat, `sqlite:${store}`, ...quick, ...hasty)
url = server.url
const begun = await middle_lobby()
await left_alone()
await chatter()
await lobby()
for (const code of forgotten)
  while ((await fetch(`${url}/api/tables/${code}`)).status !== 404) await pause(100)
await begun.seats[0].does('react', { reaction: 'yes' }) // once this is answered, all before it is stored
await server.end('SIGKILL')

server = await serve(turncoat, `sqlite:${store}`, ...quick)
url = server.url
for (const table of tables) for (const seat of table.seats) await seat.join(url)
const [tiles] = await Promise.all([maze_won(), traitor_over(), null_over(), simulate_all()])
await Promise.all([
  null_half(),
  null_again(),
  null_to_maze(),
  middle(begun),
  maze_own(tiles),
  maze_solo(),
  traitor_round(),
  traitor_between(),
])
for (const table of tables) table.info = without(await get(`/api/tables/${table.code}`), 'table', 'watching')
const ended = server.end('SIGTERM')
for (const table of tables)
  for (const seat of table.seats) await seat.until('is told goodbye', () => seat.close_code === 1001)
if ((await ended) !== 0) throw new Error('the server did not stop well')
execFileSync('sqlite3', [store, 'PRAGMA wal_checkpoint(TRUNCATE); VACUUM'])
writeFileSync(join(folder, 'tables.json'), tell_all())
console.log(`${tables.length} tables, ${records.length} records of served games`)
process.exit(0)
