// The word that this player is writing. It stays in its field until it is in the chain: through accusations,
// refusals and lost connections (W2.7, W4.10). What was sent too soon is sent again when its time has come.
import { t } from '../lib/words/i18n.svelte'
import { judge } from './judge'
import type { Card, WordTable, WordView } from './story'

interface Sent {
  text: string
  insists: boolean
  after: number
}

export class Writing {
  text = $state('')
  /** Sent, but the last word has to stand a little longer (W2.7). */
  waits = $state.raw<Sent | null>(null)
  /** It is on its way. */
  sending = $state(false)
  /** Asked once whether a word that is almost a secret one is meant as it is written. */
  doubted = $state('')
  #table: WordTable
  #hand: () => (Card | null)[]
  readonly judged = $derived.by(() => {
    void this.#view.words
    return judge(this.#table, this.text, this.#hand())
  })

  constructor(table: WordTable, hand: () => (Card | null)[]) {
    this.#table = table
    this.#hand = hand
  }

  get #view(): WordView {
    return this.#table.view as WordView
  }

  /** Anything may be done with this text, as long as it is not another one. */
  changed(): void {
    this.waits = null
    if (this.doubted !== this.text) this.doubted = ''
  }

  /** Announces what is in the field, or says why not; without turns it takes "Mine!" with it. */
  async send(insists = false): Promise<void> {
    const { judged, text } = this
    if (!text.trim() || this.sending) return
    if (judged.refusal && !(judged.refusal === 'alike' && insists)) return // the field says why
    if (judged.near && this.doubted !== text) {
      this.doubted = text
      return
    }
    await this.#announce({ text, insists, after: this.#view.words })
  }

  /** The last word has stood: what was sent too soon is sent again, unless it was changed meanwhile. */
  async due(): Promise<void> {
    const sent = this.waits
    if (!sent || this.sending || !this.#view.stood) return
    this.waits = null
    if (sent.after === this.#view.words && sent.text === this.text) await this.#announce(sent)
  }

  async #announce(sent: Sent): Promise<void> {
    const table = this.#table
    const command = { t: 'announce', ...sent } as const
    const refused = table.engine.guess(command, table.seat, table.now())
    if (refused === 'too_soon') this.waits = sent
    else if (refused && refused !== 'ask_host') table.refuse(refused)
    else {
      this.sending = true
      this.#answered(sent, await table.ask(command))
    }
  }

  #answered(sent: Sent, refused: string): void {
    const table = this.#table
    this.sending = false
    if (!refused) {
      if (this.text === sent.text) this.text = ''
      this.changed()
    } else if (refused === 'too_soon') {
      table.refusal = '' // nothing is wrong with it
      this.waits = sent
    } else if (refused === 'overtaken' && this.#view.word_by)
      table.refusal = t('word.faster', { name: table.name(this.#view.word_by) }) // W6.4
  }
}
