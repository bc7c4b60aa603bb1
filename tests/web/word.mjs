// Traître Mot in real browsers: four people, one of them on a phone, in three languages. A word that is sent
// too soon, with the house's cards; then two whole games with words of the table's own, with turns and
// without. Every page is searched for the words of others and for the list (W7.2): document, memory and
// network.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { stage, wire } from './browser.mjs'
import { accessibility, layout, settled } from './checks.mjs'
import { hookEngines, listen } from './leaks.mjs'
import { joinTable, openTable, say, watchTable } from './people.mjs'
import { inventWords, searchesFind, wordLeaks } from './wordLeaks.mjs'

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, locale: 'fr' }
const KEYBOARD_PX = 290 // what is left above it is 350
const CARDS = 70 // enough for four (W1.5)
const on = (test) => `[data-test=${test}]`

const list = inventWords(2 * CARDS + 30)
const ordinary = list.splice(2 * CARDS)
const asFile = Array.from({ length: CARDS }, (_, i) => `${list[2 * i]} | ${list[2 * i + 1]}`).join('\n')

await stage(async ({ server, person, step, out }) => {
  const line = await wire(server.url)
  const visitor = async (name, options) => {
    const page = await person(name, { reducedMotion: 'reduce', ...options })
    await hookEngines(page)
    return Object.assign(page, { log: listen(page) })
  }
  const ann = await visitor('Ann')
  const ben = await visitor('Ben', PHONE)
  const cleo = Object.assign(await visitor('Cleo', { locale: 'nl' }), { at: line.url })
  const dan = await visitor('Dan')
  const gil = await visitor('Gil')
  const team = [ann, ben, cleo, dan]
  const all = [...team, gil]

  // A phone's keyboard covers the page and leaves its size as it is: only the visual viewport shrinks.
  await ben.addInitScript(() => {
    const shown = Object.assign(new EventTarget(), { offsetTop: 0, scale: 1, width: innerWidth })
    shown.height = innerHeight
    Object.defineProperty(window, 'visualViewport', { value: shown })
    window.keyboard = (px) => {
      shown.height = innerHeight - px
      shown.dispatchEvent(new Event('resize'))
    }
  })

  // ---- at a table ----

  async function meet(choose) {
    const code = await openTable(ann, server.url, 'word')
    for (const page of team.slice(1)) await joinTable(page, page.at ?? server.url, code)
    await ann.waitForSelector(on('seat-4'))
    await watchTable(gil, server.url, code)
    await choose()
    return code
  }

  async function chooseAll(chosen) {
    for (const [what, value] of Object.entries(chosen)) {
      await ann.selectOption(on(what), value)
      // What the host has chosen everybody sees.
      await ben.waitForFunction(
        ([test, wanted]) => document.querySelector(`[data-test=${test}]`)?.value === wanted,
        [what, value],
      )
    }
  }

  async function begin() {
    await ann.click(on('start'))
    await ann.click(on('start-anyway'))
    for (const page of all) await page.waitForSelector(on('last'))
    for (const page of team) await page.story.until(() => handOf(page).length === 5)
  }

  const seatOf = ({ story }) => story.seat
  const pageOf = (seat) => team.find((page) => seatOf(page) === seat)
  const textOf = ({ story }, card) =>
    story.events.find((one) => one.t === 'card_drawn' && one.card === card)?.text
  const handOf = (page) =>
    page.story.view.hand[seatOf(page)].card.filter(Boolean).map((card) => textOf(page, card))
  const pileOf = (page) => page.story.view.pile[seatOf(page)]
  const field = (page) => page.locator(on('word-field'))
  const wordsNow = () => ann.story.view.words

  /** The pages show it as the last word. */
  async function shown(text, pages = all) {
    for (const page of pages) await page.locator(on('last'), { hasText: text }).waitFor()
  }

  /** Writes a word and sends it: by Enter, or without turns by Ctrl+Enter or a press on "Mine!". */
  async function announce(page, text, seenBy = all) {
    const { without_turns } = ann.story.view
    await field(page).fill(text)
    if (without_turns && page === ben) await page.click(on('announce'))
    else await field(page).press(without_turns ? 'Control+Enter' : 'Enter')
    await shown(text, seenBy)
    assert.equal(await field(page).inputValue(), '', 'what was announced is no longer in the field')
  }

  const inTurn = () => pageOf(ann.story.view.announcer)

  /** Takes a token: holds it down, or on a phone presses it twice. */
  async function accuse(page, what) {
    const token = page.locator(`${on(`accuse-${what}`)}:enabled`)
    if (page === ben) {
      await token.click()
      await token.click()
    } else {
      await token.hover()
      await page.mouse.down()
    }
    await page.story.until((view, { events }) =>
      events.some((e) => e.t === 'word_accused' && e.word === view.words),
    )
    await page.mouse.up()
  }

  /** What came of it, as everybody is told. */
  async function judged(right) {
    for (const page of all)
      await page.story.until((view, { events }) =>
        events.some((e) => e.t === 'accusation_settled' && e.word === view.words && e.right === right),
      )
  }

  /** A secret word has come to light on all pages. */
  async function comes(fate, page, text) {
    for (const one of all)
      await one.story.until((_, { events }) =>
        events.some(
          (e) => e.t === 'card_shown' && e.fate === fate && e.seat === seatOf(page) && e.text === text,
        ),
      )
    await page.story.until(() => handOf(page).length === 5 && !handOf(page).includes(text)) // W3.3
  }

  async function vote(down, up) {
    for (const [pages, how] of [
      [down, 'down'],
      [up, 'up'],
    ])
      for (const page of pages) await page.click(on(`vote-${how}`))
  }

  async function counts(expected) {
    for (const [i, page] of team.entries()) {
      await page.story.until(() => pileOf(page) === expected[i])
      if (page !== ben || (await page.locator(on('own-pile')).count()))
        await page.locator(on('own-pile'), { hasText: String(expected[i]) }).waitFor()
    }
    assert.equal(await gil.locator(on('own-pile')).count(), 0)
  }

  async function noLeaks(deep = []) {
    for (const page of all)
      assert.deepEqual(await wordLeaks(page, list, deep.includes(page)), [], page.called)
  }

  // On a phone all of a card is its button, so its words lie over that.
  const meant = (complaint) => /\[card-(\d)\].* lie over button\[claim-\1\]/.test(complaint)

  async function looksWell(name, pages) {
    for (const page of pages) {
      await page.screenshot({ path: join(out, `word-${name}-${page.called.toLowerCase()}.png`) })
      const wrong = [...(await layout(page)), ...(await accessibility(page))].filter((one) => !meant(one))
      assert.deepEqual(wrong, [], `${name}: ${page.called}`)
    }
  }

  // ---- too soon, with the house's cards ----

  {
    await ann.goto(server.url)
    await ann.waitForSelector(on('open-word'))
    assert.equal(await ann.locator(on('bots-word')).count(), 0)
    await meet(async () => {
      assert.equal(await ann.locator(on('add-bot')).count(), 0)
      await ann.getByText(say('bots.word')).waitFor()
      await chooseAll({ 'play-language': 'fr', standing: '10', thinking: '-1', first: '1' })
      const dirk = await person('Dirk', { locale: 'nl' })
      await dirk.goto(ann.url())
      await dirk.getByText(say('join.language', { language: 'Frans' }, 'nl')).waitFor()
      await dirk.close()
      await looksWell('lobby', [ann, ben])
    })
    step('W1.6 the table is set up, and whoever comes is told its language')

    await begin()
    const [said] = ordinary.splice(0, 1)
    await field(ben).fill(said)
    await field(ben).press('Enter')
    await ben.waitForSelector(on('waits'))
    assert.equal(wordsNow(), 1)
    await aboveKeyboard()
    await looksWell('play', [ann, ben, cleo])
    await field(cleo).fill('écrit avant la coupure')
    line.cut()
    await cleo.waitForSelector(on('outage'))
    line.join()
    await cleo.waitForSelector(on('outage'), { state: 'hidden' })
    assert.equal(await field(cleo).inputValue(), 'écrit avant la coupure')
    step('P6.3 what is being written outlives a lost connection')
    await shown(said)
    assert.equal(await field(ben).inputValue(), '')
    assert.equal(ben.story.sent.filter((text) => text.includes(said)).length, 1)
    step('W2.7 a word that is sent too soon stays in its field, and goes by itself when the time has come')
  }

  /** Above a phone's keyboard everything that is needed is in sight, whole, and under nothing. */
  async function aboveKeyboard() {
    await ben.evaluate((px) => window.keyboard(px), KEYBOARD_PX)
    const hidden = () =>
      ben.evaluate((px) => {
        const cards = [1, 2, 3, 4, 5].map((place) => `card-${place}`)
        const tokens = ['accuse-secret_word', 'accuse-off_topic']
        const parts = ['last', ...tokens, ...cards, 'word-field', 'announce']
        return parts.filter((test) => {
          const part = document.querySelector(`[data-test=${test}]`)
          const { left, right, top, bottom } = part.getBoundingClientRect()
          const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return top < 0 || left < 0 || right > innerWidth || bottom > innerHeight - px || !part.contains(at)
        })
      }, KEYBOARD_PX)
    assert.deepEqual(await settled(ben, hidden), [])
    await ben.screenshot({ path: join(out, 'word-keyboard-ben.png') })
    await ben.evaluate(() => window.keyboard(0))
    step('B2 above a phone’s keyboard the chain’s end, the tokens, the hand and the field are in sight')
  }

  /** However much has come to light, on a phone one thing is shown at a time, over nothing that matters. */
  async function oneMoment() {
    await ben.waitForSelector(on('moment'))
    const covered = await ben.evaluate(() => {
      const moments = [...document.querySelectorAll('[data-test=moment]')]
      const boxes = moments.map((one) => one.getBoundingClientRect())
      const parts = [...document.querySelectorAll('button, input, [data-test=last], [data-test=accusation]')]
      const under = parts.filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return boxes.some((b) => b.top < bottom && b.bottom > top && b.left < right && b.right > left)
      })
      return { moments: moments.length, under: under.map((part) => part.dataset.test ?? part.ariaLabel) }
    })
    assert.deepEqual(covered, { moments: 1, under: [] })
    await ben.screenshot({ path: join(out, 'word-moment-ben.png') })
    step('on a phone one thing comes to light at a time, and covers nothing that is pressed or judged')
  }

  /** On a phone nobody at the table is cut off. */
  async function allPlayersSeen() {
    const outside = await ben.evaluate(() =>
      [...document.querySelectorAll('[data-test^=player-]')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth)
        .map((one) => one.textContent),
    )
    assert.deepEqual(outside, [])
  }

  // ---- with turns, with the table's own words ----

  await meet(async () => {
    await chooseAll({ standing: '-1', thinking: '-1', first: '1' })
    await ann.click(on('bring-words'))
    await ann.fill(on('words-paste'), `${asFile}\nalone\n`)
    await ann.click(on('words-take'))
    const wrong = ann.locator(on('words-wrong'))
    await wrong.getByText(say('wordlist.line', { line: CARDS + 1 })).waitFor()
    await wrong.getByText(say('wordlist.fault.a_card_is_two_words_with')).waitFor()
    await looksWell('list-wrong', [ann])
    await ann.fill(on('words-name'), 'Nobody’s words')
    await ann.selectOption(on('words-language'), 'en')
    await ann.setInputFiles(on('words-file'), {
      name: 'own.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(asFile),
    })
    await ann
      .locator(on('words-taken'), { hasText: say('word.choose.cards', { n: CARDS, most: 4 }) })
      .waitFor()
    await looksWell('list-taken', [ann])
    await ann.click(on('words-close'))
    for (const page of [ben, cleo, gil])
      await page.locator(on('brought'), { hasText: 'Nobody’s words' }).waitFor()
    // Whoever has brought it has read it; what the page is sent from now on has nothing of it.
    const address = ann.url()
    await ann.goto('about:blank')
    ann.log.length = 0
    await ann.goto(address)
    await ann.locator(on('brought'), { hasText: String(CARDS) }).waitFor()
  })
  step('W1.5 a list is brought; what is wrong is said with its line, and the others see title and number')

  await begin()
  assert.equal(inTurn(), ben, 'W2.2 the one to the left of the first player')
  const [first, second, third, fourth, fifth, sixth] = ordinary.splice(0, 6)
  await announce(ben, first)
  await field(cleo).fill(first.toUpperCase())
  await cleo.waitForSelector(`${on('judged')}[data-refusal=said_already]`)
  await field(cleo).press('Enter')
  await field(cleo).fill(`${first}s`)
  await cleo.waitForSelector(`${on('judged')}[data-refusal=alike]`)
  await field(cleo).press('Enter')
  assert.equal(wordsNow(), 2)
  await cleo.click(on('insist'))
  await shown(`${first}s`)
  await dan.getByText(say('word.mark.insisted')).first().waitFor({ state: 'attached' })
  step('W2.4 a repetition is refused; a word that is alike is accepted if its author insists')

  const [placed] = handOf(dan)
  await announce(dan, placed)
  assert.ok(!ann.story.events.some(({ t }) => t === 'card_shown'), 'W4.11 nobody knows what it was')
  await searchesFind(cleo, list)
  await noLeaks([ann, cleo])
  step('W7.2 no page has anything of others’ words or of the list; and the searches find what is planted')
  await announce(ann, second)
  await comes('placed', dan, placed)
  await counts([3, 3, 3, 4])
  step('W3.1 an own word that nobody accused is laid on the pile when the next one is announced')

  const [caught] = handOf(ben)
  await announce(ben, caught)
  await accuse(cleo, 'secret_word')
  await judged(true)
  await comes('caught', ben, caught)
  await counts([3, 2, 4, 4])
  step('W4.2 a secret word that is caught costs a lightning card')

  const [claimed] = handOf(dan)
  await announce(cleo, claimed)
  const place = await dan.evaluate(
    (text) =>
      [...document.querySelectorAll('[data-test^=card-]')].findIndex((one) => one.textContent.includes(text)),
    claimed,
  )
  await dan.click(on(`claim-${place + 1}`))
  await comes('claimed', dan, claimed)
  await oneMoment()
  await counts([3, 2, 4, 5])
  step('W3.2 somebody else’s mouth: the card is claimed')

  await announce(dan, third)
  await accuse(ann, 'off_topic')
  await dan.fill(on('justify'), 'It goes with the one before.')
  await looksWell('justify', [ben, dan])
  await dan.click(on('done'))
  for (const page of all) await page.locator(on('reason'), { hasText: 'goes with the one before' }).waitFor()
  await ben.click(on('vote-up'))
  for (const page of [ann, gil]) await page.waitForSelector(`${on('vote-of-2')}[data-vote=given]`)
  assert.ok(
    !all.some(({ story }) => story.seat !== 2 && story.view.ballot.yes | story.view.ballot.no),
    'W4.3',
  )
  await allPlayersSeen()
  await looksWell('vote', [ben])
  await vote([ben, cleo], [])
  await judged(true)
  await counts([4, 2, 4, 4])
  step('W4.4 off topic, by the votes of the others, which are shown together')

  await announce(ann, fourth)
  await accuse(ben, 'off_topic')
  await ann.click(on('done'))
  await vote([dan], [cleo])
  await judged(false)
  await counts([5, 1, 4, 4])
  step('W4.5 a tie is not off topic')

  await announce(ben, fifth)
  await noLeaks()
  await announce(cleo, sixth)
  await accuse(ben, 'secret_word')
  for (const page of all) await page.waitForSelector(`${on('end')}[data-ending=no_card_left]`)
  for (const page of [ann, dan]) await page.getByText(say('word.winners', { names: 'Ann, Cleo' })).waitFor()
  await looksWell('end', [ann, ben])
  step('W5.2 a pile is empty, and it is over: most lightning cards win, equals share the victory')

  // ---- without turns: the same people, the same words ----

  await ann.click(on('lobby'))
  for (const page of team) await page.waitForSelector(on('brought'))
  await chooseAll({ turns: 'true', colour: 'pink' })
  await begin()
  const [one, two, three, four, five, six, seven] = ordinary.splice(0, 7)
  await announce(ann, one)
  await field(ann).fill(two)
  await ann.waitForSelector(`${on('announce')}:disabled`)
  step('W6.2 nobody announces two words in a row')
  const [mine] = handOf(ben)
  await announce(ben, mine)
  await looksWell('without-turns', [ann, ben])
  await announce(dan, three)
  await comes('placed', ben, mine)
  await counts([3, 4, 3, 3])
  step('W6.3 an own word is validated as soon as somebody else takes “Mine!”')

  await field(cleo).fill(four)
  line.slow(true)
  await field(cleo).press('Control+Enter')
  await announce(ben, five, [ann, ben])
  line.slow(false)
  await cleo
    .getByText(say('word.faster', { name: 'Ben' }, 'nl'))
    .first()
    .waitFor()
  assert.equal(await field(cleo).inputValue(), four)
  await shown(five)
  step('W6.4 two at the same moment: the other is told who was faster, and keeps what they wrote')

  // Three false accusations, and there is nothing left to lose.
  for (const [i, [by, text]] of [
    [ann, two],
    [cleo, six],
    [ann, seven],
  ].entries()) {
    await announce(by, text)
    await accuse(dan, 'secret_word')
    if (i < 2) await judged(false)
  }
  for (const page of all) await page.waitForSelector(`${on('end')}[data-ending=no_card_left]`)
  assert.deepEqual(ann.story.view.pile.slice(1, 5), [5, 4, 4, 0])
  step('W6.5 and the game without turns ends as the other does')
  await line.end()
})
