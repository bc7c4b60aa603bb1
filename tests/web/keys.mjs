// P9.3: with the keyboard alone, from the front page to the first explored tile, to a pause and back. The
// mouse is never touched, and the focus can always be seen.
import assert from 'node:assert/strict'
import { stage } from './browser.mjs'
import { begin, gather, playAmongBots, say } from './people.mjs'

await stage(async ({ server, person, step }) => {
  const page = await person('Ann')
  await page.goto(server.url)

  await tabTo('[data-test=name]')
  await page.keyboard.type('Ann')
  await tabTo('[data-test=bots-maze]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-test=turn]')
  step('P9.3 from the front page to a table')

  await page.keyboard.press('g')
  await page.waitForSelector(`[aria-label="${say('choice.point')}"]`)
  await page.keyboard.press('t')
  await page.waitForSelector(`[aria-label="${say('choice.point')}"]`, { state: 'detached' })
  await page.keyboard.press('Escape')
  step('P9.3 a finger points, until there is something to say')

  await talkAtOnce()
  await page.setViewportSize({ width: 800, height: 600 })
  await page.waitForSelector('[data-test=say]', { state: 'detached' })
  await talkAtOnce()
  await page.keyboard.press('t')
  await page.waitForSelector('[data-test=say]', { state: 'detached' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.waitForSelector('[data-test=say]')
  step('P9.3 the key for talking leads there before the next key comes')

  await tabTo('[data-test=turn]')
  await page.keyboard.press('Enter')
  await page.story.until((view) => view.running)
  const took = () => page.story.sent.some((text) => /move_hero|explore|use_/.test(text))
  await playAmongBots(Object.assign(page, { way: 'keyboard' }), (view) => took() && view.pile_count < 8)
  assert.ok(took() && page.story.view.pile_count < 8, 'a tile is explored, with the help of the keys')
  step('P9.3 heroes are chosen and moved, and a tile is explored')

  await stay()
  step('P9.3 whoever presses a button of the list of heroes that goes away stays at that hero')

  await tabTo('[data-test=menu]')
  await page.keyboard.press('Enter')
  await tabTo('[data-test=pause]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-test=pause-cover]')
  // Keys that were meant for the board do nothing to it any more.
  const asked = () => page.story.sent.filter((text) => !/ask_time/.test(text)).length
  const before = asked()
  for (const key of ['1', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'e'])
    await page.keyboard.press(key)
  assert.equal(asked(), before)
  await tabTo('[data-test=resume]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-test=pause-cover]', { state: 'detached' })
  step('P2.4, P9.3 the pause, and on after a count of 3')

  await page.keyboard.press('?')
  await page.waitForSelector('[data-test=keys][open]')
  await seen()
  await page.keyboard.press('Escape')
  await page.waitForSelector('[data-test=keys][open]', { state: 'detached' })
  await tabTo('[data-test=menu]')
  await page.keyboard.press('Enter')
  await tabTo('[data-test=language]')
  await page.keyboard.press('ArrowDown')
  await page.waitForFunction(() => document.documentElement.lang !== 'en')
  await page.keyboard.press('Escape')
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.test), 'menu')
  step('P9.3 dialogs open and close, and the focus is back where it was')

  // Scenario 15: not a word, not a pawn.
  const team = [await person('Ben'), await person('Cleo')]
  await gather(team, server.url)
  await team[0].selectOption('[data-test=scenario]', '15')
  await begin(team)
  await team[0].locator('[data-test=hush]').getByText(say('talk.silent')).waitFor()
  const reasons = { t: 'silence', p: 'no_pawn', g: 'silence', n: 'not_solo', d: 'none_due' }
  for (const [key, reason] of Object.entries(reasons)) {
    await team[0].keyboard.press(key)
    await team[0]
      .locator('[data-test=refusal]')
      .getByText(say(`refusal.${reason}`))
      .waitFor()
  }
  assert.equal(await team[0].locator(`[aria-label="${say('choice.point')}"]`).count(), 0)
  step('P3.1, P6.1 a key that can do nothing now says why')

  /** Goes as far as possible with the list for screen readers: the button for that is gone then. */
  async function stay() {
    const pressed = await page.waitForFunction((title) => {
      const button = [...document.querySelectorAll(`[aria-label="${title}"] li button`)].at(-1)
      button?.focus()
      button?.click()
      return button
    }, say('list.title'))
    const hero = (await pressed.textContent()).split(':')[0]
    // A bot may have been faster: then once more.
    const gone = (button) => !button.isConnected || void button.click()
    await page.waitForFunction(gone, pressed, { polling: 1000 })
    const at = await page.evaluate(() => document.activeElement.closest('li')?.textContent ?? '')
    assert.ok(at.trim().startsWith(hero), `the focus is at ${hero}: “${at}”`)
    await page.evaluate(() => document.activeElement.blur())
  }

  /** T and Esc, and where the focus is after each, before the page does anything else. */
  async function talkAtOnce() {
    const places = await page.evaluate(() =>
      ['t', 'Escape'].map((key) => {
        const init = { key, bubbles: true, cancelable: true }
        const typed = document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init))
        return [document.activeElement.dataset.test, typed]
      }),
    )
    assert.deepEqual(places[0], ['say', false], 'the focus is in the talk, and no letter is')
    assert.notEqual(places[1][0], 'say', 'and not any more')
  }

  /** Goes on with Tab until this is where the focus is. */
  async function tabTo(selector) {
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press('Tab')
      await seen()
      if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return
    }
    throw new Error(`Tab does not come to ${selector}`)
  }

  /** Whatever has the focus can be seen, and so can the focus. */
  async function seen() {
    const wrong = await page.evaluate(() => {
      const at = document.activeElement
      if (!at || at === document.body) return ''
      const { top, right, bottom, left } = at.getBoundingClientRect()
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      const name = `${at.localName} “${(at.getAttribute('aria-label') || at.textContent).trim()}”`
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return `${name} does not show the focus`
      const outside = right < 1 || bottom < 1 || left > innerWidth || top > innerHeight
      return outside || at.closest('.unseen') ? `${name} has the focus and is out of sight` : ''
    })
    assert.equal(wrong, '')
  }
})
