// Hidden roles in real browsers, by the gestures of people: five of them, on a desk and on phones, in three
// languages, and what each of them sees. Level 1 to a false and to a right accusation, level 2 with a ghost.
// At every table all pages are searched for the cards of others: document, memory and network (P5.1, H9.2).
// What comes of it, faster: fates.mjs and guessing.mjs.
import assert from 'node:assert/strict'
import { stage } from './browser.mjs'
import { accessibility, layout } from './checks.mjs'
import { hookEngines, listen } from './leaks.mjs'
import { HEROES, joinTable, openTable, sandOf, say, WAYS, words } from './people.mjs'
import { cardLeaks, searchesFind } from './roleLeaks.mjs'
import {
  cardOf,
  CARDS,
  HERO,
  isOut,
  opened,
  seatOf,
  sideOf,
  takeStep,
  TRAITOR,
  truthOf,
} from './roleTable.mjs'

const ELF = HEROES.indexOf('elf')
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true }
const SIDEWAYS = { viewport: { width: 640, height: 360 }, hasTouch: true }

await stage(async ({ server, person, step, out }) => {
  const visitor = async (name, options) => {
    const page = await person(name, { reducedMotion: 'reduce', ...options })
    await hookEngines(page)
    return Object.assign(page, { log: listen(page) })
  }
  const ann = await visitor('Ann', { reducedMotion: 'no-preference' })
  const ben = await visitor('Ben', PHONE)
  const cleo = await visitor('Cleo', SIDEWAYS)
  const dirk = await visitor('Dirk', { locale: 'nl' })
  const emma = await visitor('Emma', { locale: 'fr' })
  const team = [ann, ben, cleo, dirk, emma]

  // ---- at a table ----

  const on = (side) => team.filter((page) => sideOf(page) === side)
  const inGame = () => team.filter((page) => !isOut(page))

  /** A new table of five, dealt at a level; again until the cards are such as the test needs. */
  async function deal(level, fits, { scenario } = {}) {
    for (let tries = 0; tries < 30; tries++) {
      // What a page knows of a game that is over is no secret: it begins with empty hands.
      for (const page of team) {
        await page.goto('about:blank')
        page.log.length = 0
      }
      const code = await openTable(ann, server.url, 'maze')
      for (const page of team.slice(1)) await joinTable(page, server.url, code)
      await ann.waitForSelector('[data-test=seat-5]')
      await ann.click('[data-test=roles]')
      await ann.selectOption('[data-test=role-level]', String(level))
      await ann.locator('[data-test=role-what]', { hasText: say(`roles.level.${level}`) }).waitFor()
      if (scenario) await ann.selectOption('[data-test=scenario]', scenario)
      // What the host has chosen is known to all before it begins.
      await emma.locator('[data-test=role-what]', { hasText: words.fr[`roles.level.${level}`] }).waitFor()
      await ann.click('[data-test=start]')
      await ann.click('[data-test=start-anyway]')
      for (const page of team) await page.waitForSelector('[data-test=deal]')
      for (const page of team) await page.story.until((view) => view.roles.card[page.story.seat])
      if (fits()) return code
    }
    throw new Error('the cards never fall as they should')
  }

  const card = (page) => page.locator('[data-test=card]')
  const face = (page) => page.locator('[data-test=card-face]')

  /** Holds the own card, by finger or mouse; what it says is in the page only meanwhile. */
  async function lookAtCard(page, meanwhile = () => undefined) {
    await card(page).scrollIntoViewIfNeeded()
    const box = await card(page).boundingBox()
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const touch = page.viewportSize().width < 700
    const finger = await page.context().newCDPSession(page)
    if (touch) await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    else {
      await page.mouse.move(at.x, at.y)
      await page.mouse.down()
    }
    await face(page).waitFor()
    await page.waitForTimeout(400) // longer than a press
    const language = await page.getAttribute('html', 'lang')
    const text = await face(page).textContent()
    assert.ok(text.includes(words[language][`card.${cardOf(page)}`]), text)
    await meanwhile()
    if (touch) await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    else await page.mouse.up()
    await face(page).waitFor({ state: 'detached' })
    await finger.detach()
  }

  async function allLook() {
    for (const page of team) {
      assert.equal(await page.locator('[data-test=turn]').count(), 0, 'the hourglass is locked')
      await lookAtCard(page)
    }
    await ann.click('[data-test=turn]')
    for (const page of team) await page.story.until((view) => view.running)
    for (const page of team) await card(page).waitFor()
  }

  /** No page knows a card that is not its own and not face up. */
  async function searchAll(what) {
    const truth = truthOf(team)
    for (const page of team)
      assert.deepEqual(await cardLeaks(page, truth, CARDS), [], `${page.called}: ${what}`)
    step(`P5.1 H9.2 ${what}: nothing of others' cards in document, memory and network`)
  }

  // ---- accusing and voting ----

  /** By keys: A, the seat's number, Enter twice. */
  async function accuseByKeys(page, ...accused) {
    await page.keyboard.press('a')
    await page.waitForSelector('[data-test=aim]')
    for (const one of accused) await page.keyboard.press(String(seatOf(one)))
    await page.locator('[data-test=accuse-now]').waitFor()
    await page.keyboard.press('Enter')
    assert.ok(!opened(page.story.view), 'not yet')
    await page.keyboard.press('Enter')
    for (const one of team) await one.story.until(opened)
  }

  /** By holding the seat, with a finger where there is one. */
  async function accuseByHolding(page, accused) {
    const box = await page.locator(`[data-seat="${seatOf(accused)}"]`).boundingBox()
    const at = { x: box.x + 16, y: box.y + box.height / 2 }
    const finger = await page.context().newCDPSession(page)
    if (page.viewportSize().width < 700)
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    else {
      await page.mouse.move(at.x, at.y)
      await page.mouse.down()
    }
    await page.waitForSelector('.ring.held')
    await page.story.until((view) => opened(view) || page.heldOnly)
    if (page.viewportSize().width < 700)
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    else await page.mouse.up()
    await finger.detach()
    assert.equal(await page.locator('dialog[open]').count(), 0, 'a long press opens nothing')
  }

  /** From level 2 on: one seat is held, another dragged over, a third pressed, and one taken back. */
  async function aimAtSeveral(page) {
    const others = team.filter((one) => one !== page).map((one) => `[data-seat="${seatOf(one)}"]`)
    const move = async (seat) => {
      const box = await page.locator(seat).boundingBox()
      await page.mouse.move(box.x + 16, box.y + box.height / 2, { steps: 4 })
    }
    const aimed = (count) =>
      page.waitForFunction((n) => document.querySelectorAll('.ring.aimed').length === n, count)
    await move(others[0])
    await page.mouse.down()
    await aimed(1)
    await move(others[1])
    await aimed(2)
    await page.mouse.up()
    await page.locator(others[2]).click({ position: { x: 16, y: 16 } })
    await aimed(3)
    await page.locator(others[0]).click({ position: { x: 16, y: 16 } })
    await aimed(2)
    assert.ok(!opened(page.story.view), 'nobody is accused yet')
    await page.screenshot({ path: `${out}/roles-aim.png` })
    await page.keyboard.press('Escape')
    await aimed(0)
    step('H4.2 several are accused together: held, dragged over, pressed')
  }

  async function vote(page, up) {
    await page.waitForSelector(`[data-test=vote-${up ? 'yes' : 'no'}]`)
    if (page.viewportSize().width < 700) await page.tap(`[data-test=vote-${up ? 'yes' : 'no'}]`)
    else await page.keyboard.press(up ? '+' : '-')
    const [set, seat] = [up ? 'yes' : 'no', seatOf(page)]
    await page.story.until((view) => (view.roles.ballot[set] >> seat) & 1)
  }

  /** All who may vote, vote up. Five seconds are short on a busy machine: then it is tried again. */
  async function convict(accuser, accused) {
    for (let tries = 0; tries < 5; tries++) {
      const voters = inGame().filter((page) => page !== accuser && page !== accused)
      await accuser.story.until((view) => !((view.roles.waits >> seatOf(accuser)) & 1), 20000)
      await accuseByKeys(accuser, accused)
      await Promise.all(voters.map((page) => vote(page, true).catch(() => undefined)))
      const view = await accuser.story.until(({ roles }) => roles.ballot.decision)
      for (const page of team)
        await page.story.until((_, { told, events }) => told && events.some(({ t }) => t === 'ballot_closed'))
      if (view.roles.ballot.decision === 'passed') return
    }
    throw new Error('too slow to vote')
  }

  // ---- level 1: one rejected, one false ----

  await deal(1, () => true)
  assert.equal(on(TRAITOR).length, 1, 'H1.1 exactly one')
  assert.equal(await ann.locator('[data-test=role-token]').count(), 0)
  for (const page of [ann, ben, cleo]) {
    assert.deepEqual(await layout(page), [], `the deal, ${page.called}`)
    assert.deepEqual(await accessibility(page), [], `the deal, ${page.called}`)
  }
  await searchAll('dealt')
  step('H1.4 the cards are dealt face down, and the hourglass is locked')
  await allLook()
  step('H1.4 each looks at the own card by holding it, and it is covered again')
  await searchAll('level 1')

  const [traitor] = on(TRAITOR)
  const victim = on(HERO)[0]
  const accuser = ann === victim ? ben : ann
  for (const page of team) await page.screenshot({ path: `${out}/roles-play-${page.called}.png` })
  await accuseByHolding(accuser, victim)
  for (const page of team) await page.waitForSelector('[data-test=ballot]')
  step(`H2.1 ${accuser.called} accuses by holding a seat, without leaving the board`)
  const doubter = team.find((page) => page !== accuser && page !== victim)
  await doubter.screenshot({ path: `${out}/roles-ballot-${doubter.called}.png` })
  await heroMoves(team)
  await vote(doubter, false)
  for (const page of team) await page.story.until(({ roles }) => roles.ballot.decision === 'rejected')
  for (const page of team) await page.waitForSelector('[data-test=verdict]', { state: 'attached' })
  step('H2.2 H2.11 heroes move meanwhile; one thumb down rejects at once')
  await accuser.keyboard.press('a')
  await accuser.keyboard.press(String(seatOf(victim)))
  const refused = accuser.locator('[data-test=refusal]', { hasText: say('refusal.accuse_wait') })
  await refused.or(accuser.locator('[data-test=accuse-now]')).waitFor()
  // Or ten seconds are over already: on a machine that is very busy.
  assert.equal(await refused.count(), (accuser.story.view.roles.waits >> seatOf(accuser)) & 1)
  await accuser.keyboard.press('Escape')
  step('H2.9 whose accusation was rejected waits, and is told so')

  await convict(
    team.find((page) => page !== accuser && page !== victim),
    victim,
  )
  for (const page of team) await page.waitForSelector('[data-test=results]')
  for (const page of team) {
    assert.equal(page.story.view.ending, 'hero_accused')
    for (const one of team)
      assert.equal(
        await page.getAttribute(`[data-test=result-${seatOf(one)}]`, 'data-how'),
        one === traitor ? 'won' : 'lost',
      )
    await page.screenshot({ path: `${out}/roles-end-${page.called}.png` })
  }
  for (const page of [ann, ben, cleo]) {
    assert.deepEqual(await layout(page), [], `the end, ${page.called}`)
    assert.deepEqual(await accessibility(page), [], `the end, ${page.called}`)
  }
  step('H2.5 H8.1 a hero was convicted: the traitor wins, and all cards are told')

  // ---- level 1 again: the traitor is found, the hourglass flipped ----

  await deal(1, () => true)
  await searchesFind(ann, truthOf(team), CARDS, step)
  await allLook()
  const [found] = on(TRAITOR)
  const finder = team.find((page) => page !== found && page.viewportSize().width > 700)
  const tiles = finder.story.view.holder.filter((seat) => seat === seatOf(found)).length
  await convict(finder, found)
  for (const page of team)
    if (page !== found)
      await page.waitForSelector(`[data-test=shown-${seatOf(found)}]`, { state: 'attached' })
  await found.waitForSelector('[data-test=out]')
  assert.ok(tiles > 0)
  assert.ok(!finder.story.view.holder.includes(seatOf(found)), 'H3.1 the tiles have new owners')
  step('H2.4 H3.1 the traitor is out: the card is turned, the tiles find new owners')
  await searchAll('somebody is out')
  for (const page of team)
    assert.equal(await page.locator('[data-test=flip-yes]').count(), page === finder ? 1 : 0, page.called)
  await finder.screenshot({ path: `${out}/roles-flip.png` })
  await finder.click('[data-test=flip-yes]')
  for (const page of team)
    await page.story.until((_, { events }) => events.some(({ t }) => t === 'flipped_for_free'))
  step('H2.6 H2.7 the accuser alone may flip the hourglass, and does')

  // ---- level 2: a ghost ----

  await deal(2, () => on(TRAITOR).length > 0 && on(HERO).length > 2, { scenario: '4' })
  await allLook()
  const [ghost] = on(TRAITOR)
  const judge = inGame().find((page) => page !== ghost && page.viewportSize().width > 700)
  await aimAtSeveral(judge)
  await convict(judge, ghost)
  await judge.click('[data-test=flip-no]')
  await ghost.locator('[data-test=haunt]:enabled').waitFor()
  await ghost.screenshot({ path: `${out}/roles-ghost-${ghost.called}.png` })
  await ghost.fill('[data-test=haunt]', 'Boo! Nobody hears your steps')
  await ghost.press('[data-test=haunt]', 'Enter')
  for (const page of team)
    await page.story.until((_, { events }) =>
      events.some(({ t, text }) => t === 'said' && text.startsWith('Boo')),
    )
  step('H4.6 a ghost talks while the others are silent, and all hear it')
  await searchAll('a ghost')
  while (ghost.story.view.hush.talk !== 'open') {
    assert.ok(!ghost.story.view.ending, 'the elf explores in time')
    if (!(await act(team, ELF))) await act(team) // somebody is in its way
  }
  await ghost.locator('[data-test=haunt]:disabled').waitFor()
  const language = await ghost.getAttribute('html', 'lang')
  await ghost.locator('[data-test=out]', { hasText: words[language]['roles.ghostHush'] }).waitFor()
  step('H4.6 the elf explores, the others may talk: the field of a ghost is shut, and says why')
  const heroPage = inGame().find((page) => page !== ghost && sideOf(page) === HERO)
  await goHome(heroPage)
  for (const page of team) await page.waitForSelector('[data-test=results]')
  assert.equal(ann.story.view.ending, 'went_home')
  step('H4.4 H4.10 a hero goes home from the card, asked once')

  // ---- helpers that need the table ----

  /** Opens the card by a press, and goes home from there. */
  async function goHome(page) {
    await card(page).click()
    await page.click('[data-test=home]')
    await page.click('[data-test=home-yes]')
  }

  /** Somebody's step that anybody could take: the mall stays playable. */
  async function heroMoves(pages) {
    const before = String(pages[0].story.view.hero_at)
    for (let i = 0; i < 20 && String(pages[0].story.view.hero_at) === before; i++) await act(pages)
  }

  /** One step towards the goal by whoever may take it, of any hero or one; false: nobody can now. */
  async function act(pages, only = -1) {
    const press = (page, next) => WAYS.list(page, next).catch(() => undefined)
    return takeStep(pages, press, { sand: await sandOf(pages[0]), only })
  }
})
