// Hidden Roles, killed in every phase: while cards are looked at, in a vote, during the accuser's choice, in
// a discussion, while the last one left decides, and while traitors guess.  After each restart everybody
// sees the same bytes, the table stands still until somebody resumes (P4.3), and then every clock goes on.
//
//   kill_roles.mjs TURNCOAT
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, failed, pause, until } from './expect.mjs'
import { Listener } from './listener.mjs'
import { post, serve } from './socket.mjs'

const turncoat = process.argv[2] ?? process.env.TURNCOAT
const folder = mkdtempSync(join(tmpdir(), 'turncoat-'))
const store = `sqlite:${folder}/roles.db`
const settings = ['messages_per_s=100000', 'openings_per_min=0', 'connections_per_address=10000'].flatMap(
  (s) => ['--set', s],
)
const fail = (text) => expect(text, false)

// ---- The mall: everything is on tile 1, so that a whole game is a few steps. ----

const drawing = `tile 1A
+---+---+   +---+
|*y  *v  ?y  h  |
+   +   +   +   +
 ?v             |
+   +   +   +   +
|*g          ?g
+   +   +   +   +
|*o  ?o  xv     |
+---+   +---+---+
`
const house = readFileSync('data/tiles/mall.tiles', 'utf8')
const tiles = house.replace(/tile 1A\n(.*\n){9}/, drawing)
const heroes = ['barbarian', 'sorceress', 'elf', 'dwarf']
const items = { barbarian: 0, sorceress: 1, elf: 8, dwarf: 12 }
const [EXIT, HOURGLASS] = [14, 3]
const steps = [-4, 1, 4, -1] // north, east, south, west: bits 0 to 3 of an action tile
const ONE_EXIT = 1 << 1
const PASS_LEFT = 1 << 2

// The first step of the shortest way there, past the other heroes: [direction, space].
function firstStep(from, to, taken) {
  const reached = new Map([[from, null]])
  for (const at of reached.keys())
    steps.forEach((step, direction) => {
      const next = at + step
      const wall = next < 0 || next > 15 || (direction % 2 && (next ^ at) & 12)
      if (wall || reached.has(next) || taken.includes(next) || next === HOURGLASS) return
      reached.set(next, reached.get(at) ?? [direction, next])
    })
  return reached.get(to)
}

// ---- The cards: sides, and rules that would keep a seat from moving heroes. ----

const cards = new Map()
for (const text of readFileSync('data/roles/mall.roles', 'utf8')
  .split(/^card /m)
  .slice(1))
  cards.set(text.split('\n')[0], {
    traitor: text.includes('side: traitor'),
    mission: text.includes('\ndone'),
  })
const binding = ['superstitious', 'sloth', 'snob', 'frozen', 'clean_sheet']

// ---- A table, as its players see it. ----

class Player extends Listener {
  waiting = new Map()

  // The answer: accepted, or the refusal's name.
  async ask(t, fields = {}) {
    const id = ++this.id
    const answer = new Promise((resolve) => this.waiting.set(id, resolve))
    this.socket.send(JSON.stringify({ id, seen: this.told, t, ...fields }))
    const message = await answer
    return message.ok ? 'ok' : message.refused
  }

  answered(message) {
    this.waiting.get(message.re)?.(message)
    this.waiting.delete(message.re)
  }

  get events() {
    return this.lines.map((line) => JSON.parse(line))
  }

  find(kind) {
    return this.events.filter(({ t }) => t === kind).at(-1)
  }
}

class Table {
  static async open(url, { name, level, players }) {
    const { json } = await post(url, '/api/tables', {
      game: 'maze',
      away_s: 3600,
      wait: true,
      gallery: true,
    })
    const table = new Table()
    Object.assign(table, { name, players: [] })
    for (let seat = 1; seat <= players; seat++) {
      const { token } = (await post(url, `/api/tables/${json.table}/seats`, { name: `${name}${seat}` })).json
      table.players[seat] = new Player(json.table, token, `${name}${seat}`, fail)
    }
    table.gallery = new Player(json.table, '', `${name}, gallery`, fail)
    await table.join(url, 0)
    const material = `${table.at(1).token}\n${tiles}`
    const brought = await fetch(`${url}/api/tables/${json.table}/material`, {
      method: 'POST',
      body: material,
    })
    expect('the tiles are taken', brought.status === 201)
    const scenario = { tiles: 4, rules: ONE_EXIT | PASS_LEFT, sand_s: 300, side: 1, title: 'Killed' }
    expect('the game is set up', (await table.at(1).ask('set_up', { ...scenario, roles: level })) === 'ok')
    await until('all cards are dealt', () => table.everybody.every((one) => one.find('talk_changed')))
    table.cards = table.players.map(
      (player, seat) => player.events.find((e) => e.card && e.seat === seat).card,
    )
    return table
  }

  at(seat) {
    return this.players[seat]
  }

  get seats() {
    return this.players.map((_, seat) => seat).filter((seat) => seat)
  }

  get everybody() {
    return [...this.seats.map((seat) => this.at(seat)), this.gallery]
  }

  join(url, since) {
    return Promise.all(this.everybody.map((one) => one.join(url, since ?? one.told)))
  }

  // Until everybody has been told of it.
  async told(kind) {
    await until(`${this.name}: everybody is told: ${kind}`, () =>
      this.everybody.every((one) => one.find(kind)),
    )
    return this.gallery.find(kind)
  }

  async all(answer, t, fields) {
    for (const seat of this.seats) {
      const got = await this.at(seat).ask(t, fields)
      expect(`${this.name}: ${t} by ${seat}: ${got}`, got === answer)
    }
  }

  async begin() {
    await this.all('ok', 'look_at_card')
    expect(`${this.name}: the hourglass is turned`, (await this.at(1).ask('turn_hourglass')) === 'ok')
    await this.told('hourglass_turned')
  }

  get out() {
    return this.gallery.events.reduce((set, e) => (e.t === 'seats_eliminated' ? set | e.seats : set), 0)
  }

  // Whom the action tiles lie in front of now, and where a hero is.
  holder(direction) {
    const { actions } = this.gallery.find('actions_dealt')
    const { holder } = this.gallery.events.filter((e) => e.holder).at(-1)
    return holder.find((_, i) => actions[i] & (1 << direction))
  }

  get heroes() {
    const at = {}
    for (const e of this.gallery.events) {
      if (e.t === 'hero_placed' || e.t === 'hero_moved') at[e.hero] = e.space
      if (e.t === 'hero_left') delete at[e.hero]
    }
    return at
  }

  // False: the others are in the way.
  async lead(hero, to) {
    for (;;) {
      const { [hero]: from, ...others } = this.heroes
      if (from === to || from === undefined) return true
      const found = firstStep(from, to, Object.values(others))
      if (!found) return false
      const [direction, space] = found
      const player = this.at(this.holder(direction))
      const got = await player.ask('move_hero', { hero, tile: 1, space })
      expect(`${this.name}: ${hero} to ${space}: ${got}`, got === 'ok')
      if (got !== 'ok') return false
      await until(`${this.name}: a step is seen`, () => this.heroes[hero] !== from)
    }
  }

  // Three heroes to their items, and the fourth to the space before its own.
  async gather() {
    for (const hero of heroes)
      if (!(await this.lead(hero, hero === 'dwarf' ? items.dwarf + 1 : items[hero]))) return false
    return true
  }

  async steal() {
    const done = await this.lead('dwarf', items.dwarf)
    return done && Boolean(await this.told('theft_done'))
  }

  async accuse(by, seat) {
    const got = await this.at(by).ask('accuse', { seats: 1 << seat })
    expect(`${this.name}: ${by} accuses ${seat}: ${got}`, got === 'ok')
    return this.told('ballot_opened')
  }

  async agree() {
    const { voters } = this.gallery.find('ballot_opened')
    for (const seat of this.seats)
      if (voters & (1 << seat))
        expect(
          `${this.name}: ${seat} votes`,
          (await this.at(seat).ask('cast_vote', { vote: 'yes' })) === 'ok',
        )
    return this.told('ballot_closed')
  }

  async convict(by, seat) {
    await this.accuse(by, seat)
    expect(`${this.name}: convicted`, (await this.agree()).decision === 'passed')
    return this.told('flip_offered')
  }

  // Playing time: without the pauses.
  played(event) {
    let lost = 0
    let since = null
    for (const e of this.gallery.events) {
      if (e.t === 'paused') since ??= e.at
      if (e.t === 'resumed') [lost, since] = [lost + e.at - since, null]
      if (e.n === event.n) return (since ?? e.at) - lost
    }
    return NaN
  }

  get traitor() {
    return this.seats.find((seat) => cards.get(this.cards[seat]).traitor && !(this.out & (1 << seat)))
  }

  get heroSeat() {
    return this.seats.find((seat) => !cards.get(this.cards[seat]).traitor && !(this.out & (1 << seat)))
  }

  get binds() {
    return this.seats.some((seat) => binding.includes(this.cards[seat]))
  }
}

// A clock that ran out after the restart: not before its time, and not long after (the machine may be busy).
function met(table, what, event, due) {
  const late = table.played(event) - due
  expect(`${table.name}: ${what}, ${late} ms after its time`, late >= 0 && late < 4000)
}

// ---- The phases. ----
//
// `fits`: can these cards lead there?  `prepare`: everything up to the last step; false: it went wrong, as
// heroes are in each other's way or somebody's mission failed.  `enter`: the last step.  `goOn`: after the
// kills.

const calm =
  'doorman slowcoach thrill_seeker busybody lightning_rod timekeeper rearguard dramatist framer ' +
  'untouchable provocateur time_thief ringleader bribed offended double_agent second_thoughts ' +
  'short_of_breath jinx claustrophobe contrarian impatient'
const begin = (t) => t.begin()
const caught = (t) => t.traitor > 1

const phases = [
  {
    name: 'deal',
    level: 5,
    players: 4,
    enter: async (t) => expect('deal: one looks', (await t.at(1).ask('look_at_card')) === 'ok'),
    async goOn(t) {
      expect('deal: who has looked has looked', (await t.at(1).ask('look_at_card')) === 'looked_already')
      expect('deal: the others have not', (await t.at(1).ask('turn_hourglass')) === 'cards_first')
      for (const seat of [2, 3, 4]) await t.at(seat).ask('look_at_card')
      expect('deal: now it is turned', (await t.at(1).ask('turn_hourglass')) === 'ok')
    },
  },
  {
    name: 'vote',
    brief: true,
    level: 1,
    players: 4,
    prepare: begin,
    async enter(t) {
      await t.accuse(1, 2)
      expect('vote: one votes', (await t.at(3).ask('cast_vote', { vote: 'yes' })) === 'ok')
    },
    async goOn(t) {
      expect('vote: given once', (await t.at(3).ask('cast_vote', { vote: 'yes' })) === 'voted_already')
      const closed = await t.told('ballot_closed')
      expect('vote: another was missing', closed.decision === 'rejected')
      met(t, 'the 5 s for votes', closed, t.gallery.find('ballot_opened').ends_ms)
    },
  },
  {
    name: 'validated',
    brief: true,
    level: 2,
    players: 5,
    fits: caught,
    prepare: begin,
    enter: (t) => t.accuse(1, t.traitor),
    async goOn(t) {
      expect('validated: by votes after the restart', (await t.agree()).decision === 'passed')
      expect('validated: flipped', (await t.at(1).ask('choose_flip', { flip: true })) === 'ok')
      const flipped = await t.told('flipped_for_free')
      const ran = t.played(flipped) - t.played(t.gallery.find('hourglass_turned'))
      expect(`validated: sand for ${flipped.left_ms} ms, ${ran} had run`, flipped.left_ms === ran)
    },
  },
  {
    name: 'choice',
    brief: true,
    level: 3,
    players: 5,
    fits: caught,
    prepare: begin,
    enter: (t) => t.convict(1, t.traitor),
    async goOn(t) {
      const other = t.seats.find((seat) => seat > 1 && !(t.out & (1 << seat)))
      expect(
        'choice: another has none',
        (await t.at(other).ask('choose_flip', { flip: true })) === 'no_choice',
      )
      met(t, 'the 10 s for it', await t.told('flip_declined'), t.gallery.find('flip_offered').ends_ms)
    },
  },
  {
    name: 'discussion',
    level: 4,
    players: 5,
    fits: (t) => caught(t) && !t.binds && !t.cards.includes('silent_monk'),
    prepare: begin,
    async enter(t) {
      t.ghost = t.traitor
      await t.convict(1, t.ghost)
      expect('discussion: opened', (await t.at(1).ask('choose_flip', { flip: true })) === 'ok')
      await t.told('flipped_for_free')
    },
    async goOn(t) {
      const say = (seat) => t.at(seat).ask('say', { text: 'who?' })
      expect('discussion: talk is open', (await say(1)) === 'ok')
      expect('discussion: for ghosts it is not', (await say(t.ghost)) === 'ghost_silent')
      const [from] = [t.heroes.elf]
      const [direction, space] = firstStep(
        from,
        items.elf,
        Object.values(t.heroes).filter((at) => at !== from),
      )
      const moved = await t.at(t.holder(direction)).ask('move_hero', { hero: 'elf', tile: 1, space })
      expect(`discussion: a move: ${moved}`, moved === 'ok')
      expect('discussion: that ended it', (await say(1)) === 'silence')
      expect('discussion: now ghosts talk', (await say(t.ghost)) === 'ok')
    },
  },
  {
    name: 'last',
    level: 4,
    players: 3,
    fits(t) {
      t.fails = t.seats.find((seat) => ['suspect', 'vortex_rider'].includes(t.cards[seat]))
      t.stays = t.seats.find((seat) => seat !== t.fails && seat !== t.traitor)
      const apart = t.fails && t.traitor && t.stays && t.cards[t.stays] !== 'mastermind'
      return apart && !t.binds && !['cartographer', 'suspect', 'vortex_rider'].includes(t.cards[t.stays])
    },
    async prepare(t) {
      await t.begin()
      await t.convict(t.stays, t.traitor)
      await t.at(t.stays).ask('choose_flip', { flip: false })
      return t.gather()
    },
    enter: async (t) => (await t.steal(), t.told('last_one_left')),
    async goOn(t) {
      const decide = (seat) => t.at(seat).ask('decide_outcome', { succeeded: true })
      expect('last: another does not decide', (await decide(t.fails)) === 'eliminated')
      expect('last: nothing else is possible', (await t.at(t.stays).ask('go_home')) === 'last_decides')
      expect('last: the last one does', (await decide(t.stays)) === 'ok')
      expect('last: so it ended', (await t.told('game_ended')).ending === 'decided')
    },
  },
  {
    name: 'guessing',
    level: 5,
    players: 4,
    fits(t) {
      t.mission = t.seats.find(
        (seat) => !cards.get(t.cards[seat]).traitor && cards.get(t.cards[seat]).mission,
      )
      return t.traitor && t.mission && t.seats.every((seat) => calm.split(' ').includes(t.cards[seat]))
    },
    async prepare(t) {
      await t.begin()
      if (!(await t.gather()) || !(await t.steal())) return false
      for (const hero of ['sorceress', 'elf', 'barbarian']) if (!(await t.lead(hero, EXIT))) return false
      return true
    },
    async enter(t) {
      await t.lead('dwarf', EXIT)
      await t.told('guessing_begun')
      expect('guessing: the word is asked for', (await t.at(t.traitor).ask('ask_for_word')) === 'ok')
      await t.told('word_given')
    },
    async goOn(t) {
      const given = t.gallery.find('word_given')
      expect('guessing: asked for once', (await t.at(t.traitor).ask('ask_for_word')) === 'spoken_already')
      const guess = { seat: t.mission, card: t.cards[t.mission] }
      const got = await t.at(t.traitor).ask('guess_card', guess)
      expect(`guessing: a guess after the restart: ${got}`, got === 'ok')
      const guessed = await t.told('card_guessed')
      expect('guessing: it was right', guessed.right === true)
      expect('guessing: the word was given for 30 s', given.ends_ms - t.played(given) === 30000)
      expect('guessing: within them', t.played(guessed) < given.ends_ms)
    },
  },
]

async function prepare(url, phase) {
  for (let tries = 0; tries < 500; tries++) {
    const table = Object.assign(await Table.open(url, phase), { phase })
    if ((!phase.fits || phase.fits(table)) && (await phase.prepare?.(table)) !== false) return table
    for (const one of table.everybody) one.socket.drop()
  }
  throw new Error(`${phase.name}: no deal led there`)
}

// ---- Kill, and go on. ----

let server = await serve(turncoat, store, ...settings)
const [deal, ...others] = phases
const tables = await Promise.all(others.map((phase) => prepare(server.url, phase)))
await pause(5000) // sand for the discussion: a flip leaves what has run
tables.push(await prepare(server.url, deal)) // now: its clock runs from the deal on
for (const brief of [false, true])
  // last those that a clock of a few seconds ends
  await Promise.all(tables.filter((t) => Boolean(t.phase.brief) === brief).map((t) => t.phase.enter(t)))

async function killed(since) {
  await server.end('SIGKILL')
  for (const t of tables) for (const one of t.everybody) one.socket.drop()
  server = await serve(turncoat, store, ...settings)
  await Promise.all(tables.map((t) => t.join(server.url, since)))
}

const clocks = (t) => t.gallery.events.filter((e) => ['paused', 'resuming', 'resumed'].includes(e.t))
await killed(0)
for (const t of tables) {
  const { n, at } = await t.told('paused') // it may follow the greeting
  expect(`${t.name}: after the restart it is paused`, clocks(t).length === 1)
  expect(`${t.name}: where it stood`, at === t.gallery.events[n - 2].at)
  expect(`${t.name}: nothing goes on`, (await t.at(t.stays ?? 1).ask('go_home')) === 'clock_stopped')
}
await killed() // while it stands still
await Promise.all(tables.map((t) => t.at(1).ask('resume')))
await killed(0) // in the count of 3: it is off
for (const t of tables)
  await until(`${t.name}: it stands still again`, () => clocks(t).at(-1)?.t === 'paused')
await Promise.all(
  tables.map(async (t) => {
    expect(`${t.name}: somebody resumes`, (await t.at(1).ask('resume')) === 'ok')
    await t.told('resumed')
    await t.phase.goOn(t)
  }),
)
await killed(0)
expect('no table was set aside', !/table_damaged|table_unreadable|table_set_aside/.test(server.log()))
expect('SIGTERM ends with 0', (await server.end('SIGTERM')) === 0)
rmSync(folder, { recursive: true })
console.log(`hidden roles, killed in ${tables.length} phases: ${failed()} failures`)
process.exit(failed() ? 1 : 0)
