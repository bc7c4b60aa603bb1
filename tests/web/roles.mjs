// Hidden roles in real browsers: five people, on a desk and on phones, in three languages, and what each of
// them sees. Level 1 to a false and to a right accusation, level 2 with a ghost; or level 5 to the guessing.
// At every table all pages are searched for the cards of others: document, memory and network (P5.1, H9.2).
//
//   node tests/web/roles.mjs TURNCOAT WEB-FOLDER OUTPUT-FOLDER [guessing]
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { stage } from './browser.mjs'
import { accessibility, layout } from './checks.mjs'
import { hookEngines, listen } from './leaks.mjs'
import { ACTIONS, HEROES, joinTable, openTable, sandOf, say, WAYS, watchTable, words } from './people.mjs'
import { nextStep } from './plan.mjs'
import { cardLeaks, searchesFind } from './roleLeaks.mjs'

const definition = readFileSync(new URL('../../games/maze/cards.def', import.meta.url), 'utf8')
const CARDS = ['', ...[...definition.matchAll(/VALUE\(card, (\w+)\)/g)].map(([, name]) => name)]
const [HERO, TRAITOR] = [1, 2]
const ELF = HEROES.indexOf('elf')
// Traitors who still are when the heroes escape, whatever happens on the way.
const LASTING = ['dramatist', 'framer', 'untouchable', 'provocateur', 'time_thief', 'ringleader', 'bribed']
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
  const gallery = await visitor('Gilles')

  // ---- at a table ----

  const seatOf = ({ story }) => story.seat
  const cardOf = ({ story }) => CARDS[story.view.roles.card[story.seat]]
  const sideOf = ({ story }) => story.view.roles.side[story.seat]
  const on = (side) => team.filter((page) => sideOf(page) === side)
  const isOut = (page) =>
    ((page.story.view.roles.convicted | page.story.view.roles.failed) >> seatOf(page)) & 1
  const inGame = () => team.filter((page) => !isOut(page))

  /** A new table of five, dealt at a level; again until the cards are such as the test needs. */
  async function deal(level, fits, { scenario, tiles, sand } = {}) {
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
      if (tiles) await ann.selectOption('[data-test=role-tiles]', tiles)
      if (sand) await ann.selectOption('[data-test=sand-size]', sand)
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

  /** The cards of all, put together from what each was told of their own. */
  function truthNow() {
    const truth = { card: [], side: [], names: [''] }
    for (const page of team) {
      truth.card[seatOf(page)] = page.story.view.roles.card[seatOf(page)]
      truth.side[seatOf(page)] = page.story.view.roles.side[seatOf(page)]
      truth.names[seatOf(page)] = page.called
    }
    return truth
  }

  /** No page knows a card that is not its own and not face up. */
  async function searchAll(what) {
    const truth = truthNow()
    for (const page of [...team, gallery])
      if (page.story.view)
        assert.deepEqual(await cardLeaks(page, truth, CARDS), [], `${page.called}: ${what}`)
    step(`P5.1 H9.2 ${what}: nothing of others' cards in document, memory and network`)
  }

  // ---- accusing and voting ----

  const opened = (view) => view.roles.ballot.opened && !view.roles.ballot.decision

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

  // The sand and the time for guessing are the game's: a very busy machine gets another try. Even so, five
  // pages need minutes to escape: this part is run by hand, not by `make test`.
  if (process.argv[5] === 'guessing') {
    for (let tries = 0; !(await levelFive()); tries++) assert.ok(tries < 3, 'too slow to escape and guess')
    return
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
  await searchesFind(ann, truthNow(), CARDS, step)
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

  // ---- level 5: to the guessing ----

  async function levelFive() {
    const lasting = () => team.some((page) => LASTING.includes(cardOf(page)))
    const code = await deal(5, lasting, { scenario: '3', tiles: '9', sand: '300' })
    gallery.log.length = 0
    await watchTable(gallery, server.url, code)
    await allLook()
    await searchAll('level 5')
    if (!(await escape(team))) return false
    const guessers = team.filter((page) => page.story.legal().some(({ t }) => t === 'ask_for_word'))
    const [first, ...others] = guessers
    assert.ok(first, 'H7.2 there is a traitor')
    for (const page of team) await page.waitForSelector('[data-test=guessing]')
    for (const page of others) await page.click('[data-test=pass]')
    await first.click('[data-test=ask-word]')
    await first.story.until((view) => view.roles.word === seatOf(first))
    const offered = first.story.legal().filter(({ t }) => t === 'guess_card')
    const target = team.find((page) => offered.some(({ seat }) => seat === seatOf(page)))
    const named = offered.find((one) => one.card === cardOf(target))?.card ?? offered[0].card
    const before = truthNow().card[seatOf(target)]
    await first.selectOption('[data-test=guess-seat]', String(seatOf(target)))
    await first.selectOption('[data-test=guess-card]', named)
    await searchAll('the last chance')
    for (const page of [...team, gallery])
      await page.screenshot({ path: `${out}/roles-guessing-${page.called}.png` })
    await first.click('[data-test=guess]', { timeout: 3000 }).catch(() => undefined)
    for (const page of team) await page.waitForSelector('[data-test=results]')
    const guess = first.story.events.find(({ t }) => t === 'card_guessed')
    if (!guess) return false
    assert.equal(guess.right, named === CARDS[before])
    if (guess.right) assert.equal(await resultOf(target), 'lost')
    assert.equal(await resultOf(first), guess.right ? 'won' : 'lost')
    for (const page of team) await page.screenshot({ path: `${out}/roles-end5-${page.called}.png` })
    step(`H7.2 a traitor asks for the word and guesses ${guess.right ? 'rightly' : 'wrongly'}; all is told`)
    return true
  }

  // ---- helpers that need the table ----

  async function resultOf(page) {
    return page.getAttribute(`[data-test=result-${seatOf(page)}]`, 'data-how')
  }

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
    const { view } = pages[0].story
    const holders = (action) =>
      pages.filter((page) => !isOut(page) && (view.may[seatOf(page)] >> ACTIONS.indexOf(action)) & 1)
    const offered = (page, { t, to }, hero) =>
      page.story
        .legal()
        .some((o) => o.t === t && o.hero === HEROES[hero] && o.tile === to >> 4 && o.space === (to & 15))
    const usable = (one, hero, from) =>
      only >= 0 && hero !== only
        ? false
        : from === view.hero_at[hero]
          ? holders(one.action).some((page) => offered(page, one, hero))
          : holders(one.action).length > 0
    const next = nextStep(view, await sandOf(pages[0]), usable)
    const page = next && holders(next.action).find((one) => offered(one, next, next.hero))
    if (!page) return false
    const { told } = page.story
    await WAYS.list(page, next).catch(() => undefined)
    await page.story.comes((_, story) => story.told > told && !story.asked.size, 3000)
    const state = ({ hero_at, pile_count, hush }) => `${hero_at} ${pile_count} ${hush.talk}`
    for (const one of pages) await one.story.comes((now) => state(now) === state(page.story.view), 5000)
    return true
  }

  /** Heroes find their things and leave. What a card forbids one moment, it allows the next. */
  async function escape(pages) {
    for (let idle = 0; idle < 60;) {
      const { view } = pages[0].story
      if (view.roles.phase === 'guessing') return true
      if (view.ending) return false
      if (await act(pages)) idle = 0
      else {
        idle++
        await pages[0].story.comes((_, story) => story.told > 1e9, 500)
      }
    }
    return false
  }
})
