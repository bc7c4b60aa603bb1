// The log of the table that this page hosts, kept in this browser so that a reload loses nothing: a head, and
// an entry for everything that was done, written once and never changed.
import { kept } from '../page/session'

export interface Head {
  round: number
  /** Of the game's rules: a log with a different one is not resumed. */
  version: number
  seed: number[]
  begun: boolean
  options: Record<string, unknown>
  /** Which page writes: another page that opens the table takes over. */
  page: number
}

const HEAD = 'solo'
const entry = (round: number, n: number): string => `${HEAD}.${round}.${n}`

export class Log {
  #round = 0
  #entries = 0

  /** What was kept: the head and all lines, or nothing. */
  read(): { head: Head; lines: string[] } | null {
    const text = kept.read(HEAD)
    if (!text) return null
    try {
      const head = JSON.parse(text) as Head
      this.#round = head.round
      const lines: string[] = []
      for (let next; (next = kept.read(entry(head.round, this.#entries + 1))) !== null; this.#entries++)
        lines.push(...next.split('\n'))
      return { head, lines }
    } catch {
      return null
    }
  }

  /** A head with a new round starts an empty log. */
  writeHead(head: Head): void {
    kept.write(HEAD, JSON.stringify(head))
    if (head.round === this.#round) return
    this.#round = head.round
    this.#entries = 0
    for (const key of kept.keys(`${HEAD}.`)) kept.write(key, null)
  }

  append(lines: string[]): void {
    kept.write(entry(this.#round, ++this.#entries), lines.join('\n'))
  }

  drop(): void {
    kept.write(HEAD, null)
    for (const key of kept.keys(`${HEAD}.`)) kept.write(key, null)
  }

  /** Calls back when another page has taken over the table; returns a function that stops this. */
  onTaken(taken: () => void): () => void {
    const changed = ({ key, newValue }: StorageEvent): void => {
      if (key === `turncoat.${HEAD}` && newValue) taken()
    }
    addEventListener('storage', changed)
    return () => removeEventListener('storage', changed)
  }
}
