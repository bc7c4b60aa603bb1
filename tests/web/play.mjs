// The web client in real browsers against the real server: four people, a reload, a lost
// connection, languages, bots, STOP.
//
//   node tests/web/play.mjs TURNCOAT WEB-FOLDER
import assert from 'node:assert/strict'
import { launch, serve, visitor, wire } from './browser.mjs'

const [turncoat, web] = process.argv.slice(2)
const server = await serve(turncoat, web)
const bens = await wire(server.url)
const browser = await launch()
const step = (name) => console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${name}`)
const began = performance.now()
const pages = []

async function person(name, options, url = server.url) {
  const page = await visitor(browser, options)
  pages.push(page)
  await page.goto(url)
  await page.fill('[data-test=name]', name)
  return page
}

async function join(page, code, name) {
  await page.fill('[data-test=code]', code)
  await page.click('[data-test=join]')
  await page.fill('[data-test=name]', name)
  await page.click('[data-test=sit]')
  await page.waitForSelector('.circle')
}

// Where a hero is drawn.
const at = (page, hero) => page.locator(`[data-hero=${hero}]`).evaluate((g) => g.style.transform)
// What can be done now, from the list of heroes that a screen reader has.
const doings = (page, pattern) => page.locator('section.unseen button').filter({ hasText: pattern })

// Both pages come to draw every hero in the same place.
async function sameHeroes(one, other) {
  for (const hero of ['barbarian', 'sorceress', 'elf', 'dwarf']) {
    const place = await at(other, hero)
    await one.waitForFunction(
      ([h, p]) => document.querySelector(`[data-hero=${h}]`)?.style.transform === p,
      [hero, place],
    )
  }
}

// Lets somebody carry out one of the doings that fit, any of them; returns whether there was one.
async function anybody(all, pattern) {
  const found = []
  for (const page of all) {
    const texts = await page.locator('section.unseen button').allTextContents()
    texts.forEach((text, index) => pattern.test(text) && found.push({ page, index }))
  }
  if (!found.length) return false
  const { page, index } = found[Math.floor(Math.random() * found.length)]
  const button = page.locator('section.unseen button').nth(index)
  await button.evaluate((b) => b.click(), null, { timeout: 1000 }).catch(() => undefined)
  return true
}

async function fourPeople() {
  const ann = await person('Ann')
  await ann.click('[data-test=open]')
  const code = (await ann.textContent('p[data-test=code]')).trim()
  assert.match(code, /^[a-z0-9]{6}$/)
  const others = []
  for (const name of ['Ben', 'Cleo', 'Zoë']) {
    const page = await person(
      name,
      name === 'Zoë' ? { viewport: { width: 360, height: 640 } } : {},
      name === 'Ben' ? bens.url : server.url,
    )
    await join(page, code, name)
    others.push(page)
  }
  const all = [ann, ...others]
  await ann.waitForSelector('.circle li:nth-child(4)')
  step('four people sit at one table')

  await ann.click('[data-test=start]')
  for (const page of all) await page.waitForSelector('[data-test=turn]')
  await others[2].click('[data-test=turn]')
  for (const page of all) await page.waitForSelector('[data-test=turn]', { state: 'detached' })
  const sands = await Promise.all(all.map((page) => page.getAttribute('[data-test=sand]', 'data-left')))
  assert.ok(Math.max(...sands) - Math.min(...sands) < 400, `the hourglasses agree: ${sands}`)
  step('the hourglass runs for all')

  // A move shows on the mover's own page at once, and on the others' soon.
  const mover = all[await firstWho(all, /(North|East|South|West), 1/)]
  const doing = doings(mover, /(North|East|South|West), 1/).first()
  const hero = (await doing.textContent()).split(':')[0].toLowerCase()
  const from = await at(mover, hero)
  await doing.evaluate((button) => button.click())
  assert.notEqual(await at(mover, hero), from)
  const to = await at(mover, hero)
  for (const page of all)
    await page.waitForFunction(
      ([h, t]) => document.querySelector(`[data-hero=${h}]`)?.style.transform === t,
      [hero, to],
    )
  step('a move is drawn for everybody')

  // Together they walk about, without a plan, until a hero can explore; and explore.
  const laid = () => ann.locator('[data-test=pile]').textContent()
  for (let i = 0; i < 400 && (await laid()) === '8'; i++) {
    await anybody(all, /explore here/)
    await anybody(all, /(North|East|South|West), \d/)
  }
  assert.notEqual(await laid(), '8', 'somebody could explore')
  for (const page of all)
    await page.waitForFunction(() => Number(document.querySelector('[data-test=pile]')?.textContent) < 8)
  step('a tile is laid for everybody')

  // A reload in the middle: the seat and the game are there again.
  const ben = others[0]
  const own = await ben.locator('[data-test^=do-]').count()
  await ben.reload()
  await ben.waitForSelector('[data-test=sand]')
  await ben.waitForFunction((n) => document.querySelectorAll('[data-test^=do-]').length === n, own)
  await sameHeroes(ben, ann)
  step('a reload keeps the seat')

  // A lost connection says so, the others see it, and it comes back by itself, missing nothing.
  bens.cut()
  await ben.waitForSelector('.band.lost')
  await ann.waitForSelector('.others .error')
  await anybody([ann, others[1], others[2]], /(North|East|South|West), \d/)
  bens.join()
  await ben.waitForSelector('.band.lost', { state: 'detached' })
  await ann.waitForSelector('.others .error', { state: 'detached' })
  await sameHeroes(ben, ann)
  step('a lost connection comes back by itself')

  await languages(ann)
  await others[2].waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
  step('the phone shows everything without scrolling sideways')
}

async function firstWho(all, pattern) {
  for (let i = 0; i < all.length; i++) if ((await doings(all[i], pattern).count()) > 0) return i
  throw new Error('nobody can move')
}

async function languages(page) {
  await page.click('button[aria-label=Settings]')
  for (const [language, word] of [
    ['fr', 'Barbare'],
    ['nl', 'Barbaar'],
    ['en', 'Barbarian'],
  ]) {
    await page.selectOption('[data-test=language]', language)
    await page.waitForFunction(
      (w) => document.querySelector('[data-test=hero-barbarian]')?.textContent.includes(w),
      word,
    )
  }
  await page.click('dialog[open] .first')
  step('French, Dutch and English, on the fly')
}

async function unknownCode() {
  const page = await person('Lost')
  await page.goto(`${server.url}/#/t/zzzzzz`)
  await page.waitForSelector('[role=alert]')
  assert.match(await page.textContent('[role=alert]'), /no table with this code/)
  step('an unknown code is told in plain words')
}

// One press; the bots play, the page watches; a STOP that can only lose is asked about.
async function withBots() {
  const page = await person('Solo')
  await page.click('[data-test=bots-maze]')
  const before = await page
    .locator('[data-hero]')
    .evaluateAll((all) => all.map((g) => g.style.transform).join())
  await page.click('[data-test=turn]')
  // Bots do what they can, or put the pawn in front of the one who must.
  await page.waitForFunction(
    (was) =>
      document.querySelector('.actions .pawn') ||
      [...document.querySelectorAll('[data-hero]')].map((g) => g.style.transform).join() !== was,
    before,
    { timeout: 30000 },
  )
  step('one press, and bots play')

  await page.goto(server.url)
  await page.click('[data-test=bots-traitor]')
  await page.waitForSelector('[data-test=traitor]')
  assert.equal(await page.locator('.look b').textContent(), 'Your card')
  await page.locator('[data-test=card]').dispatchEvent('pointerdown')
  await page.waitForFunction(() => /You are:/.test(document.querySelector('.look b')?.textContent ?? ''))
  await page.locator('[data-test=card]').dispatchEvent('pointerup')
  await page.locator('[data-test=seat-2]').click()
  await page.click('[data-test=stop-sure]')
  await page.waitForSelector('.centre .won')
  assert.match(await page.textContent('.centre .won'), /wins the round/)
  step('a round of Are You the Traitor? ends with STOP and a reveal')
}

try {
  await fourPeople()
  await unknownCode()
  await withBots()
  assert.deepEqual(
    pages.flatMap((page) => page.wrong),
    [],
    'no error in any page',
  )
} finally {
  await browser.close()
  await bens.end()
  await server.end()
}
