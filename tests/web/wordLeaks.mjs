// What a page of Traître Mot holds that its player may not know (W7.2): words of the table's own list that
// are neither in the own hand nor announced, and others' hands and piles. The document, the memory and what
// the network brought are searched; the engine is not asked what may be known. Each search returns leaks in
// words.
import assert from 'node:assert/strict'
import { engineBytes, readDocument, readMemory } from './leaks.mjs'

// ---- a list of words that nobody would write by chance ----

const SIGNS = ['bcdfghjklmnprtvwz', 'aeiou']
const far = (a, b) => [...a].filter((sign, i) => sign !== b[i]).length > 3

/** So many words of eight letters, none near any other: a slip of the pen is no other word. */
export function inventWords(count) {
  const found = []
  for (let seed = 1; found.length < count; seed = (seed * 48271) % 2147483647) {
    let left = seed
    const word = Array.from({ length: 8 }, (_, i) => {
      const signs = SIGNS[i % 2]
      const sign = signs[left % signs.length]
      left = Math.floor(left / signs.length)
      return sign
    }).join('')
    if (found.every((one) => far(one, word))) found.push(word)
  }
  return found
}

// ---- what one may know ----

/** The own cards so far, as the server dealt them to this seat, and all that was said or shown. */
export function knownWords({ story }) {
  const texts = story.events
    .filter(
      ({ t, seat }) => ['word_started', 'word_announced', 'card_shown'].includes(t) || seat === story.seat,
    )
    .map(({ text }) => text)
  return new Set(texts)
}

/** An event that tells a card or a pile of somebody else. */
function toldTooMuch({ story }, event) {
  const others = ['card_drawn', 'pile_counted'].includes(event.t) && event.seat !== story.seat
  const ours = event.t === 'card_shown' || event.by === story.seat || event.seat === story.seat
  return [
    ...(others ? [`${event.t} of seat ${event.seat}`] : []),
    ...(event.card && !ours ? [`a card in ${event.t}`] : []),
    ...(event.t === 'card_shown' && event.card && event.seat !== story.seat
      ? ["the number of another's card"]
      : []),
    ...(event.t === 'piles_dealt' && event.cards ? ['the words behind the lightning'] : []),
  ]
}

function viewLeaks({ story }, { hand, pile, places }) {
  const place = places.flatMap((part) => part.of)
  const own = new Set(hand[story.seat].card)
  return [
    ...hand.flatMap(({ card }, seat) =>
      seat !== story.seat && card.some(Boolean) ? [`the hand of ${seat}`] : [],
    ),
    ...pile.flatMap((cards, seat) => (seat !== story.seat && cards ? [`the pile of ${seat}`] : [])),
    ...place.flatMap((where, i) =>
      where && where < 16 && !own.has(i + 1) ? [`where card ${i + 1} is`] : [],
    ),
  ].map((what) => `a view knows ${what}`)
}

/** Everything that is wrong about what a page holds now; `list` are all words of the table's list. Whoever
    looks deep looks at every text and object of the page too, which takes seconds. */
export async function wordLeaks(page, list, deep = false) {
  const known = knownWords(page)
  const hidden = list.filter((word) => !known.has(word))
  const within = (where, text) =>
    hidden.filter((word) => text.includes(word)).map((word) => `${where}: ${word}`)
  const memory = deep ? await readMemory(page) : { engines: await engineBytes(page), told: [], texts: '' }
  return [
    ...page.log.flatMap((text) => within('network', text)),
    ...page.story.events.flatMap((event) => toldTooMuch(page, event)),
    ...viewLeaks(page, page.story.view),
    ...memory.told.flatMap((event) => toldTooMuch(page, event).map((what) => `objects: ${what}`)),
    ...within('heap', memory.texts),
    ...memory.engines.flatMap(({ bytes }) => within('engine', bytes.toString('latin1'))),
    ...within('document', JSON.stringify(await readDocument(page))),
  ]
}

/** Plants leaks of every kind in an honest page: each is found. */
export async function searchesFind(page, list) {
  const known = knownWords(page)
  const word = list.find((one) => !known.has(one))
  page.log.push(`{"material":"${word}"}`)
  await page.evaluate(
    ([text, seat]) => {
      window.planted = [{ text }, { n: 1, at: 1, t: 'card_drawn', seat }]
      document.body.dataset.planted = text
      const [engine] = window.engines.slice(-1)
      new TextEncoder().encodeInto(text, new Uint8Array(engine.memory.buffer, engine.inbox()))
    },
    [word, page.story.seat + 1],
  )
  const leaks = await wordLeaks(page, list, true)
  for (const where of ['network', 'objects', 'heap', 'engine', 'document'])
    assert.ok(
      leaks.some((leak) => leak.startsWith(where)),
      `the search finds what is planted: ${where}`,
    )
  page.log.splice(
    page.log.findIndex((text) => text.includes(word)),
    1,
  )
  await page.evaluate(() => {
    delete window.planted
    delete document.body.dataset.planted
    const [engine] = window.engines.slice(-1)
    new Uint8Array(engine.memory.buffer, engine.inbox(), 16).fill(0)
  })
}
