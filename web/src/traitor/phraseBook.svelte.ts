// The quick phrases, in the reader's language: data/phrases has the words, the server only knows their names.
import type { Phrase, Role, SayPhraseCommand } from '../generated/traitor'
import { language } from '../lib/words/i18n.svelte'

export type Filling = Pick<SayPhraseCommand, 'seat' | 'other' | 'role'>
export type Gap = keyof Filling

const files = import.meta.glob('../../../data/phrases/traitor.*', {
  query: '?raw',
  import: 'default',
}) as Record<string, () => Promise<string>>
const words = $state<{ text: Record<string, string>; groups: Phrase[][] }>({ text: {}, groups: [] })

export async function loadPhrases(): Promise<void> {
  const load = files[`../../../data/phrases/traitor.${language()}`]
  if (!load) return
  const parts = (await load()).split(/\n\s*\n/).map((part) => [...part.matchAll(/^(\S+) = (.*)$/gm)])
  words.text = Object.fromEntries(parts.flat().map((found) => [found[1] ?? '', found[2] ?? '']))
  // A test checks that the file has exactly the phrases of the game.
  words.groups = parts
    .map((part) => part.map((found) => found[1] as Phrase).filter((name) => !name.startsWith('role.')))
    .filter((part) => part.length)
}

/** The names of all phrases, in the groups of the file. */
export function phraseGroups(): Phrase[][] {
  return words.groups
}

export function roleText(role: Role): string {
  return words.text[`role.${role}`] ?? role
}

/** What must still be chosen before a phrase can be said. */
export function gapsOf(phrase: Phrase | null, filled: Filling = {}): Gap[] {
  const gaps = [...(words.text[phrase ?? ''] ?? '').matchAll(/\{(\w+)\}/g)].map((found) => found[1] as Gap)
  return gaps.filter((gap) => !filled[gap])
}

type SayPhraseFields = Filling & { phrase: Phrase | null }

/** A phrase in words; what has not been chosen yet is left open. */
export function wordPhrase(line: SayPhraseFields, name: (seat: number) => string): string {
  const text = (words.text[line.phrase ?? ''] ?? '').replace(/\{(\w+)\}/g, (_, gap: Gap) => {
    if (gap === 'role') return line.role ? roleText(line.role) : '…'
    return line[gap] ? name(line[gap]) : '…'
  })
  return text.replace('….', '…')
}
