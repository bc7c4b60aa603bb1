// What must hold on every screen, whatever it shows: targets large enough for anybody's fingers, nothing
// hidden, nothing for axe-core to complain about, and every word in the reader's language. Each returns a
// list of complaints.
import { readFileSync } from 'node:fs'
import { words } from './people.mjs'

const source = (path) => readFileSync(new URL(path, import.meta.url), 'utf8')
const axe = source('../../web/node_modules/axe-core/axe.min.js')
const measure = source('./measure.js')

/** Puts a script into the page, once. The page's own policy would not let it be fetched. */
async function put(page, name, script) {
  if (!(await page.evaluate((known) => known in window, name))) await page.evaluate(script)
}

/** What a look finds; if anything, what a second one finds, for things may still be moving when one looks. */
export async function settled(page, look) {
  const found = await look()
  if (!found.length) return found
  await page.waitForTimeout(700)
  return look()
}

/** Is everything there, in reach of a finger, and nothing on top of it? */
export async function layout(page) {
  await put(page, 'measure', measure)
  return settled(page, () => page.evaluate(() => window.measure()))
}

/** Can one play without scrolling? What may be long scrolls in a box of its own inside the main part. */
export function inView(page) {
  return settled(page, () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('footer, aside, body *:has(> main)')]
        .filter((one) => one.scrollHeight > one.clientHeight + 1 && one.clientHeight)
        .map((one) => `${one.localName}.${one.className} has to be scrolled`),
    ),
  )
}

/** What axe-core finds. */
export async function accessibility(page) {
  await put(page, 'axe', axe)
  const run = () => page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  const violations = await settled(page, async () => (await run()).violations)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary.split('\n')[1]?.trim() ?? ''
      return `axe: ${id}: ${help}: ${target.join(' ')}: ${why}`
    }),
  )
}

/** Every text on the screen, and every name that a screen reader tells. */
export function texts(page) {
  return page.evaluate(() => {
    const found = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement
      if (parent.closest('script, style, kbd, option[lang]')) continue
      // What happened, was said or refused a moment ago stays as it was told.
      if (parent.closest('.notices, .notice, .unseen[aria-live], ol[aria-live]')) continue
      if (parent.localName === 'option' || parent.checkVisibility()) found.push(walk.currentNode.data)
    }
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        found.push(one.getAttribute(name) ?? '')
    return [...new Set(found.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean))]
  })
}

// All words of a language: the page's, and the quick phrases.
const all = (language) => [
  ...Object.values(words[language]),
  ...['traitor', 'table']
    .map((file) => source(`../../data/phrases/${file}.${language}`))
    .join('\n')
    .split('\n')
    .map((line) => line.split(' = ')[1])
    .filter(Boolean),
]
const plain = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
// What is the same in English and in the other language, with anything in the gaps.
const same = Object.fromEntries(
  ['fr', 'nl'].map((language) => {
    const theirs = new Set(all(language))
    const both = all('en').filter((text) => theirs.has(text))
    const patterns = both.map((text) =>
      text
        .replace(/\.$/, '')
        .split(/\{\w+\}/)
        .map(plain)
        .join('.*'),
    )
    return [language, new RegExp(`^(${patterns.join('|')})\\.?$`)]
  }),
)
const groups = new Set(Object.keys(words.en).map((key) => key.split('.')[0]))
const keyLike = new RegExp(`^(${[...groups].join('|')})(\\.\\w+)+$`)

/** What in a language is a key without words, or still English. `data` are nobody's words. */
export function untranslated(english, foreign, language, data) {
  const nobodys = (text) => !/\p{L}{2}/u.test(data.reduce((left, one) => left.replaceAll(one, ''), text))
  const fine = (text) => same[language].test(text) || nobodys(text)
  const before = new Set(english)
  return [
    ...foreign.filter((text) => keyLike.test(text)).map((text) => `${language}: no words for ${text}`),
    ...foreign
      .filter((text) => before.has(text) && !fine(text) && !text.split(/, | · /).every(fine))
      .map((text) => `${language}: still English: “${text}”`),
  ]
}
