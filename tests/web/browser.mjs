// What browser tests stand on: a server of their own on a free port, and Debian's Chromium.
import { createRequire } from 'node:module'
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'

const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core')

/** Starts `turncoat serve` in memory; resolves with its address and how to end it. */
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
    let said = ''
    server.stdout.on('data', (data) => {
      said += data
      const url = /http:\/\/\S+/.exec(said)?.[0]
      if (url)
        resolve({
          url,
          end: () => {
            server.kill('SIGTERM')
            return exited
          },
        })
    })
    void exited.then((code) => reject(new Error(`the server stopped with ${code}`)))
  })
}

/** A wire to the server that can be cut and joined again. */
export async function wire(url) {
  const far = Number(new URL(url).port)
  const open = new Set()
  let cut = false
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
        other.destroy()
      })
    }
    if (cut) near.destroy()
    else near.pipe(line).pipe(near)
  })
  await new Promise((done) => proxy.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    cut: () => {
      cut = true
      for (const end of open) end.destroy()
    },
    join: () => (cut = false),
    end: () => {
      for (const end of open) end.destroy()
      return new Promise((done) => proxy.close(done))
    },
  }
}

export function launch() {
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
    ],
  })
}

/** A page of its own browser profile, in a language; what goes wrong in it is kept in `wrong`. */
export async function visitor(browser, options = {}) {
  const context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10000)
  page.wrong = []
  page.on('pageerror', (error) => page.wrong.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text()))
      page.wrong.push(message.text())
  })
  return page
}
