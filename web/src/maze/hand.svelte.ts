// What a player has in hand: the hero they chose, a choice they are making, a finger that points. Buttons,
// keys and taps all end here. The engine says what may be done: every command is one of its offers.
import { type Action, type Hero, HEROES } from '../generated/maze'
import { among } from '../lib/table/sets'
import {
  CELL,
  heroOf,
  heroSpot,
  type Laid,
  type MazeOffer,
  type MazeTable,
  type MazeView,
  MOVES,
  offersOf,
  type Place,
  placeAt,
  spot,
  STEP,
} from './view'

const REPEAT_MS = 150

export class Hand {
  /** Where the finger is, while pointing by keys. */
  finger = $state.raw<Place | null>(null)
  /** The last thing tried that could not be done, for the board to show. */
  bump = $state.raw<{ action: Action; n: number } | null>(null)
  #asked = $state.raw<{ t: MazeOffer['t']; hero: Hero | null } | null>(null)
  #at = $state(0)
  #wanted = $state(0)
  #table: MazeTable
  #laid: () => Laid[]
  #choosing: () => void
  #repeat: ReturnType<typeof setInterval> | undefined
  #held = ''

  /** `choosing` is called when a choice begins. */
  constructor(table: MazeTable, laid: () => Laid[], choosing: () => void) {
    this.#table = table
    this.#laid = laid
    this.#choosing = choosing
  }

  get #view(): MazeView {
    return this.#table.view as MazeView
  }

  readonly #hero = $derived.by(() => {
    const others = HEROES.map((_, i) => (this.#wanted + i) % HEROES.length)
    return others.find((hero) => !among(this.#view.left, hero)) ?? this.#wanted
  })

  /** The hero in hand. A hero that has left cannot be used: then it is the next one. */
  get hero(): number {
    return this.#hero
  }
  set hero(hero: number) {
    this.#wanted = hero
  }

  /** What is being chosen from: vortexes, ways to lay a tile, tiles to discard, players. */
  readonly options = $derived.by((): MazeOffer[] => {
    const asked = this.#asked
    if (!asked) return []
    const offers = this.#table.legal.filter(
      (o) => o.t === asked.t && (!asked.hero || heroOf(o) === asked.hero),
    )
    const staring = asked.t === 'stare_at' && this.#view.stare[this.#table.seat]
    return staring ? [...offers, { t: 'stare_at', seat: 0 }] : offers
  })
  readonly at = $derived(this.options.length ? this.#at % this.options.length : 0)
  readonly chosen = $derived(this.options[this.at])

  take(offer: MazeOffer): void {
    this.cancel()
    void this.#table.ask(offer)
  }

  /** Begins to choose, if there is anything to choose; if there is only one, it is taken at once. The same
      again moves to the next. */
  choose(t: MazeOffer['t'], hero: Hero | null = null): boolean {
    if (this.#asked?.t === t && this.#asked.hero === hero && this.options.length) {
      this.turn(1)
      return true
    }
    this.finger = null
    this.#asked = { t, hero }
    this.#at = 0
    const [first, second] = this.options
    if (!first) this.#asked = null
    else if (!second && t !== 'discard_tile') this.take(first)
    else this.#choosing()
    return first !== undefined
  }

  /** The same by a key: if there is nothing to choose, it is asked for all the same, and refused with the
      reason. */
  want(t: 'turn_action' | 'discard_tile' | 'place_pawn' | 'stare_at' | 'lay_watching_card'): void {
    if (this.choose(t)) return
    if (t === 'turn_action') void this.#table.ask({ t })
    else if (t === 'discard_tile') void this.#table.ask({ t, tile: 0 })
    else void this.#table.ask({ t, seat: this.#table.seat })
  }

  /** About to say something: if this is not allowed, it is refused with the reason. */
  speak(): void {
    this.cancel()
    if (!this.#table.may('text')) void this.#table.ask({ t: 'say', text: '' })
  }

  turn(by: number): void {
    this.#at = (this.at + by + this.options.length) % this.options.length
  }

  pick(index: number): void {
    const offer = this.options[index]
    if (offer) this.take(offer)
  }

  /** Enter: what is chosen is done; a finger points. */
  confirm(): boolean {
    if (this.finger) void this.#table.ask({ t: 'point_at', ...this.finger })
    else if (this.chosen) this.take(this.chosen)
    else return false
    return true
  }

  cancel(): boolean {
    const busy = this.#asked !== null || this.finger !== null
    this.#asked = null
    this.finger = null
    return busy
  }

  /** Uses an action with the hero in hand: one space, or as far as it goes. */
  act(action: Action, far = false): boolean {
    const view = this.#view
    const offers = this.#table.legal
    const ways = offersOf(offers, this.#laid(), view, this.hero, action)
    const name = HEROES[this.hero] ?? null
    const offer = far ? ways.at(-1) : ways[0]
    if (action === 'vortex' && ways.length > 1) this.choose('use_vortex', name)
    else if (offer) this.take(offer)
    else if (action === 'explore' && offers.some((o) => o.t === 'explore')) this.choose('explore')
    else if (action === 'explore' && offers.some((o) => o.t === 'gaze')) this.choose('gaze')
    else {
      this.bump = { action, n: (this.bump?.n ?? 0) + 1 }
      return false
    }
    return true
  }

  /** A button or key goes down: a move continues until it is released. */
  press(action: Action): void {
    this.release()
    if (!this.act(action) || !MOVES.includes(action)) return
    this.#held = action
    this.#repeat = setInterval(() => {
      if (this.#way(action)) this.act(action)
      else this.release()
    }, REPEAT_MS)
  }

  #way(action: Action): boolean {
    return offersOf(this.#table.legal, this.#laid(), this.#view, this.hero, action).length > 0
  }

  release(action = ''): void {
    if (action && action !== this.#held) return
    clearInterval(this.#repeat)
    this.#repeat = undefined
    this.#held = ''
  }

  /** A finger to point with by keys: it starts at the hero in hand. If pointing is not allowed, it is refused
      with the reason. */
  point(): void {
    this.cancel()
    const from = heroSpot(this.#view, this.#laid(), this.hero) ?? spot(this.#laid(), 1, 5)
    const place = placeAt(this.#laid(), from)
    if (this.#table.may('reaction')) this.finger = place
    else void this.#table.ask({ t: 'point_at', ...place })
  }

  /** Moves the finger by one space, if the mall continues there. */
  shift(way: number): void {
    const step = STEP[way]
    if (!this.finger || !step) return
    const from = spot(this.#laid(), this.finger.tile, this.finger.space)
    this.finger =
      placeAt(this.#laid(), { x: from.x + step.x * CELL, y: from.y + step.y * CELL }) ?? this.finger
  }
}
