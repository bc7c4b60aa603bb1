// kill -9 at random moments, under load and during the start (P4.3, P6.2, P6.4): whatever anybody was shown
// or answered is there again, in the same bytes, and what was sent twice is done once.
import { Browser, below, finish, folder, open, pause, promise, random, serve, size, until } from './kit.mjs'

const settings = {
  store: `sqlite:${folder()}/store.db`,
  openings_per_min: 0,
  messages_per_s: 100000,
  connections_per_address: 20000,
}
const counts = {
  kills: 0,
  whileStarting: 0,
  accepted: 0,
  shown: 0,
  repeated: 0,
  unanswered: 0,
  slowestStartMs: 0,
}
let server = await serve(settings)
const tables = []
const kinds = [
  ['null', 2, 0],
  ['traitor', 3, 2],
  ['maze', 2, 2],
  ['null', 3, 0],
  ['traitor', 4, 0],
  ['maze', 3, 0],
  ['word', 3, 0],
]
for (const [game, people, bots] of kinds)
  tables.push(await open(server, game, people, bots, { gallery: true, pace: 'quick' }))
const setUp = { traitor: { pause_s: 15 }, maze: { number: 1, level: 9, side: 1 }, word: { first: 1 } }
for (const { game, people } of tables) {
  if (setUp[game]) promise('the game begins', (await people[0].browser.ask('set_up', setUp[game])).ok)
  if (game === 'maze' && people.length === 2) await people[0].browser.ask('turn_hourglass')
}

// What one person was told, over all lives of the server: the lines of the story by number, the answers by
// id.
for (const { people } of tables)
  for (const person of people) Object.assign(person, { told: new Map(), answers: new Map(), open: new Map() })

// Everything that was ever shown must be shown the same again.
function listen(person, browser) {
  browser.onMessage = (message, line) => {
    if (message.t !== undefined) {
      const before = person.told.get(message.n)
      if (before === undefined) counts.shown += 1
      else counts.repeated += 1
      promise('the story stays the same', before === undefined || before === line, `${before} became ${line}`)
      person.told.set(message.n, line)
    } else if (message.re && message.ok) {
      const before = person.answers.get(message.re)
      promise(
        'an answer stays the same',
        before === undefined || before === message.n,
        `${message.re}: ${before} became ${message.n}`,
      )
      person.answers.set(message.re, message.n)
      person.open.delete(message.re)
    } else if (message.re && message.refused) person.open.delete(message.re)
  }
}
for (const { people } of tables)
  for (const person of people) {
    for (const [n, line] of person.browser.story) person.told.set(n, line)
    listen(person, person.browser)
  }

let words = 0
function speak(person, game) {
  const { browser } = person
  if (browser.code >= 0 || person.open.size > 20) return
  const id = (browser.id += 1)
  const text = `word ${(words += 1)}.`
  const command =
    random() < 0.7
      ? { t: 'say', text }
      : game === 'traitor' && random() < 0.2
        ? { t: 'stop', seat: 1 + below(4) }
        : game === 'word' && random() < 0.5
          ? { t: 'announce', after: 1 + below(9), text: `mot ${words}` }
          : { t: 'react', reaction: 'yes' }
  person.open.set(id, { ...command, id, seen: browser.last })
  browser.say(person.open.get(id))
}

async function comeBack(at, person, whole) {
  const { browser } = person
  const { id, last, hello } = browser
  await browser.drop()
  person.browser = new Browser(
    server.port,
    at.table,
    person.token,
    whole ? {} : { since: last, round: hello.round, seat: hello.seat },
  )
  person.browser.id = id
  listen(person, person.browser)
  if (
    !promise('a player comes back', (await person.browser.opened) === 101, person.browser.reply?.slice(-200))
  )
    return
  await person.browser.greeted()
  person.browser.hello ??= hello
  if (whole)
    promise(
      'nothing shown is lost',
      [...person.told.keys()].every((n) => person.browser.story.has(n)),
      `${person.told.size} were shown, ${person.browser.story.size} are told`,
    )
  counts.unanswered += person.open.size
  for (const command of person.open.values()) person.browser.say(command)
  // The last thing that was answered, once more: it must be answered alike, and not be done again.
  const [again] = [...person.answers.keys()].slice(-1)
  if (again) person.browser.say({ id: again, seen: 0, t: 'say', text: 'never again' })
}

const starts = []
for (let round = 0; round < size(44); round += 1) {
  const life = random() < 0.1 ? 4500 : 20 + below(400)
  for (const end = Date.now() + life; Date.now() < end; await pause(1 + below(4)))
    for (const { people, game } of tables)
      for (const person of people) if (random() < 0.6) speak(person, game)
  await server.end('SIGKILL')
  counts.kills += 1
  if (random() < 0.3) {
    const child = serve(settings, { ready: 5 + below(150) })
    await (await child).end('SIGKILL')
    counts.whileStarting += 1
  }
  const began = performance.now()
  server = await serve(settings)
  starts.push(performance.now() - began)
  if (!promise('the server starts again', server.port > 0, server.log.slice(-1500))) break
  const whole = random() < 0.5
  await Promise.all(tables.flatMap((at) => at.people.map((person) => comeBack(at, person, whole))))
  for (const { people } of tables)
    if (random() < 0.5)
      people[0].browser.say({ id: (people[0].browser.id += 1), seen: people[0].browser.last, t: 'resume' })
}
await until(() => tables.every(({ people }) => people.every(({ open: waits }) => waits.size === 0)), 10000)
for (const at of tables)
  for (const person of at.people) {
    promise('every command is answered in the end', person.open.size === 0, `${person.open.size} are not`)
    await comeBack(at, person, true)
    const story = [...person.browser.story.values()]
    const said = story.map((line) => /"text":"(word \d+\.)"/.exec(line)?.[1]).filter(Boolean)
    promise('nothing is done twice', new Set(said).size === said.length)
    promise('no id is used for something else', !story.some((line) => line.includes('never again')))
    for (const [id, n] of person.answers)
      promise('nothing acknowledged is lost', person.browser.story.has(n), `${id} was event ${n}`)
    counts.accepted += person.answers.size
  }
promise(
  'no table is lost',
  !/table_damaged|table_unreadable|table_set_aside/.test(server.log),
  server.log.slice(-1000),
)
server.sound()
await server.end()
counts.slowestStartMs = Math.round(Math.max(...starts))
finish('kill', counts)
