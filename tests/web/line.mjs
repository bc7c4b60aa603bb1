// A player's connection is cut, their device goes offline, their page sleeps: they see that nothing can be
// done, what happens to their seat and, once they are back, what they missed.
import assert from 'node:assert/strict'
import { stage, wire } from './browser.mjs'
import { accessibility, layout } from './checks.mjs'
import { begin, drawnHeroes, joinTable, openTable, sandOf, say, watchTable } from './people.mjs'

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
const AWAY_S = 2
const CARD = '[data-test=outage]'

await stage(async ({ server, person, step, out }) => {
  const bens = await wire(server.url)
  const ann = await person('Ann')
  const ben = await person('Ben')
  const cleo = await person('Cleo', PHONE)
  const moves = (page) => page.story.sent.filter((text) => /move_hero/.test(text)).length
  const isAway = ({ presence }) => (presence.away >> 2) & 1
  const botPlays = ({ presence }) => (presence.bots >> 2) & 1

  await chosenJustBefore()
  await together({ wait: true })
  await justBefore()
  await offline()
  await together({ away_s: AWAY_S })
  await watchTable(cleo, bens.url, new URL(ben.url()).hash.slice('#/t/'.length))
  await cut()
  await paused()
  await asleep()
  await bens.end()

  /** Ann and Ben play at a new table, with these settings of it. */
  async function together(settings) {
    await ann.route('**/api/tables', (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), ...settings }) }),
    )
    const code = await openTable(ann, server.url)
    await ann.unroute('**/api/tables')
    await joinTable(ben, bens.url, code)
    await begin([ann, ben])
  }

  async function chosenJustBefore() {
    const code = await openTable(ben, bens.url)
    await joinTable(ann, server.url, code)
    await ben.waitForSelector('[data-test=seat-2]')
    bens.slow(true)
    await ben.selectOption('[data-test=scenario]', '3')
    await ben.click('[data-test=start]')
    await ben.click('[data-test=start-anyway]')
    bens.slow(false)
    await ann.story.until((view) => view.scenario.number > 0)
    assert.equal(ann.story.view.scenario.number, 3)
    step('P1.4 what the host has chosen is what begins, before the server has confirmed it')
  }

  async function justBefore() {
    bens.slow(true)
    const guessed = await anyMove(ben)
    bens.cut()
    await ben.waitForSelector(CARD)
    assert.equal(await ben.textContent('[data-test=outage-seat]'), say('outage.wait'))
    assert.deepEqual(await drawnHeroes(ben), guessed)
    bens.slow(false)
    bens.join()
    await ben.waitForSelector(CARD, { state: 'hidden' })
    await ann.story.until((_, { events }) => events.some(({ t, by }) => t === 'hero_moved' && by === 2))
    await ben.story.until((_, { told }) => told >= ann.story.told)
    assert.deepEqual(await drawnHeroes(ben), guessed)
    const done = ann.story.events.filter(({ t, by }) => t === 'hero_moved' && by === 2)
    assert.equal(done.length, new Set(ben.story.sent.filter((text) => /move_hero/.test(text))).size)
    step('P6.2 a move asked just before the line was cut stays on the screen, and is done once')
  }

  async function offline() {
    await ben.context().setOffline(true)
    await ben.locator(CARD).getByText(say('outage.offline')).waitFor()
    await ben.context().setOffline(false)
    await ben.waitForSelector(CARD, { state: 'hidden' })
    step('a device that is offline is told apart, and comes back when it is not')
  }

  async function cut() {
    await ben.focus('[data-test=menu]')
    const told = ben.story.told
    const asked = moves(ben)
    bens.cut()
    await ann.story.until(isAway)
    await ben.waitForSelector(CARD)
    step('P2.2 others see at once that somebody is away')

    assert.equal(
      await ben.textContent('[data-test=outage-seat]'),
      say('outage.bot', { time: `${AWAY_S} seconds` }),
    )
    await ben.locator(CARD).getByText(say('outage.server')).waitFor()
    await cleo.waitForSelector(CARD)
    assert.equal(await cleo.locator('[data-test=outage-seat]').count(), 0)
    for (const page of [ben, cleo]) {
      assert.deepEqual(await accessibility(page), [])
      assert.deepEqual(await layout(page), [])
      await page.screenshot({ path: `${out}/outage-${page.called}.png` })
    }
    step('P2.3 the card says what becomes of the seat; a spectator has none')

    const [heroes, sand] = [await drawnHeroes(ben), await sandOf(ben)]
    const keys = ['1', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'e', 'Escape', 'Escape', 'Tab']
    for (const key of keys) await ben.keyboard.press(key)
    await ben.click('[data-test=help]', { timeout: 500 }).catch(() => undefined)
    assert.equal(await ben.isVisible('[data-test=keys]'), false)
    assert.deepEqual(await reachable(ben), [say('outage.now')])
    assert.deepEqual(await drawnHeroes(ben), heroes)
    assert.equal(await sandOf(ben), sand)
    assert.ok(await ben.isVisible(CARD))
    step('nothing at the table can be reached by keys, mouse or screen reader, and the sand stands still')

    await ann.story.until(botPlays)
    const moved = (_, { events }) => events.some(({ t, by }) => t === 'hero_moved' && by === 1)
    for (let i = 0; i < 20 && !(await ann.story.comes(moved, 300)); i++) await anyMove(ann) // a bot moves too
    await ann.story.until(moved)
    // The tries come every five seconds by now: this one is out of turn.
    await ben.locator('[data-test=outage-next]', { hasText: '5 seconds' }).waitFor({ timeout: 30000 })
    const tried = ben.waitForEvent('websocket', { timeout: 2500 })
    await ben.click('[data-test=try-now]')
    await tried
    bens.join()
    await ben.click('[data-test=try-now]')
    await ben.waitForSelector(CARD, { state: 'hidden' })
    assert.equal(await ben.evaluate(() => document.activeElement?.dataset.test), 'menu')
    assert.equal(moves(ben), asked)
    step('“Try now” tries, and the focus is back where it was')

    await ben.waitForSelector('[data-test=missed]')
    const missed = ben.story.events.filter(({ n }) => n > told && n <= ben.story.hello.told)
    const others = missed.filter(({ by, t }) => by && by !== 2 && !/said|reacted/.test(t)).length
    const text = await ben.textContent('[data-test=missed]')
    assert.ok(text.includes(say('outage.botPlayed', { n: missed.filter(({ by }) => by === 2).length })), text)
    assert.ok(others > 0 && text.includes(say('outage.moves', { n: others })), text)
    await ben.screenshot({ path: `${out}/outage-back.png` })
    await ben.click(`[data-test=missed] [aria-label="${say('close')}"]`)
    await ben.waitForSelector('[data-test=missed]', { state: 'detached' })
    await ann.story.until((view) => !isAway(view) && !botPlays(view))
    step('P2.1, P2.3 what happened meanwhile is told, and the seat is back')
  }

  async function paused() {
    for (const page of [ann, ben]) {
      await page.click('[data-test=menu]')
      await page.click('[data-test=pause]')
    }
    await ben.waitForSelector('[data-test=pause-cover]')
    bens.cut()
    await ben.waitForSelector(CARD)
    assert.deepEqual(await reachable(ben), [say('outage.now')])
    bens.join()
    await ben.click('[data-test=try-now]')
    await ben.waitForSelector(CARD, { state: 'hidden' })
    await ben.getByRole('button', { name: say('pause.resume'), exact: true }).click()
    await ben.waitForSelector('[data-test=pause-cover]', { state: 'detached' })
    step('P2.4 a connection lost in a pause is announced above the pause')
  }

  async function asleep() {
    const page = await ben.context().newCDPSession(ben)
    await page.send('Page.setWebLifecycleState', { state: 'frozen' })
    bens.cut()
    await ann.story.until(botPlays)
    bens.join()
    await page.send('Page.setWebLifecycleState', { state: 'active' })
    await ben.locator('[data-test=missed]').getByText(/bot/).waitFor()
    await ann.story.until((view) => !isAway(view) && !botPlays(view))
    step('P2.1 a page that slept comes back, and tells what it missed')

    bens.slow(true) // nobody says that the line is dead
    await ben.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await ben.waitForSelector(CARD)
    step('P2.1 and finds out at once if its connection is dead')
    await ann.story.until(isAway, 20000)
    step('P2.2 and so do the others, though nobody closed the connection')
    bens.slow(false)
    await ben.waitForSelector(CARD, { state: 'hidden' })
  }

  /** The names of all buttons that there are for a screen reader. */
  async function reachable(page) {
    const cdp = await page.context().newCDPSession(page)
    const { nodes } = await cdp.send('Accessibility.getFullAXTree')
    await cdp.detach()
    const buttons = nodes.filter(({ ignored, role }) => !ignored && role.value === 'button')
    return buttons.map(({ name }) => name.value)
  }

  /** Moves some hero somewhere, by keys; returns where the heroes are drawn then. */
  async function anyMove(page) {
    const before = String(await drawnHeroes(page))
    for (const hero of ['1', '2', '3', '4'])
      for (const arrow of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) {
        await page.keyboard.press(hero)
        await page.keyboard.press(arrow)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
        const now = await drawnHeroes(page)
        if (String(now) !== before) return now
      }
    throw new Error(`${page.called} can move nobody`)
  }
})
