#!/usr/bin/env node
// Reports on a deck of word cards what `turncoat check` cannot know: spelling and missing forms (W8.2), words
// that become another everyday word (W8.5), meanings and how common a word is (W8.6), fields and unrelated
// pairs (W8.7). Findings first, the surest on top; then the figures. A person decides: word lists know
// neither children nor play. Nothing of those lists is kept.
//
//   tools/deck-report.mjs FILE...
//
// It needs, from Debian: hunspell hunspell-en-gb hunspell-en-us hunspell-fr-classical hunspell-nl scowl
// mythes-fr wordnet-base dict-freedict-fra-eng dict-freedict-nld-eng.
import fs from 'node:fs'
import zlib from 'node:zlib'
import { spawnSync } from 'node:child_process'

const COLOURS = ['black', 'pink']
const FIELD_PERCENT = 6 // W8.7
const MEANINGS_PERCENT = 33 // W8.6
const SURE = 0,
  LIKELY = 1,
  JUDGE = 2
const HEADINGS = ['Sure', 'Likely', 'For a person to judge']

const NEEDED = {
  hunspell: '/usr/bin/hunspell',
  'hunspell-en-gb': '/usr/share/hunspell/en_GB.dic',
  'hunspell-en-us': '/usr/share/hunspell/en_US.dic',
  'hunspell-fr-classical': '/usr/share/hunspell/fr.dic',
  'hunspell-nl': '/usr/share/hunspell/nl.dic',
  scowl: '/usr/share/dict/scowl/english-words.10',
  'mythes-fr': '/usr/share/mythes/thes_fr.dat',
  'wordnet-base': '/usr/share/wordnet/data.noun',
  'dict-freedict-fra-eng': '/usr/share/dictd/freedict-fra-eng.dict.dz',
  'dict-freedict-nld-eng': '/usr/share/dictd/freedict-nld-eng.dict.dz',
}
const missing = Object.keys(NEEDED).filter((name) => !fs.existsSync(NEEDED[name]))
if (missing.length) {
  console.error(`tools/deck-report.mjs needs more word lists: apt-get install ${missing.join(' ')}`)
  process.exit(2)
}
const files = process.argv.slice(2)
if (!files.length) {
  console.error('usage: tools/deck-report.mjs FILE...')
  process.exit(2)
}

// ---- words as W2.4 compares them ----

const plainOf = (word) =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/ĳ/g, 'ij')
    .replace(/[ \-'’]/g, '')

const FINALS = { en: ['s', 'es'], fr: ['s', 'x'], nl: ['s'] }
const withFinals = (plain, language) => [
  ...FINALS[language].map((end) => plain + end),
  ...FINALS[language].filter((end) => plain.endsWith(end)).map((end) => plain.slice(0, -end.length)),
]

// ---- the deck: as much of it as can be read ----

function readWord(text, language) {
  const [, kind, rest] = text.trim().match(/^(?:([nav]) )?(.*)$/)
  const [words] = rest.split('[')
  const [word, ...forms] = words
    .split(',')
    .map((form) => form.trim())
    .filter(Boolean)
  const gloss = {}
  for (const [, name, what] of rest.matchAll(/\[(\w+) ([^\]]*)\]/g)) gloss[name] = what
  return { word: word || '', kind: kind || 'n', forms, gloss, language }
}

function readDeck(file) {
  const deck = { file, language: 'en', words: [], cards: [] }
  for (const [at, line] of fs.readFileSync(file, 'utf8').split('\n').entries()) {
    if (/^\s*(\/\/|$)/.test(line) || line.startsWith('deck:')) continue
    if (line.startsWith('language:')) {
      deck.language = line.slice(9).trim()
      continue
    }
    const cells = line.split('|')
    const pair = cells.slice(-2).map((cell) => readWord(cell, deck.language))
    const card = { line: at + 1, number: cells.length > 2 ? cells[0].trim() : '', pair }
    for (const [colour, word] of pair.entries()) {
      Object.assign(word, { card, colour })
      deck.words.push(word)
    }
    deck.cards.push(card)
  }
  return deck
}

// ---- dictionaries ----

function hunspell(dictionary, mode, words) {
  const run = spawnSync('hunspell', ['-i', 'utf-8', '-d', dictionary, mode], {
    input: `${words.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (run.status) throw new Error(`hunspell -d ${dictionary}: ${run.stderr}`)
  return run.stdout.split('\n')
}

/** The words, or parts of words, that none of the dictionaries has. */
const unknownTo = (dictionaries, words) =>
  dictionaries
    .map((dictionary) => new Set(hunspell(dictionary, '-l', words).filter(Boolean)))
    .reduce((some, others) => new Set([...some].filter((word) => others.has(word))))

/** What hunspell knows about each: "st:cerise po:nom is:pl". */
function analyses(dictionary, words) {
  const found = new Map()
  for (const line of hunspell(dictionary, '-m', words)) {
    const [word, ...tags] = line.trim().split(/\s+/)
    if (tags.length) found.set(word, [...(found.get(word) || []), tags])
  }
  return found
}

/** The entries of a dictionary, without what is derived from them, by plain form. */
function lemmas(dictionary) {
  const by = new Map()
  for (const line of fs.readFileSync(`/usr/share/hunspell/${dictionary}.dic`, 'utf8').split('\n').slice(1)) {
    const word = line.split(/[/\s]/)[0].replace(/ĳ/g, 'ij')
    if (word.length < 2 || word !== word.toLowerCase() || /[^\p{L}\-' ]|-$|^-/u.test(word)) continue
    const plain = plainOf(word)
    by.set(plain, (by.get(plain) || new Set()).add(word))
  }
  return by
}

/** Headwords of a dictionary into English, with the translations of each. */
function freedict(name) {
  const words = new Map()
  let head = ''
  for (const line of zlib
    .gunzipSync(fs.readFileSync(`/usr/share/dictd/freedict-${name}.dict.dz`))
    .toString('utf8')
    .replace(/ĳ/g, 'ij')
    .split('\n')) {
    const begins = line.match(/^(\S.*?) \/.*\//)
    if (begins) [, head] = begins
    else if (head && line)
      words.set(head, [...(words.get(head) || []), ...line.replace(/^\d+\. /, '').split(/, ?/)])
  }
  return words
}

function thesaurus() {
  const by = new Map()
  let head = ''
  for (const line of fs.readFileSync(NEEDED['mythes-fr'], 'utf8').split('\n')) {
    const [first, ...rest] = line.split('|')
    if (!first.startsWith('(')) head = first
    else by.set(head, [...(by.get(head) || []), rest])
  }
  return by
}

/** How common an English word is: the size of the smallest list that has it, 10 to 70. */
function scowl() {
  const sizes = new Map()
  for (const size of [70, 60, 55, 50, 40, 35, 20, 10])
    for (const kind of ['english', 'british', 'american']) {
      const file = `/usr/share/dict/scowl/${kind}-words.${size}`
      if (!fs.existsSync(file)) continue
      for (const word of fs.readFileSync(file, 'latin1').split('\n')) sizes.set(word, size)
    }
  return sizes
}

// ---- WordNet ----

const POS = { n: 'noun', v: 'verb', a: 'adj' }
const LEXFILES = (
  'adj.all adj.pert adv.all tops act animal artifact attribute body cognition communication ' +
  'event feeling food group location motive object person phenomenon plant possession process quantity ' +
  'relation shape state substance time v.body v.change v.cognition v.communication v.competition ' +
  'v.consumption v.contact v.creation v.emotion v.motion v.perception v.possession v.social v.stative ' +
  'v.weather adj.ppl'
).split(' ')

const wordnet = { index: {}, data: {}, plurals: new Map() }
for (const pos of Object.values(POS)) {
  wordnet.index[pos] = new Map()
  wordnet.data[pos] = fs.readFileSync(`/usr/share/wordnet/data.${pos}`)
  for (const line of fs.readFileSync(`/usr/share/wordnet/index.${pos}`, 'latin1').split('\n')) {
    const parts = line.trim().split(' ')
    if (!line.startsWith(' ') && parts.length > 6)
      wordnet.index[pos].set(parts[0], parts.slice(-Number(parts[2])).map(Number))
  }
}
for (const line of fs.readFileSync('/usr/share/wordnet/noun.exc', 'latin1').split('\n')) {
  const [plural, word] = line.split(' ')
  if (word) wordnet.plurals.set(word, [...(wordnet.plurals.get(word) || []), plural])
}

function synset(pos, offset) {
  const data = wordnet.data[pos]
  const [fields, gloss] = data.toString('latin1', offset, data.indexOf(10, offset)).split(' | ')
  const parts = fields.split(' ')
  const count = parseInt(parts[3], 16)
  const words = Array.from({ length: count }, (_, i) => parts[4 + 2 * i].replace(/\(.*/, '').toLowerCase())
  const pointers = []
  for (let i = 5 + 2 * count; i + 3 < parts.length; i += 4)
    pointers.push({ sign: parts[i], to: Number(parts[i + 1]), pos: parts[i + 2] })
  return { pos, offset, lexfile: LEXFILES[Number(parts[1])], words, pointers, gloss: gloss || '' }
}

function senses(word, kinds = 'nva') {
  const lemma = word.toLowerCase().replace(/ /g, '_')
  return [...kinds].flatMap((kind) =>
    (wordnet.index[POS[kind]].get(lemma) || []).map((offset) => synset(POS[kind], offset)),
  )
}

// Artefacts and the like are too broad a field: the nearest of these above a word is its field.
const ANCHORS = new Set(
  (
    'clothing footwear jewelry furniture vehicle tool weapon building room container ' +
    'musical_instrument toy machine fabric electronic_equipment kitchen_utensil tableware way sport game ' +
    'music dance holiday weather furnishing bedclothes ship writing_implement measuring_instrument ' +
    'game_equipment sports_equipment picture book body_of_water plant_part fruit vegetable drug ' +
    'beverage bird fish insect relative worker ruler entertainer criminal'
  ).split(' '),
)
const MERGED = {
  footwear: 'clothing',
  jewelry: 'clothing',
  bedclothes: 'furniture',
  furnishing: 'furniture',
  ship: 'vehicle',
  kitchen_utensil: 'tableware',
  fruit: 'food',
  vegetable: 'food',
  beverage: 'food',
  bird: 'animal',
  fish: 'animal',
  insect: 'animal',
  plant_part: 'plant',
  room: 'building',
  dance: 'music',
  sport: 'sport, game',
  game: 'sport, game',
  toy: 'sport, game',
  game_equipment: 'sport, game',
  sports_equipment: 'sport, game',
  musical_instrument: 'music',
}
const PEOPLE = new Set(['person', 'relative', 'worker', 'ruler', 'entertainer', 'criminal'])
const WIDE = [
  'animal',
  'body',
  'food',
  'plant',
  'clothing',
  'vehicle',
  'building',
  'music',
  'sport, game',
  'weather',
]
const FAIR = new Set([
  'animal',
  'body',
  'food',
  'plant',
  'person',
  'substance',
  'object',
  'phenomenon',
  'time',
  'possession',
  'feeling',
  'event',
  'group',
  'location',
  'shape',
  ...[...ANCHORS].map((a) => MERGED[a] || a),
])

function fieldOf(sense) {
  for (let s = sense, depth = 0; s && depth < 12; depth++) {
    const anchor = s.words.find((word) => ANCHORS.has(word))
    if (anchor && s.pos === 'noun') return MERGED[anchor] || anchor
    const above = s.pointers.find(({ sign }) => sign === '@' || sign === '@i')
    s = above && s.pos === 'noun' ? synset('noun', above.to) : null
  }
  return sense.lexfile
}

/** What a deck's word is in English: itself, or its glosses, one for each meaning that its author names. */
function inEnglish(word) {
  if (word.language === 'en') return [word.word]
  const glosses = (word.gloss.en || '')
    .split(/[/,;]/)
    .map((gloss) => gloss.trim().replace(/^(to|an?|the) /, ''))
  return glosses.filter(Boolean)
}

/** Its senses: the first of each meaning, then the others. */
function englishSenses(word) {
  const lists = inEnglish(word).map((text) => {
    for (const tried of [text, text.replace(/s$/, ''), text.replace(/.* /, '')])
      for (const kinds of [word.kind, 'nva']) {
        const found = senses(tried, kinds)
        if (found.length) return found
      }
    return []
  })
  return [...lists.flatMap((list) => list.slice(0, 1)), ...lists.flatMap((list) => list.slice(1))]
}

// ---- each language ----

const doubles = (word) => /(^|[^aeiou])[aeiou][bdfgklmnprst]$/.test(word) // kat, katten

const english = {
  name: 'English',
  dictionary: 'en_GB',
  dictionaries: ['en_GB', 'en_US'],
  common: scowl(),
  inflected({ word, kind }) {
    if (kind !== 'n') return []
    const irregular = wordnet.plurals.get(word)
    if (irregular) return irregular
    if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
    return [/(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`, `${word}es`]
  },
  isInflection: (word, tags) => tags.includes(`st:${word}`),
  isLemma: (word) => !word.includes("'") && senses(word).length > 0,
  isEveryday: (word) => english.common.get(word) <= 35,
  isRare: (word) => !(english.common.get(word) <= 50),
  meanings: (word) => (tagged().get(word.word) || { fields: new Set() }).fields.size,
}

const french = {
  name: 'French',
  dictionary: 'fr',
  dictionaries: ['fr'],
  into: freedict('fra-eng'),
  thesaurus: thesaurus(),
  inflected({ word, kind }) {
    if (kind === 'v') return []
    const stem = (count) => word.slice(0, -count)
    const feminine = [
      `${word}e`,
      `${word}${word.slice(-1)}e`,
      `${word}sse`,
      `${stem(2)}ère`,
      `${stem(2)}se`,
      `${stem(1)}se`,
      `${stem(1)}ve`,
      `${stem(1)}que`,
      `${stem(1)}sse`,
      `${stem(3)}euse`,
      `${stem(3)}rice`,
      `${stem(2)}elle`,
      `${word}que`,
      `${stem(1)}che`,
      `${stem(2)}olle`,
      `${stem(1)}esse`,
    ]
    return [
      `${word}s`,
      `${word}x`,
      `${stem(2)}aux`,
      `${stem(3)}aux`,
      ...feminine,
      ...feminine.map((form) => `${form}s`),
    ]
  },
  isInflection: (word, tags, kind) =>
    tags.includes(`st:${word}`) &&
    tags.includes(kind === 'a' ? 'po:adj' : 'po:nom') &&
    !tags.some((tag) => /^po:v/.test(tag)),
  isLemma: () => true,
  isEveryday: (word) => french.into.has(word),
  isRare: (word) => !french.into.has(word) && !french.thesaurus.has(word),
  meanings: (word) => Math.max(inEnglish(word).length, fieldsOfTranslations(french.into.get(word.word))),
}

const dutch = {
  name: 'Dutch',
  dictionary: 'nl',
  dictionaries: ['nl'],
  into: freedict('nld-eng'),
  inflected({ word, kind }) {
    if (kind === 'v') return []
    const last = word.slice(-1)
    const short = word.replace(/([aeou])\1([^aeiou])$/, '$1$2')
    const soft = short.replace(/f$/, 'v').replace(/s$/, 'z')
    const stems = [word, doubles(word) ? word + last : word, short, soft]
    if (kind === 'a') return stems.map((stem) => `${stem}e`)
    return [
      ...stems.map((stem) => `${stem}en`),
      `${word}s`,
      `${word}'s`,
      `${word}ën`,
      `${word}n`,
      `${stems[2]}eren`,
      word.replace(/heid$/, 'heden'),
    ]
  },
  isInflection: (word, tags, kind) =>
    tags.includes(`st:${word}`) && tags.includes(kind === 'a' ? 'ts:AJe' : 'ts:NN2'),
  isLemma: () => true,
  isEveryday: (word) => dutch.into.has(word),
  isRare: (word) => !dutch.into.has(word),
  meanings: (word) => Math.max(inEnglish(word).length, fieldsOfTranslations(dutch.into.get(word.word))),
}

/** In how many fields the English translations of a word are: a low estimate of its meanings. */
const fieldsOfTranslations = (translations = []) =>
  new Set(
    translations
      .map((english_) => senses(english_)[0])
      .filter(Boolean)
      .map((s) => s.lexfile),
  ).size

const LANGUAGES = { en: english, fr: french, nl: dutch }

// ---- findings ----

function reporter(deck) {
  const found = [[], [], []]
  return {
    found,
    say: (how, word, text) => found[how].push(`${deck.file}:${word.card.line}: ${word.word}: ${text}`),
  }
}

/** W8.1: equal or alike, with all forms. */
function reportAlike(deck, { say }) {
  const first = new Map()
  for (const word of deck.words) {
    for (const form of [word.word, ...word.forms]) {
      const plain = plainOf(form)
      const other = [plain, ...withFinals(plain, deck.language)]
        .map((p) => first.get(p))
        .find((w) => w && w !== word)
      if (other) say(SURE, word, `${form} is equal or alike to ${other.word}, line ${other.card.line} (W8.1)`)
    }
    for (const form of [word.word, ...word.forms])
      if (!first.has(plainOf(form))) first.set(plainOf(form), word)
  }
}

/** W8.2: spelling, and forms that are not listed. */
function reportForms(deck, language, { say }) {
  const listed = deck.words.flatMap((word) => [word.word, ...word.forms])
  const wrong = unknownTo(language.dictionaries, listed)
  const candidates = new Map(deck.words.map((word) => [word, [...new Set(language.inflected(word))]]))
  const known = analyses(language.dictionary, [...candidates.values()].flat())
  const abroad = deck.language === 'en' ? ['en_US', 'en_GB'].map((d) => unknownTo([d], listed)) : []
  for (const word of deck.words) {
    const all = [word.word, ...word.forms]
    const have = new Set(all.map(plainOf))
    for (const form of all) {
      const unknown = wrong.has(form) || form.split(/\s/).some((part) => wrong.has(part))
      const respelled = all.some((other) => !wrong.has(other) && plainOf(other) === plainOf(form))
      if (unknown && !respelled)
        say(form === word.word ? SURE : LIKELY, word, `${form} is not in the dictionary (W8.2)`)
    }
    if (abroad.some((unknown) => all.every((form) => unknown.has(form) && !wrong.has(form))))
      say(LIKELY, word, 'is written in another way on the other side of the Atlantic: list that too (W8.2)')
    if (deck.language === 'nl' && candidates.get(word).some((form) => word.forms.includes(form))) continue
    const lacking = candidates
      .get(word)
      .filter(
        (form) =>
          !have.has(plainOf(form)) &&
          (known.get(form) || []).some((tags) => language.isInflection(word.word, tags, word.kind)),
      )
    const plurals = candidates.get(word).filter((form) => form !== word.word && known.has(form))
    if (!lacking.length && plurals.length && word.kind === 'n' && deck.language === 'nl')
      say(JUDGE, word, `is ${plurals.join(', ')} its plural? It is not listed (W8.2)`)
    if (lacking.length && word.kind !== 'v')
      say(LIKELY, word, `${lacking.join(', ')} is not listed as a form (W8.2)`)
  }
}

/** W8.5: another word that W3.5 would take for this one. */
function reportMistaken(deck, language, { say }) {
  const entries = lemmas(language.dictionary)
  for (const word of deck.words) {
    const own = new Set([word.word, ...word.forms])
    const plain = plainOf(word.word)
    const inflected = new Set(language.inflected(word).map(plainOf))
    const near = new Set(
      [plain, ...withFinals(plain, deck.language), ...word.forms.map(plainOf)].flatMap((p) => [
        ...(entries.get(p) || []),
      ]),
    )
    for (const other of near) {
      if (own.has(other) || !language.isLemma(other) || other.replace(/-/g, '') === word.word) continue
      if (inflected.has(plainOf(other)) && plainOf(other) !== plain && deck.language !== 'fr') continue
      const accents = plainOf(other) === plain ? 'but for an accent' : 'but for its end'
      const everyday = language.isEveryday(other)
      const what = everyday ? 'an everyday word' : 'a word, perhaps a rare one'
      say(everyday ? LIKELY : JUDGE, word, `${other} is ${what}, and the same ${accents} (W8.5)`)
    }
  }
}

/** W8.5 too: a form that is also a word of its own, as the plural of fil is. */
function reportOwnForms(deck, language, { say }) {
  const known = analyses(
    language.dictionary,
    deck.words.flatMap(({ forms }) => forms),
  )
  const mothers = analyses(
    language.dictionary,
    deck.words.map(({ word }) => word),
  )
  for (const word of deck.words)
    for (const form of word.forms) {
      if ((mothers.get(word.word) || []).some((tags) => tags.includes(`st:${form}`))) continue
      const own = (known.get(form) || []).some(
        (tags) => tags.includes(`st:${form}`) && tags.includes('po:nom'),
      )
      const sure = language.isEveryday(form)
      if (own && form !== word.word)
        say(sure ? LIKELY : JUDGE, word, `its form ${form} is a word of its own too (W8.5)`)
    }
}

/** W8.6: rare words, and those that fall by themselves. */
function reportCommon(deck, language, { found }) {
  const list = (what, words) => {
    if (words.length) found[JUDGE].push(`${deck.file}: ${what} (W8.6): ${words.join(', ')}`)
  }
  const words = deck.words.map(({ word }) => word)
  list('in no list of common words: too rare?', words.filter(language.isRare))
  if (deck.language === 'en')
    list(
      'often in the texts that WordNet has counted: too common?',
      words.filter((word) => tagged().get(word)?.count >= 150),
    )
}

/** Of English words, in texts that were read by people: how often each was met, and in which fields. */
let met
function tagged() {
  if (met) return met
  met = new Map()
  for (const line of fs.readFileSync('/usr/share/wordnet/cntlist.rev', 'latin1').split('\n')) {
    const [key, , count] = line.split(' ')
    const [lemma, where] = key.replace(/_/g, ' ').split('%')
    if (!where) continue
    const known = met.get(lemma) || { count: 0, fields: new Set() }
    known.count += Number(count)
    known.fields.add(where.split(':')[1])
    met.set(lemma, known)
  }
  return met
}

/** Why the two words of a card look related, or nothing. */
function relation(pair, language) {
  const [a, b] = pair.map(englishSenses)
  const texts = pair.map(inEnglish)
  const synonyms =
    language.thesaurus &&
    pair.some((word, i) => (language.thesaurus.get(word.word) || []).flat().includes(pair[1 - i].word))
  if (synonyms) return [LIKELY, 'the thesaurus gives one for the other']
  for (const x of a)
    for (const y of b) {
      if (x.pos === y.pos && x.offset === y.offset) return [LIKELY, 'they can mean the same']
      if (x.pointers.some(({ to }) => to === y.offset) || y.pointers.some(({ to }) => to === x.offset))
        return [LIKELY, 'WordNet links them directly']
    }
  const mentions = (from, names) =>
    names.some((name) => {
      const whole = new RegExp(`\\b${name.replace(/\W/g, '.')}s?\\b`)
      return name.length > 2 && from.slice(0, 4).some((sense) => whole.test(sense.gloss.split('"')[0]))
    })
  if (mentions(a, texts[1]) || mentions(b, texts[0])) return [LIKELY, 'one is in the definition of the other']
  const fields = [a, b].map((list) => list.length && fieldOf(list[0]))
  if (fields[0] && fields[0] === fields[1] && FAIR.has(fields[0])) return [JUDGE, `both are ${fields[0]}`]
  return null
}

function mainField(word) {
  const [first] = englishSenses(word)
  return first ? fieldOf(first) : 'not known'
}

/** W8.7, and the figures of W8.6. */
function reportFields(deck, language, report) {
  const lines = []
  for (const card of deck.cards) {
    const related = relation(card.pair, language)
    if (related) report.say(related[0], card.pair[0], `and ${card.pair[1].word}: ${related[1]} (W8.7)`)
  }
  for (const [colour, name] of COLOURS.entries()) {
    const words = deck.words.filter((word) => word.colour === colour)
    const most = Math.floor((FIELD_PERCENT * Math.max(words.length, 1)) / 100)
    const by = new Map()
    for (const word of words) {
      const field = mainField(word)
      by.set(field, [...(by.get(field) || []), word])
    }
    const wide = WIDE.map((field) => [
      `may be ${field}, by one of three meanings`,
      words.filter((word) =>
        englishSenses(word)
          .slice(0, 3)
          .some((sense) => fieldOf(sense) === field),
      ),
    ])
    wide.push(['are people of any kind', words.filter((word) => PEOPLE.has(mainField(word)))])
    for (const [what, those] of wide)
      if (those.length > most && words.length >= 50)
        report.found[JUDGE].push(
          `${deck.file}: ${name}: ${those.length} words ${what}; ${most} of a field are ` +
            `the most (W8.7): ${those.map(({ word }) => word).join(', ')}`,
        )
    const two = words.filter((word) => language.meanings(word) >= 2).length
    const percent = Math.round((100 * two) / Math.max(words.length, 1))
    lines.push(
      `${name}: ${words.length} words; ${percent} % with two meanings or more` +
        ` (W8.6 wants ${MEANINGS_PERCENT} %)`,
    )
    for (const [field, those] of [...by].sort((x, y) => y[1].length - x[1].length)) {
      const fair = FAIR.has(field)
      const list = those.map(({ word }) => word).join(', ')
      if (fair && those.length > most && words.length >= 50)
        report.found[LIKELY].push(
          `${deck.file}: ${name}: ${those.length} words of the field ${field}, ` +
            `and ${most} are the most (W8.7): ${list}`,
        )
      lines.push(
        `  ${String(those.length).padStart(3)} ${field}${fair ? '' : ' (too broad to judge)'}: ${list}`,
      )
    }
  }
  return lines
}

function report(file) {
  const deck = readDeck(file)
  const language = LANGUAGES[deck.language]
  if (!language) throw new Error(`${file}: no word lists for the language ${deck.language}`)
  const findings = reporter(deck)
  reportAlike(deck, findings)
  reportForms(deck, language, findings)
  reportMistaken(deck, language, findings)
  if (deck.language === 'fr') reportOwnForms(deck, language, findings)
  reportCommon(deck, language, findings)
  const figures = reportFields(deck, language, findings)
  console.log(`# ${file}: ${language.name}, ${deck.cards.length} cards\n`)
  for (const [how, list] of findings.found.entries())
    console.log(`## ${HEADINGS[how]}: ${list.length}\n${list.join('\n')}\n`)
  console.log(
    `## Figures\nFields are those of a word's first meaning in WordNet${
      deck.language === 'en' ? '' : ', by its English gloss'
    }.\n${figures.join('\n')}\n`,
  )
}

files.forEach(report)
