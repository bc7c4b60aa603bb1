// Measures the web client against what is asked of it: bytes and time of the first load, frames while heroes
// slide on a mall of 24 tiles, the time from a key press until it shows, the hourglass against the server's
// clock, memory after games of bots. Not a test: it prints figures for people to compare.
//
//   node tests/web/bench.mjs TURNCOAT WEB-FOLDER [--minutes 60] [--only load,usable,frames,key,sand,memory]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { launch, serve, visitor } from './browser.mjs'
import { walker } from './walker.mjs'
import { WAYS, weigh } from './weigh.mjs'

const [turncoat, web, ...more] = process.argv.slice(2)
const option = (name, otherwise) => {
  const at = more.indexOf(`--${name}`)
  return at < 0 ? otherwise : more[at + 1]
}
const minutes = Number(option('minutes', 1))
const only = option('only', 'load,usable,frames,key,sand,memory').split(',')

const server = await serve(turncoat, web, '--set', 'messages_per_s=1000000')
const browser = await launch()

// ---- how figures are told ----

function tell(what, measured, asked = '') {
  console.log(`${what.padEnd(58)} ${measured.padStart(24)}   ${asked}`)
}
const ms = (n, digits = 1) => `${n.toFixed(digits)} ms`
const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`
const sorted = (list) => [...list].sort((a, b) => a - b)
const part = (list, share) => sorted(list)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0
const spread = (list) => `${ms(part(list, 0.5))} / ${ms(part(list, 0.95))}`

async function probe(page) {
  const cdp = await page.context().newCDPSession(page)
  // Time of the processor, not of the wall: others may be busy on this machine.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    cdp,
    async spent() {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
    },
  }
}

// ---- the first load ----

function weighFolder(folder) {
  let sum = 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) sum += weighFolder(path)
    else if (/\.(br|png|woff2)$/.test(name)) sum += readFileSync(path).length
  }
  return sum
}

async function load() {
  for (const way of WAYS) {
    const { bytes, files } = await weigh(browser, server.url, web, way)
    tell(`first load: ${way.name}`, kib(bytes), 'under 150 KiB')
    for (const { name, size } of files.filter((f) => f.size > 2000)) tell(`  ${name}`, kib(size))
  }
  tell('all files of the client, compressed, three languages', kib(weighFolder(web)))
}

// From the navigation until the buttons of the front page work.
async function usable(name, asked, network, cpu) {
  const times = []
  for (let i = 0; i < 5; i++) {
    const page = await visitor(browser)
    const { cdp } = await probe(page)
    await cdp.send('Network.enable')
    if (network) await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network })
    if (cpu) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-test=bots-maze]')) return
        observer.disconnect()
        setTimeout(() => (window.usableAt = performance.now()))
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(server.url, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.usableAt, null, { timeout: 60000 })
    times.push(await page.evaluate(() => window.usableAt))
    await page.context().close()
  }
  tell(`usable: ${name}`, ms(part(times, 0.5), 0), asked)
}

const SLOW_4G = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }

// ---- a mall of 24 tiles ----

/** A page in seat 1 of a running table on which all 24 tiles lie, and the walker in seat 2. */
async function bigMall() {
  const driver = await visitor(browser)
  await driver.goto(`${server.url}/icon.svg`)
  await driver.evaluate(walker)
  for (let tries = 1; ; tries++) {
    const { code, token, laid } = await driver.evaluate(() => window.walk.open())
    if (laid < 24 && tries < 20) continue
    await driver.evaluate(() => window.walk.leaveFirst())
    const page = await visitor(browser)
    await page.goto(`${server.url}/icon.svg`)
    await page.evaluate(([c, t]) => localStorage.setItem(`turncoat.seat.${c}`, t), [code, token])
    await page.goto(`${server.url}/#/t/${code}`)
    await page.locator('[data-test=sand]').waitFor()
    await page.waitForTimeout(1500)
    console.log(`a mall of ${laid} tiles, at the ${tries}. try`)
    return { page, driver }
  }
}

async function frames({ page, driver }) {
  const { cdp, spent } = await probe(page)
  await page.evaluate(() => {
    window.deltas = []
    window.long = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.long.push(entry.duration)
    }).observe({ type: 'longtask' })
    let last = performance.now()
    const tick = (now) => {
      window.deltas.push(now - last)
      last = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  // How steady frames are when nothing moves tells what the machine itself can do.
  const rate = async (during) => {
    await page.evaluate(() => {
      window.deltas.length = 0
      window.long.length = 0
    })
    const before = await spent()
    const count = await during()
    const after = await spent()
    const { deltas, long } = await page.evaluate(() => ({ deltas: window.deltas, long: window.long }))
    return { deltas, long, count, after, before }
  }
  const told = ({ deltas }) => {
    const second = deltas.reduce((sum, d) => sum + d, 0) / 1000
    const late = deltas.filter((d) => d > 25).length
    return `${(deltas.length / second).toFixed(1)}/s, ${((100 * late) / deltas.length).toFixed(1)}% late`
  }
  const still = await rate(() => page.waitForTimeout(5000))
  tell('frames: nothing moves', told(still))
  const cost = ({ before, after }, name, seconds) => (1000 * (after[name] - before[name])) / seconds
  const slides = await rate(() => driver.evaluate(() => window.walk.wander(10000, 125)))
  tell('frames: heroes slide, 8 moves a second, 24 tiles', told(slides), '60/s')
  // What a move costs more than the same time at rest.
  const { count, long } = slides
  const lasted = slides.deltas.reduce((sum, d) => sum + d, 0) / 1000
  const each = (name) => ms(((cost(slides, name, lasted) - cost(still, name, 5)) * lasted) / count, 2)
  tell('main thread at rest', `${cost(still, 'TaskDuration', 5).toFixed(1)} ms a second`)
  tell('main thread a move: all', each('TaskDuration'), 'well under 16.7 ms')
  tell(
    'main thread a move: script / style / layout',
    `${each('ScriptDuration')} / ${each('RecalcStyleDuration')} / ${each('LayoutDuration')}`,
  )
  tell('tasks over 50 ms in these 10 s', String(long.length), '0')
  await cdp.detach()
}

// A key pressed in the page itself, as the browser would: until its frame is painted.
async function key({ page, driver }) {
  await driver.evaluate(() => window.walk.rest())
  const done = await page.evaluate(async () => {
    const wait = (t) => new Promise((r) => setTimeout(r, t))
    const heroes = [...document.querySelectorAll('[data-hero]')]
    const places = () => heroes.map((h) => h.style.transform).join()
    // Until a frame with what is there now has been painted; `look` sees it as that frame does.
    const painted = (look) =>
      new Promise((r) =>
        requestAnimationFrame(() => {
          const seen = look()
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => r({ seen, at: performance.now() })
          port2.postMessage(0)
        }),
      )
    const frame = () => new Promise((r) => requestAnimationFrame(r))
    const out = []
    const ways = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
    for (let i = 0; out.length < 60 && i < 600; i++) {
      document.activeElement?.blur?.()
      window.dispatchEvent(new KeyboardEvent('keydown', { key: String(1 + (i % 4)) }))
      await frame()
      await wait(17 * Math.random())
      const before = places()
      const way = ways[Math.floor(Math.random() * 4)]
      const began = performance.now()
      window.dispatchEvent(new KeyboardEvent('keydown', { key: way }))
      await Promise.resolve()
      await Promise.resolve()
      const handled = performance.now() - began
      const { seen, at } = await painted(() => places() !== before)
      const later = places() !== before
      window.dispatchEvent(new KeyboardEvent('keyup', { key: way }))
      if (seen || later) out.push({ handled, seen, shown: at - began })
      await wait(40)
    }
    return out
  })
  const share = done.filter(({ seen }) => seen).length / done.length
  tell(
    `key press: ${done.length} moves; script until the DOM has changed`,
    spread(done.map(({ handled }) => handled)),
    'median / 95%',
  )
  tell('key press: shown in the very next frame', `${(100 * share).toFixed(0)}%`, '100%')
  tell('key press: until that frame is painted', spread(done.map(({ shown }) => shown)), 'a frame: 16.7 ms')
}

// What the hourglass shows against the server's own clock, asked over a connection of its own.
async function sand({ page, driver }) {
  const ends = await driver.evaluate(() => window.walk.sandEnds())
  const errors = await page.evaluate(async (ends) => {
    const code = location.hash.slice(4)
    const token = localStorage.getItem(`turncoat.seat.${code}`)
    const socket = new WebSocket(`ws://${location.host}/ws?table=${code}&token=${token}`)
    await new Promise((r) => (socket.onopen = r))
    let best = { trip: Infinity, offset: 0 }
    let id = 0
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data)
      if (!('now' in message) || 'hello' in message) return
      const now = performance.now()
      const trip = now - window.askedAt
      if (trip < best.trip) best = { trip, offset: message.now + trip / 2 - now }
    }
    for (let i = 0; i < 40; i++) {
      window.askedAt = performance.now()
      socket.send(JSON.stringify({ id: ++id, t: 'ask_time' }))
      await new Promise((r) => setTimeout(r, 50))
    }
    socket.close()
    const errors = []
    const glass = document.querySelector('[data-test=sand]')
    for (let i = 0; i < 300; i++) {
      await new Promise((r) => requestAnimationFrame(r))
      errors.push(Number(glass.dataset.left) - (ends - performance.now() - best.offset))
    }
    return errors
  }, ends)
  const most = Math.max(...errors.map(Math.abs))
  tell(
    "hourglass: drawn less the server's, median / largest",
    `${ms(part(errors, 0.5))} / ${ms(most)}`,
    'within 100 ms',
  )
}

// ---- memory ----

// The private memory of the largest renderer: all others have been closed.
async function rendererBytes() {
  const system = await browser.newBrowserCDPSession()
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  await system.detach()
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id)))
}

function privateBytes(process) {
  try {
    const rollup = readFileSync(`/proc/${process}/smaps_rollup`, 'utf8')
    return [...rollup.matchAll(/Private_(?:Clean|Dirty):\s+(\d+)/g)].reduce((sum, [, n]) => sum + 1024 * n, 0)
  } catch {
    return 0 // gone meanwhile, or not ours to look at
  }
}

// (Never page.waitForSelector: the element it returns, and all it belongs to, would be kept for ever.)
async function memory() {
  const page = await visitor(browser)
  const { cdp, spent } = await probe(page)
  await page.goto(server.url)
  await page.locator('[data-test=bots-maze]').waitFor()
  const look = async (when) => {
    await cdp.send('HeapProfiler.collectGarbage')
    const { JSHeapUsedSize, Nodes, JSEventListeners } = await spent()
    tell(
      `memory ${when}: script heap; page's process, private`,
      `${mb(JSHeapUsedSize)}; ${mb(await rendererBytes())}`,
      'under 80 MB',
    )
    tell(`memory ${when}: DOM nodes; listeners`, `${Nodes}; ${JSEventListeners}`)
  }
  await look('on the front page')
  await page.evaluate(walker)
  const until = Date.now() + minutes * 60000
  let games = 0
  let halfway = false
  while (Date.now() < until) {
    const code = await page.evaluate(() => window.walk.botsTable())
    games++
    await page.evaluate((c) => (location.hash = `#/t/${c}`), code)
    const left = () => Math.max(1, until - Date.now())
    await page.click('[data-test=turn]')
    await page.evaluate(() => window.walk.leaveFirst())
    await page
      .locator('[data-test=end]')
      .waitFor({ timeout: left() })
      .catch(() => undefined)
    await page.waitForTimeout(Math.min(1000, left()))
    if (!halfway && minutes > 10 && until - Date.now() < minutes * 30000) {
      halfway = true
      await look('half way')
    }
  }
  await look(`after ${minutes} min and ${games} games`)
  if (page.wrong.length) console.log(page.wrong.join('\n'))
}

try {
  if (only.includes('load')) await load()
  if (only.includes('usable')) {
    await usable('fast connection', 'within 1000 ms')
    await usable('slow 4G', 'within 3000 ms', SLOW_4G)
    await usable('slow 4G, processor 4 times slower', '', SLOW_4G, 4)
  }
  if (['frames', 'key', 'sand'].some((one) => only.includes(one))) {
    const mall = await bigMall()
    if (only.includes('sand')) await sand(mall)
    if (only.includes('frames')) await frames(mall)
    if (only.includes('key')) await key(mall)
    if (mall.page.wrong.length) console.log(mall.page.wrong.join('\n'))
    await mall.page.context().close()
    await mall.driver.context().close()
  }
  if (only.includes('memory')) await memory()
} finally {
  await browser.close()
  await server.end()
}
