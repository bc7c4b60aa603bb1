// The game as a player notices it: what comes to light is seen, heard and announced, all at the same moment.
//
// Votes are shown after a count of 3-2-1 (W4.3). All of it has happened by then: until the count is over, the
// page shows the story as it was before, so that no mark, sound or number tells the verdict.
import type { AccusationSettledEvent, CardShownEvent, WordAccusedEvent } from '../generated/word'
import { isStill } from '../lib/page/look.svelte'
import { play } from '../lib/page/sound'
import { say, t } from '../lib/words/i18n.svelte'
import { fly } from './fly'
import { handOf, type WordEvent, type WordTable, type WordView } from './story'

const COUNT_FROM = 3
const COUNT_MS = 700
const SHOWN_MS = 6000

/** What everybody looks at for a while. */
export interface Moment {
  n: number
  icon: string
  /** For this player, or for whoever is named, it is good or bad news; '': neither. */
  tone: 'good' | 'bad' | ''
  /** The word on the card, if one is shown. */
  word: string
  text: string
}

/** A vote that is over: how everybody voted. */
export interface Tally {
  yes: number
  no: number
}

/** Does the word lie on its owner's pile now? */
export const scored = (fate: string | null): boolean => ['placed', 'claimed', 'defended'].includes(fate ?? '')

const LATER = new Set<WordEvent['t']>([
  'ballot_closed',
  'accusation_settled',
  'pile_counted',
  'card_shown',
  'card_drawn',
  'piles_shown',
  'hand_shown',
  'misses_shown',
  'game_ended',
])

export class Course {
  moments = $state.raw<Moment[]>([])
  /** 3, 2, 1; 0: nothing is counted. */
  count = $state(0)
  tally = $state.raw<Tally | null>(null)
  /** Lines of talk that nobody has looked at. */
  unread = $state(0)
  #until = $state(Infinity)
  #table: WordTable
  #held: WordEvent[] = []
  #counting: ReturnType<typeof setTimeout> | undefined
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #asked: WordAccusedEvent | null = null

  constructor(table: WordTable) {
    this.#table = table
  }

  /** What may be shown of the story. */
  get story(): WordEvent[] {
    const { story } = this.#table
    return this.count ? story.filter(({ n }) => n < this.#until) : story
  }

  happened(event: WordEvent): void {
    if (event.t === 'ballot_closed' && event.decision !== 'void') this.#beginCount(event)
    else if (this.count && LATER.has(event.t)) this.#held.push(event)
    else {
      if (event.t === 'word_announced' || event.t === 'word_started') this.#endCount()
      this.#tell(event)
    }
  }

  #beginCount(event: Extract<WordEvent, { t: 'ballot_closed' }>): void {
    this.#held = [event]
    this.#until = event.n
    this.count = isStill() ? 1 : COUNT_FROM
    play('tick')
    const next = (): void => {
      if (this.count <= 1) return this.#endCount()
      this.count--
      play('tick')
      this.#counting = setTimeout(next, COUNT_MS)
    }
    this.#counting = setTimeout(next, isStill() ? 0 : COUNT_MS)
  }

  #endCount(): void {
    clearTimeout(this.#counting)
    this.count = 0
    this.#until = Infinity
    for (const event of this.#held.splice(0)) this.#tell(event)
  }

  #after(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      then()
    }, ms)
    this.#timers.add(timer)
  }

  #note(n: number, icon: string, tone: Moment['tone'], text: string, word = ''): void {
    this.moments = [...this.moments, { n, icon, tone, text, word }].slice(-3)
    this.#after(SHOWN_MS, () => (this.moments = this.moments.filter((one) => one.n !== n)))
    this.#table.announce(text)
  }

  #tell(event: WordEvent): void {
    const table = this.#table
    const name = (seat: number): string => table.name(seat)
    switch (event.t) {
      case 'word_started':
        this.tally = null
        play('lay')
        return table.announce(t('word.tell.started', { word: event.text }) + this.#whoseTurn())
      case 'word_announced':
        this.tally = null
        play('lay')
        return table.announce(
          t(event.insisted ? 'word.tell.insisted' : 'word.tell.announced', {
            name: name(event.by),
            word: event.text,
          }) + this.#whoseTurn(),
        )
      case 'announcer_skipped':
        return table.announce(t('word.tell.skipped', { name: name(event.seat) }) + this.#whoseTurn())
      case 'word_accused':
        this.#asked = event
        play('stop')
        return table.announce(this.#accused(event))
      case 'word_justified':
        return table.announce(t('word.tell.justified', { name: name(event.by), text: event.text }))
      case 'ballot_opened':
        play('speak')
        return table.announce(t('word.vote.now'))
      case 'ballot_closed':
        this.tally = { yes: event.yes, no: event.no }
        return this.#after(SHOWN_MS, () => (this.tally = null))
      case 'accusation_settled':
        return this.#settled(event)
      case 'card_shown':
        return this.#shown(event)
      case 'card_drawn':
        return this.#drawn(event)
      case 'said':
        this.unread++
        return
      case 'game_ended':
        play(table.winners.includes(table.seat) || !table.seat ? 'won' : 'lost')
        return table.announce(say(`word.ending.${event.ending}`))
    }
  }

  #accused(event: WordAccusedEvent): string {
    const who = { by: this.#table.name(event.by), name: this.#table.name(event.seat) }
    return say(`word.accuses.${event.accusation}`, who)
  }

  #whoseTurn(): string {
    const { announcer } = this.#table.view as WordView
    if (!announcer) return ''
    if (announcer !== this.#table.seat) return `. ${t('word.turnOf', { name: this.#table.name(announcer) })}`
    play('speak')
    return `. ${t('word.yourTurn')}`
  }

  #settled({ n, accusation, right, from, taker }: AccusationSettledEvent): void {
    const fill = { from: this.#table.name(from), taker: this.#table.name(taker) }
    play(right ? 'hush' : 'flip')
    const asked = this.#asked && accusation === 'secret_word' ? `${this.#accused(this.#asked)} ` : ''
    this.#note(
      n,
      accusation === 'secret_word' ? 'mask' : 'off-topic',
      taker === this.#table.seat ? 'good' : from === this.#table.seat ? 'bad' : '',
      `${asked}${say(`word.settled.${accusation}.${right ? 'right' : 'wrong'}`)} ${t('word.gives', fill)}`,
    )
    fly(`[data-pile="${from}"]`, `[data-pile="${taker}"]`)
  }

  #shown({ n, seat, fate, text }: CardShownEvent): void {
    const good = scored(fate)
    play(good ? 'theft' : 'pawn')
    this.#note(
      n,
      good ? 'lightning' : 'react-no',
      good ? 'good' : 'bad',
      say(`word.shown.${fate}`, { name: this.#table.name(seat) }),
      text,
    )
    if (good) fly('[data-last]', `[data-pile="${seat}"]`)
  }

  // Only its owner is told that a word has passed (W3.6).
  #drawn({ n, replaces, text }: Extract<WordEvent, { t: 'card_drawn' }>): void {
    const table = this.#table
    if (!replaces) return table.announce(t('word.drawn', { word: text }))
    const lost = handOf(table.story.filter((one) => one.n < n)).find((card) => card?.card === replaces)
    this.#note(n, 'react-sorry', 'bad', t('word.passed', { word: lost?.text ?? '', next: text }))
  }

  close(): void {
    clearTimeout(this.#counting)
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
