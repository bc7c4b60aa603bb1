// The custom scenarios that this browser keeps: as the texts of their files, so that what is kept, saved as a
// file and shared is one and the same.
import { SET_UP_TITLE_BYTES } from '../../generated/maze'
import { preference, setPreference } from '../../lib/page/session'

const KEPT = 'scenarios'

function load(): string[] {
  try {
    const kept: unknown = JSON.parse(preference(KEPT) || '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}

const shelf = $state<{ texts: string[] }>({ texts: load() })
// Another page of this browser may have changed them.
addEventListener('storage', () => (shelf.texts = load()))

export function ownTexts(): string[] {
  return shelf.texts
}

/** Keeps them; false: this browser keeps nothing once the page is closed. */
export function keepOwn(texts: string[]): boolean {
  const kept = JSON.stringify(texts)
  shelf.texts = texts
  setPreference(KEPT, kept)
  return preference(KEPT) === kept
}

/** As much of a title as a scenario can hold, without what no title may contain. */
export function fitTitle(title: string, bytes = SET_UP_TITLE_BYTES): string {
  const characters = Array.from(title.replace(/[\p{Cc}\p{Cs}]/gu, ' '))
  const size = (): number => new TextEncoder().encode(characters.join('')).length
  while (size() > bytes) characters.pop()
  return characters.join('')
}

/** The title, or the title with the first number that none of the others has. */
export function freeTitle(title: string, others: string[]): string {
  let free = fitTitle(title).trim()
  for (let n = 2; others.includes(free); n++) {
    const number = ` (${n})`
    free = fitTitle(title, SET_UP_TITLE_BYTES - number.length).trim() + number
  }
  return free
}
