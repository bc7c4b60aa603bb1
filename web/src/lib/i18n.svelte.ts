// Words on screen. English comes with the page, the others when they are chosen; a key that a language lacks
// would show in English, and tests/web/unit refuses it.
import en from '../lang/en.json'
import { preference, setPreference } from './session'

export type Key = keyof typeof en
export const languages = { en: 'English', fr: 'Français', nl: 'Nederlands' } as const
export type Language = keyof typeof languages

const loaders: Record<Language, () => Promise<Record<string, string>>> = {
  en: async () => en,
  fr: async () => (await import('../lang/fr.json')).default,
  nl: async () => (await import('../lang/nl.json')).default,
}

const words = $state<{ now: Language; text: Record<string, string> }>({ now: 'en', text: en })

export function language(): Language {
  return words.now
}

export async function setLanguage(wanted: string): Promise<void> {
  const next: Language = wanted in loaders ? (wanted as Language) : 'en'
  words.text = await loaders[next]()
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
  const text = words.text[key] ?? (en as Record<string, string>)[key] ?? otherwise
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? ''))
}
