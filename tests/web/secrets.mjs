// Secrets in real browsers (P5.1): four people and a spectator at a table of Are You the Traitor?, from the
// link to the end of the game. Every page is searched for what its player may not know, in the document, in
// memory and in everything the network brought. Each search is also given a planted leak, to show that it
// finds one.
//
//   node tests/web/secrets.mjs TURNCOAT WEB-FOLDER
import assert from 'node:assert/strict'
import { stage, wire } from './browser.mjs'
import {
  documentLeaks,
  fold,
  hookEngines,
  listen,
  memoryLeaks,
  networkLeaks,
  readDocument,
  readMemory,
  viewLeaks,
} from './leaks.mjs'
import { joinTable, openTable, say, watchTable, words } from './people.mjs'
import { enginesOf } from './story.mjs'

const CHARACTERS = ['', 'key_holder', 'guard', 'traitor', 'wizard']
const SIDES = ['', 'good', 'evil']
const none = { seed: '', order: null }

stage(async ({ server, person, step, web }) => {
  const module = enginesOf(web).traitor
  const forger = await wire(server.url)

  async function visitor(name, options) {
    const page = await person(name, { reducedMotion: 'reduce', ...options })
    await hookEngines(page)
    page.log = listen(page)
    page.kept = []
    return page
  }

  // ---- to the table ----
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true }
  const anouk = await visitor('Anouk', { reducedMotion: 'no-preference' })
  const bertil = await visitor('Bertil')
  const cosima = await visitor('Cosima', phone)
  const dragan = await visitor('Dragan', { locale: 'fr' })
  const players = [anouk, bertil, cosima, dragan]
  const gallery = await visitor('Gilles')
  const planted = await visitor('Piet')
  const everybody = [...players, gallery]
  const code = await openTable(anouk, server.url, 'traitor')
  for (const page of players.slice(1)) await joinTable(page, server.url, code)
  await watchTable(gallery, server.url, code)
  await watchTable(planted, forger.url, code)
  await start(anouk, players.length)
  const tokens = ['']
  for (const page of players)
    tokens.push(await page.evaluate((key) => localStorage.getItem(key), `turncoat.seat.${code}`))
  assert.equal(new Set(tokens).size, players.length + 1)
  step('four people join by the link, a fifth watches, the cards are dealt')

  /** The cards of this round, put together from what each player was told of their own. */
  function truthNow() {
    const names = ['', ...players.map(({ called }) => called)]
    const truth = { seats: players.length, names, tokens, ...none }
    const width = anouk.story.view.character.length
    Object.assign(truth, { character: Array(width).fill(0), side: Array(width).fill(0) })
    players.forEach(({ story }, i) => {
      truth.character[i + 1] = story.view.character[i + 1]
      truth.side[i + 1] = story.view.side[i + 1]
    })
    return { ...truth, round: anouk.story.view.round }
  }

  /** Looks into every page, card covered and held, and keeps what was found until all secrets are known. */
  async function searchAll(pages, truth) {
    for (const page of pages) {
      const covered = await readDocument(page)
      const held = page.story.seat ? await whileHeld(page, () => readDocument(page)) : covered
      const before = page.log.length
      const memory = await readMemory(page)
      // Bots go on talking meanwhile: it is the view of one moment.
      await page.waitForTimeout(200)
      const moments = Array.from({ length: page.log.length - before + 1 }, (_, i) =>
        page.log.slice(0, before + i),
      )
      assert.ok(
        moments.some((log) => memory.engines.some((engine) => engine.view.equals(fold(module, log).bytes))),
        `the view of ${page.called} is what the network told, byte for byte`,
      )
      const { view } = fold(module, page.log)
      page.kept.push({ truth, covered, held, memory, view })
    }
  }

  // ---- the first round ----
  for (const page of [...everybody, planted])
    await page.story.until((view) => view.phase === 'round' && view.wizards)
  await everybody[0].waitForSelector('[data-test=card]')
  const first = truthNow()
  for (const page of everybody) {
    const { view } = fold(module, page.log)
    assert.deepEqual(viewLeaks(view, page.story.seat, first), [], page.called)
  }
  step("T1.7 every view knows its own card, who the wizards are, and nothing else of others' cards")
  await cardIsForOneself(players, first, step)
  await searchAll(everybody, first)
  step('P5.1 the first round: document, memory and network of five pages are looked into')
  await searchesFind(planted, gallery, forger, first, module, step)
  await planted.close()
  await talk(players, step)

  // ---- STOP, the reveal, the treasures ----
  for (const page of players) await watchCardsTurn(page)
  await stopByHolding(players, first, step)
  for (const page of everybody) await page.waitForSelector('.won')
  for (const page of players)
    assert.equal(await page.evaluate(() => window.faceDown), page === anouk ? players.length : 0, page.called)
  for (const page of players) {
    assert.equal(await page.locator('.seat.face').count(), players.length)
    await page.waitForSelector('[data-test=ready]')
  }
  await allRevealed(players, first)
  step('T2.2 STOP ends the round: all cards are turned over, one by one, or at once with less motion')
  await treasuresAreForOneself(players, first, step)

  // ---- the second round, after a reload ----
  await nextRound(players)
  await anouk.reload()
  await anouk.story.until((view, { there }) => there)
  await anouk.waitForSelector('[data-test=card]')
  await anouk.story.until((view) => view.round === 2)
  await searchAll(everybody, truthNow())
  step('P5.1 the second round, after one page was reloaded: searched again')

  // ---- to the end ----
  while (!anouk.story.view.ending) {
    const truth = truthNow()
    await stopByAsking(players, truth)
    await allRevealed(players, truth)
    if (!anouk.story.view.ending) await nextRound(players)
    assert.ok(anouk.story.view.round < 40, 'the game comes to an end')
  }
  for (const page of everybody) await page.waitForSelector('[data-test=end]')
  await anouk.story.until((view, { over }) => over)
  const record = await (await fetch(`${server.url}/api/records/${anouk.story.over.record}`)).text()
  const [head, ...lines] = record
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(head.seed, anouk.story.over.seed)
  for (const page of [anouk, gallery]) await handsAddUp(page)
  const { round } = anouk.story.view
  step(`T4.1 T5.4 the game is over after ${round} rounds: all hands are shown, the seed is told`)

  // ---- now that every secret is known ----
  const events = lines.filter((line) => 'n' in line)
  const secrets = { seed: head.seed, order: events.find(({ t }) => t === 'treasure_shuffled').order }
  const rounds = roundsOf(events, first)
  assert.deepEqual(rounds[0].character, first.character, 'the record has the cards that were dealt')
  for (const page of everybody) {
    judge(page, secrets)
    assert.deepEqual(networkLeaks(beforeTheEnd(page.log), page.story.seat, { ...first, ...secrets }), [])
    for (const { view } of beforeStops(page.log, module))
      assert.deepEqual(viewLeaks(view, page.story.seat, rounds[view.round - 1]), [], page.called)
  }
  step('P5.1 nowhere in the document of any page is a card, a token or the seed of others')
  step('P5.1 nor in the memory of any page: engine, objects, texts')
  step(`P5.1 T1.7 T4.2 nor in what the network brought, in any of ${rounds.length} rounds`)
  await eightAtTheTable(players, server.url, searchAll, module, step)
  await forger.end()
})

/** All hands are there, and the numbers printed on their cards add up to the points that were told. */
async function handsAddUp(page) {
  const told = page.story.events.filter(({ t }) => t === 'hand_shown')
  const shown = await page.locator('[data-test=hands] > li').evaluateAll((hands) =>
    hands.map((hand) => ({
      name: hand.querySelector('b').textContent,
      points: [...hand.querySelectorAll('li')].reduce((sum, { textContent }) => {
        const [, count = 1, worth] = /^\s*(?:(\d+) ×)?.*?(\d+) p\.\s*$/.exec(textContent)
        return sum + count * worth
      }, 0),
    })),
  )
  const { player } = page.story.view.presence
  const expected = told.map(({ seat, points }) => ({ name: player[seat].name, points }))
  const order = (one, other) => one.name.localeCompare(other.name)
  assert.deepEqual(shown.sort(order), expected.sort(order))
}

/** Judges what was kept of a page. */
function judge(page, secrets) {
  const { seat } = page.story
  for (const { truth, covered, held, memory, view } of page.kept.splice(0)) {
    const all = { ...truth, ...secrets }
    assert.deepEqual(documentLeaks(covered, seat, all, view), [], `the document of ${page.called}`)
    assert.deepEqual(documentLeaks(held, seat, all, view), [], `the document of ${page.called}, card held`)
    assert.deepEqual(memoryLeaks(memory, seat, all), [], `the memory of ${page.called}`)
  }
}

/** Everything until the seed is told. */
const beforeTheEnd = (log) => {
  const end = log.findIndex((text) => text.startsWith('{"over"'))
  return end < 0 ? log : log.slice(0, end)
}

/** What a page knew right before each STOP. */
const beforeStops = (log, module) =>
  log.flatMap((text, i) => (text.includes('"t":"stopped"') ? [fold(module, log.slice(0, i))] : []))

/** The cards of every round, from the record. */
function roundsOf(events, like) {
  const rounds = []
  for (const event of events) {
    if (event.t === 'round_begun')
      rounds.push({ ...like, character: like.character.map(() => 0), side: like.side.map(() => 0) })
    const round = rounds.at(-1)
    if (event.t === 'card_dealt') {
      round.character[event.seat] = CHARACTERS.indexOf(event.character)
      round.side[event.seat] = event.character === 'traitor' ? 2 : 1
    }
    if (event.t === 'wizard_card_dealt') round.side[event.seat] = SIDES.indexOf(event.side)
  }
  return rounds
}

// ---- what people do ----

async function start(host, seats) {
  await host.story.until((view) => view.presence.seats === seats)
  await host.click('[data-test=start]')
  const anyway = host.locator('[data-test=start-anyway]')
  const begun = host.waitForSelector('[data-test=traitor]')
  await Promise.race([anyway.waitFor().then(() => anyway.click()), begun])
  await begun
}

const card = (page) => page.locator('[data-test=card]')
const face = (page) => page.locator('[data-test=card-face]')

/** Holds the card with the mouse, or a finger where there is one, and does something meanwhile. */
async function whileHeld(page, work) {
  await card(page).scrollIntoViewIfNeeded()
  const box = await card(page).boundingBox()
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const finger = await page.context().newCDPSession(page)
  const touch = page.viewportSize().width < 600
  if (touch) await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  else {
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
  }
  await face(page).waitFor()
  const result = await work()
  if (touch) await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  else await page.mouse.up()
  await face(page).waitFor({ state: 'detached' })
  await finger.detach()
  return result
}

const roleKey = (truth, seat) => {
  const character = CHARACTERS[truth.character[seat]]
  return `role.${character === 'wizard' ? `${SIDES[truth.side[seat]]}_wizard` : character}`
}

/** The card is seen while it is held, by mouse, finger or key, and by nobody when it is let go or left. */
async function cardIsForOneself(players, truth, step) {
  const [anouk, bertil, cosima] = players
  for (const page of [anouk, cosima]) {
    const text = await whileHeld(page, () => face(page).textContent())
    assert.ok(text.includes(say('traitor.you', { role: say(roleKey(truth, page.story.seat)) })), text)
  }
  const ways = {
    'let go': () => bertil.keyboard.up(' '),
    'the window loses the focus': () => bertil.evaluate(() => dispatchEvent(new Event('blur'))),
    'the page is hidden': () => bertil.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    'another control has the focus': () => bertil.keyboard.press('Tab'),
  }
  for (const [why, away] of Object.entries(ways)) {
    await card(bertil).focus()
    await bertil.keyboard.down(' ')
    await face(bertil).waitFor()
    await away()
    await face(bertil).waitFor({ state: 'detached' })
    await bertil.keyboard.up(' ')
    assert.equal(await face(bertil).count(), 0, why)
  }
  // Who cannot hold, or cannot see it, is shown or read it for a while.
  await bertil.click('[data-test=glance]')
  await face(bertil).waitFor()
  assert.equal(await face(bertil).locator('xpath=ancestor::*[@aria-live="polite"]').count(), 1)
  await bertil.keyboard.press('Escape')
  await face(bertil).waitFor({ state: 'detached' })
  step('P9.3 one looks at the card by mouse, finger and key, and it is covered again')
}

/** What is said in a phrase, everybody reads in their own language (P3.4). */
async function talk(players, step) {
  const [anouk, bertil, cosima, dragan] = players
  await anouk.click('[data-test=phrase-suspect]')
  await anouk.click('[data-test=whom-2]')
  await cosima.tap('[data-test=seat-1]')
  await cosima.tap('[data-test=of-are_you]')
  await cosima.tap('[data-test=role-guard]')
  await bertil.fill('[data-test=say]', 'Me? Never!')
  await bertil.keyboard.press('Enter')
  const heard = (page, text) => page.locator('ol[aria-live] li', { hasText: text }).waitFor()
  for (const page of [anouk, bertil, cosima]) await heard(page, 'I suspect Bertil.')
  await heard(dragan, 'Je soupçonne Bertil.')
  for (const page of [anouk, bertil, cosima]) await heard(page, 'Anouk, are you a Guard?')
  for (const page of players) await heard(page, 'Me? Never!')
  step('P3.4 phrases are said in two or three presses, and read in each one’s language')
}

const seatOf = (truth, character) => truth.character.indexOf(CHARACTERS.indexOf(character))

/** Who can end this round so that the good win: the Guard points at the Traitor. */
const sure = (players, truth) => ({
  page: players[seatOf(truth, 'guard') - 1],
  traitor: seatOf(truth, 'traitor'),
  wizard: seatOf(truth, 'wizard'),
})

/** A STOP that can only lose is asked about (T3.3); the other is one gesture: hold the player. */
async function stopByHolding(players, truth, step) {
  const { page, traitor, wizard } = sure(players, truth)
  const press = async (seat, ms) => {
    const at = page.locator(`[data-test=seat-${seat}]`)
    await at.scrollIntoViewIfNeeded()
    const box = await at.boundingBox()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.waitForTimeout(ms)
    await page.mouse.up()
  }
  await press(wizard, 1500)
  await page.waitForSelector('[data-test=stop-loses]')
  await page.keyboard.press('Escape')
  assert.equal(page.story.view.phase, 'round')
  step('T3.3 a STOP that can only lose is asked about first')
  await press(traitor, 1500)
  await allTold(players, page)
  assert.equal(page.story.view.stopped_by, page.story.seat)
  assert.equal(page.story.view.pointed_at, traitor)
}

/** Counts how many cards are seen face down at most, from now on. */
const watchCardsTurn = (page) =>
  page.evaluate(() => {
    window.faceDown = 0
    new MutationObserver(() => {
      window.faceDown = Math.max(window.faceDown, document.querySelectorAll('.seat.down').length)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })

/** The same by the keyboard: Enter on the player asks. */
async function stopByAsking(players, truth) {
  const { page, traitor } = sure(players, truth)
  await page.locator(`[data-test=seat-${traitor}]`).focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-test=stop-sure]')
  await page.locator('[data-test=stop-sure]').focus()
  await page.keyboard.press('Enter')
  await allTold(players, page)
}

/** Every page tells who pointed at whom, and who they were. */
async function allRevealed(players, truth) {
  const { page, traitor } = sure(players, truth)
  const roles = { byRole: say('role.guard'), role: say('role.traitor') }
  const told = say('traitor.why.found', { by: page.called, name: truth.names[traitor], ...roles })
  for (const one of players)
    if (one.called !== 'Dragan') await one.locator('[data-test=why]', { hasText: told }).waitFor()
}

/** Answered means that all of what followed has been told to who asked; then to the others as well. */
async function allTold(players, page) {
  await page.story.until((view, { asked }) => view.phase !== 'round' && !asked.size)
  for (const { story } of players) await story.until((_, { told }) => told >= page.story.told)
}

/** T4.2: one's own treasures are seen while they are held; of others one sees how many. */
async function treasuresAreForOneself(players, truth, step) {
  for (const page of players) {
    const { seat, view, events } = page.story
    for (let other = 1; other <= players.length; other++)
      assert.equal(view.hand[other].count, truth.side[other] === 1 ? 1 : 0, 'the good draw one each')
    const drawn = events.find((event) => event.t === 'treasure_drawn' && event.seat === seat)
    const text = await whileHeld(page, () => face(page).textContent())
    const language = page.called === 'Dragan' ? 'fr' : 'en'
    const treasure = words[language][drawn ? `treasure.${drawn.treasure}` : 'traitor.noTreasure']
    assert.ok(text.includes(treasure), `${treasure}: ${text}`)
  }
  step('T3.4 T4.2 treasures are drawn; each is seen by who has it, while it is held')
}

async function nextRound(players) {
  const round = players[0].story.view.round + 1
  for (const page of players) await page.click('[data-test=ready]')
  for (const page of players) await page.story.until((view) => view.round === round && view.wizards, 90000)
}

/** Eight players, half of them bots: now Guards know the Key Holder, and the Traitors each other. */
async function eightAtTheTable(players, url, searchAll, module, step) {
  const [anouk] = players
  for (const page of players) page.log.length = 0
  const code = await openTable(anouk, url, 'traitor', { pace: 'relaxed' })
  for (const page of players.slice(1)) await joinTable(page, url, code)
  for (let i = 0; i < 4; i++) await anouk.click('[data-test=add-bot]')
  await start(anouk, 8)
  const tokens = ['', '', '', '', '', '', '', '', '']
  for (const page of players)
    tokens[page.story.seat] = await page.evaluate((key) => localStorage.getItem(key), `turncoat.seat.${code}`)
  const truth = { seats: 8, tokens, ...none }
  // A bot may say STOP while one looks: then the next round is looked into.
  do {
    for (const page of players) {
      await page.story.until((view) => view.phase === 'round' && view.wizards, 90000)
      page.kept.length = 0
    }
    truth.round = anouk.story.view.round
    truth.names = anouk.story.view.presence.player.map(({ name }) => name)
    await searchAll(players, truth)
    await anouk.click('[data-test=seat-2]')
    const sure = anouk.locator('[data-test=stop-sure]')
    await sure.click({ timeout: 5000 }).catch(() => anouk.keyboard.press('Escape'))
    for (const page of players) await page.story.until((view) => view.phase === 'pause')
    Object.assign(truth, { character: anouk.story.view.character, side: anouk.story.view.side })
    if (anouk.story.view.stopped_by !== anouk.story.seat) await nextRound(players)
  } while (anouk.story.view.stopped_by !== anouk.story.seat)
  for (const page of players) {
    const { seat } = page.story
    const round = page.log.slice(page.log.findLastIndex((text) => text.includes('"t":"round_begun"')))
    const { view } = beforeStops(page.log, module).at(-1)
    assert.deepEqual(viewLeaks(view, seat, truth), [], page.called)
    assert.deepEqual(networkLeaks(round, seat, truth), [], page.called)
    judge(page, none)
  }
  step('T1.4 T1.5 T1.7 with eight players everybody knows what their role is told, and nothing else')
}

// ---- the searches can fail ----

/** Plants leaks of every kind in a page, one after another; each must be found, and nothing without them. */
async function searchesFind(page, honest, forger, truth, module, step) {
  const hidden = truth.character.findIndex((card, seat) => seat && card !== CHARACTERS.indexOf('wizard'))
  const event = { n: 1, at: 1, t: 'card_dealt', seat: hidden, character: CHARACTERS[truth.character[hidden]] }
  const { view } = fold(module, page.log)
  const found = async (search, leaks, plant, remove, given) => {
    await page.evaluate(plant, given)
    const leak = await leaks()
    assert.ok(leak.length, `the search finds ${search}`)
    await page.evaluate(remove, given)
    step(`P5.1 the search finds a planted leak in ${search}`)
  }
  const inDocument = async () => documentLeaks(await readDocument(page), 0, truth, view)
  const inMemory = async () => memoryLeaks(await readMemory(page), 0, truth)
  assert.deepEqual(await inDocument(), [], 'nothing in the document before it is planted')
  assert.deepEqual(await inMemory(), [], 'nothing in memory before it is planted')

  await found(
    'the document: an attribute of a seat',
    inDocument,
    ({ seat, character }) => (document.querySelector(`[data-test=seat-${seat}]`).dataset.card = character),
    ({ seat }) => delete document.querySelector(`[data-test=seat-${seat}]`).dataset.card,
    event,
  )
  await found(
    'the document: words that nobody sees',
    inDocument,
    (text) => {
      const planted = document.body.appendChild(document.createElement('i'))
      Object.assign(planted, { hidden: true, id: 'planted', textContent: text })
    },
    () => document.getElementById('planted').remove(),
    `${truth.names[hidden]}: ${say(roleKey(truth, hidden))}`,
  )
  await found(
    'the document: what the browser keeps',
    inDocument,
    (token) => sessionStorage.setItem('planted', token),
    () => sessionStorage.removeItem('planted'),
    truth.tokens[1],
  )
  await found(
    "memory: the engine's bytes",
    inMemory,
    (cards) => {
      const engine = window.engines.at(-1)
      new Uint8Array(engine.memory.buffer).set(cards, engine.inbox())
    },
    () => {
      const engine = window.engines.at(-1)
      new Uint8Array(engine.memory.buffer).fill(0, engine.inbox(), engine.inbox() + 64)
    },
    [...truth.character, ...truth.side],
  )
  await found(
    'memory: an event',
    inMemory,
    (told) => (window.planted = told),
    () => delete window.planted,
    event,
  )
  await found(
    'memory: a view',
    inMemory,
    (known) => (window.planted = known),
    () => delete window.planted,
    { ...view, character: truth.character, side: truth.side },
  )
  await found(
    'memory: a text',
    inMemory,
    (token) => (window.planted = [`${token}!`]),
    () => delete window.planted,
    truth.tokens[1],
  )
  assert.deepEqual(networkLeaks(page.log, 0, truth), [])
  const before = page.log.length
  forger.tell(JSON.stringify({ aside: event }))
  for (let i = 0; i < 100 && page.log.length === before; i++) await page.waitForTimeout(100)
  assert.ok(networkLeaks(page.log, 0, truth).length, 'the search finds a frame')
  step('P5.1 the search finds a planted leak in the network: a frame')
  const told = honest.log.map((text) => {
    if (!text.includes('"t":"card_dealt"') || JSON.parse(text).seat !== hidden) return text
    return text.replace(/\}$/, `,"character":"${event.character}"}`)
  })
  assert.ok(networkLeaks(told, 0, truth).length, 'the search finds a card in the story')
  assert.ok(viewLeaks(fold(module, told).view, 0, truth).length, 'and what the view makes of it')
  step('P5.1 the search finds a planted leak in the network: a card in the story, and in its view')
}
