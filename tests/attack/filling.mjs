// Filling a game (P6.5): a game's log has an end.  One player, with the usual limits, does over and over what
// is stored and shown to all, as fast as the server lets them.  Counted: how many events the others got.
// The others play on, and can end the game.
import { Browser, finish, open, pause, promise, serve, size } from './kit.mjs'

const seconds = size(15)
const server = await serve({ openings_per_min: 0 })
const figures = { seconds }

async function fill(name, game, act, most) {
  const at = await open(server, game, 4, 0, { gallery: true })
  const [ann, bob, cleo, eve] = at.people
  if (game !== 'null')
    await ann.browser.ask('set_up', { traitor: { pause_s: 15 }, maze: { number: 1 } }[game])
  await pause(100)
  const before = ann.browser.last
  const end = Date.now() + seconds * 1000
  let tries = 0
  for (; Date.now() < end; tries += 1) await act(eve, at, tries)
  await pause(200)
  const events = ann.browser.last - before
  figures[name] = `${tries} tries, ${events} events`
  promise(`${name}: others are not flooded`, events <= most, `${events} of ${most}`)
  const said = await bob.browser.ask('react', { reaction: 'yes' })
  promise(`${name}: the game goes on`, said.ok, JSON.stringify(said))
  if (game === 'null') return
  for (const { browser } of [ann, bob, cleo]) {
    const ended = await browser.ask('ask_end')
    promise(`${name}: it can be ended`, ended.ok, JSON.stringify(ended))
  }
}

// At most so many messages, of which each makes so many events.
const messages = (events) => events * (60 + 20 * (seconds + 1))
const repeat = (t, fields) => async (eve, at, i) => {
  eve.browser.say({ id: (eve.browser.id += 1), seen: eve.browser.last, t, ...fields(i) })
  await pause(48)
}
async function flap(eve, at) {
  await eve.browser.drop()
  eve.browser = new Browser(server.port, at.table, eve.token, { since: 1, round: 1, seat: 4 })
  await eve.browser.opened
}
await Promise.all([
  fill('coming and going', 'traitor', flap, 22 + seconds / 3),
  fill('coming and going in the lobby', 'null', flap, 22 + seconds / 3),
  fill(
    'ready',
    'null',
    repeat('be_ready', (i) => ({ ready: i % 2 === 0 })),
    messages(1),
  ),
  fill(
    'annulling',
    'traitor',
    repeat('admit_showing', () => ({})),
    messages(9),
  ),
  fill(
    'reactions',
    'traitor',
    repeat('react', () => ({ reaction: 'laugh' })),
    messages(1),
  ),
  fill(
    'talk',
    'traitor',
    repeat('say', () => ({ text: 'blah '.repeat(39) })),
    messages(1),
  ),
  fill(
    'stares',
    'maze',
    repeat('stare_at', (i) => ({ seat: i % 4 })),
    4 + 2 * (seconds + 2),
  ),
])
server.sound()
await server.end()
finish('filling', figures)
