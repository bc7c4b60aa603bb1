// The traitors' last chance, level 5 (H7), in real browsers: two traitors and a hero have pages, a spectator
// watches, and the others need none. The escape is played without pages, in no time; everything that comes
// after it is done with what the pages offer.
import assert from 'node:assert/strict'
import { stage } from './browser.mjs'
import { accessibility, layout } from './checks.mjs'
import { hookEngines, listen } from './leaks.mjs'
import { isTold, listenTo, say, watchTable, words } from './people.mjs'
import { cardLeaks } from './roleLeaks.mjs'
import {
  cardOf,
  CARDS,
  HEROES_FOR_GOOD,
  NEVER_FAILING,
  RoleTable,
  seatOf,
  TRAITORS_FOR_GOOD,
  truthOf,
} from './roleTable.mjs'

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true }
const SIDEWAYS = { viewport: { width: 640, height: 360 }, hasTouch: true }
// The time for asking and for guessing is the game's: a very busy machine gets another try.
const TRIES = 4

await stage(
  async ({ server, person, step, out }) => {
    const visitor = async (name, options) => {
      const page = await person(name, { reducedMotion: 'reduce', ...options })
      await hookEngines(page)
      await listenTo(page)
      return Object.assign(page, { log: listen(page) })
    }
    const first = await visitor('first')
    const second = await visitor('second', { ...PHONE, locale: 'fr' })
    const hero = await visitor('hero', { ...SIDEWAYS, locale: 'nl' })
    const gallery = await visitor('gallery')
    const pages = [first, second, hero, gallery]
    const LANGUAGE = new Map([
      [second, 'fr'],
      [hero, 'nl'],
    ])
    const its = (page, key, fill) => say(key, fill, LANGUAGE.get(page) ?? 'en')

    for (let tries = 1; !(await lastChance()); tries++) assert.ok(tries < TRIES, 'too slow to guess')

    async function lastChance() {
      for (const page of pages) {
        await page.goto('about:blank')
        page.log.length = 0
      }
      const table = await RoleTable.deal(first, server.url, { roles: 5, fits: enough })
      const [one, two] = table.having(...TRAITORS_FOR_GOOD)
      const [target] = table.having(...NEVER_FAILING)
      await table.bring([first, second, hero], [one, two, target])
      await watchTable(gallery, server.url, one.code)
      await gallery.waitForSelector('[data-test=deal]')
      await table.begin()
      await search(table, 'level 5')
      if (!(await table.playUntil(({ roles }) => roles.phase === 'guessing'))) return false
      for (const page of pages) await page.waitForSelector('[data-test=guessing]')
      step('H7.2 the heroes escape, and every page shows the last chance of the traitors')
      const others = table.people.filter((who) => who !== one && who !== two)
      for (const who of others)
        if (who.story.legal().some(({ t }) => t === 'pass_word')) await who.send({ t: 'pass_word' })
      return (await asking(table, target)) && (await guessing(table, target)) && (await theEnd(table, target))
    }

    function enough(table) {
      return (
        table.having(...TRAITORS_FOR_GOOD).length > 1 &&
        table.having(...NEVER_FAILING).length > 0 &&
        table.having(...HEROES_FOR_GOOD).length > 1
      )
    }

    function shows(page, text) {
      return page.locator('[data-test=guessing]', { hasText: text }).waitFor()
    }

    /** No page knows a card that is not its own and not face up (H7.6). */
    async function search(table, what) {
      for (const page of pages)
        assert.deepEqual(
          await cardLeaks(page, truthOf(table.people), CARDS),
          [],
          `${page.called || 'gallery'}: ${what}`,
        )
      step(`P5.1 H7.6 ${what}: nothing of others' cards in document, memory and network`)
    }

    /** Both ask for the word; the first has it, and the second comes next. */
    async function asking(table, target) {
      assert.equal(
        await hero.locator('[data-test=ask-word], [data-test=pass]').count(),
        0,
        'a hero only waits',
      )
      assert.equal(await gallery.locator('[data-test=guessing] button').count(), 0)
      await shows(hero, words.nl['roles.yourTurn'])
      await first.click('[data-test=ask-word]')
      await second.tap('[data-test=ask-word]')
      const both = ({ roles }) => roles.word === seatOf(first) && roles.asked[1] === seatOf(second)
      for (const page of pages) if (!(await page.story.comes(both))) return false
      await shows(first, words.en['roles.youHaveWord'])
      await isTold(first, words.en['roles.youHaveWord'])
      for (const page of [second, hero, gallery]) {
        await shows(page, its(page, 'roles.hasWord', { name: first.called }))
        await isTold(page, its(page, 'roles.hasWord', { name: first.called }))
        await shows(page, its(page, 'roles.next', { names: second.called }))
      }
      assert.equal(await second.locator('[data-test=guess]').count(), 0, 'one at a time')
      step('H7.5 two ask for the word: the first has it, the second waits for it, and all are told')
      await first.selectOption('[data-test=guess-seat]', String(seatOf(target)))
      await first.selectOption('[data-test=guess-card]', cardOf(target))
      await search(table, 'the last chance')
      return true
    }

    /** The first is right; then the second has the word, and thinks better of it. */
    async function guessing(table, target) {
      for (const page of pages)
        await page.screenshot({ path: `${out}/guessing-${LANGUAGE.get(page) ?? ''}.png` })
      await first.click('[data-test=guess]', { timeout: 3000 }).catch(() => undefined)
      const next = ({ roles }) => roles.word === seatOf(second)
      for (const page of pages) if (!(await page.story.comes(next))) return false
      const guess = { by: first.called, name: target.called }
      for (const page of pages) {
        const card = words[LANGUAGE.get(page) ?? 'en'][`card.${cardOf(target)}`]
        await isTold(page, its(page, 'roles.guesses', { ...guess, card }))
        await shows(page, its(page, 'roles.guesses', { ...guess, card }))
      }
      assert.equal(await first.locator('[data-test=guess]').count(), 0, 'H7.5 one guess each')
      await isTold(second, words.fr['roles.youHaveWord'])
      step('H7.2 the first names a mission rightly, all see the card, and the second has the word')
      await second.tap('[data-test=pass]')
      for (const page of pages) if (!(await page.story.comes((view) => view.ending))) return false
      return true
    }

    /** Cards that nobody had are shown to those who ask: with those on the table, all that fit here. */
    async function undealt(page, table) {
      assert.equal(await page.locator('[data-test^=undealt-]').count(), 0, 'nobody has asked')
      await page.click('[data-test=undealt]')
      await page.locator('[data-test^=undealt-]').first().waitFor()
      const left = await page
        .locator('[data-test^=undealt-]')
        .evaluateAll((all) => all.map(({ dataset }) => dataset.test.slice('undealt-'.length)))
      const dealt = table.people.map(cardOf)
      assert.ok(!left.some((card) => dealt.includes(card)), `dealt, and yet left: ${left}`)
      const all = [...left, ...dealt]
      for (const card of ['procrastinator', 'lightning_rod', 'sloth', 'penitent'])
        assert.ok(all.includes(card))
      for (const card of ['hero', 'traitor']) assert.ok(!all.includes(card), 'not of this level')
      await page.click('[data-test=undealt]')
    }

    async function theEnd(table, target) {
      const guess = first.story.events.find(({ t }) => t === 'card_guessed')
      assert.ok(guess.right)
      for (const page of pages) {
        await page.waitForSelector('[data-test=results]')
        const how = (who) => page.getAttribute(`[data-test=result-${seatOf(who)}]`, 'data-how')
        assert.equal(await how(first), 'won')
        assert.equal(await how(target), 'lost')
        assert.equal(await how(second), 'lost')
        const list = await page.locator('[data-test=results] li').allTextContents()
        assert.equal(list.length, table.people.length, 'everybody is told of')
        if (page !== gallery) assert.ok(list[0].includes(page.called), 'one’s own result comes first')
        for (const who of table.people)
          assert.ok(
            list.some((text) => text.includes(who.called) && text.includes(its(page, `card.${cardOf(who)}`))),
            `the card of ${who.called}: ${list}`,
          )
        await undealt(page, table)
        assert.deepEqual(await layout(page), [])
        assert.deepEqual(await accessibility(page), [])
        await page.screenshot({ path: `${out}/guessing-end-${LANGUAGE.get(page) ?? ''}.png` })
      }
      step(
        'H8.1 H8.3 who guessed wins, whose card it was loses, all is told, and what nobody had to who asks',
      )
      return true
    }
  },
  '--set',
  'messages_per_s=1000',
)
