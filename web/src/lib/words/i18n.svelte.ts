// Words on screen. A language is a file in lang/; when it is chosen, only the words of the parts of the page
// that are there are fetched (web/words.js). tests/web/unit checks that no language lacks a key.
import { untrack } from 'svelte'
import type en from '../../lang/en.json'
import { preference, setPreference } from '../page/session'

export type Key = keyof typeof en
type Words = Record<string, string>

/** The files of all languages: whole, or the words of one part of the page. */
export type WordFiles = Record<string, () => Promise<Words>>

const page = import.meta.glob('/src/lang/*.json', { import: 'default', query: '?part=page' }) as WordFiles
const codes = Object.keys(page).map((path) => path.replace(/^.*\/|\.json$/g, ''))

/** What each language is called by its speakers. */
export const languages = codes.map((code) => {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return { code, name: name.charAt(0).toLocaleUpperCase(code) + name.slice(1) }
})

/** What a language is called in the reader's. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(words.now, { type: 'language' }).of(code) ?? code

const words = $state<{ now: string; text: Words }>({ now: 'en', text: {} })

export function language(): string {
  return words.now
}

// The parts whose words are there, or on their way.
const parts = new Map<WordFiles, Promise<void>>()

async function fetchWords(code: string, of: WordFiles[]): Promise<Words> {
  const all = await Promise.all(of.map((files) => files[`/src/lang/${code}.json`]?.()))
  return Object.assign({}, ...all) as Words
}

let wish = ''

/** The last one asked for counts, whichever arrives first. */
export async function setLanguage(wanted: string): Promise<void> {
  const next = codes.includes(wanted) ? wanted : 'en'
  wish = next
  let text: Words = {}
  // A part may be added while words are still being fetched.
  for (let known = -1; known !== parts.size;) {
    known = parts.size
    text = await fetchWords(next, [page, ...parts.keys()])
  }
  if (wish !== next) return
  words.text = text
  words.now = next
  document.documentElement.lang = next
  setPreference('language', next)
}

async function fetchPart(files: WordFiles): Promise<void> {
  const code = words.now
  const text = await fetchWords(code, [files])
  if (code === words.now) words.text = { ...words.text, ...text }
}

/** Fetches the words of a part of the page before it is shown. The caller does not depend on the language. */
export function addWords(files: WordFiles): Promise<void> {
  const coming = parts.get(files) ?? untrack(() => fetchPart(files))
  parts.set(files, coming)
  coming.catch(() => parts.delete(files)) // whoever needs them next asks again
  return coming
}

/** A part of the page that is fetched when it is needed, once its words are there too. */
export async function withWords<Part extends { words: WordFiles }>(coming: Promise<Part>): Promise<Part> {
  const part = await coming
  await addWords(part.words)
  return part
}

/** The language used last time, or the browser's. */
export function firstLanguage(): string {
  return preference('language') || (navigator.language || 'en').slice(0, 2)
}

/** The words for a key, with {name} filled in. */
export function t(key: Key, fill: Record<string, string | number> = {}): string {
  return say(key, fill)
}

/** The same for a key made at run time; `otherwise` is said if there is none. */
export function say(key: string, fill: Record<string, string | number> = {}, otherwise = key): string {
  const text = words.text[key] ?? otherwise
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? ''))
}
