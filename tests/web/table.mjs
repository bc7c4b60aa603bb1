// What is the same at every table (docs/rules/table.md), as people meet it: opening, sitting down, arranging,
// starting, being away, the pause, talk, clocks; and what can go wrong, said in plain words.
import assert from 'node:assert/strict'
import { stage, wire } from './browser.mjs'
import { createRequire } from 'node:module'
import { ACTIONS, begin, carryOut, guest, HEROES, joinTable, openTable } from './people.mjs'
import { playOn, sandOf, say, watchTable, words } from './people.mjs'
import { nextStep } from './plan.mjs'

const readsQr = createRequire(new URL('../../web/package.json', import.meta.url)).resolve('jsqr')
const PHONE = { width: 360, height: 640 }

await stage(async ({ server, person, step, browser }) => {
  const bens = await wire(server.url)
  const ann = await person('Ann')
  const ben = await person('Ben')
  const cleo = await person('Cleo', { locale: 'fr' })
  const names = (page) =>
    page.story.view.presence.player
      .slice(1)
      .map(({ name }) => name)
      .filter(Boolean)
  const alert = (page) => page.getByRole('alert')

  const unfold = (page, summary) =>
    page
      .locator('details', { has: page.locator('summary', { hasText: summary }) })
      .evaluate((details) => (details.open = true))

  await arriving()
  await opening()
  await arranging()
  await starting()
  await absence()
  await pausing()
  await talking()
  await phrases()
  await clocks()
  await takingOver()
  await languages()
  await ending()
  await refused()
  await bens.end()

  async function arriving() {
    await cleo.setViewportSize(PHONE)
    await cleo.goto(server.url)
    const inSight = async (what) => {
      const box = await cleo.locator(what).first().boundingBox()
      assert.ok(box && box.y + box.height <= PHONE.height, `${what} is in sight at once: ${box?.y}`)
    }
    for (const [game, way] of Object.entries({ maze: 'bots', traitor: 'bots', word: 'open' })) {
      await inSight(`[data-test=${way}-${game}]`)
      await inSight(`text="${words.fr[`game.${game}.what`]}"`)
    }
    for (const key of ['front.join', 'front.tables', 'front.open']) await inSight(`text="${words.fr[key]}"`)
    const cut = await cleo.locator('[data-test=code]').evaluate((field) => {
      field.value = field.placeholder
      return field.scrollWidth > field.clientWidth
    })
    assert.equal(cut, false, 'the words in the field for the code fit')
    await cleo.setViewportSize({ width: 1280, height: 800 })
    step('the front page tells on a phone, in one look, what there is and every way to it')

    for (const nowhere of ['/#/nonsense', '/#/t/', '/foo']) {
      await cleo.goto(`${server.url}/icon.svg`) // so that nothing is left of the last one
      await cleo.goto(server.url + nowhere)
      await cleo.getByText(words.fr['nowhere.no_page']).waitFor()
    }
    await cleo.getByRole('link', { name: words.fr['table.home'] }).click()
    await cleo.waitForSelector('[data-test=open]')
    step('an address that leads nowhere, and the way back')
  }

  /** What a phone reads from a part of the screen. A page without any policy of its own takes it apart. */
  async function scan(locator) {
    const picture = (await locator.screenshot()).toString('base64')
    const eye = await browser.newPage()
    await eye.addScriptTag({ path: readsQr })
    const read = await eye.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      const { data, width, height } = canvas.getImageData(0, 0, image.width, image.height)
      return window.jsQR(data, width, height)?.data
    }, picture)
    await eye.close()
    return read
  }

  async function opening() {
    const hidden = await openTable(ann, server.url)
    assert.match(hidden, /^[a-z2-9]{8}$/)
    assert.equal((await ann.textContent('p[data-test=code]')).includes(hidden), true)
    const link = await ann.inputValue(`input[aria-label="${say('lobby.link')}"]`)
    assert.ok(link.endsWith(`/#/t/${hidden}`))
    assert.equal(await scan(ann.locator('[data-test=qr]')), link)
    await ann.click('[data-test=qr]')
    assert.equal(await scan(ann.locator('dialog[open] .large')), link)
    const shown = await openTable(ann, server.url, 'traitor', { shown: true })
    await ben.goto(server.url)
    await ben.waitForSelector(`a[href="#/t/${shown}"]`)
    assert.equal(await ben.locator(`a[href="#/t/${hidden}"]`).count(), 0)
    step('P1.1 a table has a code, a link and a QR code; it shows in the lobby only if one likes')

    await ben.fill('[data-test=code]', hidden.toUpperCase())
    await ben.click('[data-test=join]')
    await ben.fill('[data-test=name]', 'Ann')
    await ben.click('[data-test=sit]')
    await alert(ben)
      .getByText(say('join.taken', { name: 'Ann', other: 'Ann 2' }))
      .waitFor()
    await ben.fill('[data-test=name]', 'B'.repeat(30))
    assert.equal(await ben.inputValue('[data-test=name]'), 'B'.repeat(24))
    await ben.click('[data-test=sit]')
    await ben.story.until((view, { seat, there }) => seat === 2 && there)
    assert.deepEqual(names(ben), ['Ann', 'B'.repeat(24)])
    step('P1.2 one joins with a code and a name of one’s own; a name that is taken is told')

    const dora = await person('Dora')
    let arrives
    const late = new Promise((done) => (arrives = done))
    await dora.routeWebSocket(/\/ws/, (socket) => void late.then(() => socket.connectToServer()))
    await dora.goto(`${bens.url}/#/t/${hidden}`)
    await dora.waitForSelector('[data-test=sit]')
    bens.cut()
    const told = await dora.waitForSelector('[data-test=unreachable]')
    for (let looks = 0; looks < 2; looks++) await dora.waitForEvent('requestfailed')
    assert.ok(await told.evaluate((element) => element.isConnected), 'it is read out once, not at every look')
    bens.join()
    await told.waitForElementState('hidden')
    step('whoever is about to sit down is told once that the server cannot be reached')

    await dora.press('[data-test=name]', 'Enter')
    await dora.locator('[data-test=sit]').waitFor({ state: 'detached' })
    arrives()
    await ben.story.until((view) => view.presence.seats === 3)
    await dora.waitForSelector('[data-test=ready]')
    step('P1.2 a seat that is taken is not asked for again, however slow the line to the table is')
  }

  async function arranging() {
    const code = await openTable(ann, server.url)
    await joinTable(ben, server.url, code)
    const zoe = await guest(ann, server.url, code, 'Zoë')
    await unfold(ann, say('lobby.tools'))
    await zoe.send({ t: 'say', text: 'It was me' })
    await ann.click(`[aria-label="${say('lobby.earlier', { name: 'Zoë' })}"]`)
    for (const page of [ann, ben]) {
      await page.story.until(() => names(page).join() === 'Ann,Zoë,Ben')
      assert.match(await page.getByText('It was me').textContent(), /Zoë/, 'whoever said it')
      assert.equal(await page.locator('.talk li.own').count(), 0)
    }
    await ann.waitForFunction(
      (words) => document.activeElement?.getAttribute('aria-label') === words,
      say('lobby.earlier', { name: 'Zoë' }),
    )
    await ann.locator('[data-test=seat-2]', { hasText: 'Zoë' }).waitFor()
    await ann.click(`[aria-label="${say('lobby.remove')}: Zoë"]`)
    await ann.getByRole('button', { name: say('lobby.remove'), exact: true }).click()
    await ben.story.until(() => names(ben).join() === 'Ann,Ben')
    zoe.leave()
    await ann.click('[data-test=add-bot]')
    await ann.click(`[aria-label="${say('lobby.remove')}: Ada"]`) // nobody asks about a bot
    await ann.locator('[data-test=seat-3]').waitFor({ state: 'detached' })
    await unfold(ann, say('lobby.tools'))
    await ann.click('[data-test=lock]')
    await cleo.goto(`${server.url}/#/t/${code}`)
    await cleo.getByText(words.fr['join.locked']).waitFor()
    assert.equal(await cleo.locator('[data-test=sit]').count(), 0)
    await ann.click('[data-test=lock]')
    await cleo.waitForSelector('[data-test=sit]') // by itself
    await ann.click(`[aria-label="${say('lobby.handOver')}: Ben"]`)
    await ben.waitForSelector('[data-test=start]')
    await ben.click('[data-test=leave]')
    await ben.waitForSelector('[data-test=nowhere]')
    await ann.waitForSelector('[data-test=start]')
    assert.deepEqual(names(ann), ['Ann'])
    step('P1.3 the host reorders, removes, locks and hands over; if the host goes, the next is host')
  }

  async function starting() {
    await openTable(ann, server.url, 'traitor')
    await ann.click('[data-test=start]')
    await ann.getByText(say('refusal.seats_unfit')).first().waitFor()
    await ann.click('[data-test=fill-start]')
    await ann.waitForSelector('[data-test=traitor]')
    step('P1.4 a start that does not fit is refused with the reason, and bots are offered')

    const other = await openTable(ann, server.url, 'traitor')
    const ben = await person('Ben', { serviceWorkers: 'block' }) // nothing is there before it is asked for
    let bring // the engine of the next game, to Ben, whose line is slow
    const brought = new Promise((done) => (bring = done))
    await ben.route('**/maze-*.wasm', (route) => brought.then(() => route.continue()))
    await joinTable(ben, server.url, other)
    await ben.click('[data-test=ready]')
    await ann.locator('[data-test=seat-2]').getByText(say('lobby.ready')).waitFor()
    await ben.fill('[data-test=say]', 'half a sentence')
    const asked = ben.waitForRequest('**/maze-*.wasm')
    await ann.selectOption('[data-test=change-game]', 'maze')
    await asked
    await ann.waitForSelector('[data-test=scenario-what]')
    await ann.fill('[data-test=say]', 'a mall it is')
    await ann.press('[data-test=say]', 'Enter')
    await ben.story.until((_, { events }) => events.some(({ text }) => text === 'a mall it is'))
    assert.equal(await ben.locator('[data-test=scenario-what]').count(), 0)
    bring()
    for (const page of [ann, ben]) {
      await page.story.until((view, { hello, there }) => hello.game === 'maze' && there)
      await page.waitForSelector('[data-test=scenario-what]')
      assert.deepEqual(names(page), ['Ann', 'Ben'])
    }
    await ben.getByText('a mall it is').waitFor()
    assert.equal(await ben.inputValue('[data-test=say]'), 'half a sentence', 'nobody is interrupted')
    assert.equal(await ben.evaluate(() => document.activeElement?.dataset.test), 'say')
    await ben.setViewportSize({ width: 900, height: 800 })
    const left = (what) => ben.locator(what).evaluate((one) => one.getBoundingClientRect().left)
    assert.ok((await left('.seats')) > (await left('.options')), 'seats stand beside the options')
    await ben.setViewportSize({ width: 1280, height: 800 })
    await ben.context().close()
    step('P1.6 the same people, another game')
  }

  async function absence() {
    // A page that opens a table cannot ask for a second: the test does not wait for ten.
    await ann.route('**/api/tables', (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), away_s: 1 }) }),
    )
    const code = await openTable(ann, server.url)
    await ann.unroute('**/api/tables')
    await joinTable(ben, bens.url, code)
    await begin([ann, ben])
    const seen = ann.locator('.others li', { hasText: 'Ben' })
    bens.cut()
    await seen.getByText(say('lobby.away'), { exact: true }).waitFor()
    await ann.story.until((view) => (view.presence.bots >> 2) & 1)
    step('P2.2, P2.3 somebody is away: others see it, and a bot plays on')
    bens.join()
    await ann.story.until(({ presence }) => !(((presence.bots | presence.away) >> 2) & 1))
    await ben.story.until((_, { told }) => told >= ann.story.told)
    await seen.getByText(say('lobby.away'), { exact: true }).waitFor({ state: 'detached' })
    step('P2.3 and when they are back they play themselves')

    const elsewhere = await person('Ben elsewhere', { storageState: await ben.context().storageState() })
    await elsewhere.goto(`${bens.url}/#/t/${code}`)
    await elsewhere.waitForSelector('[data-test=sand]')
    assert.equal(elsewhere.story.seat, 2)
    assert.deepEqual(elsewhere.story.view, ben.story.view)
    await elsewhere.context().close()
    step('P2.1 a seat is there on another device as well, at the same point of the game')
  }

  async function pausing() {
    // The game of absence() goes on; in scenario 1 everybody may talk, but not in a pause.
    await ann.fill('[data-test=say]', 'a cup of tea')
    await ann.click('[data-test=menu]')
    await ann.click('[data-test=pause]')
    await ben.waitForSelector('[data-test=pause-asked]')
    assert.equal(await ann.locator('[data-test=pause-cover]').count(), 0, 'it waits for Ben')
    await ben.click('[data-test=agree]')
    for (const page of [ann, ben]) await page.waitForSelector('[data-test=pause-cover]')
    const before = await sandOf(ann)
    for (const page of [ann, ben]) {
      const board = await page.evaluate(() => {
        const board = document.querySelector('.board')
        const { x, y, width, height } = board.getBoundingClientRect()
        const at = document.elementFromPoint(x + width / 2, y + height / 2).closest('[data-test=pause-cover]')
        return { inert: board.closest('[inert]') !== null, behind: at && getComputedStyle(at) }
      })
      assert.ok(board.inert, 'nothing can be done on the board')
      assert.match(board.behind?.backgroundColor ?? '', /^rgb\(/, 'nor is it seen')
    }
    const cover = ann.locator('[data-test=pause-cover]')
    await cover.locator('[data-test=talk-state]').getByText(say('talk.paused')).waitFor()
    await ann.click('[data-test=table-back_soon]')
    await ben.locator('[data-test=table-said]', { hasText: /^Ann\s.*\.$/ }).waitFor()
    await ann.waitForSelector('[data-test=table-go_on]:disabled') // one in 5 s
    assert.ok(await cover.locator('[data-test=say]').isDisabled())
    assert.ok(await cover.getByLabel(say('reaction.yes')).isDisabled())
    assert.equal(await cover.locator('[data-test=say]').inputValue(), 'a cup of tea')
    assert.equal(await sandOf(ann), before, 'the sand stands still')
    await ben.click('[data-test=resume]')
    await ann.waitForSelector('.count')
    for (const page of [ann, ben])
      await page.waitForSelector('[data-test=pause-cover]', { state: 'detached' })
    const resuming = ann.story.events.find((e) => e.t === 'resuming')
    const resumed = ann.story.events.find((e) => e.t === 'resumed')
    assert.ok(resumed.at - resuming.at >= 3000)
    const less = (ms) => Number(document.querySelector('[data-test=sand]').dataset.left) < ms
    await ann.waitForFunction(less, before)
    step('P2.4 a pause begins when all agree, covers the board, and ends after a count of 3')

    await ann.press('[data-test=say]', 'Enter')
    await ben.locator('ol').getByText('a cup of tea').waitFor()
    step('P3.3 in a pause of Magic Maze nobody talks; what one has written is there after it')
  }

  async function talking() {
    const code = await openTable(ann, server.url)
    await joinTable(ben, bens.url, code)
    await ann.selectOption('[data-test=scenario]', '2')
    await ben.story.until((_, { lines }) => lines.some((line) => /"options".*"number":2/.test(line)))
    await ben.fill('[data-test=say]', 'hello Ann')
    await ben.keyboard.press('Enter')
    await ann.locator('ol').getByText('hello Ann').waitFor()
    await ann.click('[data-test=start]')
    await ann.click('[data-test=start-anyway]')
    await ben.waitForSelector('[data-test=turn]')
    step('P3.1, P3.3 in the lobby everybody may talk')

    // Ben's words are on the way when Ann turns the hourglass.
    await ben.fill('[data-test=say]', 'psst, the elf')
    bens.slow(true)
    await ben.keyboard.press('Enter')
    await ann.click('[data-test=turn]')
    await ann.story.until((view) => view.running)
    bens.slow(false)
    await ben.locator('[data-test=refusal]').getByText(say('refusal.silence')).waitFor()
    assert.equal(await ben.inputValue('[data-test=say]'), 'psst, the elf')
    assert.equal(
      ann.story.events.some((e) => e.text === 'psst, the elf'),
      false,
    )
    assert.equal(await ann.locator('[data-test=refusal]').count(), 0)
    for (const page of [ann, ben]) {
      assert.ok(await page.isDisabled('[data-test=say]'))
      await page.locator('[data-test=hush]').getByText(say('talk.silent')).waitFor()
    }
    step('P3.1, P3.2 while the sand runs nobody talks; words that come too late stay with their author')

    // In scenario 12 people may gesticulate, and no more, when the elf explores (M7.4, M8.6).
    const hands = await openTable(ann, server.url)
    const team = [Object.assign(ann, { way: 'keyboard' })]
    for (const name of ['Dirk', 'Elin', 'Finn']) team.push(await guest(ann, server.url, hands, name))
    await ann.selectOption('[data-test=scenario]', '12')
    await ann.story.until((_, { lines }) => lines.some((line) => /"options".*"number":12/.test(line)))
    await begin(team)
    const elf = (_, hero) => hero === HEROES.indexOf('elf')
    while (!ann.story.events.some((e) => e.t === 'tile_laid' && e.hero === 'elf')) {
      const { view } = ann.story
      await carryOut(team, nextStep(view, view.sand.holds_ms, elf) ?? nextStep(view, view.sand.holds_ms))
    }
    await ann.locator('[data-test=hush]').getByText(say('talk.gestures')).waitFor()
    assert.ok(await ann.isDisabled('[data-test=say]'))
    await ann.click(`[aria-label="${say('reaction.bravo')}"]`)
    await ann.story.until((_, { events }) => events.some((e) => e.t === 'reacted'))
    step('P3.1 where there are only gestures one can react, and not speak')
  }

  async function phrases() {
    const code = await openTable(ann, server.url, 'traitor')
    await joinTable(cleo, server.url, code)
    const team = [await guest(ann, server.url, code, 'Dirk'), await guest(ann, server.url, code, 'Elin')]
    await ann.story.until((view) => view.presence.seats === 4)
    await ann.click('[data-test=start]')
    await ann.click('[data-test=start-anyway]')
    await ann.click('[data-test=phrase-suspect]')
    await ann.click('[data-test=whom-4]')
    await ann.locator('ol').getByText('I suspect Elin.').waitFor()
    await cleo.locator('ol').getByText('Je soupçonne Elin.').waitFor()
    step('P3.4 a quick phrase is read by each in their own language')

    for (const one of team) await one.send({ t: 'ask_pause' })
    for (const page of [ann, cleo]) {
      await page.click('[data-test=menu]')
      await page.click('[data-test=pause]')
    }
    await ann.waitForSelector('[data-test=pause-cover]')
    await ann.fill('[data-test=pause-cover] [data-test=say]', 'the door bell')
    await ann.keyboard.press('Enter')
    await cleo.locator('[data-test=pause-cover]').getByText('the door bell').waitFor()
    step('P3.3 where talk is open throughout it stays open in a pause')
  }

  async function clocks() {
    const code = await openTable(ann, server.url)
    await joinTable(ben, server.url, code)
    const watcher = await person('Jan')
    await watchTable(watcher, server.url, code)
    await begin([ann, ben])
    const offset = await serverTime(watcher, code)
    let off
    for (let tries = 0; tries < 30; tries++) {
      off = await Promise.all([ann, ben, watcher].map((page) => sandError(page, offset)))
      if (off.every((ms) => Math.abs(ms) < 100)) break
      await ann.waitForTimeout(200)
    }
    assert.ok(
      off.every((ms) => Math.abs(ms) < 100),
      `the hourglasses are off by ${off} ms`,
    )
    await watcher.context().close()
    step(`P4.1 every hourglass shows the server's time: off by ${off.map(Math.round)} ms`)
  }

  /** What to add to the machine's time to have the table's: from the quickest of some answers. */
  function serverTime(page, code) {
    return page.evaluate(async (table) => {
      const socket = new WebSocket(`ws://${location.host}/ws?table=${table}`)
      await new Promise((done) => (socket.onopen = done))
      let best = { trip: Infinity }
      for (let id = 1; id <= 12; id++) {
        const asked = performance.now()
        socket.send(JSON.stringify({ id, t: 'ask_time' }))
        const now = await new Promise((done) => {
          socket.onmessage = ({ data }) => JSON.parse(data).re === id && done(JSON.parse(data).now)
        })
        const trip = performance.now() - asked
        const here = performance.timeOrigin + performance.now()
        if (trip < best.trip) best = { trip, offset: now + trip / 2 - here }
      }
      socket.close()
      return best.offset
    }, code)
  }

  /** By how much the hourglass on the page differs from the server's, at the moment when it is redrawn. */
  async function sandError(page, offset) {
    const { left, at } = await page.evaluate(
      () =>
        new Promise((done) => {
          const glass = document.querySelector('[data-test=sand]')
          const seen = new MutationObserver(() => {
            seen.disconnect()
            done({ left: Number(glass.dataset.left), at: performance.timeOrigin + performance.now() })
          })
          seen.observe(glass, { attributeFilter: ['data-left'] })
        }),
    )
    const { sand, clock } = page.story.view
    return left - (sand.ends_ms - (at + offset - clock.lost_ms))
  }

  async function takingOver() {
    const code = await openTable(ann, server.url)
    await ann.click('[data-test=fill]')
    await ann.story.until((view) => view.presence.seats === 4)
    await ann.click('[data-test=start]')
    await ann.click('[data-test=turn]')
    await ben.goto(`${server.url}/#/t/${code}`)
    await ben.fill('[data-test=name]', 'Ben')
    await ben.locator('input[type=radio]').nth(1).check()
    await ben.click('[data-test=sit]')
    await ben.waitForSelector('[data-test=sand]')
    const { seat, view } = ben.story
    assert.equal(seat, 3)
    assert.equal((view.presence.bots >> seat) & 1, 0)
    assert.equal(names(ann)[2], 'Ben')
    const held = ACTIONS.filter((_, i) => (view.may[seat] >> i) & 1)
    for (const action of held) await ben.waitForSelector(`[data-test=do-${action}]`)
    step('P7.3 a person takes over a bot’s seat where it is')

    const silent = await openTable(ann, server.url)
    await ann.selectOption('[data-test=scenario]', '3')
    await ann.click('[data-test=fill]')
    await ann.story.until((view) => view.presence.seats === 4)
    await ann.click('[data-test=start]')
    await ann.click('[data-test=turn]')
    const cid = await guest(ann, server.url, silent, 'Go-north', 3)
    await ann.story.until((view) => !((view.presence.bots >> 3) & 1))
    const newcomer = say('people.newcomer', { n: 3 })
    await ann.locator('.who').nth(2).getByText(newcomer).waitFor()
    assert.ok(!(await ann.content()).includes('Go-north'), 'a name is no word in silence')
    await cid.send({ t: 'ask_end' })
    await ann.click('[data-test=agree]')
    await ann.locator('.who').nth(2).getByText('Go-north').waitFor()
    step('P1.8 who sits down in silence is a new player until everybody may talk')
  }

  async function languages() {
    const before = ben.story.told
    await ben.click('[data-test=menu]')
    for (const language of ['fr', 'nl', 'en']) {
      await ben.selectOption('[data-test=language]', language)
      for (const hero of HEROES)
        await ben.locator(`[data-test=hero-${hero}]`).getByText(words[language][`hero.${hero}`]).waitFor()
    }
    await ben.keyboard.press('Escape')
    assert.ok(ben.story.told >= before && ben.story.seat === 3)
    step('P9.1 English, French and Dutch, on the fly, and the game goes on')

    await cleo.goto(`${server.url}/#/solo`)
    await cleo.click('[data-test=start]')
    await cleo.click('[data-test=help]')
    await cleo.waitForSelector('[data-test=keys] kbd')
    const named = (await cleo.locator('[data-test=keys] kbd').allTextContents()).join(' ')
    for (const key of ['Maj +', 'Entrée', 'Échap']) assert.ok(named.includes(key), `${key}: ${named}`)
    step('P9.1 keys are called as people know them')

    // Whatever has the colour of a hero, on the board or beside it.
    const coloured = await ben.evaluate(() =>
      [...document.querySelectorAll('[class*="hue-"]')]
        .filter((one) => one.checkVisibility() && !one.matches('.ring') && !one.closest('.marks'))
        .map((one) => {
          const hue = /hue-(\d)/.exec(one.getAttribute('class'))[1]
          const signs = [...one.querySelectorAll('use')].map((use) => use.getAttribute('href'))
          return { bare: !signs.includes(`#sign-${hue}`), what: one.outerHTML.slice(0, 120) }
        }),
    )
    assert.ok(coloured.length > 8, `${coloured.length} things have a hero's colour`)
    assert.deepEqual(
      coloured.filter(({ bare }) => bare).map(({ what }) => what),
      [],
      'every colour has its symbol',
    )
    step('P9.2 every colour of a hero comes with its symbol')
  }

  async function ending() {
    const code = await openTable(ann, server.url)
    const team = [Object.assign(ann, { way: 'keyboard' })]
    for (const name of ['Dirk', 'Elin', 'Finn']) team.push(await guest(ann, server.url, code, name))
    await begin(team)
    for (const seat of [3, 4, 3, 4]) await team[1].send({ t: 'place_pawn', seat })
    await ann.click('[data-test=menu]')
    await ann.click('[data-test=pause]')
    for (const one of team.slice(1)) await one.send({ t: 'ask_pause' })
    await ann.click('[data-test=resume]')
    await ann.waitForSelector('[data-test=pause-cover]', { state: 'detached' })
    await playOn(team)
    await ann.setViewportSize(PHONE)
    await ann.waitForSelector('[data-test=end]')
    const at = (kind) => ann.story.events.findLast((e) => e.t === kind).at
    const lasted = at('game_ended') - at('hourglass_turned') - ann.story.view.clock.lost_ms
    assert.ok(ann.story.view.clock.lost_ms > 3000)
    const clock = `${Math.floor(lasted / 60000)}:${String(Math.round(lasted / 1000) % 60).padStart(2, '0')}`
    await ann.locator('[data-test=end] dd').first().getByText(clock).waitFor()
    const line = await ann.locator('[data-test=end] svg > .line').boundingBox()
    const happened = await ann.locator('[data-test=end] svg .mark').evaluateAll((all) =>
      all.flatMap((one) => {
        const { left, right } = one.querySelector('rect, use').getBoundingClientRect()
        const texts = one.querySelector('title').textContent.split('\n')
        return texts.map((text) => ({ text, x: (left + right) / 2 }))
      }),
    )
    assert.ok(happened.length > 10, `${happened.length} things are on the time line`)
    for (const { text, x } of happened) {
      const [, minutes, seconds] = /^(\d+):(\d\d) /.exec(text)
      const off = x - line.x - (line.width * (minutes * 60000 + seconds * 1000)) / lasted
      const half = (line.width * 500) / lasted // a second is a long way where the game was short
      assert.ok(Math.abs(off) < half + 8, `${text}: drawn ${Math.round(off)} px from its time`)
    }
    const box = await ann.locator('[data-test=record]').boundingBox()
    const card = await ann.locator('[data-test=end]').boundingBox()
    assert.ok(box.y + box.height <= card.y + card.height, 'the record can be saved without scrolling')
    step('the end is told in one look on a phone; the timeline has everything at its time, without pauses')

    const [file] = await Promise.all([ann.waitForEvent('download'), ann.click('[data-test=record]')])
    assert.match(file.suggestedFilename(), /^turncoat-\w+\.jsonl$/)
    const gone = { status: 404, contentType: 'application/json', body: '{"error":"no_record"}' }
    await ann.route('**/api/records/*', (route) => route.fulfill(gone))
    await ann.click('[data-test=record]')
    await alert(ann).getByText(say('refusal.no_record')).waitFor()
    await ann.unroute('**/api/records/*')
    await ann.setViewportSize({ width: 1280, height: 800 })
    step('P8.1 the record is saved, or the page says why not')
  }

  async function refused() {
    await cleo.goto(`${server.url}/#/t/zzzzzz`)
    await cleo.getByText(words.fr['nowhere.no_table']).waitFor()
    step('an unknown code')

    const full = await openTable(ann, server.url)
    for (const name of ['B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']) await guest(ann, server.url, full, name)
    await cleo.goto(`${server.url}/#/t/${full}`)
    await cleo.getByText(words.fr['join.full']).waitFor()
    assert.equal(await cleo.locator('[data-test=sit]').count(), 0)
    await ann.getByText(say('lobby.full', { n: 9 })).waitFor()
    const described = await ann.getAttribute('[data-test=add-bot]:disabled', 'aria-describedby')
    assert.equal(await ann.locator(`#${described}`).getAttribute('data-test'), 'full')
    step('a full table')

    const bots = await openTable(ann, server.url)
    for (let seats = 2; seats <= 9; seats++) {
      await ann.click('[data-test=add-bot]')
      await ann.story.until((view) => view.presence.seats === seats)
    }
    await cleo.goto(`${server.url}/#/t/${bots}`)
    await cleo.getByText(words.fr['join.fullBots']).waitFor()
    assert.equal(await cleo.getByText(words.fr['join.full']).count(), 0)
    await cleo.fill('[data-test=name]', 'Inès')
    await cleo.click('[data-test=sit]')
    await ann.story.until(() => names(ann)[1] === 'Inès')
    step('P7.3 a table full of bots has a seat for a person')

    const running = await openTable(ann, server.url, 'maze', { secluded: true })
    await joinTable(ben, server.url, running)
    await begin([ann, ben])
    await cleo.goto(`${server.url}/#/t/${running}`)
    await cleo.getByText(words.fr['join.running']).waitFor()
    assert.equal(await cleo.locator('[data-test=sit]').count(), 0)
    assert.equal(await cleo.locator('[data-test=watch]').count(), 0, 'and nobody may watch')
    step('a game that is running')
  }
})
