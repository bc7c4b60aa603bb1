// What a first visit loads over the network, by every way into a game: for the test that enforces its limit,
// and for the figures.
import { someone } from './browser.mjs'
import { guest, joinTable, openTable } from './people.mjs'
import { enginesOf } from './story.mjs'

export const FIRST_LOAD_MAX = 150 * 1024
export const OWN_PART_MAX = 60 * 1024 // of Traître Mot: its engine, its page and its words
const QUIET_MS = 500 // nothing is on its way any more

const GAMES = {
  maze: { name: 'Magic Maze', begun: '[data-test=turn]', bots: true },
  traitor: { name: 'Are You the Traitor?', begun: '[data-test=traitor]', bots: true },
  word: { name: 'Traître Mot', begun: '[data-test=word]' },
}

/** Enough others for a game. */
async function fill(host, url, code, bots) {
  if (!bots) return void (await guest(host, `http://127.0.0.1:${new URL(url).port}`, code, 'Cleo'))
  await host.click('[data-test=fill]')
  await host.locator('[data-test=fill]').waitFor({ state: 'detached' }) // every bot has sat down
}

/** The ways of a first visit, and which game they end in; `go` goes one of them, with a host at hand who
    opens what is needed. */
export const WAYS = [
  {
    name: 'the front page',
    async go(page, url) {
      await page.goto(url)
      await page.locator('[data-test=bots-maze]').waitFor()
    },
  },
  ...Object.entries(GAMES).flatMap(([game, { name, begun, bots }]) => [
    bots && {
      name: `the front page, then ${name} with bots`,
      plays: game,
      async go(page, url) {
        await page.goto(url)
        await page.click(`[data-test=bots-${game}]`)
        await page.locator(begun).waitFor()
      },
    },
    {
      name: `a link, a name, the lobby, then ${name}`,
      plays: game,
      async go(page, url, host) {
        const code = await openTable(host, url, game, { pace: 'quick' })
        await joinTable(page, url, code)
        await host.waitForSelector('[data-test=seat-2]')
        await fill(host, url, code, bots)
        await host.locator('[data-test=start]:enabled').click()
        await host.click('[data-test=start-anyway]')
        await page.locator(begun).waitFor()
      },
    },
  ]),
].filter(Boolean)

/** Bytes of a first visit that goes `way`, with the files they are made of, largest first. */
export async function weigh(browser, url, web, way) {
  const engines = enginesOf(web)
  const host = await someone(browser, engines, 'Ann')
  const page = await someone(browser, engines, 'Ben')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const open = new Map()
  const files = []
  let last = 0
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => open.set(requestId, request.url))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    files.push({ name: new URL(open.get(requestId) ?? url).pathname, size: encodedDataLength })
    open.delete(requestId)
    last = Date.now()
  })
  cdp.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  await way.go(page, url, host)
  while (open.size || Date.now() - last < QUIET_MS) await page.waitForTimeout(50)
  for (const one of [host, page]) await one.context().close()
  files.sort((a, b) => b.size - a.size)
  return { bytes: files.reduce((sum, { size }) => sum + size, 0), files }
}
