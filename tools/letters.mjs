// Writes games/word/letters_data.h from Unicode's own files (Debian's unicode-data), or checks that the
// committed file is what it writes. What counts as a letter (W2.5) is decided here; games/word/letters.c only
// looks it up.
//
//   node tools/letters.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs'

const unicode = '/usr/share/unicode/'
const target = new URL('../games/word/letters_data.h', import.meta.url)

// --- what Unicode says -----------------------------------------------------------------------------

// The lines of a file as [code, its fields], a range of codes as many.
function* lines(file) {
  let first
  for (const line of readFileSync(unicode + file, 'utf8').split('\n')) {
    const fields = line
      .replace(/#.*/, '')
      .split(';')
      .map((field) => field.trim())
    if (fields.length < 2 && !fields[0]) continue
    const [from, to] = fields[0].split('..').map((code) => parseInt(code, 16))
    if (fields[1]?.endsWith(', First>')) first = from
    else for (let code = first ?? from; code <= (to ?? from); code++) yield [code, fields]
    if (fields[1]?.endsWith(', Last>')) first = undefined
  }
}

const characters = new Map()
for (const [code, fields] of lines('UnicodeData.txt')) {
  const [, name, category, order, , decomposition, , , , , , , capital, small] = fields
  const [, tag, parts] = /^(?:<(\w+)> )?(.*)$/.exec(decomposition)
  characters.set(code, {
    name,
    category,
    order: Number(order),
    tag,
    parts: parts ? parts.split(' ').map((part) => parseInt(part, 16)) : [],
    small: small ? parseInt(small, 16) : code,
    hasCapital: Boolean(capital),
  })
}
for (const [code, [, script]] of lines('Scripts.txt'))
  if (characters.has(code)) characters.get(code).script = script
for (const [code, [, property]] of lines('DerivedCoreProperties.txt'))
  if (property === 'Default_Ignorable_Code_Point' && characters.has(code)) characters.get(code).unseen = true
const neverComposed = new Set(
  [...lines('DerivedNormalizationProps.txt')]
    .filter(([, [, property]]) => property === 'Full_Composition_Exclusion')
    .map(([code]) => code),
)

// --- what we make of it ----------------------------------------------------------------------------

const kindOfScript = {
  Latin: 'LETTER_LATIN',
  Greek: 'LETTER_GREEK',
  Cyrillic: 'LETTER_CYRILLIC',
  Han: 'LETTER_EASTERN',
  Hiragana: 'LETTER_EASTERN',
  Katakana: 'LETTER_EASTERN',
  Hangul: 'LETTER_EASTERN',
  Bopomofo: 'LETTER_EASTERN',
}

// Letters that belong to no script and are written in words all the same: Japanese ones.
const common = [0x3006, 0x30fc]

function kind(code) {
  const { category, script, tag, parts, unseen, order } = characters.get(code) ?? {}
  if (!category || unseen) return 'NO_LETTER'
  if (/^M[nc]$/.test(category)) {
    // Marks that scripts share go on any letter, those of one script not on our alphabets; what Greek and
    // Cyrillic have of their own is found in old manuscripts only.
    if (script === 'Inherited') return code >= 0x20d0 && code <= 0x20ff ? 'NO_LETTER' : 'LETTER_ACCENT'
    return ['Latin', 'Greek', 'Cyrillic'].includes(script) ? 'NO_LETTER' : 'LETTER_SIGN'
  }
  // Neither 0 to 9, which letters.c knows, nor their bold and wide versions.
  if (category === 'Nd') return script === 'Common' ? 'NO_LETTER' : 'LETTER_OTHER'
  if (!category.startsWith('L')) return 'NO_LETTER'
  // Bold, round, raised, wide letters and other looks of a letter are not letters of their own, a ligature
  // is; nor is a Chinese character that Unicode has twice.
  if (tag && (tag !== 'compat' || parts[0] === 0x20)) return 'NO_LETTER'
  if (script === 'Han' && parts.length) return 'NO_LETTER'
  if (script === 'Common' && !common.includes(code)) return 'NO_LETTER'
  if (order) throw new Error(`a letter that is reordered: ${code.toString(16)}`)
  return kindOfScript[script] ?? 'LETTER_OTHER'
}

// Where a run of characters of the same kind and order begins.
const runs = []
for (let code = 0x80; code < 0x40000; code++) {
  const name = kind(code)
  const order = ['LETTER_ACCENT', 'LETTER_SIGN'].includes(name) ? characters.get(code).order : 0
  const last = runs.at(-1)
  if (last?.name !== name || last.order !== order || code % 0x10000 === 0) runs.push({ code, name, order })
}

const isLetter = (code) => !['NO_LETTER', 'LETTER_ACCENT', 'LETTER_SIGN'].includes(kind(code))
const inPlane0 = [...characters.keys()].filter((code) => code < 0x10000)

// Letters (and marks) that are another one and a mark, or always written as another.
const pairs = inPlane0
  .map((code) => ({ code, ...characters.get(code), never: neverComposed.has(code) }))
  .filter(({ code, parts, tag }) => parts.length && !tag && kind(code) !== 'NO_LETTER')
const marks = [0, ...new Set(pairs.map(({ parts }) => parts[1] ?? 0).filter(Boolean))].sort((a, b) => a - b)

if (marks.some((mark) => mark && isLetter(mark))) throw new Error('a letter that is put into another')
const pairRuns = pairs
  .map(({ code }, at) => ({ code, at }))
  .filter(({ code, at }) => pairs[at - 1]?.code !== code - 1)

// Runs of capitals whose small letters are equally far away; 1: capitals and small letters alternate.
const capitals = []
for (const [code, { small }] of [...characters].sort(([a], [b]) => a - b)) {
  if (small === code || !isLetter(code)) continue
  const ahead = (small - code) & 0xffff
  const last = capitals.at(-1)
  if (last?.ahead === ahead && code === last.last + (ahead === 1 ? 2 : 1)) last.last = code
  else capitals.push({ first: code, last: code, ahead })
}

// A letter as the letters it is made of, without marks and other signs.
function bare(code) {
  const { parts, small } = characters.get(code)
  if (parts.length) return parts.flatMap(bare)
  return isLetter(code) ? [small === 0x3c2 ? 0x3c3 : small] : []
}

// Small letters whose diacritic Unicode does not take off (a stroke, a hook), but not phonetic signs, which
// have no capitals; ligatures, and variants of letters.
const spelledOut = new Map([
  [0xdf, 'ss'],
  [0xe6, 'ae'],
  [0x131, 'i'],
  [0x153, 'oe'],
])
for (const code of inPlane0) {
  const { name, tag, parts, small, hasCapital } = characters.get(code)
  const [, letter] = /^LATIN SMALL LETTER ([A-Z]) WITH /.exec(name) ?? []
  if (small !== code || !['LETTER_LATIN', 'LETTER_GREEK', 'LETTER_CYRILLIC'].includes(kind(code))) continue
  if (letter && hasCapital && !parts.length) spelledOut.set(code, letter.toLowerCase())
  else if (tag) spelledOut.set(code, String.fromCodePoint(...bare(code)))
}
for (const [code, letters] of spelledOut)
  if (letters.length > 3 || !letters) throw new Error(`${code.toString(16)} is spelled out as "${letters}"`)

// --- as C ------------------------------------------------------------------------------------------

const number = (value) => (value < 10 ? String(value) : '0x' + value.toString(16))

// An array, as many values a line as fit.
function array(type, name, values) {
  const rows = ['']
  for (const value of values) {
    if (rows.at(-1).length + value.length + 6 > 110) rows.push('')
    rows[rows.length - 1] += (rows.at(-1) ? ' ' : '') + value + ','
  }
  return `static const ${type} ${name}[] = {\n${rows.map((row) => `    ${row}\n`).join('')}};\n`
}

// Where the runs of each plane begin, and where the last one's end.
function planes(starts) {
  const last = starts.at(-1) >> 16
  const before = (plane) => starts.filter((code) => code >> 16 < plane).length
  return Array.from({ length: last + 2 }, (_, plane) => number(before(plane)))
}

const low = (code) => number(code & 0xffff)
const kindText = ({ name, order }) => `{${name}, ${order}}`
const kinds = [...new Set(runs.map(kindText))]
const pairMark = ({ parts, never }) => number(marks.indexOf(parts[1] ?? 0) + (never ? 0x80 : 0))
const capitalsText = ({ first, last, ahead }) => `{${low(first)}, ${low(last)}, ${number(ahead)}}`
const spelledOutText = ([code, letters]) =>
  `{${number(code)}, {${Array.from(letters, (letter) => number(letter.codePointAt(0))).join(', ')}}}`
const version = /(\d+\.\d+\.\d+)/.exec(readFileSync(unicode + 'Scripts.txt', 'utf8'))[1]

const text = `/* games/word/letters_data.h -- Unicode ${version}, as far as words need it.
 *
 * Generated by tools/letters.mjs (make letters): change that, not this.  Only letters.c includes it. */
/* clang-format off */

/* Characters of one kind follow each other: where each run begins, by plane, and its kind. */
${array('uint16_t', 'run_plane', planes(runs.map(({ code }) => code)))}
${array(
  'uint16_t',
  'run_first',
  runs.map(({ code }) => low(code)),
)}
${array(
  'uint8_t',
  'run_kind',
  runs.map((run) => number(kinds.indexOf(kindText(run)))),
)}
/* A kind, and the order in which marks are written (canonical combining class). */
${array('struct letter', 'kinds', kinds)}
/* Letters that are another one with a mark, in runs: where each run begins, and how many letters are in those
 * before it; then for each letter the other one, and which of the marks.  With ALWAYS_APART they are never
 * written as one. */
enum { ALWAYS_APART = 0x80 };
${array('uint16_t', 'marks', marks.map(number))}
${array(
  'uint16_t',
  'pair_first',
  pairRuns.map(({ code }) => number(code)),
)}
${array('uint16_t', 'pair_before', [...pairRuns.map(({ at }) => at), pairs.length].map(number))}
${array(
  'uint16_t',
  'pair_letter',
  pairs.map(({ parts }) => number(parts[0])),
)}
${array('uint8_t', 'pair_mark', pairs.map(pairMark))}
/* Capitals from first to last, by plane, and how far ahead their small letters are. */
${array('uint16_t', 'capital_plane', planes(capitals.map(({ first }) => first)))}
${array('struct capitals', 'capitals', capitals.map(capitalsText))}
/* Small letters that are spelled otherwise in the plain form (W2.4). */
${array('struct spelled_out', 'spelled_out', [...spelledOut].sort(([a], [b]) => a - b).map(spelledOutText))}`

if (process.argv[2] === '--check') {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('games/word/letters_data.h: not what tools/letters.mjs writes')
    process.exitCode = 1
  }
} else writeFileSync(target, text)
