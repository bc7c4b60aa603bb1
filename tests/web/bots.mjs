// Bots: a whole game with three of them at one press, and another with a spectator, who sees everything that
// is public and can do nothing.
import assert from 'node:assert/strict'
import { stage } from './browser.mjs'
import { settled } from './checks.mjs'
import { drawnHeroes, openTable, playAmongBots, say, watchTable } from './people.mjs'

await stage(async ({ server, person, step }) => {
  await Promise.all([onePress(), watched()])
  await traitor()

  async function onePress() {
    const ann = Object.assign(await person('Ann'), { way: 'keyboard' })
    await ann.goto(server.url)
    await ann.click('[data-test=bots-maze]')
    await ann.click('[data-test=turn]')
    assert.equal(ann.story.view.presence.seats, 4)
    step('P7.1 one press, and a game with three bots is set up')
    await playAmongBots(ann)
    assert.equal(ann.story.view.ending, 'escaped')
    await ann.waitForSelector('[data-test=end][data-ending=escaped]')
    step('P7.1 bots and a person win together')
  }

  async function watched() {
    const ben = Object.assign(await person('Ben'), { way: 'mouse' })
    const jan = await person('Jan')
    const code = await openTable(ben, server.url, 'maze', { pace: 'quick' })
    await ben.click('[data-test=fill]')
    await ben.story.until((view) => view.presence.seats === 4)
    await watchTable(jan, server.url, code)
    await ben.click('[data-test=start]')
    await ben.click('[data-test=turn]')
    await jan.story.until((view) => view.running)
    assert.equal(await jan.locator('[data-test^=do-]').count(), 0, 'a spectator has no actions')
    assert.equal(await jan.locator('[data-test=say]').count(), 0, 'and no voice')
    await jan.getByText(say('table.watching')).waitFor()
    step('P1.5 a spectator watches')
    await playAmongBots(ben)
    assert.equal(ben.story.view.ending, 'escaped')
    await jan.waitForSelector('[data-test=end]')
    await jan.story.until((_, { told }) => told === ben.story.told)
    for (const what of ['hero_at', 'left', 'mall', 'theft', 'ending', 'spaces_used', 'may', 'stare', 'pawn'])
      assert.deepEqual(jan.story.view[what], ben.story.view[what], what)
    assert.deepEqual(await drawnHeroes(jan), await drawnHeroes(ben))
    assert.equal(await jan.locator('[data-test=again]').count(), 0)
    step('P1.5 a spectator has seen all that is public')
  }

  async function traitor() {
    const zoe = await person('Zoë')
    await zoe.goto(server.url)
    await zoe.click('[data-test=bots-traitor]')
    await zoe.waitForSelector('[data-test=traitor]')
    assert.equal(zoe.story.view.presence.seats, 6)
    const speaker = (await nextPhrase(zoe)).by
    step('P3.4, P7.1 one press, and bots talk about who is the traitor')

    // A press on a player asks first; STOP ends the round for all, and the cards are turned.
    const other = zoe.story.seat === 1 ? 2 : 1
    if (zoe.story.view.phase === 'round') {
      await zoe.click(`[data-test=seat-${other}]`)
      await zoe.click('[data-test=stop-sure]')
    }
    await zoe.story.until((view) => view.phase !== 'round')
    const won = say(`traitor.won.${zoe.story.view.won}`)
    await zoe.locator('[data-test=won]', { hasText: won }).waitFor()
    step('T2.2 a STOP, the reveal, and who has won')
    for (const [width, height] of [
      [360, 640],
      [640, 360],
      [1280, 800],
    ]) {
      await zoe.setViewportSize({ width, height })
      await zoe.waitForTimeout(200)
      const under = await settled(zoe, () => underArrow(zoe))
      assert.deepEqual(under, [], `the arrow covers nobody at ${width}`)
    }
    assert.deepEqual(await outOfSight(zoe, ['won', 'ready', 'card', 'say']), [], 'all is in sight on a desk')
    await zoe.setViewportSize({ width: 360, height: 640 })
    // (One's treasures come next: a ring that was used meanwhile is told above them.)
    assert.deepEqual(await outOfSight(zoe, ['won', 'ready']), [], 'what is urgent is, on a phone')
    step('T4.7 the verdict and being ready need no scrolling')

    await zoe.click(`[data-test=seat-${other}]`)
    await zoe.waitForSelector('[data-test=of-leads]')
    assert.equal(await zoe.locator('[data-test=of-suspect]').count(), 0, 'nothing of the round that is over')
    step('P3.4 between rounds the phrases are about treasures')

    await zoe.keyboard.press('Escape')
    await zoe.click('[data-test=ready]')
    await zoe.story.until((view) => view.phase === 'round', 90000)
    await zoe.click(`[data-test=seat-${speaker}]`)
    const quoted = await zoe.locator('[data-test=stop-dialog] q').count()
    assert.equal(quoted, phrases(zoe).filter(({ by }) => by === speaker).length, 'only of this round')
    await zoe.keyboard.press('Escape')
    const { by } = await nextPhrase(zoe)
    await zoe.locator('[data-test=centre]', { hasText: zoe.story.view.presence.player[by].name }).waitFor()
    await zoe
      .getByRole('listitem')
      .getByText(say('traitor.round', { n: 2 }), { exact: true })
      .waitFor()
    assert.deepEqual(await outOfSight(zoe, ['centre', 'card']), [], 'the talk is followed on a phone')
    step('T2.1 what was said in another round is kept apart')
  }

  /** What has been said in this round. */
  function phrases({ story }) {
    return story.events.filter((e) => e.t === 'phrase_said' && e.n > story.view.begun)
  }

  async function nextPhrase(page) {
    await page.story.until(() => phrases(page).length, 60000)
    return phrases(page)[0]
  }

  /** Which of these one has to scroll to. */
  function outOfSight(page, tests) {
    const look = (names) => {
      scrollTo(0, 0)
      return names.filter((name) => {
        const { top, bottom } = document.querySelector(`[data-test=${name}]`).getBoundingClientRect()
        return top < 0 || bottom > innerHeight
      })
    }
    return settled(page, () => page.evaluate(look, tests))
  }

  /** The seats that lie under the arrow of a STOP, its head included. */
  function underArrow(page) {
    return page.evaluate(() => {
      const HEAD_PX = 24
      const shaft = document.querySelector('[data-test=arrow] .shaft')
      const length = shaft.getTotalLength()
      const points = Array.from({ length: 41 }, (_, i) => shaft.getPointAtLength((length * i) / 40))
      const [before, end] = points.slice(-2)
      const step = HEAD_PX / Math.hypot(end.x - before.x, end.y - before.y)
      points.push(new DOMPoint(end.x + (end.x - before.x) * step, end.y + (end.y - before.y) * step))
      const matrix = shaft.getScreenCTM()
      const on = points.map((point) => point.matrixTransform(matrix))
      return [...document.querySelectorAll('[data-test^=seat-]')]
        .filter((seat) => {
          const box = seat.getBoundingClientRect()
          return on.some(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom)
        })
        .map((seat) => seat.dataset.test)
    })
  }
})
