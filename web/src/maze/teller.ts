// Tells people who cannot see the screen what happens, without flooding them: what matters at once, the moves
// of others in a summary now and then.
import { t } from '../lib/words/i18n.svelte'

const SOON_MS = 250
const SUMMARY_MS = 4000

export class Teller {
  #speak: (text: string) => void
  #soon: string[] = []
  #moves = new Map<string, { by: Set<string>; where: () => string }>()
  #timers: ReturnType<typeof setTimeout>[] = []
  #again = false

  constructor(speak: (text: string) => void) {
    this.#speak = speak
  }

  tell(text: string): void {
    if (!text) return
    if (!this.#soon.length) this.#timers.push(setTimeout(() => this.#flush(), SOON_MS))
    this.#soon.push(text)
  }

  /** Somebody else has moved a hero: tells who, and where it is by then. */
  moved(by: string, hero: string, where: () => string): void {
    if (!this.#moves.size) this.#timers.push(setTimeout(() => this.#sum(), SUMMARY_MS))
    this.#moves.set(hero, { by: new Set(this.#moves.get(hero)?.by).add(by), where })
  }

  #sum(): void {
    const told = [...this.#moves].map(([hero, { by, where }]) =>
      t('tell.moved', { by: [...by].join(', '), hero, where: where() }),
    )
    this.#moves.clear()
    this.tell(told.join('; '))
  }

  // The same words are only announced twice if something about them differs.
  #flush(): void {
    this.#again = !this.#again
    this.#speak(this.#soon.join('. ') + (this.#again ? '\u00a0' : ''))
    this.#soon = []
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
