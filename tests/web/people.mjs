// People in front of a page: how they come to a table, and four ways to play Magic Maze there. A test says
// what somebody does; only this file knows where that is on the screen.
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { post, Socket } from '../crash/socket.mjs'
import { ACTIONS, helpfulSteps, HEROES, nextStep } from './plan.mjs'

export { ACTIONS, HEROES }

export const words = Object.fromEntries(
  ['en', 'fr', 'nl'].map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`../../web/src/lang/${language}.json`, import.meta.url), 'utf8')),
  ]),
)
/** The words for a key, in English unless told otherwise, gaps filled. */
export const say = (key, fill = {}, language = 'en') =>
  words[language][key].replace(/\{(\w+)\}/g, (_, name) => String(fill[name] ?? ''))

// ---- to a table ----

/** Opens a table from the front page and sits down at it; returns its code. */
export async function openTable(page, url, game = 'maze', { pace, shown, secluded } = {}) {
  await page.goto(url)
  await page.fill('[data-test=name]', page.called)
  await page.selectOption('[data-test=game]', game)
  if (pace || shown || secluded) await page.click('form summary')
  if (pace) await page.selectOption('[data-test=pace]', pace)
  if (shown) await page.check(`label:has-text("${say('front.public')}") input`)
  if (secluded) await page.uncheck(`label:has-text("${say('front.gallery')}") input`)
  await page.click('[data-test=open]')
  await page.waitForSelector('[data-test=start]')
  const code = new URL(page.url()).hash.slice('#/t/'.length)
  await page.story.until((view, story) => story.code === code && story.there)
  return code
}

/** Opens the link of a table and sits down at it. */
export async function joinTable(page, url, code) {
  await page.goto(`${url}/#/t/${code}`)
  await page.fill('[data-test=name]', page.called)
  await page.click('[data-test=sit]')
  await page.story.until((view, story) => story.code === code && story.seat > 0 && story.there)
}

/** Opens the link of a table to watch it. */
export async function watchTable(page, url, code) {
  await page.goto(`${url}/#/t/${code}`)
  await page.click('[data-test=watch]')
  await page.story.until((view, story) => story.code === code && story.there)
}

/** A line to a seat, without a page: it says what a test wants. Any page will do to tell its story. */
async function lineTo(page, url, code, name, token) {
  const line = Object.assign(new EventEmitter(), { url: () => `/ws?table=${code}` })
  const its = Object.assign(new EventEmitter(), { called: name, way: 'wire', code, token })
  its.story = page.story.another(its)
  its.emit('websocket', line)
  const socket = new Socket(`${url.replace('http', 'ws')}/ws?table=${code}&token=${token}`, (payload) =>
    line.emit('framereceived', { payload }),
  )
  let id = 0
  its.send = (command) => {
    const payload = JSON.stringify({ id: ++id, seen: its.story.told, ...command })
    line.emit('framesent', { payload })
    socket.send(payload)
    return its.story.until((_, { asked }) => !asked.size)
  }
  its.leave = () => socket.drop()
  await socket.open
  await its.story.until((_, { there }) => there)
  return its
}

/** Somebody without a page, who sits down: for tests about the others' pages. */
export async function guest(page, url, code, name, seat = 0) {
  const { json } = await post(url, `/api/tables/${code}/seats`, { name, seat })
  if (!json.token) throw new Error(`${name} gets no seat: ${JSON.stringify(json)}`)
  return lineTo(page, url, code, name, json.token)
}

/** A new table that somebody without a page has opened. */
export async function hostWithoutPage(page, url, name, settings = {}) {
  const { json } = await post(url, '/api/tables', { game: 'maze', name, gallery: true, ...settings })
  if (!json.token) throw new Error(`no table is opened: ${JSON.stringify(json)}`)
  return lineTo(page, url, json.table, name, json.token)
}

/** The page comes to the seat of a guest: the other device of the same person. */
export async function comeToSeat(page, url, { code, token, called }) {
  await page.goto('about:blank')
  await page.addInitScript(
    ([table, its]) => location.protocol === 'http:' && localStorage.setItem(`turncoat.seat.${table}`, its),
    [code, token],
  )
  page.called = called
  await page.goto(`${url}/#/t/${code}`)
  await page.story.until((_, story) => story.code === code && story.seat > 0 && story.there)
}

/** From its next address on, the page keeps whatever it tells those who cannot see it. */
export const listenTo = (page) =>
  page.addInitScript(() => {
    window.spoken = []
    const hear = () => {
      const text = document.querySelector('.unseen[aria-live]')?.textContent ?? ''
      if (text && text !== window.spoken.at(-1)) window.spoken.push(text)
    }
    new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true })
  })

/** The page tells this to those who cannot see it, or has. */
export const isTold = (page, text) =>
  page.waitForFunction((words) => window.spoken.some((told) => told.includes(words)), text)

/** All of them at one new table; returns its code. */
export async function gather(pages, url, game = 'maze') {
  const code = await openTable(pages[0], url, game)
  for (const page of pages.slice(1)) await joinTable(page, page.at ?? url, code)
  await pages[0].story.until((view) => view.presence.seats === pages.length)
  return code
}

/** The host starts, once all are seen to be there, and somebody turns the hourglass. */
export async function begin(pages, turner = pages[0]) {
  await pages[0].waitForSelector(`[data-test=seat-${pages.length}]`)
  await pages[0].click('[data-test=start]')
  if (pages.length > 1) await pages[0].click('[data-test=start-anyway]')
  await turner.click('[data-test=turn]')
  for (const page of pages) await page.story.until((view) => view.running)
}

// ---- ways to play ----

const KEYS = {
  north: 'ArrowUp',
  east: 'ArrowRight',
  south: 'ArrowDown',
  west: 'ArrowLeft',
  explore: 'e',
  vortex: 'v',
  escalator: 's',
}

/** Where a place of the mall is on the screen, once the mall stands still. */
async function whereIs(page, place) {
  const tile = page.story.view.mall[place >> 4]
  const east = 4 * tile.east - tile.south + (place & 3) + 0.5
  const south = tile.east + 4 * tile.south + ((place & 15) >> 2) + 0.5
  return page.evaluate(
    async ([x, y]) => {
      const CELL = 40
      const world = document.querySelector('.board .world')
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      function look() {
        const board = world.parentElement.getBoundingClientRect()
        const at = new DOMPoint(x * CELL, y * CELL).matrixTransform(
          new DOMMatrix(getComputedStyle(world).transform),
        )
        return { x: board.x + at.x, y: board.y + at.y }
      }
      for (;;) {
        const before = look()
        await frame()
        await frame()
        const after = look()
        if (Math.hypot(before.x - after.x, before.y - after.y) < 0.1) return after
      }
    },
    [east, south],
  )
}

/** Is the mall in sight there, and nothing in front of it? */
const onBoard = (page, point) =>
  page.evaluate(({ x, y }) => {
    const at = document.elementFromPoint(x, y)
    return Boolean(at?.closest('.board')) && !at.closest('button')
  }, point)

/** Clicks on a place; what is out of sight is brought into it with the whole mall. */
async function clickPlace(page, place) {
  const seen = await onBoard(page, await whereIs(page, place))
  if (!seen) await page.click(`[aria-label="${say('maze.fit')}"]`)
  const at = await whereIs(page, place)
  await page.mouse.click(at.x, at.y)
}

/** Where this one is among the vortexes on offer. */
function doorOf(page, hero, to) {
  const doors = page.story.legal().filter((o) => o.t === 'use_vortex' && o.hero === HEROES[hero])
  return doors.findIndex((o) => o.tile === to >> 4 && o.space === (to & 15))
}

export const WAYS = {
  async keyboard(page, { action, hero, to, steps = 1 }) {
    await page.keyboard.press(String(hero + 1))
    for (let i = 0; i < steps; i++) await page.keyboard.press(KEYS[action])
    if (action !== 'vortex') return
    // Of several vortexes each further press shows the next one.
    for (let i = 0; i < doorOf(page, hero, to); i++) await page.keyboard.press(KEYS.vortex)
    if (await page.$('[data-test=choice]')) await page.keyboard.press('Enter')
  },

  async mouse(page, { action, hero, to }) {
    // The hero may still be sliding to where it is drawn in the end.
    for (let i = 0; i < 20 && !(await page.$(`[data-test=hero-${HEROES[hero]}][aria-pressed=true]`)); i++)
      await clickPlace(page, page.story.view.hero_at[hero])
    if (action === 'explore') await page.click('[data-test=do-explore]', { timeout: 3000 })
    else await clickPlace(page, to)
  },

  async touch(page, { action, hero, to, steps = 1 }) {
    await page.tap(`[data-test=hero-${HEROES[hero]}]`, { timeout: 3000 })
    for (let i = 0; i < steps; i++) await page.tap(`[data-test=do-${action}]`, { timeout: 3000 })
    if (action !== 'vortex') return
    // Of several vortexes one is tapped, or gone through with buttons where the mall has little room.
    const wanted = doorOf(page, hero, to)
    for (let i = 0; i < 3 && (await page.$('[data-test=choice]')); i++) {
      const at = await whereIs(page, to)
      if (await onBoard(page, at)) await page.touchscreen.tap(at.x, at.y)
    }
    if (!(await page.$('[data-test=choice]'))) return
    for (let i = 0; i < wanted; i++) await page.tap(`[aria-label="${say('choice.next')}"]`)
    await page.tap('[data-test=choice-yes]')
  },

  /** As a screen reader does it: the list of heroes, and a button in it. */
  async list(page, { action, hero, t, to, steps = 1 }) {
    const language = await page.getAttribute('html', 'lang')
    const its = (key, fill) => say(key, fill, language)
    const doing =
      t === 'move_hero'
        ? its('list.move', { way: its(`action.${action}`), n: steps })
        : its(`list.${t}`, { tile: to >> 4 })
    // Where it leads to is said behind it, if there is something.
    const name = its('list.of', { hero: its(`hero.${HEROES[hero]}`), what: doing }).replace(/\s/g, '\\s')
    await page
      .getByRole('region', { name: its('list.title') })
      .getByRole('button', { name: new RegExp(`^${name}(,|$)`) })
      .evaluate((button) => button.click(), null, { timeout: 1500 })
  },
}

/** A guest needs no screen. */
WAYS.wire = (who, { t, hero, to }) => who.send({ t, hero: HEROES[hero], tile: to >> 4, space: to & 15 })

/** Where a page draws the heroes, in the order of HEROES. */
export const drawnHeroes = (page) =>
  page.evaluate(
    (heroes) => heroes.map((hero) => document.querySelector(`[data-hero=${hero}]`)?.style.transform ?? ''),
    HEROES,
  )

/** What is left in the hourglass, by the page. */
export const sandOf = async (page) => Number(await page.getAttribute('[data-test=sand]', 'data-left'))

/**
 * Plays on until the game is over or `stop` says so. `team` has a page for every seat, in the order of seats;
 * every page has a `way`.
 */
export async function playOn(team, stop = () => false) {
  const { story } = team[0]
  for (let i = 0; i < 600; i++) {
    const { view } = story
    if (view.ending || stop(view)) return view
    const { told } = story
    const step = nextStep(view, await sandOf(team[0]))
    // In the midst of what follows from one command (a hero on its exit has not left yet) more is to come.
    if (!step && (await story.comes((_, now) => now.told > told, 5000))) continue
    if (!step) throw new Error(`nobody can do anything: ${JSON.stringify(view.hero_at)}`)
    await carryOut(team, step)
  }
  throw new Error('the game does not end')
}

const PATIENCE_MS = 20000

/** What has a page's attention, for whoever wonders why it does nothing. */
const attention = (page) =>
  page.way === 'wire'
    ? ''
    : page.evaluate(() => {
        const tag = (one) => one.outerHTML.slice(0, one.outerHTML.indexOf('>') + 1)
        const open = [...document.querySelectorAll('dialog[open]')].map(tag)
        return `focus: ${tag(document.activeElement ?? document.body)}; open: ${open}`
      })

/** Whoever holds the action carries out a step of the plan; returns when all but `away` have seen it. */
export async function carryOut(team, step, away = null) {
  const { story } = team[0]
  const action = ACTIONS.indexOf(step.action)
  const seat = story.view.may.findIndex((held, s) => s > 0 && (held >> action) & 1)
  const page = team[seat - 1]
  const { pile_count } = story.view
  const arrived = (view) => view.hero_at[step.hero] === step.to || (view.left >> step.hero) & 1
  const done = (view) => view.ending || (step.t === 'explore' ? view.pile_count < pile_count : arrived(view))
  // A key that a slow machine lets up late brings a hero too far, perhaps when the next step is planned
  // already: then a new plan is made from there.
  const astray = (view) => String(view.hero_at) !== step.places
  const until = Date.now() + PATIENCE_MS
  for (let wrong = null; Date.now() < until;) {
    await WAYS[page.way](page, step).catch((error) => (wrong = error))
    // Answered means that all of what followed has been told.
    const came = await page.story.comes((view, { asked }) => done(view) && !asked.size, 2000)
    if (!came && !astray(page.story.view)) {
      const state = `${await attention(page)}; unanswered: ${[...page.story.asked]}`
      console.log(`${page.called} (${page.way}) tries again: ${JSON.stringify(step)} ${wrong ?? ''} ${state}`)
      continue
    }
    for (const one of team) if (one !== away) await one.story.until((_, { told }) => told >= page.story.told)
    return
  }
  throw new Error(`${page.called} (${page.way}) cannot carry out ${JSON.stringify(step)}`)
}

/** Does what is for one seat among bots to do, until it is `enough` or the game is over. */
export async function playAmongBots(page, enough = () => false) {
  const { story } = page
  const mine = ({ action }) => (story.view.may[story.seat] >> ACTIONS.indexOf(action)) & 1
  for (let idle = 0; !story.view.ending && !enough(story.view); idle++) {
    if (idle > 100) throw new Error(`nothing happens any more: ${JSON.stringify(story.view.hero_at)}`)
    const { view } = story
    const steps = helpfulSteps(view, mine, idle < 10)
    const step = steps[Math.floor(Math.random() * steps.length)]
    if (step) await WAYS[page.way](page, step).catch(() => undefined)
    const places = String(view.hero_at)
    if (await story.comes((now, { asked }) => String(now.hero_at) !== places && !asked.size, 200)) idle = 0
  }
}
