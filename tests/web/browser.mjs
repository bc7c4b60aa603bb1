// What browser tests build on: a server of their own on a free port, and Debian's Chromium.
//
// A test is  node tests/web/NAME.mjs TURNCOAT WEB-FOLDER [OUTPUT-FOLDER].
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { enginesOf, Story } from './story.mjs'

const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core')

/** Starts `turncoat serve`, in memory unless told otherwise; resolves with its address and how to end it. */
export function serve(turncoat, web, ...more) {
  return new Promise((resolve, reject) => {
    const words = [
      'serve',
      '--listen',
      '127.0.0.1:0',
      '--store',
      'memory:',
      '--web',
      web,
      '--set',
      'openings_per_min=0',
      ...more,
    ]
    const server = spawn(turncoat, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = new Promise((done) => server.on('exit', done))
    const end = (signal = 'SIGTERM') => {
      server.kill(signal)
      return exited
    }
    process.once('exit', () => server.kill('SIGKILL')) // a test that fails leaves nobody behind
    let said = ''
    server.stdout.on('data', (data) => {
      said += data
      const url = /http:\/\/\S+/.exec(said)?.[0]
      if (url) resolve({ url, end })
    })
    void exited.then((code) => reject(new Error(`the server stopped with ${code}`)))
  })
}

/**
 * A wire to the server that can be cut and joined again, or be slow: nothing arrives until it is not. What
 * the server never said can be told on it.
 */
export async function wire(url) {
  const far = Number(new URL(url).port)
  const open = new Set()
  const upgraded = new Set() // the browsers' ends that have become WebSockets
  let cut = false
  let slow = false
  const proxy = createServer((near) => {
    const line = connect(far, '127.0.0.1')
    for (const [end, other] of [
      [near, line],
      [line, near],
    ]) {
      open.add(end)
      end.on('error', () => other.destroy())
      end.on('close', () => {
        open.delete(end)
        upgraded.delete(end)
        other.destroy()
      })
    }
    near.on('data', (data) => {
      if (/^upgrade: websocket/im.test(data.toString('latin1'))) upgraded.add(near)
    })
    if (cut) near.destroy()
    else near.pipe(line).pipe(near)
    if (slow) for (const end of [near, line]) end.pause()
  })
  await new Promise((done) => proxy.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    cut: () => {
      cut = true
      for (const end of open) end.destroy()
    },
    join: () => (cut = false),
    slow: (yes) => {
      slow = yes
      for (const end of open) yes ? end.pause() : end.resume()
    },
    /** Whoever is connected is told this by WebSocket, as if the server had. */
    tell: (text) => {
      const body = Buffer.from(text)
      if (body.length > 125) throw new Error(`too long for a frame of one byte of length: ${text}`)
      for (const near of upgraded) near.write(Buffer.concat([Buffer.from([0x81, body.length]), body]))
    },
    end: () => {
      for (const end of open) end.destroy()
      return new Promise((done) => proxy.close(done))
    },
  }
}

export function launch(...more) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
}

// What the browser itself says when a server cannot be reached is no error of the page.
const UNREACHABLE = /Failed to load resource|WebSocket connection|fetching the script/

/** A page of its own browser profile, in a language; what goes wrong in it is kept in `wrong`. */
export async function visitor(browser, options = {}) {
  const context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15000)
  page.wrong = []
  page.on('pageerror', (error) => page.wrong.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !UNREACHABLE.test(message.text())) page.wrong.push(message.text())
  })
  return page
}

/** A page of somebody with a name, and its story, told by the engines that `enginesOf` found. */
export async function someone(browser, engines, name, options) {
  const page = await visitor(browser, options)
  return Object.assign(page, { called: name, story: new Story(page, engines) })
}

/**
 * Does a test with a server that stores in a file, and a browser. `work` is handed
 *   server   its address (`url`), `end(signal)`, and `again(settings)`: starts it again, on the same port
 *   person   opens a page of its own for somebody, with its `story`
 *   step     tells how far the test is
 *   out      a folder for what people may want to look at
 * If it fails every page is kept as a screenshot there, and the process ends with 1. `settings` are the
 * server's.
 */
export async function stage(work, ...settings) {
  const [turncoat, web, wanted, part = ''] = process.argv.slice(2)
  const test = basename(process.argv[1], '.mjs') + part
  const folder = mkdtempSync(join(tmpdir(), 'turncoat-'))
  const out = wanted ?? folder
  const began = performance.now()
  const engines = enginesOf(web)
  const pages = []
  let failed = null
  mkdirSync(out, { recursive: true })

  const start = (...more) =>
    serve(turncoat, web, '--store', `sqlite:${folder}/turncoat.db`, ...settings, ...more)
  const server = await start()
  server.again = async (...more) =>
    Object.assign(server, await start('--listen', new URL(server.url).host, ...more))
  const browser = await launch()
  const step = (name) => console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${name}`)
  async function person(name, options) {
    const page = await someone(browser, engines, name, options)
    pages.push(page)
    return page
  }

  try {
    await work({ server, person, step, out, browser, turncoat, web })
    for (const page of pages)
      if (page.wrong.length) throw new Error(`errors in the page of ${page.called}: ${page.wrong.join('\n')}`)
  } catch (error) {
    failed = error
    console.error(error)
    const keep = wanted ?? join(tmpdir(), 'turncoat-failed')
    mkdirSync(keep, { recursive: true })
    for (const [i, page] of pages.entries()) {
      if (page.isClosed()) continue
      const path = join(keep, `failed-${test}-${i + 1}-${page.called}.png`)
      await page.screenshot({ path, timeout: 5000 }).catch(() => undefined)
      console.error(`${page.called} at ${page.url()}: ${path}`, ...page.wrong)
    }
  }
  await browser.close()
  await server.end()
  rmSync(folder, { recursive: true })
  if (failed) process.exit(1)
}
