// Something of the table's own, tiles or words, on its way to the server: from a file, a text, or dropped.
// The server reads it, and says what is wrong with it.
import { Failure } from '../lib/connection/api'
import { bringMaterial, MATERIAL_MAX } from '../lib/connection/material'
import { tokenFor } from '../lib/page/session'
import { say } from '../lib/words/i18n.svelte'

/** What is wrong, in the reader's language if there are words for it; and the line as it is in the file. */
export interface Mistake {
  reason: string
  english?: boolean
  line?: number
  written?: string
}

export interface Bringer {
  table: { code: string }
  /** Words for a text that is empty, or too long. */
  empty: () => string
  tooLong: () => string
  /** What the server says of a text, in words. */
  explain: (said: string, text: string) => Mistake
  /** The text as it is sent; as it was written, unless something stands above it. */
  whole?: (text: string) => string
  /** It was taken; an empty text takes back what was brought before. */
  done: (text: string) => void
}

export class Bringing {
  pasted = $state('')
  over = $state(false)
  busy = $state(false)
  wrong = $state.raw<Mistake | null>(null)
  taken = $state(false)
  readonly #by: Bringer

  constructor(by: Bringer) {
    this.#by = by
  }

  #mistakeOf(failure: unknown, text: string): Mistake {
    if (!(failure instanceof Failure)) throw failure
    if (failure.error === 'bad_material') return this.#by.explain(failure.text, text)
    return { reason: say(`refusal.${failure.error}`, {}, failure.text) }
  }

  async bring(text: string): Promise<void> {
    const { table, whole, done } = this.#by
    this.busy = true
    this.wrong = null
    this.taken = false
    try {
      await bringMaterial(table.code, tokenFor(table.code), whole ? whole(text) : text)
      this.taken = Boolean(text)
      done(text)
    } catch (failure) {
      this.wrong = this.#mistakeOf(failure, text)
    }
    this.busy = false
  }

  take(text: string): void {
    this.taken = false
    if (!text.trim()) this.wrong = { reason: this.#by.empty() }
    else if (new Blob([text]).size > MATERIAL_MAX) this.wrong = { reason: this.#by.tooLong() }
    else void this.bring(text)
  }

  takeFile = async (file: File): Promise<void> => this.take(await file.slice(0, MATERIAL_MAX + 4).text())

  drop = (event: DragEvent): void => {
    event.preventDefault()
    this.over = false
    const [file] = event.dataTransfer?.files ?? []
    if (file) void this.takeFile(file)
  }
}
