// The quick phrases, in the reader's language: data/phrases has the words, the server only their names.
import { language } from '../lib/i18n.svelte'
import type { Line } from '../lib/table.svelte'

const files = import.meta.glob('../../../data/phrases/traitor.*', {
  query: '?raw',
  import: 'default',
}) as Record<string, () => Promise<string>>
const words = $state<{ text: Record<string, string> }>({ text: {} })

export async function loadPhrases(): Promise<void> {
  const load = files[`../../../data/phrases/traitor.${language()}`]
  if (!load) return
  const lines = (await load()).split('\n').map((line) => /^(\S+) = (.*)$/.exec(line))
  words.text = Object.fromEntries(
    lines.filter((found) => found !== null).map((found) => [found[1] ?? '', found[2] ?? '']),
  )
}

/** The names of all phrases. */
export function phraseNames(): string[] {
  return Object.keys(words.text).filter((name) => !name.startsWith('role.'))
}

export function phraseText(name: string): string {
  return words.text[name] ?? ''
}

export function roleText(role: string): string {
  return words.text[`role.${role}`] ?? role
}

/** What a line of talk says, with names and roles filled in. */
export function wordPhrase(line: Line, name: (seat: number) => string): string {
  return phraseText(line.phrase ?? '')
    .replace('{seat}', name(line.seat ?? 0))
    .replace('{other}', name(line.other ?? 0))
    .replace('{role}', roleText(line.role ?? ''))
}
