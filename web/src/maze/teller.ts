// Tells people who cannot see the screen who moves which heroes, without flooding them: in a summary now and
// then.
import { t } from '../lib/words/i18n.svelte'

const SUMMARY_MS = 4000

export class Teller {
  #announce: (text: string) => void
  #moves = new Map<string, { by: Set<string>; where: () => string }>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(announce: (text: string) => void) {
    this.#announce = announce
  }

  /** Somebody else has moved a hero: tells who, and where it is by then. */
  moved(by: string, hero: string, where: () => string): void {
    if (!this.#moves.size) this.#timer = setTimeout(() => this.#sum(), SUMMARY_MS)
    this.#moves.set(hero, { by: new Set(this.#moves.get(hero)?.by).add(by), where })
  }

  #sum(): void {
    const told = [...this.#moves].map(([hero, { by, where }]) =>
      t('tell.moved', { by: [...by].join(', '), hero, where: where() }),
    )
    this.#moves.clear()
    this.#announce(told.join('; '))
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
