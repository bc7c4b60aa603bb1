// What a page of Magic Maze with hidden roles holds that its player may not know (H9.2): the cards and sides
// of others that do not lie face up. The document, the memory and what the network brought are searched; the
// engine is not asked what may be known. Each search returns a list of leaks in words.
import assert from 'node:assert/strict'
import { objects } from './leaks.mjs'
import { words } from './people.mjs'

/** The cards that a page may know: its own, and those that were turned over. */
const known = (page, seat) =>
  seat === page.story.seat || page.story.events.some(({ t, seat: of }) => t === 'card_shown' && of === seat)

/** An event that tells a card, or how it stands, of somebody else before it lies open. */
function toldTooMuch(page, event) {
  if (event.t === 'role_dealt' && event.card && event.seat !== page.story.seat)
    return [`role_dealt of seat ${event.seat}: ${event.card}`]
  if (event.t === 'card_told' && event.seat !== page.story.seat) return [`card_told of seat ${event.seat}`]
  return []
}

function networkLeaks(page) {
  return page.log.flatMap((text) => {
    if (!text.startsWith('{"n":'))
      return /"(card|breaches)":/.test(text) ? [`a card outside of the story: ${text.slice(0, 200)}`] : []
    return toldTooMuch(page, JSON.parse(text))
  })
}

/** A view that knows a card or a side which it should not. */
function viewLeaks(page, roles) {
  return roles.card.flatMap((card, seat) =>
    seat && (card || roles.side[seat]) && !known(page, seat) ? [`a view knows the card of seat ${seat}`] : [],
  )
}

/** Events and views among the objects of the page. */
async function objectLeaks(page) {
  const { told, views } = await objects(page, 'ballot', 'card', 'side')
  const own = page.story.events.length
  return [
    ...told.filter(({ n }) => n <= own + 1000).flatMap((event) => toldTooMuch(page, event)),
    ...views.flatMap((roles) => viewLeaks(page, roles)),
  ]
}

/** The bytes of all engines of the page: the cards of all seats in a row, where they are no common row. */
async function engineLeaks(page, truth) {
  const row = truth.card.slice(1)
  if (new Set(row).size < 3 || row.every((_, i) => known(page, i + 1))) return []
  const held = await page.evaluate(
    (cards) =>
      window.engines.some((engine) =>
        new TextDecoder('latin1').decode(engine.memory.buffer).includes(String.fromCharCode(...cards)),
      ),
    row,
  )
  return held ? ['the cards of all, in the memory of an engine'] : []
}

/** Words that name a card together with a player; and the text of a card that nobody has shown. */
async function documentLeaks(page, truth, CARDS) {
  // What a traitor is about to guess is what that traitor has chosen, and nothing the page knows.
  const { lang, lines, html } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    lines: [...document.querySelectorAll('body *')]
      .filter((one) => !one.closest('script, style, select, dialog:not([open])'))
      .flatMap((one) => [
        one.getAttribute('aria-label') ?? '',
        one.getAttribute('title') ?? '',
        // What stands together: not a whole list of people.
        one.querySelector('li, p, section, button, dt, ul, div, select') ? '' : one.textContent,
        one.matches('li') ? one.textContent : '',
      ]),
    html: document.body.outerHTML.replace(document.querySelector('[data-test=guess-text]')?.outerHTML, ''),
  }))
  const leaks = []
  for (let seat = 1; seat < truth.card.length; seat++) {
    if (known(page, seat)) continue
    const name = CARDS[truth.card[seat]]
    const plain = name === 'hero' || name === 'traitor'
    const title = words[lang][`card.${name}`]
    for (const line of lines)
      if (line.includes(truth.names[seat]) && line.includes(title))
        leaks.push(`of seat ${seat} it is written: ${line.trim().slice(0, 120)}`)
    const text = words[lang][`card.${name}.text`]
    if (!plain && truth.card[page.story.seat] !== truth.card[seat] && html.includes(text))
      leaks.push(`the text of seat ${seat}'s card`)
  }
  return leaks
}

/** Everything that is wrong about what a page holds now. */
export async function cardLeaks(page, truth, CARDS) {
  return [
    ...networkLeaks(page),
    ...viewLeaks(page, page.story.view.roles),
    ...(await objectLeaks(page)),
    ...(await engineLeaks(page, truth)),
    ...(await documentLeaks(page, truth, CARDS)),
  ]
}

/** Plants leaks of every kind in an honest page; each must be found, and nothing without them. */
export async function searchesFind(page, truth, CARDS, step) {
  const seat = truth.card.findIndex((_, one) => one && one !== page.story.seat)
  const event = { n: 1, at: 1, t: 'role_dealt', seat, card: CARDS[truth.card[seat]] }
  const search = () => cardLeaks(page, truth, CARDS)
  assert.deepEqual(await search(), [], 'nothing before it is planted')
  const found = async (where, plant, remove, given) => {
    await page.evaluate(plant, given)
    assert.ok((await search()).length, `the search finds ${where}`)
    await page.evaluate(remove)
  }
  await found(
    'an event in memory',
    (told) => (window.planted = told),
    () => delete window.planted,
    event,
  )
  await found(
    'a view in memory',
    ({ roles, card }) => (window.planted = { ...roles, card }),
    () => delete window.planted,
    { roles: page.story.view.roles, card: [...truth.card].map((card) => card ?? 0) },
  )
  await found(
    'words in the document',
    (text) => {
      const planted = document.body.appendChild(document.createElement('p'))
      Object.assign(planted, { hidden: true, id: 'planted', textContent: text })
    },
    () => document.getElementById('planted').remove(),
    `${truth.names[seat]} ${words.en[`card.${event.card}`]}`,
  )
  for (const [where, told] of [
    ['an event in the network', event],
    ['a card outside of the story', { aside: { card: event.card } }],
  ]) {
    const text = JSON.stringify(told)
    page.log.push(text)
    assert.ok((await search()).length, `the search finds ${where}`)
    page.log.splice(page.log.indexOf(text), 1) // more may have come meanwhile
  }
  assert.deepEqual(await search(), [])
  step('P5.1 the searches find planted leaks, in document, memory and network')
}
