// The first game explains itself: a solo player who does what the hints say, and turns over the next action
// when there is none, is never refused, never left without a hint, never sent to and fro while the last sand
// runs, and mostly wins.
//
//   node hints.mjs ENGINES
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { bundle } from './bundle.mjs'

const GAMES = 30
const PRESS_MS = 700 // somebody quick
const SHORT_MS = 35000
const ACTIONS = 7
const compiled = new WebAssembly.Module(readFileSync(`${process.argv[2]}/maze.wasm`))

const { costsOf, GOT_ON, HEROES, hintFor, layOut, LESSONS, moveKey, SEAT_SERVER } = await bundle(
  'maze',
  `export * from './costs'; export * from './hints'; export * from './view'
   export { HEROES } from '../generated/maze'; export { SEAT_SERVER } from '../generated/common'`,
)

function engine() {
  const { exports } = new WebAssembly.Instance(compiled)
  const memory = Buffer.from(exports.memory.buffer)
  const put = (text) => memory.write(text, exports.inbox())
  const out = (size) => memory.toString('utf8', exports.outbox(), exports.outbox() + size)
  assert.equal(exports.open(put('maze')), 1)
  return { exports, put, out }
}

// A table for one.
function seated(seed) {
  const [host, page] = [engine(), engine()]
  host.exports.host(seed, 2, 3, 4)
  function ask(command, seat, now) {
    const refused = host.exports.submit(host.put(JSON.stringify(command)), seat, now)
    const told = []
    for (let i = 0; i < host.exports.happened(); i++) {
      const line = host.out(host.exports.shown(i))
      if (!line) continue
      assert.equal(page.exports.feed(page.put(line)), 0)
      told.push(JSON.parse(line).t)
    }
    return { refused, told }
  }
  ask({ t: 'seat_player', name: 'Ann' }, SEAT_SERVER, 0)
  ask({ t: 'set_up', number: 1 }, 1, 0)
  ask({ t: 'turn_hourglass' }, 1, 0)
  return {
    ask,
    costs: costsOf({ own: () => page.exports, tell: (_, call) => page.out(call(page.exports)) }),
    view: () => JSON.parse(page.out(page.exports.view_json())),
    offers: () => JSON.parse(page.out(page.exports.legal(1))),
  }
}

function play(seed) {
  const { ask, costs, view: look, offers: may } = seated(seed)
  const tried = new Map()
  const minds = new Map() // with little sand left: what each hero was sent for, one after the other
  let [now, without] = [0, 0]
  for (;;) {
    const [view, offers] = [look(), may()]
    if (view.ending) return view.ending
    now += PRESS_MS
    const scene = { view, laid: layOut(view.mall), offers, costs, seat: 1, tried, flipped: false }
    const short = view.sand.ends_ms - now < SHORT_MS
    const { doing } = hintFor({ ...scene, known: new Set(LESSONS), short })
    without = doing ? 0 : without + 1
    assert.ok(without <= 2 * ACTIONS, `game ${seed}: nothing is hinted at any more`)
    const offered = ({ t, hero, tile, space }) =>
      hero === HEROES[doing.hero] &&
      (t === 'explore') === (doing.action === 'explore') &&
      ((tile << 4) | space) === doing.to
    const command = doing ? offers.find(offered) : { t: 'turn_action' }
    assert.ok(command, `game ${seed}: what is hinted at is not offered: ${JSON.stringify(doing)}`)
    if (doing) {
      const key = moveKey(doing.hero, view.hero_at[doing.hero], doing.action)
      tried.set(key, (tried.get(key) ?? 0) + 1)
    }
    if (doing && short) {
      const mind = minds.get(doing.hero) ?? []
      if (mind.at(-1) !== doing.what) minds.set(doing.hero, [...mind, doing.what])
      assert.ok(mind.length <= 2, `game ${seed}: ${HEROES[doing.hero]} is sent to and fro: ${mind}`)
    }
    const { refused, told } = ask(command, 1, now)
    assert.ok(!refused || told.includes('game_ended'), `game ${seed}: refused: ${JSON.stringify(command)}`)
    if (!told.some((t) => GOT_ON.has(t))) continue
    tried.clear()
    minds.clear()
  }
}

const endings = Array.from({ length: GAMES }, (_, i) => play(i + 1))
const won = endings.filter((ending) => ending === 'escaped').length
console.log(`${GAMES} games for one by hints alone: ${won} won`)
assert.ok(won >= GAMES * 0.9, 'hints lead astray')
