// Silence (P1.8, P3.2, P3.3): two clients at a silent game of Magic Maze conspire.  For each channel the
// sender does whatever it can as often as it can, and everything else that others could notice is counted
// at the receiver: events that are no moves, and whatever changes in what anybody can ask for over HTTP.
//
// What was told is counted as decision 21 counts it: the choice among what was ever seen, and the moment,
// in steps of 0.1 s.  The promise: stares and the pawn twice a second in bursts of 4; everything else 0.2
// bit a second for each seat, of which 64 bits may have been saved before.  The figure "fine" counts
// moments in steps of 5 ms instead.
import {
  Browser,
  address,
  below,
  finish,
  get,
  open,
  pause,
  pick,
  post,
  promise,
  serve,
  size,
} from './kit.mjs'

const seconds = size(60)
const free = { openings_per_min: 0, misses_per_min: 0, messages_per_s: 1000, connections_per_address: 20000 }
const server = await serve(free)
const moves = new Set([
  'hero_moved',
  'tile_laid',
  'hourglass_flipped',
  'actions_passed',
  'talk_changed',
  'next_tile_shown',
])
const glances = new Set(['stared', 'pawn_placed'])

async function silentTable(bots = 0) {
  const at = await open(server, 'maze', 4, bots, { gallery: true, public: true, away_s: 5 })
  const [host] = at.people
  await host.browser.ask('set_up', { number: 14, level: 14, side: 1 })
  await host.browser.ask('turn_hourglass')
  const said = await host.browser.ask('say', { text: 'a word' })
  promise('a silent game is silent', said.refused === 'silence', JSON.stringify(said))
  return at
}

// ---- What can be tried.  Each gets the table, and does one thing that might be noticed. ----

const word = () => `w${below(1e6)}`
const asked = (person, t, fields) => Promise.race([person.browser.ask(t, fields), pause(1000)])
const channels = {
  lock: ({ people: [host] }, i) => asked(host, 'lock_table', { locked: i % 2 === 0 }),
  host: async ({ people }) => {
    await asked(people[0], 'hand_over', { seat: 2 })
    await asked(people[1], 'hand_over', { seat: 1 })
  },
  pause: async ({ people }) => {
    for (const person of people) await asked(person, 'ask_pause')
    await asked(people[0], 'resume')
  },
  phrases: async ({ people }, i) => {
    if (i === 0) for (const person of people) await asked(person, 'ask_pause')
    await asked(people[0], 'say_table_phrase', {
      phrase: pick(['one_moment', 'back_soon', 'am_back', 'bad_line']),
    })
  },
  end: async ({ people }) => {
    await asked(people[0], 'ask_end')
    await asked(people[1], 'decline_end')
  },
  ready: ({ people }, i) => asked(people[0], 'be_ready', { ready: i % 2 === 0 }),
  presence: async (at) => {
    const [, , , sender] = at.people
    await sender.browser.drop()
    await pause(100 + below(300))
    sender.browser = new Browser(server.port, at.table, sender.token)
    await sender.browser.opened
    await pause(100 + below(300))
  },
  newcomers: async (at, i) => {
    if (i === 0) await asked(at.people[3], 'remove_player', { seat: 4 })
    const given = await post(
      server.port,
      `/api/tables/${at.table}/seats`,
      { name: word(), seat: 4 },
      { from: address() },
    )
    if (given.status !== 201) return
    const browser = new Browser(server.port, at.table, given.json.token)
    await browser.opened
    await Promise.race([browser.ask('remove_player', { seat: 4 }), pause(1000)])
  },
  words: async ({ people: [host], table }) => {
    await asked(host, 'say', { text: word() })
    await asked(host, 'react', { reaction: pick(['yes', 'no', 'laugh']) })
    await asked(host, 'point_at', { tile: 1, space: below(16) })
    await asked(host, 'choose_options', { number: 1 + below(17), title: word() })
    await asked(host, 'change_game', { game: pick(['null', 'traitor']) })
    await asked(host, 'play_again')
    await asked(host, 'seat_player', { bot: true, name: word() })
    await asked(host, 'reorder_seats', { order: [2, 1, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0] })
    await asked(host, 'set_up', { number: 1 + below(17), title: word() })
    await asked(host, 'offer_tile', { number: 1 + below(24) })
    await post(
      server.port,
      `/api/tables/${table}/material`,
      `${host.token}\nturncoat tiles 1\nname: ${word()}\n`,
    )
  },
  watchers: async (at) => {
    const list = Array.from({ length: 1 + below(5) }, () => new Browser(server.port, at.table))
    await Promise.all(list.map((browser) => browser.opened))
    await pause(200)
    for (const browser of list) await browser.drop()
  },
  devices: async (at) => {
    const browser = new Browser(server.port, at.table, at.people[0].token)
    await browser.opened
    await pause(100)
    await browser.drop()
  },
  stares: ({ people: [host] }, i) => asked(host, 'stare_at', { seat: [2, 3, 4, 0][i % 4] }),
  pawn: async ({ people }, i) => asked(people[0], 'place_pawn', { seat: [2, 3, 4][i % 3] }),
}
channels.everything = async (at, i) => {
  const names = ['lock', 'host', 'end', 'ready', 'words', 'watchers', 'devices', 'presence', 'pause']
  await channels[names[i % names.length]](at, i)
}

// ---- What is noticed. ----

async function watchHttp(at, stop, seen) {
  let before = ''
  while (Date.now() < stop) {
    const info = (await get(server.port, `/api/tables/${at.table}`, { from: at.eye })).body
    const { body } = await get(server.port, `/api/tables/${at.table}/seats`, { from: at.eye })
    const lobby = (await get(server.port, '/api/lobby', { from: at.eye })).json?.tables.find(
      ({ table }) => table === at.table,
    )
    const now = info + body + JSON.stringify(lobby)
    if (before && now !== before) seen.push({ symbol: now, at: performance.now() })
    before = now
    await pause(500)
  }
}

function bits(list, grain) {
  const choices = Math.log2(Math.max(1, new Set(list.map(({ symbol }) => symbol)).size))
  let last = list.begin
  let sum = 0
  for (const { at } of list) {
    sum += choices + Math.log2(1 + Math.max(0, at - last) / grain)
    last = at
  }
  return sum
}

const rows = []
async function run(name) {
  const at = await silentTable()
  at.eye = address()
  const receiver = at.people[2].browser
  const events = []
  const looks = []
  const noticed = []
  receiver.onMessage = (message) => {
    if (message.t === undefined) {
      if (message.options || message.material !== undefined || message.hello)
        events.push({ symbol: JSON.stringify(message), at: performance.now() })
      return
    }
    const { n: _n, at: when, t, ...fields } = message
    if (glances.has(t)) looks.push(when)
    else if (!moves.has(t) && t !== 'game_ended')
      events.push({ symbol: JSON.stringify([t, fields]), at: when })
  }
  const began = Date.now()
  const stop = began + seconds * 1000
  const watching = watchHttp(at, stop, noticed)
  let tries = 0
  while (Date.now() < stop) {
    await channels[name](at, tries)
    tries += 1
    await pause(name === 'stares' || name === 'pawn' ? 40 : 60)
  }
  await watching
  await pause(100)
  events.begin = events[0]?.at ?? 0
  const senders = { host: 2, end: 2, pause: 4, phrases: 4, everything: 4, newcomers: 2 }[name] ?? 1
  const told = bits(events, 100)
  const row = {
    name,
    tries,
    events: events.length,
    glances: looks.length,
    http: noticed.length,
    told,
    fine: bits(events, 5),
    senders,
  }
  rows.push(row)
  const may = senders * (64 + 0.2 * seconds)
  promise(`signals: ${name} tells no more than is paid for`, told <= may, `${told.toFixed(1)} bits of ${may}`)
  if (glances.size)
    promise(
      `glances: ${name} twice a second in bursts of 4`,
      looks.length <= 2 * (seconds + 1) + 4,
      `${looks.length} in ${seconds} s`,
    )
  for (let i = 5; i < looks.length; i += 1)
    promise(
      'at most 4 glances at once, then 2 a second',
      looks[i] - looks[i - 5] >= 450,
      `${looks[i] - looks[i - 5]} ms for 6`,
    )
  // HTTP may say what the events said, never more or earlier.
  promise(
    `requests: ${name} shows nothing that events do not`,
    noticed.length <= events.length + 1,
    `${noticed.length} changes, ${events.length} events`,
  )
  const texts = [...receiver.lines, ...noticed.map(({ symbol }) => symbol)].join('\n')
  promise('no word gets through', !/"w\d+"/.test(texts), /.{80}"w\d+".{40}/.exec(texts)?.[0])
  for (const { browser } of at.people) await browser.drop()
}

// After the savings are spent: how fast a seat still tells something.
async function steady() {
  const at = await silentTable()
  const [host, , receiver] = at.people
  const marks = []
  receiver.browser.onMessage = (message) => {
    if (message.t === 'table_locked') marks.push(message.at)
  }
  let spent = 0
  const stop = Date.now() + (seconds + 60) * 1000
  for (let i = 0; Date.now() < stop; i += 1) {
    const answer = await asked(host, 'lock_table', { locked: i % 2 === 0 })
    if (answer?.refused === 'signals' && !spent) spent = marks.length
    await pause(25)
  }
  const after = marks.slice(spent)
  const list = after.map((when) => ({ symbol: 'locked', at: when }))
  list.begin = marks[spent - 1] ?? 0
  const rate = bits(list, 100) / (seconds + 60)
  promise('after the savings, 0.2 bit a second', rate <= 0.2, `${rate}`)
  for (const { browser } of at.people) await browser.drop()
  return { rate, spent, after: after.length }
}

const [slow] = await Promise.all([steady(), ...Object.keys(channels).map(run)])
server.sound()
await server.end()
const figures = { seconds }
for (const { name, events, glances: looks, http, told, fine, senders } of rows) {
  const rate = (sum) => (sum / seconds / senders).toFixed(2)
  figures[name] = `${events}ev/${looks}gl/${http}http=${rate(told)}b/s/seat (fine ${rate(fine)})`
}
figures.steady = `${slow.rate.toFixed(3)}b/s (${slow.spent} at once, then ${slow.after})`
finish('silence', figures)
