// Words on screen. A language is a file in lang/, fetched when it is chosen; that none lacks a key is seen to
// by tests/web/unit.
import type en from '../lang/en.json'
import { preference, setPreference } from './session'

export type Key = keyof typeof en
type Words = Record<string, string>

const files = import.meta.glob<Words>('../lang/*.json', { import: 'default' })
const codes = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''))

/** What each language is called by those who speak it. */
export const languages = codes.map((code) => {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return { code, name: name.charAt(0).toLocaleUpperCase(code) + name.slice(1) }
})

const words = $state<{ now: string; text: Words }>({ now: 'en', text: {} })

export function language(): string {
  return words.now
}

export async function setLanguage(wanted: string): Promise<void> {
  const next = codes.includes(wanted) ? wanted : 'en'
  words.text = (await files[`../lang/${next}.json`]?.()) ?? {}
  words.now = next
  document.documentElement.lang = next
  setPreference('language', next)
}

/** The language of last time, or the browser's. */
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
