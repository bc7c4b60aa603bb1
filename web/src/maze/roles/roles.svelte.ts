// Hidden roles at a table (H): what a player has in hand besides heroes: whom they are about to accuse, the
// own card, covered or not; and what happens, for eyes and ears. The engine says what may be done. All of
// this is fetched only where roles are played: Maze.svelte knows no more of it than this class.
import { flushSync } from 'svelte'
import type {
  Action,
  ActionsSpreadEvent,
  BallotClosedEvent,
  Card as CardName,
  Fall,
  Side,
} from '../../generated/maze'
import { ACTIONS } from '../../generated/maze'
import { play, shake } from '../../lib/page/sound'
import { seatsOf } from '../../lib/table/seats'
import { among } from '../../lib/table/sets'
import type { Result } from '../../lib/table/contract'
import { say, t } from '../../lib/words/i18n.svelte'
import type { Hand } from '../hand.svelte'
import type { Sand } from '../sand.svelte'
import type { MazeEvent, MazeOffer, MazeTable, MazeView } from '../view'
import { cardOf, sideName, sideOf } from './cards'
import Deal from './Deal.svelte'
import Doings from './Doings.svelte'
import Marks from './Marks.svelte'
import Out from './Out.svelte'
import Over from './Over.svelte'
import Results from './Results.svelte'
import { listed, tell } from './story'

export { words } from './cards'

const HOLD_MS = 600
const GLANCE_MS = 10000
const SCENE_MS = 4500
const VERDICT_MS = 3000
const FLIGHT_MS = 900
const SEVERAL = 2 // from this level on, several can be accused together
const MISSIONS = 3 // from this level on, what cards say is not talked about (H5.5)

/** Cards that are turned over for all to see, and why. */
export interface Scene {
  n: number
  cards: { seat: number; card: CardName }[]
  fall: Fall | null
}

/** An action tile on its way to another player. */
export interface Flight {
  key: string
  actions: Action[]
  from: number
  to: number
}

type OfferOf<Kind extends MazeOffer['t']> = Extract<MazeOffer, { t: Kind }>

export class Roles {
  readonly Deal = Deal
  readonly Doings = Doings
  readonly Marks = Marks
  readonly Out = Out
  readonly Over = Over
  readonly Results = Results
  readonly table: MazeTable
  readonly hand: Hand
  readonly sand: Sand
  /** Who is about to be accused; null: nobody is being chosen. */
  aims = $state.raw<number[] | null>(null)
  /** Enter was pressed once. */
  armed = $state(false)
  /** A finger is on this seat, and not long enough yet. */
  held = $state(0)
  /** The own card is seen: while it is held, or for a while. */
  seen = $state<'' | 'held' | 'glance'>('')
  /** The own card has changed sides, and was not looked at since. */
  changed = $state(false)
  scene = $state.raw<Scene | null>(null)
  verdict = $state.raw<BallotClosedEvent | null>(null)
  flights = $state.raw<Flight[]>([])
  #holders: number[] = []
  #side: Side | undefined
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #off: () => void

  constructor(table: MazeTable, hand: Hand, sand: Sand) {
    this.table = table
    this.hand = hand
    this.sand = sand
    this.#holders = this.view.holder
    this.#side = sideOf(table, table.seat)
    this.#off = table.on((event) => this.#happened(event))
  }

  get view(): MazeView {
    return this.table.view as MazeView
  }

  get level(): number {
    return this.view.roles.level
  }

  get several(): boolean {
    return this.level >= SEVERAL
  }

  /** What nobody may talk about; '': at this level, everything may be said (H0.4). */
  get unsaid(): string {
    return this.level >= MISSIONS ? t('roles.unsaid') : ''
  }

  readonly ballot = $derived.by(() => {
    const { ballot } = this.view.roles
    return ballot.opened && !ballot.decision && !this.table.over ? ballot : null
  })

  /** The mall stands still: somebody decides, or guesses. */
  readonly stands = $derived.by(() => {
    const { phase } = this.view.roles
    return phase === 'last' || phase === 'guessing'
  })

  /** Was this player eliminated, and how? */
  readonly out = $derived.by((): Fall | '' => {
    const { convicted, failed } = this.view.roles
    if (!this.table.seat || this.table.over) return ''
    return among(convicted, this.table.seat) ? 'convicted' : among(failed, this.table.seat) ? 'failed' : ''
  })

  isOut(seat: number): boolean {
    const { convicted, failed } = this.view.roles
    return among(convicted | failed, seat)
  }

  isGhost(seat: number): boolean {
    return this.several && among(this.view.roles.convicted, seat)
  }

  /** What stands above the talk and in its field; '': what stands there anyway. */
  readonly mood = $derived.by((): string => {
    const { seat, over } = this.table
    if (!seat || over || this.view.clock.stopped) return ''
    const may = this.table.may('text')
    if (this.isGhost(seat)) return may ? t('roles.haunt') : t('roles.ghostHush')
    if (this.out) return t('roles.silent')
    // Others may: then it is the card that forbids it.
    if (this.view.hush.talk !== 'open') return ''
    return may ? this.unsaid : t('roles.noWords')
  })

  /** The own card now forbids what it allows after a while. */
  get locked(): boolean {
    return among(this.view.roles.locked, this.table.seat)
  }

  offers<Kind extends MazeOffer['t']>(kind: Kind): OfferOf<Kind>[] {
    return this.table.legal.filter((o): o is OfferOf<Kind> => o.t === kind)
  }

  mayAccuse(seat: number): boolean {
    return seat > 0 && this.offers('accuse').some(({ seats }) => seats === 1 << seat)
  }

  names(seats: number): string {
    return listed(
      seatsOf(this.table)
        .filter((seat) => among(seats, seat))
        .map((seat) => this.table.name(seat)),
    )
  }

  // ---- accusing ----

  /** Begins to choose whom to accuse, or adds one, or takes one back. */
  aim(seat: number): void {
    if (!this.mayAccuse(seat)) {
      void this.table.ask({ t: 'accuse', seats: 1 << seat }) // refused, with the reason
      return
    }
    const aims = this.aims ?? []
    const others = this.several ? aims : []
    const next = aims.includes(seat) ? aims.filter((one) => one !== seat) : [...others, seat]
    this.aims = next.length ? next : null
    this.armed = false
    if (next.length) this.table.announce(t('roles.aim', { names: this.#aimed() }))
  }

  /** The same from a button: the next press decides. */
  aimAndAsk(seat: number): void {
    this.aim(seat)
    flushSync()
    document.querySelector<HTMLElement>('[data-test=accuse-now]')?.focus()
  }

  #aimed(): string {
    return this.names((this.aims ?? []).reduce((set, seat) => set | (1 << seat), 0))
  }

  accuse(): void {
    const seats = (this.aims ?? []).reduce((set, seat) => set | (1 << seat), 0)
    this.drop()
    if (seats) void this.table.ask({ t: 'accuse', seats })
  }

  drop(): void {
    this.aims = null
    this.armed = false
  }

  // A seat was held long enough. At level 1 that is all; later, others can be added.
  #heldLong(seat: number): void {
    this.held = 0
    shake([40])
    if (this.several) {
      if (!this.aims?.includes(seat)) this.aim(seat)
      return
    }
    this.aims = [seat]
    this.accuse()
  }

  /** On the list of players: a seat that is held is accused; others that are dragged over, or pressed, are
      accused with it. */
  readonly holding = (list: HTMLElement): (() => void) => {
    let long = false
    const seatUnder = (e: PointerEvent | MouseEvent): number => {
      const at = document.elementFromPoint(e.clientX, e.clientY)
      if (at?.closest('.do')) return 0
      return Number(at?.closest<HTMLElement>('[data-seat]')?.dataset['seat'] ?? 0)
    }
    const release = (): void => {
      clearTimeout(this.#timers.get('hold'))
      this.held = 0
    }
    const down = (e: PointerEvent): void => {
      long = false
      const seat = seatUnder(e)
      if (e.button || !this.mayAccuse(seat)) return
      if ((e.target as Element).hasPointerCapture(e.pointerId))
        (e.target as Element).releasePointerCapture(e.pointerId)
      this.held = seat
      this.#later('hold', HOLD_MS, () => {
        long = true
        this.#heldLong(seat)
      })
    }
    const moved = (e: PointerEvent): void => {
      const seat = seatUnder(e)
      if (this.held && seat !== this.held) release()
      if (long && this.aims && e.buttons && this.mayAccuse(seat) && !this.aims.includes(seat)) this.aim(seat)
    }
    // A press while somebody is aimed at adds or takes away; one that was long opens nothing.
    const click = (e: MouseEvent): void => {
      const seat = seatUnder(e)
      if (!long && !(this.aims && this.several && this.mayAccuse(seat))) return
      if (!long) this.aim(seat)
      long = false
      e.stopPropagation()
      e.preventDefault()
    }
    const menu = (e: Event): void => e.preventDefault()
    list.style.touchAction = 'none'
    list.style.userSelect = 'none'
    list.addEventListener('pointerdown', down)
    list.addEventListener('pointermove', moved)
    list.addEventListener('click', click, true)
    list.addEventListener('contextmenu', menu)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    return () => {
      list.removeEventListener('pointerdown', down)
      list.removeEventListener('pointermove', moved)
      list.removeEventListener('click', click, true)
      list.removeEventListener('contextmenu', menu)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
  }

  // ---- keys ----

  /** Takes a key, if it means something here; `letter`: what is written on it. */
  key(pressed: string): boolean {
    const vote = pressed === '+' || pressed === '=' ? 'yes' : pressed === '-' ? 'no' : null
    if (vote && this.ballot && among(this.ballot.voters, this.table.seat)) {
      this.vote(vote)
      return true
    }
    if (pressed === 'Escape' && (this.seen || this.aims)) {
      this.cover()
      this.drop()
      return true
    }
    if (this.aims) return this.#keyWhileAiming(pressed)
    if (pressed === 'a' && this.table.seat && this.view.running) {
      this.hand.cancel()
      this.aims = []
      this.table.announce(t('roles.aimWho'))
    } else if (pressed === 'y') this.hand.want('lay_watching_card')
    else if (pressed === 'f') this.#toWhatIsAsked()
    else if (pressed === 'm' && this.table.seat) this.glance()
    else return false
    return true
  }

  // Flipping, deciding, guessing, and what can be done with the own card.
  #toWhatIsAsked(): void {
    document.querySelector<HTMLElement>('[data-asks] :is(select, button:enabled)')?.focus()
  }

  #keyWhileAiming(pressed: string): boolean {
    const number = /^[1-9]$/.test(pressed) ? Number(pressed) : 0
    if (number) this.aim(number)
    else if (pressed === 'Enter' && this.aims?.length) {
      if (this.armed) this.accuse()
      else this.armed = true
    } else if (pressed === 'a') this.drop()
    else return false
    return true
  }

  /** For the list of keys; and what fingers do. */
  readonly touchHow = $derived(t('roles.how'))

  readonly keys = $derived.by((): [string, string][] => [
    ['A', t('roles.key.accuse')],
    ['+ −', t('roles.key.vote')],
    ['Y', t('roles.key.watch')],
    ['M', t('roles.key.card')],
    ['F', t('roles.key.asked')],
  ])

  vote(vote: 'yes' | 'no'): void {
    void this.table.ask({ t: 'cast_vote', vote })
  }

  // ---- the own card ----

  #looked(): void {
    if (this.offers('look_at_card').length) void this.table.ask({ t: 'look_at_card' })
  }

  hold(): void {
    this.seen = 'held'
    this.#looked()
  }

  /** For those who cannot hold it, or want to do something with it; again: covers it. */
  glance(): void {
    if (this.seen === 'glance') {
      this.cover()
      return
    }
    this.seen = 'glance'
    this.#looked()
    this.#later('glance', GLANCE_MS, () => this.cover())
  }

  /** It takes longer to read what is asked. */
  stay(): void {
    clearTimeout(this.#timers.get('glance'))
  }

  cover(): void {
    clearTimeout(this.#timers.get('glance'))
    this.seen = ''
  }

  // ---- what happens ----

  /** How it ended for this player, or for who watched; '': for nobody in particular. */
  ended(how: Result['how'] | undefined): string {
    if (!how) return t('roles.end.watched')
    return how === 'abandoned' ? '' : say(`roles.end.${how}`)
  }

  /** An event of the roles, in a sentence; '': it is none. */
  text(event: MazeEvent): string {
    return tell(this.table, event)
  }

  /** The same for those who do not see the screen, and to whom it may happen. */
  #aloud(event: MazeEvent): string {
    const { seat } = this.table
    if ('seat' in event && event.seat === seat) {
      if (event.t === 'flip_offered') return t('roles.youMayFlip')
      if (event.t === 'last_one_left') return t('roles.youLast')
      if (event.t === 'word_given') return t('roles.youHaveWord')
    }
    const told = this.text(event)
    if (event.t !== 'ballot_opened') return told
    const more = among(event.accused, seat) ? t('roles.youAreAccused') : t('roles.voteNow')
    return among(event.accused | event.voters, seat) ? `${told}. ${more}` : told
  }

  #later(name: string, ms: number, then: () => void): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.set(name, setTimeout(then, ms))
  }

  #happened(event: MazeEvent): void {
    const { seat } = this.table
    this.table.announce(this.#aloud(event))
    switch (event.t) {
      case 'ballot_opened':
        this.drop()
        this.verdict = null
        play('stop')
        if (among(event.accused | event.voters, seat)) shake([80, 40, 80])
        break
      case 'ballot_closed':
        this.verdict = event
        this.#later('verdict', VERDICT_MS, () => (this.verdict = null))
        break
      case 'card_shown':
        if (!this.table.over) this.#show(event.seat, event.n)
        break
      case 'seats_eliminated':
        if (this.scene) this.scene = { ...this.scene, fall: event.fall ?? null }
        play('pawn')
        break
      case 'actions_spread':
        this.#fly(event)
        break
      case 'card_told': {
        const side = sideOf(this.table, seat)
        if (side && side !== this.#side) this.#changed()
        break
      }
      case 'actions_dealt':
      case 'actions_passed':
        this.#holders = this.view.holder
    }
    this.#side = sideOf(this.table, seat)
  }

  #changed(): void {
    this.changed = true
    const side = sideOf(this.table, this.table.seat)
    if (side) this.table.announce(t('roles.changed', { side: sideName(side) }))
  }

  #show(seat: number, n: number): void {
    const card = cardOf(this.table, seat)
    if (!card) return
    // Those who are out together are shown together.
    const before = this.scene?.fall === null ? this.scene.cards : []
    this.scene = { n, cards: [...before, { seat, card }], fall: null }
    this.#later('scene', SCENE_MS, () => (this.scene = null))
  }

  // Tiles go from those who are out to those who hold them now.
  #fly(event: ActionsSpreadEvent): void {
    const before = this.#holders
    this.#holders = event.holder
    this.flights = event.holder.flatMap((to, i) => {
      const from = before[i] ?? 0
      const actions = ACTIONS.filter((_, bit) => among(this.view.action_tile[i], bit))
      return to && from && to !== from ? [{ key: `${event.n}.${i}`, actions, from, to }] : []
    })
    const received = this.flights.filter(({ to }) => to === this.table.seat).flatMap(({ actions }) => actions)
    if (received.length)
      this.table.announce(
        t('roles.received', { what: listed(received.map((action) => say(`action.${action}`))) }),
      )
    this.#later('flights', FLIGHT_MS + 600, () => (this.flights = []))
  }

  close(): void {
    this.#off()
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }
}
