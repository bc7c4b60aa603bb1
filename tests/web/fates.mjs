// Hidden roles, what becomes of people, in real browsers: confessing, the last one left, the sand that runs
// out under a vote, a line lost in the midst of one, a ghost. Most people need no page here (roleTable.mjs);
// those whom it is about have one.
import assert from 'node:assert/strict'
import { stage, wire } from './browser.mjs'
import { HEROES, isTold, listenTo, say, WAYS, words } from './people.mjs'
import { cardOf, HERO, opened, RoleTable, seatOf, takeStep, TRAITOR } from './roleTable.mjs'

const ELF = HEROES.indexOf('elf')
// Missions that may become impossible at the theft, or on the way there.
const FRAGILE = [
  ...['procrastinator', 'cartographer', 'homebody', 'vortex_rider', 'mastermind', 'clean_sheet'],
  ...['suspect', 'timekeeper'],
]
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true }
// The times of the game are short: a very busy machine gets another try.
const TRIES = 6

await stage(
  async ({ server, person, step, out }) => {
    const visitor = async (name, options) => {
      const page = await person(name, { reducedMotion: 'reduce', ...options })
      await listenTo(page)
      return page
    }
    const desk = await visitor('desk')
    const phone = await visitor('phone', PHONE)
    const pages = [desk, phone]
    const deal = (settings) => RoleTable.deal(desk, server.url, settings)
    const failed = ({ story }) => (story.view.roles.failed >> story.seat) & 1

    /** Does it again, from the deal on, until it came in time. */
    async function inTime(what, work) {
      for (let tries = 0; tries < TRIES; tries++) {
        const done = await work()
        for (const page of pages) await page.goto('about:blank')
        if (done) return step(what)
      }
      throw new Error(`never in time: ${what}`)
    }

    await secrecy()
    await inTime(
      'H5.4 “I failed!”: the card is shown to all, and its owner is silent until the end',
      confession,
    )
    await inTime('H5.6 H5.10 the last one left decides, by the page, and nobody else can', lastOneLeft)
    await inTime('H2.7 the sand runs out under a vote: the page waits for it, and the accuser flips', sandOut)
    await inTime('H2.7 H2.3 and a thumb down loses the game', sandOutAndDown)
    await inTime(
      'H2.2 P2.1 whoever loses the line in a vote comes back to the band, and to the own vote',
      lineLost,
    )
    await inTime(
      'H4.6 a ghost talks in silence and hears all, and is not heard when others may talk',
      haunting,
    )

    // ---- what is shown before anything happens ----

    /** What cards say is not talked about from level 3 on (H0.4): the page says so where one reads the card,
        and where one talks. */
    async function secrecy() {
      for (const roles of [2, 3]) {
        const table = await deal({ roles })
        await table.bring([desk], [table.people[0]])
        await desk.keyboard.press('m')
        const keep = (await desk.textContent('[data-test=keep]')).trim()
        const talk = await desk.textContent('[data-test=talk-state]')
        const rule = words.en['roles.unsaid']
        assert.ok(keep.startsWith(words.en['roles.keep']), keep)
        assert.equal(keep.includes(rule), roles > 2, `level ${roles}: ${keep}`)
        assert.equal(talk.includes(rule), roles > 2, `level ${roles}: ${talk}`)
        await desk.goto('about:blank')
      }
      step('H5.5 H0.4 from level 3 on the page says that cards are not talked about')
      const table = await deal({ roles: 3 })
      await table.bring([desk], [table.people[0]])
      await table.begin()
      await desk.keyboard.press('?')
      const help = await desk.textContent('[data-test=keys]')
      for (const what of ['accuse', 'vote', 'watch', 'card', 'asked'])
        assert.ok(help.includes(words.en[`roles.key.${what}`]), `the list of keys: ${what}`)
      await desk.keyboard.press('Escape')
      await desk.keyboard.press('y')
      await desk.keyboard.press('1')
      await desk.keyboard.press('Enter')
      await desk.story.until(({ roles: { watching } }) => watching > 0)
      await isTold(desk, words.en['roles.watching'])
      step('P9.3 H1.3 the keys are listed, and the watching card is laid by keys alone')
    }

    // ---- confessing ----

    /** At the theft the traitor who must prevent it fails. */
    async function confession() {
      const table = await deal({
        roles: 5,
        fits: (t) => t.having('procrastinator').length && t.having(...FRAGILE).length < 5,
      })
      const [owner] = table.having('procrastinator')
      const witness = table.people.find((one) => !FRAGILE.includes(cardOf(one)))
      await table.bring(pages, [owner, witness])
      await table.begin()
      if (!(await table.playUntil(() => failed(owner)))) return false
      // Others may fail at the same moment: they say so together.
      const fell = owner.story.events.find(
        ({ t, seats }) => t === 'seats_eliminated' && (seats >> seatOf(owner)) & 1,
      )
      const together = table.people.filter((one) => (fell.seats >> seatOf(one)) & 1)
      const names = together.sort((a, b) => seatOf(a) - seatOf(b)).map(({ called }) => called)
      const confessed = say('roles.failed', { names: new Intl.ListFormat('en').format(names) })
      for (const page of pages) {
        await page.locator('[data-test=scene]', { hasText: confessed }).waitFor()
        await isTold(page, confessed)
      }
      await phone
        .locator(`[data-test=shown-${seatOf(owner)}]`, { hasText: words.en['card.procrastinator'] })
        .waitFor()
      for (const page of pages) await page.screenshot({ path: `${out}/fates-failed-${page.called}.png` })
      await desk.locator('[data-test=out]', { hasText: words.en['roles.silent'] }).waitFor()
      assert.equal(await desk.locator('[data-test=haunt]').count(), 0, 'whoever confesses is no ghost')
      assert.ok(await desk.locator('[data-test=say]').isDisabled())
      assert.equal(await desk.locator('[data-test=card]').count(), 0, 'nothing is left to be covered')
      assert.ok(!desk.story.view.holder.includes(seatOf(owner)), 'H3.1 the tiles have new owners')
      return true
    }

    // ---- the last one left ----

    /** Of three, a traitor is convicted, and another fails at the theft. */
    async function lastOneLeft() {
      const enough = (t) =>
        t.having('procrastinator').length && t.on(TRAITOR).length > 1 && t.having(...FRAGILE).length === 1
      const table = await deal({ players: 3, roles: 5, fits: enough })
      const [fails] = table.having('procrastinator')
      const convicted = table.on(TRAITOR).find((one) => one !== fails)
      const last = table.people.find((one) => one !== fails && one !== convicted)
      await table.bring(pages, [last, fails])
      await table.begin()
      const before = last.story.view.holder
      await table.convict(convicted)
      await table.all(({ roles }) => roles.phase === 'flip')
      const after = last.story.view.holder
      const got = pages.filter((page) => after.some((to, i) => to === seatOf(page) && before[i] !== to))
      assert.ok(got.length, 'the tiles go to somebody')
      for (const page of got) await isTold(page, say('roles.received', { what: '' }))
      for (const page of pages) {
        await isTold(page, say('roles.isOut', { names: convicted.called }))
        await isTold(page, words.en['roles.decision.passed'])
      }
      const [chooser] = table.inGame().filter((one) => one.story.legal().some(({ t }) => t === 'choose_flip'))
      await chooser.send({ t: 'choose_flip', flip: false })
      if (!(await table.playUntil(({ roles }) => roles.phase === 'last'))) return false
      for (const page of pages) await page.waitForSelector('[data-test=last]')
      await desk.locator('[data-test=last]', { hasText: words.en['roles.youLast'] }).waitFor()
      await phone.locator('[data-test=last]', { hasText: say('roles.last', { name: last.called }) }).waitFor()
      assert.equal(await phone.locator('[data-test=last] button').count(), 0)
      await isTold(desk, words.en['roles.youLast'])
      for (const page of pages) await page.screenshot({ path: `${out}/fates-last-${page.called}.png` })
      // By keys: to what is asked, and the second of the two answers.
      await desk.keyboard.press('f')
      await desk.keyboard.press('Tab')
      await desk.keyboard.press('Enter')
      for (const page of pages)
        if (!(await page.story.comes(({ ending }) => ending === 'decided'))) return false
      assert.ok(last.story.view.roles.succeeded, 'as it was pressed')
      for (const page of pages) {
        await page.waitForSelector('[data-test=results]')
        assert.equal(await page.getAttribute(`[data-test=result-${seatOf(fails)}]`, 'data-how'), 'lost')
      }
      return true
    }

    // ---- the sand runs out under a vote ----

    /** Under an open accusation against a traitor the sand has run out; null: it took too long. */
    async function sandGone() {
      const table = await deal({ roles: 2, fits: (t) => t.on(TRAITOR).length && t.on(HERO).length > 2 })
      const [accused] = table.on(TRAITOR)
      const [accuser, voter, ...others] = table.people.filter((one) => one !== accused)
      await table.bring(pages, [accuser, voter])
      await table.begin()
      // What has run is left after a flip: so the flip comes soon.
      await desk.waitForFunction(
        (ms) => Number(document.querySelector('[data-test=sand]')?.dataset.left) < ms,
        300000 - 1500,
      )
      while (!accuser.story.view.spaces_used)
        if (!(await takeStep(table.people, WAYS.wire, { sand: 0 }))) return null
      if (accuser.story.view.ending) return null
      await accuser.send({ t: 'accuse', seats: 1 << seatOf(accused) })
      for (const page of pages)
        if (!(await page.story.comes((view) => view.roles.put_off, 8000)) || page.story.view.ending)
          return null
      const seen = pages.map((page) =>
        page.waitForSelector('[data-test=put-off]', { state: 'attached', timeout: 4000 }),
      )
      if ((await Promise.all(seen.map((one) => one.catch(() => null)))).includes(null)) return null
      await Promise.all(
        pages.map((page) => page.screenshot({ path: `${out}/fates-sand-${page.called}.png` })),
      )
      return { table, accused, others }
    }

    function decided(page, how) {
      return page.story.comes(({ roles }) => roles.ballot.decision === how, 8000)
    }

    async function sandOut() {
      const gone = await sandGone()
      if (!gone) return false
      await gone.table.vote(gone.others)
      await phone.tap('[data-test=vote-yes]', { timeout: 3000 }).catch(() => undefined)
      if (!(await decided(phone, 'passed'))) return false
      await isTold(desk, words.en['roles.decides'])
      await isTold(desk, words.en['roles.youMayFlip'])
      const leave = desk.locator('[data-test=flip-no]')
      assert.equal((await leave.textContent({ timeout: 5000 })).trim(), words.en['roles.leaveLost'])
      assert.equal(await phone.locator('[data-test=flip-yes]').count(), 0)
      await desk.screenshot({ path: `${out}/fates-sand-flip.png` })
      await desk.keyboard.press('f')
      assert.equal(await desk.evaluate(() => document.activeElement?.dataset.test), 'flip-yes')
      await desk.keyboard.press('Enter')
      const on = (_, { events }) => events.some(({ t }) => t === 'flipped_for_free')
      for (const page of pages) if (!(await page.story.comes(on))) return false
      for (const page of pages) await page.waitForSelector('[data-test=put-off]', { state: 'detached' })
      assert.ok(!desk.story.view.ending, 'the game goes on')
      return true
    }

    async function sandOutAndDown() {
      const gone = await sandGone()
      if (!gone) return false
      await phone.tap('[data-test=vote-no]', { timeout: 3000 }).catch(() => undefined)
      if (!(await decided(phone, 'rejected'))) return false
      for (const page of pages) {
        await page.waitForSelector('[data-test=results]')
        const how = await page.getAttribute(`[data-test=result-${seatOf(gone.accused)}]`, 'data-how')
        assert.equal(how, 'won', 'the traitor wins')
      }
      return true
    }

    // ---- a line is lost in the midst of a vote ----

    async function lineLost() {
      const line = await wire(server.url)
      try {
        phone.at = line.url
        const table = await deal({ players: 6, roles: 2 })
        const [voter, other, ...accusers] = table.people
        await table.bring(pages, [other, voter])
        await table.begin()
        voter.leave() // the page is all that is left of them
        for (const [i, accuser] of accusers.entries()) {
          const accused = accusers[(i + 1) % accusers.length]
          await accuser.send({ t: 'accuse', seats: 1 << seatOf(accused) })
          if (await backInTime(line)) return true
          await desk.story.until((view) => !opened(view))
        }
        return false
      } finally {
        delete phone.at
        await line.end()
      }
    }

    /** Votes, is cut off, comes back, and thinks better of it; false: the vote was over by then. */
    async function backInTime(line) {
      const ring = (page) => page.textContent('[data-test=ballot] svg text')
      await phone.tap('[data-test=vote-yes]', { timeout: 3000 }).catch(() => undefined)
      if (!(await desk.story.comes(({ roles }) => (roles.ballot.yes >> seatOf(phone)) & 1, 5000)))
        return false
      line.cut()
      await phone.waitForSelector('[data-test=outage]')
      line.join()
      await phone.click('[data-test=try-now]', { timeout: 3000 }).catch(() => undefined)
      await phone.waitForSelector('[data-test=outage]', { state: 'hidden' })
      const [there, theirs, ours, voted, mark] = await Promise.all([
        phone.locator('[data-test=ballot]').count(),
        ring(desk).catch(() => ''),
        ring(phone).catch(() => ''),
        phone.getAttribute('[data-test=vote-yes]', 'aria-pressed', { timeout: 1000 }).catch(() => ''),
        phone
          .getAttribute(`[data-test=vote-of-${seatOf(phone)}]`, 'data-vote', { timeout: 1000 })
          .catch(() => ''),
      ])
      if (!opened(desk.story.view) || !theirs) return false
      assert.equal(there, 1, 'the band is there again')
      assert.ok(Math.abs(Number(theirs) - Number(ours)) <= 1, `the ring says ${ours}, not ${theirs}`)
      assert.equal(voted, 'true', 'the own thumb is up')
      assert.equal(mark, 'yes')
      await phone.tap('[data-test=vote-no]', { timeout: 1000 }).catch(() => undefined)
      const down = await desk.story.comes(({ roles }) => (roles.ballot.no >> seatOf(phone)) & 1, 3000)
      return Boolean(down)
    }

    // ---- a ghost ----

    function heardBy(page, text) {
      return page.story.events.some((e) => e.t === 'said' && e.text === text)
    }

    async function haunting() {
      const table = await deal({
        number: 4,
        roles: 2,
        fits: (t) => t.on(TRAITOR).length && t.on(HERO).length > 2,
      })
      const [ghost] = table.on(TRAITOR)
      const [living] = table.on(HERO)
      await table.bring(pages, [living, ghost])
      await table.begin()
      await (await table.convict(ghost)).send({ t: 'choose_flip', flip: false })
      await speaks('Boo in the silence')
      assert.ok(await desk.locator('[data-test=say]').isDisabled(), 'the living are silent')

      // Where the elf explores, all may talk.
      while (living.story.view.hush.talk !== 'open')
        if (!(await table.step(ELF)) && !(await table.step())) return false
      await phone.locator('[data-test=haunt]:disabled').waitFor()
      await phone.locator('[data-test=out]', { hasText: words.en['roles.ghostHush'] }).waitFor()
      await phone.screenshot({ path: `${out}/fates-ghost-shut.png` })
      await desk.fill('[data-test=say]', 'Who was it?')
      await desk.press('[data-test=say]', 'Enter')
      await phone.story.until(() => heardBy(phone, 'Who was it?'))
      // Neither a page that was tampered with nor another device gets through.
      await phone.locator('[data-test=haunt]').evaluate((field) => {
        field.disabled = false
        field.value = 'Boo in the talk'
        field.dispatchEvent(new Event('input', { bubbles: true }))
        field.form.requestSubmit()
      })
      await phone.locator('[data-test=refusal]', { hasText: words.en['refusal.ghost_silent'] }).waitFor()
      assert.equal(await phone.inputValue('[data-test=haunt]'), 'Boo in the talk', 'it stays in the field')
      await ghost.send({ t: 'say', text: 'Boo from elsewhere' })

      while (living.story.view.hush.talk === 'open') if (!(await table.step())) return false
      await phone.locator('[data-test=haunt]:enabled').waitFor()
      await speaks('Boo once more')
      for (const page of [...pages, ...table.people])
        for (const text of ['Boo in the talk', 'Boo from elsewhere'])
          assert.ok(!heardBy(page, text), `${page.called} heard what a ghost may not say`)
      return true
    }

    async function speaks(text) {
      await phone.locator('[data-test=haunt]:enabled').waitFor()
      await phone.fill('[data-test=haunt]', text)
      await phone.press('[data-test=haunt]', 'Enter')
      for (const page of pages) await page.story.until(() => heardBy(page, text))
      await desk.getByText(text).first().waitFor()
    }
  },
  '--set',
  'messages_per_s=1000',
)
