// The game as a player notices it: the reveal, notices, sounds, words for people who cannot see the screen.
import { play } from '../lib/page/sound'
import { seatsOf } from '../lib/table/seats'
import { say, t } from '../lib/words/i18n.svelte'
import { Reveal } from './reveal.svelte'
import { names, rounds, told, why } from './story'
import { sideOf, type TraitorEvent, type TraitorTable, type TraitorView } from './view'

const NOTICE_MS = 6000

export class Course {
  /** What everybody reads for a while. */
  notice = $state('')
  /** This player has looked at their card in this round. */
  looked = $state(false)
  readonly reveal = new Reveal()
  #table: TraitorTable
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(table: TraitorTable) {
    this.#table = table
  }

  #note(text: string): void {
    this.notice = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.notice = ''), NOTICE_MS)
    this.#table.announce(text)
  }

  happened(event: TraitorEvent): void {
    const table = this.#table
    if (event.t === 'stopped') {
      this.reveal.begin(seatsOf(table), event.by, event.seat)
      play('stop')
      table.announce(t('event.stopped', { by: table.name(event.by), name: table.name(event.seat) }))
    } else if (event.t === 'round_won') {
      const round = rounds(table.story).at(-1)
      const lost = table.seat && sideOf(table.view as TraitorView, table.seat) !== event.side
      this.reveal.after(() => play(lost ? 'lost' : 'won')) // heard when it is seen
      table.announce(`${round ? why(table, round) : ''} ${say(`traitor.won.${event.side}`)}`)
    } else if (event.t === 'round_begun') {
      this.reveal.end()
      this.looked = false
      if (!this.notice) this.#note(t('event.round_begun'))
    } else if (event.t === 'round_annulled')
      this.#note(say(`traitor.annulled.${event.cause}`, { name: table.name(event.by) }))
    else if (event.t === 'game_ended')
      table.announce(
        table.winners.length
          ? t('traitor.winners', { names: names(table, table.winners) })
          : t('end.abandoned'),
      )
    else table.announce(told(table, event))
  }

  close(): void {
    clearTimeout(this.#timer)
    this.reveal.close()
  }
}
