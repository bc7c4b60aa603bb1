// Secrets (P5.1, P5.4, T1.7): many games, played by clients that keep every message they ever get.  After
// the end the record tells the truth; from it and from the rules as docs/rules/ states them, this file
// works out, byte by byte, what each seat and the gallery may have been sent.  Anything else is a leak.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import {
  Browser,
  below,
  finish,
  folder,
  get,
  open,
  pause,
  pick,
  post,
  program,
  promise,
  random,
  serve,
  size,
  until,
} from './kit.mjs'

const everybody = 0x1fff
const bit = (seat) => 1 << seat

// Who may know a field of an event: the rest of the table is not sent it.
function mayKnow(game, event, field, deal) {
  const { t } = event
  if (game === 'maze') return field === 'order' ? 0 : everybody
  if (t === 'treasure_shuffled' && field === 'order') return 0
  if (t === 'card_dealt' && field === 'character') return bit(event.seat)
  if (t === 'wizard_card_dealt' && field === 'side') return bit(event.seat)
  if (t === 'key_holder_told') return deal.seats >= 6 ? everybody & ~1 & ~deal.wizards : 0
  if (t === 'traitors_told') return deal.seats >= 8 ? deal.traitors : 0
  if (t === 'treasure_drawn' && field === 'treasure') return bit(event.seat)
  if (t === 'card_stolen' && field === 'treasure') return bit(event.by) | bit(event.seat)
  return everybody
}
const heardOnly = new Set(['said', 'reacted', 'phrase_said', 'pointed'])

// The story of a seat, as lines, from the truth.
function expectedStory(game, events, seat) {
  const lines = []
  const deal = { seats: 0, wizards: 0, traitors: 0 }
  for (const { n: _number, to, ...event } of events) {
    if (event.t === 'seat_taken') deal.seats = Math.max(deal.seats, event.seat)
    if (event.t === 'round_begun') deal.wizards = deal.traitors = 0
    if (event.t === 'card_dealt' && event.character === 'wizard') deal.wizards |= bit(event.seat)
    if (event.t === 'card_dealt' && event.character === 'traitor') deal.traitors |= bit(event.seat)
    if (heardOnly.has(event.t) && !(to & bit(seat))) continue
    const { at, t, ...fields } = event
    const seen = Object.entries(fields).filter(([field]) => mayKnow(game, event, field, deal) & bit(seat))
    lines.push(JSON.stringify({ n: lines.length + 1, at, t, ...Object.fromEntries(seen) }))
  }
  return lines
}

// In a deal nothing may follow from the order of what is told.
function orderTellsNothing(events) {
  let last = { t: '' }
  for (const event of events) {
    if (
      ['card_dealt', 'wizard_card_dealt', 'hand_shown', 'card_revealed'].includes(event.t) &&
      last.t === event.t
    )
      promise(
        'cards are dealt and shown in the order of seats',
        event.seat > last.seat,
        JSON.stringify(event),
      )
    last = event
  }
}

const counts = {
  tables: 0,
  seatRounds: 0,
  messages: 0,
  bytes: 0,
  reconnects: 0,
  refusals: 0,
  requests: 0,
  takeovers: 0,
}
const server = await serve({
  messages_per_s: 2000,
  connections_per_address: 20000,
  metrics_listen: '127.0.0.1:0',
  openings_per_min: 0,
  misses_per_min: 0,
})
const papers = folder()

// A connection that is kept: whose it is (0: gallery), and all it got.
class Watch {
  constructor(at, seat, token, options) {
    Object.assign(this, { at, seat, browser: new Browser(server.port, at.table, token, options) })
    at.watches.push(this)
  }
}

// Everything one connection got must be explained by the truth.
function judge(watch, truth) {
  const { stories } = truth
  const { browser, seat } = watch
  stories[seat] ??= expectedStory(truth.game, truth.events, seat)
  const end = 1 + stories[seat].findIndex((line) => line.includes('"t":"game_ended"'))
  let ended = false
  let last = 0
  counts.bytes += browser.bytes
  for (const line of browser.lines) {
    counts.messages += 1
    const message = JSON.parse(line)
    promise('a message is written in one way', JSON.stringify(message) === line, line)
    if (message.t !== undefined) {
      last = message.n
      ended ||= last >= end
      promise(
        'nobody is sent what they may not know',
        stories[seat][message.n - 1] === line,
        `seat ${seat} got ${line}, may get ${stories[seat][message.n - 1]}`,
      )
    } else if (message.hello !== undefined) {
      const keys = 'hello game commitment pace version round since told away_s seat public gallery wait now'
      promise(
        'a greeting has its fields only',
        Object.keys(message).join(' ') === keys && message.commitment === truth.commitment,
        line,
      )
      promise('a greeting is for its seat', message.seat === seat, line)
      last = message.since
      ended = last >= end
    } else if (message.ok !== undefined)
      promise('an answer counts what was told', message.n === last && Object.keys(message).length === 3, line)
    else if (message.refused !== undefined) {
      counts.refusals += 1
      promise(
        'a refusal has its fields only',
        Object.keys(message).join(' ') === 're refused rule text',
        line,
      )
    } else if (message.over !== undefined) {
      promise('the seed is told after the end', ended, line)
      promise('the gallery is not told the record', seat > 0 || message.record === '', line)
    } else
      promise(
        'a message is of a known kind',
        ['now', 'options', 'material', 'error'].some((key) => key in message),
        line,
      )
    for (const secret of ['order', 'dice', 'salt'])
      promise('no message has an inner field', !(secret in message), line)
    if (!ended) promise('no message has the seed', !line.includes(truth.seed), line)
  }
}

async function truthOf(at) {
  const players = at.watches.filter(({ browser }) => browser.over?.record)
  await until(() => at.watches.some(({ browser }) => browser.over?.record))
  const id = (players[0] ?? at.watches.find(({ browser }) => browser.over?.record))?.browser.over.record
  if (!promise('a finished game has a record', id !== undefined, at.table)) return null
  const reply = await get(server.port, `/api/records/${id}`)
  writeFileSync(`${papers}/${id}.jsonl`, reply.body)
  try {
    execFileSync(program, ['verify', `${papers}/${id}.jsonl`], { stdio: 'pipe' })
  } catch (error) {
    promise('the record is proved', false, String(error.stderr))
  }
  const [head, ...lines] = reply.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { ...head, events: lines.filter((line) => line.n !== undefined) }
}

async function judgeTable(at) {
  await pause(300)
  const truth = await truthOf(at)
  if (!truth) return
  truth.stories = []
  orderTellsNothing(truth.events)
  for (const watch of at.watches) judge(watch, truth)
  const rounds = Math.max(1, truth.events.filter(({ t }) => t === 'round_begun').length)
  counts.tables += 1
  counts.seatRounds += rounds * (1 + at.people.length)
  for (const { browser } of at.watches) await browser.drop()
}

// A player comes back, with what they had or with what they might have, and is told what they may know.
async function comeBack(at, person) {
  const { browser } = person.watch
  const liar = random() < 0.3
  const options =
    random() < 0.3
      ? {}
      : { since: liar ? below(100) : browser.last, round: 1, seat: liar ? below(12) : person.seat }
  // In silence going away is a signal, and there are few of those: there, the new line comes before the old
  // goes, except once.
  if (at.game === 'maze' ? !person.wasAway && (person.wasAway = random() < 0.3) : random() < 0.7)
    await browser.drop()
  person.watch = new Watch(at, person.seat, person.token, options)
  counts.reconnects += 1
  await person.watch.browser.opened
  await browser.drop()
}

// What can be asked over HTTP while a game is on, by anybody who has the code.
async function lookAround(at) {
  counts.requests += 3
  const info = (await get(server.port, `/api/tables/${at.table}`)).json
  const known = 'table game host seats seats_max bots public gallery locked begun over round watching'
  promise(
    'a table tells strangers its own fields only',
    Object.keys(info).join(' ') === known,
    JSON.stringify(info),
  )
  const { seats } = (await get(server.port, `/api/tables/${at.table}/seats`)).json
  for (const seat of seats)
    promise(
      'a seat tells strangers its own fields only',
      Object.keys(seat).join(' ') === 'name seat bot away asks',
      JSON.stringify(seat),
    )
  const lobby = await get(server.port, '/api/lobby')
  promise('a private table is not in the lobby', !lobby.body.includes(at.table))
}

async function leaveAndBeg(at) {
  const [host, ...others] = at.people
  const gone = others.pop()
  at.people.pop()
  await host.watch.browser.ask('remove_player', { seat: gone.seat })
  promise('whoever is removed is sent away', (await gone.watch.browser.closed) === 4001)
  const beg = (body) => post(server.port, `/api/tables/${at.table}/seats`, body)
  const back = await get(server.port, `/ws?table=${at.table}`, {
    headers: { Authorization: `Bearer ${gone.token}` },
  })
  promise('a removed player has no seat', back.json?.error === 'no_seat', back.body)
  const shut = await beg({ name: 'Again', seat: gone.seat })
  promise('the seat of whoever was removed is shut', shut.json?.error === 'seat_shut', shut.body)
  const bot = (await get(server.port, `/api/tables/${at.table}/seats`)).json.seats.find(
    (seat) => seat.bot && seat.seat !== gone.seat,
  )
  if (!bot) return
  const other = await beg({ name: 'Again', seat: bot.seat, token: gone.token })
  promise('whoever had a seat is given no other', other.json?.error === 'other_seat', other.body)
  const asked = await beg({ name: 'Stranger', seat: bot.seat })
  if (
    !promise(
      'a stranger has to wait',
      asked.status === 202 && asked.json.asked && asked.json.table === at.table,
      `${asked.status} ${asked.body}`,
    )
  )
    return
  counts.takeovers += 1
  const door = () =>
    get(server.port, `/ws?table=${at.table}`, { headers: { Authorization: `Bearer ${asked.json.token}` } })
  promise('the token opens nothing yet', (await door()).json?.error === 'asked')
  const early = new Browser(server.port, at.table, asked.json.token)
  promise('nor does it with an upgrade', (await early.opened) !== 101)
  const agree = random() < 0.5
  for (const { watch } of at.people) await watch.browser.ask('answer_seat', { yes: agree })
  await pause(100)
  const answer = (await door()).json?.error
  if (agree && promise('all agreed: the seat is given', answer === 'upgrade', answer)) {
    const person = { name: 'Stranger', seat: bot.seat, token: asked.json.token }
    person.watch = new Watch(at, bot.seat, person.token)
    await person.watch.browser.opened
    at.people.push(person)
  } else if (!agree) promise('they did not agree: the seat is not given', answer === 'denied', answer)
}

const wild = {
  traitor: [
    ['use_ring', () => ({ seat: below(12) })],
    ['announce', () => ({})],
    ['say', () => ({ text: 'I am the Key Holder' })],
    ['say_phrase', () => ({ phrase: 'i_am', role: pick(['guard', 'traitor', 'key_holder']) })],
    ['react', () => ({ reaction: 'laugh' })],
    ['tick', () => ({})],
    ['set_up', () => ({ pause_s: 15 })],
    ['ready', () => ({})],
    ['nonsense', () => ({})],
  ],
  maze: [
    [
      'move_hero',
      () => ({
        hero: pick(['elf', 'dwarf', 'barbarian', 'sorceress']),
        tile: 1 + below(4),
        space: below(16),
      }),
    ],
    [
      'explore',
      () => ({
        hero: pick(['elf', 'dwarf', 'barbarian', 'sorceress']),
        tile: 1 + below(9),
        space: below(16),
      }),
    ],
    ['gaze', () => ({ tile: below(24), space: below(16) })],
    ['use_vortex', () => ({ hero: 'elf', tile: 1, space: below(16) })],
    ['offer_tile', () => ({ number: 1 + below(24) })],
    ['discard_tile', () => ({ tile: below(24) })],
    ['stare_at', () => ({ seat: below(6) })],
    ['turn_action', () => ({})],
    ['set_up', () => ({ number: 1, level: 9 })],
  ],
}

async function provoke(at, times) {
  for (let i = 0; i < times; i += 1) {
    const [t, fields] = pick(wild[at.game])
    const { browser } = pick(at.people).watch
    await Promise.race([browser.ask(t, fields()), pause(300)])
    if (random() < 0.25) await comeBack(at, pick(at.people))
    if (random() < 0.1)
      await new Watch(at, 0, '', random() < 0.5 ? {} : { since: below(60), round: 1, seat: below(9) }).browser
        .opened
  }
}

async function begin(game, people, bots, setUp, more) {
  const at = await open(server, game, people, bots, { gallery: true, pace: 'quick', away_s: 1, ...more })
  at.watches = []
  for (const person of at.people) {
    person.watch = { at, seat: person.seat, browser: person.browser }
    at.watches.push(person.watch)
  }
  await new Watch(at, 0, '').browser.opened
  const answer = await at.people[0].watch.browser.ask('set_up', setUp)
  promise('the game begins', answer.ok, JSON.stringify(answer))
  return at
}

async function end(at) {
  for (let tries = 0; tries < 20 && !at.watches.some(({ browser }) => browser.over); tries += 1) {
    for (const { watch } of at.people) await Promise.race([watch.browser.ask('ask_end'), pause(500)])
    await pause(100)
  }
}

async function playTraitor(people, bots, rounds) {
  const at = await begin('traitor', people, bots, { pause_s: 15 })
  const over = () => at.watches.some(({ browser }) => browser.over)
  const phase = () => {
    const lines = [...at.people[0].watch.browser.story.values()]
    return Math.max(
      0,
      ...lines
        .map((line) => JSON.parse(line))
        .filter(({ t }) => t === 'round_begun')
        .map(({ round }) => round),
    )
  }
  for (let round = 1; round <= rounds && !over(); round += 1) {
    await provoke(at, 4 + below(8))
    await lookAround(at)
    if (round === 3) await leaveAndBeg(at)
    const by = pick(at.people)
    await Promise.race([by.watch.browser.ask('stop', { seat: 1 + (by.seat % (people + bots)) }), pause(1000)])
    await provoke(at, 4)
    const now = phase()
    await until(() => {
      for (const { watch } of at.people)
        watch.browser.say({ id: (watch.browser.id += 1), seen: watch.browser.last, t: 'ready' })
      return phase() > now || over()
    }, 700)
    await until(() => phase() > now || over(), 16000)
  }
  await end(at)
  await judgeTable(at)
}

async function playMaze(scenario, people, bots, seconds) {
  const level = { 1: 9, 2: 12, 4: 14, 5: 15, 7: 19, 8: 24, 11: 12, 13: 24, 14: 14 }[scenario]
  const at = await begin('maze', people, bots, { number: scenario, level, side: 1 })
  await at.people[0].watch.browser.ask('turn_hourglass')
  for (const stop = Date.now() + seconds * 1000; Date.now() < stop;) {
    await provoke(at, 3)
    await pause(100)
  }
  await lookAround(at)
  await end(at)
  await judgeTable(at)
}

promise('/metrics is not on the public address', (await get(server.port, '/metrics')).status === 404)
promise('/metrics is not reached by another form', (await get(server.port, '//metrics')).status !== 200)
const jobs = []
for (let i = 0; i < size(24); i += 1) jobs.push(() => playTraitor(3 + (i % 3), 1 + ((i * 2) % 6), 12))
for (const scenario of [1, 2, 4, 5, 7, 8, 11, 13, 14].slice(0, size(9)))
  jobs.push(() => playMaze(scenario, 2, 2, 20))
jobs.push(() => playMaze(2, 1, 0, 10))
const failures = await Promise.allSettled(jobs.map((job) => job()))
for (const { reason } of failures) if (reason) promise('the attack runs', false, reason.stack)
server.sound()
await server.end()
finish('secrets', counts)
