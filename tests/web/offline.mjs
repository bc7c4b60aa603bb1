// Without a connection, and after a new version: the page is installable, opens offline, lets one person play
// Magic Maze to the end with a reload in the middle, and says when it has become too old.
//
//   node tests/web/offline.mjs TURNCOAT WEB-FOLDER [OUTPUT-FOLDER]
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve, stage } from './browser.mjs'
import { ACTIONS, sandOf, WAYS } from './people.mjs'
import { nextStep } from './plan.mjs'
import { enginesOf } from './story.mjs'

/** A way to the server that counts what is fetched, and can be cut. */
async function counted(url) {
  const fetched = new Map()
  const proxy = createServer((asked, reply) => {
    fetched.set(asked.url, (fetched.get(asked.url) ?? 0) + 1)
    const far = request(url + asked.url, { method: asked.method, headers: asked.headers }, (answer) => {
      reply.writeHead(answer.statusCode, answer.headers)
      answer.pipe(reply)
    })
    far.on('error', () => reply.destroy())
    asked.pipe(far)
  })
  await new Promise((done) => proxy.listen(0, '127.0.0.1', done))
  const { port } = proxy.address()
  const end = () => {
    const closed = new Promise((done) => proxy.close(done))
    proxy.closeAllConnections()
    return closed
  }
  return { url: `http://127.0.0.1:${port}`, fetched, cut: end }
}

/** The table that a page hosts, from the log that it keeps. It has what of a Story is needed here. */
class KeptStory {
  view = null
  #page
  #module
  #exports
  #memory

  constructor(page, module) {
    this.#page = page
    this.#module = module
  }

  #put(text) {
    return this.#memory.write(text, this.#exports.inbox())
  }

  #out(size) {
    const at = this.#exports.outbox()
    return this.#memory.toString('utf8', at, at + size)
  }

  async look() {
    const log = await this.#page.evaluate(() => {
      const { round } = JSON.parse(localStorage.getItem('turncoat.solo'))
      const lines = []
      for (let n = 1, entry; (entry = localStorage.getItem(`turncoat.solo.${round}.${n}`)); n++)
        lines.push(...entry.split('\n'))
      return lines
    })
    this.#exports = new WebAssembly.Instance(this.#module).exports
    this.#memory = Buffer.from(this.#exports.memory.buffer)
    this.#exports.open(this.#put('maze'))
    this.#exports.host(0, 0, 0, 0)
    for (const line of log) {
      assert.equal(this.#exports.restore(this.#put(line)), 0, line)
      this.#exports.feed(this.#put(this.#out(this.#exports.shown(0))))
    }
    this.view = JSON.parse(this.#out(this.#exports.view_json()))
    return this.view
  }

  legal() {
    return JSON.parse(this.#out(this.#exports.legal(1)))
  }

  /** Resolves with whether it has become so, after a time at the latest. */
  async until(so, ms = 10000) {
    for (const late = performance.now() + ms; performance.now() < late;) {
      if (so(await this.look())) return true
      await new Promise((done) => setTimeout(done, 50))
    }
    return false
  }
}

/** Plays on alone, by the keys, until the game is over or `stop` says so. */
async function playOn(page, stop = () => false) {
  const { story } = page
  for (let i = 0; i < 400; i++) {
    const view = await story.look()
    if (view.ending || stop(view)) return view
    const step = nextStep(view, await sandOf(page))
    assert.ok(step, 'there is something to do')
    const held = () => (story.view.may[1] >> ACTIONS.indexOf(step.action)) & 1
    for (let turns = 0; !held() && turns < 14; turns++) {
      const before = story.view.may[1]
      await page.keyboard.press('n')
      assert.ok(await story.until(({ may }) => may[1] !== before), 'M9.1 the next action tile is turned over')
    }
    await WAYS.keyboard(page, step)
    const laid = view.pile_count
    const done = ({ hero_at, left, pile_count, ending }) =>
      ending ||
      (left >> step.hero) & 1 ||
      (step.t === 'explore' ? pile_count < laid : hero_at[step.hero] === step.to)
    await story.until(done, 2000) // if not, a new plan is made from where the hero is now
  }
  throw new Error('the game does not end')
}

const drawn = (page) =>
  page.locator('[data-hero]').evaluateAll((all) => all.map((hero) => hero.style.transform).join())

async function begin(page) {
  await page.click('[data-test=start]')
  await page.click('[data-test=turn]')
  await page.waitForSelector('[data-test=turn]', { state: 'detached' })
}

/** The page can be installed: the browser finds nothing wrong, and the pictures are what they say. */
async function installable(page, url) {
  const browser = await page.context().newCDPSession(page)
  const { errors, data } = await browser.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  const found = await browser.send('Page.getInstallabilityErrors')
  const wrong = found.installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  assert.deepEqual(wrong, [], 'nothing speaks against installing it')
  const manifest = JSON.parse(data)
  const purposes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)
  for (const wanted of ['192x192 any', '512x512 any', '512x512 maskable'])
    assert.ok(purposes.includes(wanted), wanted)
  const apple = await page.getAttribute('link[rel=apple-touch-icon]', 'href')
  for (const { src, sizes } of [...manifest.icons, { src: apple, sizes: '180x180' }]) {
    const reply = await fetch(url + src)
    const picture = Buffer.from(await reply.arrayBuffer())
    assert.ok(reply.ok && picture.length < 8000, `${src} is there, and small`)
    const size = () => `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`
    if (sizes !== 'any') assert.equal(size(), sizes, `${src} is as large as it says`)
  }
}

async function alone({ server, person, step, web, out }) {
  const line = await counted(server.url)
  const page = await person('Ann')
  await page.goto(line.url)
  await page.fill('[data-test=name]', 'Ann')
  await page.locator('[data-test=name]').blur()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  const twice = [...line.fetched].filter(([path, times]) => path.startsWith('/assets/') && times > 1)
  assert.deepEqual(twice, [], 'nothing of the build crosses the wire twice')
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  assert.ok(kept.includes('/') && kept.some((path) => path.endsWith('.wasm')))
  assert.deepEqual(
    kept.filter((path) => /^\/(api|ws|build)/.test(path)),
    [],
    'nothing of the server is kept',
  )
  step('the page caches itself, and fetches nothing twice')
  await installable(page, server.url)
  step('it can be installed')

  await line.cut()
  await page.reload()
  await page.waitForSelector('[data-test=unreachable]')
  await page.click('[data-test=solo]')
  step('without a server the front page says so, and offers to play alone')

  page.story = new KeptStory(page, enginesOf(web).maze)
  await begin(page)
  await playOn(page, (view) => view.pile_count < 8)
  step('M9.1 alone and offline: action tiles are turned over, heroes go, a tile is laid')

  const before = await drawn(page)
  const { presence } = await page.story.look()
  assert.equal(presence.player[1].name, 'Ann')
  await page.reload()
  await page.waitForSelector('[data-test=resume]')
  assert.ok((await page.story.look()).clock.stopped)
  const left = await sandOf(page)
  await page.screenshot({ path: join(out, 'solo-paused.png') })
  assert.equal(await drawn(page), before, 'every hero stands where it stood')
  assert.equal(await sandOf(page), left, 'the sand stands still')
  await page.click('[data-test=resume]')
  await page.waitForSelector('[data-test=resume]', { state: 'detached' })
  assert.ok(await page.story.until(({ clock }) => !clock.stopped))
  step('P4.3 after a reload the game is where it was, and paused')

  await playOn(page)
  assert.equal(page.story.view.ending, 'escaped')
  await page.waitForSelector('[data-test=end][data-ending=escaped]')
  await page.screenshot({ path: join(out, 'solo-won.png') })
  step('M1.5 the four escape, offline')

  await page.click('[data-test=again]')
  await page.waitForSelector('[data-test=turn]')
  assert.equal((await page.story.look()).ending, null)
  step('P1.6 once more with one press')
  return page
}

// Another page of the same browser takes the running game over, and finds it as after a crash: the first one
// could not say goodbye. There the time is the test's.
async function lostInAnotherTab({ page, step }) {
  await page.click('[data-test=turn]')
  assert.ok(await page.story.until(({ running }) => running))
  const other = await page.context().newPage()
  await other.clock.install()
  await other.goto(page.url())
  await other.waitForSelector('[data-test=resume]')
  assert.ok((await page.story.look()).clock.stopped)
  step('P4.3 after a crash the game is paused')
  await page.waitForSelector('[data-test=nowhere]')
  step('a table that is open in another tab says so')
  await other.click('[data-test=resume]')
  await other.clock.fastForward(3000)
  assert.ok(await page.story.until(({ clock }) => !clock.stopped))
  await other.clock.fastForward(170_000)
  assert.equal(await other.locator('[data-test=end]').count(), 0)
  await other.clock.fastForward(10_000)
  await other.waitForSelector('[data-test=end][data-ending=sand_ran_out]')
  step('M1.3 the sand runs out, with no server to say so')
  await other.close()
  await page.click('[data-test=retry]')
  await page.waitForSelector('[data-test=end][data-ending=sand_ran_out]')
  step('and the first tab takes it up again')
}

async function chooseAlone({ page, step }) {
  await page.click('[data-test=lobby]')
  await page.selectOption('[data-test=scenario]', '2')
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('turncoat.solo')).options.number === 2)
  await page.reload()
  await page.waitForSelector('[data-test=start]')
  assert.equal(await page.inputValue('[data-test=scenario]'), '2', 'what was chosen is kept')
  await page.click('button[aria-label=Settings]')
  await page.selectOption('[data-test=language]', 'nl')
  await page.waitForFunction(() => document.documentElement.lang === 'nl')
  step('P9.1 options and languages, without a server')
}

/** The folder of the web client, as if it had been rebuilt from different sources. */
function renew(folder) {
  const { build } = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'))
  const next = build.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  for (const file of ['index.html', 'sw.js', 'build.json']) {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(build, next)
    writeFileSync(join(folder, file), text)
    for (const packed of ['br', 'gz']) rmSync(join(folder, `${file}.${packed}`), { force: true })
  }
  return next
}

async function newVersion({ person, step, turncoat, web }) {
  const folder = mkdtempSync(join(tmpdir(), 'turncoat-web-'))
  cpSync(web, folder, { recursive: true })
  const server = await serve(turncoat, folder)
  const page = await person('Ben')
  const build = () => page.getAttribute('meta[name=build]', 'content')
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.goto(server.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await page.click('[data-test=open]')
  await page.waitForSelector('[data-test=start]')
  await comeBack()
  assert.equal(await page.locator('[data-test=new-version]').count(), 0)

  const next = renew(folder)
  const other = await page.context().newPage() // it keeps the old worker busy
  await other.goto(server.url)
  await comeBack()
  await page.waitForSelector('[data-test=new-version]')
  assert.notEqual(await build(), next, 'at a table it does not reload by itself')
  await page.click('[data-test=reload]')
  await page.waitForSelector(`meta[name=build][content="${next}"]`, { state: 'attached' })
  await page.waitForSelector('[data-test=start]')
  const names = () => page.evaluate(async () => (await caches.keys()).join())
  for (let i = 0; i < 50 && (await names()) !== `turncoat-${next}`; i++) await page.waitForTimeout(100)
  assert.equal(await names(), `turncoat-${next}`, 'the new worker has taken over')
  await other.close()
  step('a new version is told at the table, and one press brings it: page, worker and files')

  const last = renew(folder)
  await page.goto(`${server.url}/#/`)
  await page.waitForSelector('[data-test=open]')
  await comeBack()
  await page.waitForSelector(`meta[name=build][content="${last}"]`, { state: 'attached' })
  step('whoever comes back to the front page has the new version without a press')
  await server.end()
  rmSync(folder, { recursive: true })
}

// The server tells something that this page's engine does not know.
async function tooOld({ server, person, step, out }) {
  const page = await person('Cleo')
  await page.routeWebSocket(/\/ws/, (socket) => {
    const far = socket.connectToServer()
    far.onMessage((text) => {
      socket.send(text)
      const { n, at } = JSON.parse(text)
      if (n) socket.send(JSON.stringify({ n: n + 1, at, t: 'rules_rewritten' }))
    })
  })
  await page.goto(server.url)
  await page.click('[data-test=open]')
  await page.waitForSelector('[data-test=too-old]')
  await page.keyboard.press('Escape')
  assert.ok(await page.locator('[data-test=too-old]').isVisible(), 'there is nothing else that one could do')
  await page.screenshot({ path: join(out, 'too-old.png') })
  await page.unrouteAll()
  await page.click('[data-test=reload]')
  step('a page that can no longer follow says so, and offers to reload')
}

await stage(async (given) => {
  const page = await alone(given)
  await lostInAnotherTab({ ...given, page })
  await chooseAlone({ ...given, page })
  await newVersion(given)
  await tooOld(given)
})
