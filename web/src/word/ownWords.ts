// A list of words on its way to the server: what stands above it, and what the server says of it.
import type { Mistake } from '../parts/bringing.svelte'
import { say } from '../lib/words/i18n.svelte'

/** The list with its title and its language above it, unless it says them itself; and how many lines that
    has added. No text stays none. */
export function headed(text: string, title: string, language: string): { whole: string; added: number } {
  const says = (what: string): boolean => new RegExp(`^\\s*${what}:`, 'm').test(text)
  const head = [
    title && !says('deck') ? `deck: ${title}\n` : '',
    language && !says('language') ? `language: ${language}\n` : '',
  ].filter(Boolean)
  return text
    ? { whole: head.join('') + text.replace(/^\ufeff/, ''), added: head.length }
    : { whole: '', added: 0 }
}

// "line 12: a word has at most 40 characters (W2.5): …", "a list has at least 60 cards, and this one ends
// with 12 (W1.5)": our words depend on the server's first words; the line shows where it is.
const SAID = /^(?:line (\d+): )?(.*)$/s

/** What the server says of a list, `added` lines of which are not its author's. */
export function explain(said: string, text: string, added: number): Mistake {
  const [, number = '', told = said] = SAID.exec(said) ?? []
  const reason = told.replace(/ \(W[\d.]+\)/, '')
  const key = reason.toLowerCase().match(/\w+/g)?.slice(0, 6).join('_')
  const [n = ''] = /\d+$/.exec(reason) ?? []
  const known = say(`wordlist.fault.${key}`, { n }, '')
  const line = Math.max(Number(number) - added, 0)
  return {
    reason: known || reason,
    english: !known,
    ...(line && { line, written: text.split('\n')[line - 1]?.trim() ?? '' }),
  }
}
