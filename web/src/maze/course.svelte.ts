// The game as a player notices it: notices, sounds, words for people who cannot see the screen.
import type { ReactedEvent, SaidEvent, Talk } from '../generated/common'
import { type Action, HEROES, type HeroMovedEvent, type PawnPlacedEvent } from '../generated/maze'
import { play, shake } from '../lib/page/sound'
import { say, t } from '../lib/words/i18n.svelte'
import { GOT_ON, type Lesson, moveKey } from './hints'
import { Teller } from './teller'
import { heldBy, type MazeEvent, type MazeTable, type MazeView, type Place } from './view'
import { eventText, knownOn, spaceName, whereIs } from './words'

const NOTICE_MS = 3500
const STAMP_MS = 2200
const FRESH_MS = 9000
const FLIPPED_MS = 14000
const POINTED_MS = 3000
const SAID_MS = 6000
const THUMP_MS = 2600

type Kind = MazeEvent['t']

const SOUNDS: Partial<Record<Kind, string>> = {
  tile_laid: 'lay',
  hourglass_flipped: 'flip',
  hourglass_turned: 'flip',
  theft_done: 'theft',
}
const NOTICED = new Set<Kind>([
  'hourglass_flipped',
  'theft_done',
  'hero_left',
  'camera_broken',
  'discards_ordered',
])
// Told in another way, or irrelevant to the game.
const UNTOLD = new Set<Kind>(['hero_moved', 'tile_laid', 'talk_changed', 'stared', 'said', 'reacted'])

type Moment = { text: string; n: number }

export class Course {
  /** Big words over the mall, for a moment. */
  notice = $state.raw<Moment | null>(null)
  /** Talk has opened or closed: nobody can miss it. */
  stamp = $state.raw<{ talk: string; n: number } | null>(null)
  /** What somebody just said or showed. */
  said = $state.raw<{ by: number; text: string; reaction: string; n: number } | null>(null)
  flips = $state(0)
  thump = $state.raw<{ by: string; n: number } | null>(null)
  /** The action tiles have been passed on: what this player holds now, and what of it is new. */
  dealt = $state.raw<{ held: Action[]; n: number } | null>(null)
  fresh = $state.raw<Action[]>([])
  flipped = $state(false)
  known = $state.raw<Set<Lesson>>(new Set())
  /** How often this player has used an action on a hero at a place since the team last made progress. */
  readonly tried = new Map<string, number>()
  pointed = $state.raw<(Place & { by: number; n: number })[]>([])
  unread = $state(0)
  #table: MazeTable
  #teller: Teller
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #held: Action[] = []
  #places: number[] = []

  constructor(table: MazeTable) {
    this.#table = table
    this.#teller = new Teller((text) => table.announce(text))
    this.#held = this.#hand
    for (const event of table.story) this.#learn(event)
  }

  get #view(): MazeView {
    return this.#table.view as MazeView
  }

  get #hand(): Action[] {
    return this.#table.seat ? heldBy(this.#view, this.#table.seat) : []
  }

  learnt(lesson: Lesson): void {
    this.known = new Set([...this.known, lesson])
  }

  // After a while; starting it again restarts the wait.
  #later(name: string, ms: number, then: () => void): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.set(name, setTimeout(then, ms))
  }

  #learn(event: MazeEvent): void {
    if (GOT_ON.has(event.t)) this.tried.clear()
    if (event.t !== 'hero_moved' && event.t !== 'hero_placed') return
    const hero = HEROES.findIndex((one) => one === event.hero)
    const from = this.#places[hero] ?? 0
    this.#places[hero] = (event.tile << 4) | event.space
    if (event.t !== 'hero_moved' || event.by !== this.#table.seat) return
    const move = moveKey(hero, from, event.how ?? '')
    this.tried.set(move, (this.tried.get(move) ?? 0) + 1)
    if (event.how === 'vortex' || event.how === 'escalator') this.learnt(event.how)
  }

  happened(event: MazeEvent): void {
    const seat = this.#table.seat
    const text = eventText(this.#table, event)
    if (!UNTOLD.has(event.t)) this.#table.announce(text)
    play(SOUNDS[event.t] ?? '')
    this.#learn(event)
    if (NOTICED.has(event.t)) this.#note(text, event.n)
    switch (event.t) {
      case 'hero_moved':
        this.#moved(event)
        break
      case 'tile_laid':
        this.#laid(text, event.tile)
        break
      case 'hourglass_turned':
        this.flips++
        break
      case 'hourglass_flipped':
        this.flips++
        this.flipped = true
        this.#later('flipped', FLIPPED_MS, () => (this.flipped = false))
        break
      case 'actions_passed':
        this.#passed(event.n)
        break
      case 'actions_spread':
        if (this.#hand.length > this.#held.length) this.#passed(event.n)
        break
      case 'action_turned':
        this.#table.announce(say(`action.${event.action}`))
        break
      case 'talk_changed':
        this.#talk(event.talk ?? 'open', event.n)
        break
      case 'pawn_placed':
        if (event.seat === seat) this.#pawned(event)
        break
      case 'stared':
        if (event.seat === seat && seat) {
          play('stare')
          this.#table.announce(t('maze.stareAtYou', { names: this.#table.name(event.by) }))
        }
        break
      case 'said':
      case 'reacted':
        this.#heard(event)
        break
      case 'pointed':
        this.pointed = [...this.pointed, event]
        this.#later(`point${event.n}`, POINTED_MS, () => {
          this.pointed = this.pointed.filter(({ n }) => n !== event.n)
        })
        break
      case 'game_ended':
        if (event.ending !== 'abandoned')
          play(this.#table.winners.includes(seat || (this.#table.winners[0] ?? 0)) ? 'won' : 'lost')
        this.#table.announce(say(`ending.${event.ending}`))
    }
  }

  #note(text: string, n: number): void {
    this.notice = { text, n }
    this.#later('notice', NOTICE_MS, () => (this.notice = null))
  }

  #moved(event: HeroMovedEvent): void {
    const hero = say(`hero.${event.hero}`)
    if (event.by !== this.#table.seat) {
      const where = (): string =>
        whereIs(
          this.#view,
          HEROES.findIndex((one) => one === event.hero),
        )
      this.#teller.moved(this.#table.name(event.by), hero, where)
      return
    }
    const what = spaceName(this.#view, event.tile, event.space)
    this.#table.announce(t('tell.own', { hero, tile: event.tile, what }))
  }

  // Exploration spaces and vortexes are on nearly every tile: the list of heroes names them.
  #laid(text: string, tile: number): void {
    const found = knownOn(this.#view, tile)
      .filter(({ name }) => name !== 'explore' && name !== 'vortex')
      .map(({ space }) => spaceName(this.#view, tile, space))
    this.#table.announce([text, ...found].join(', '))
  }

  // This player's actions have changed: shows and announces what they are now, and which are new.
  #passed(n: number): void {
    const held = this.#hand
    this.fresh = held.filter((action) => !this.#held.includes(action))
    this.#held = held
    if (!this.#table.seat) return
    this.dealt = { held, n }
    this.#later('dealt', NOTICE_MS, () => (this.dealt = null))
    this.#later('fresh', FRESH_MS, () => (this.fresh = []))
    this.#table.announce(t('tell.hold', { actions: held.map((a) => say(`action.${a}`)).join(', ') }))
  }

  #talk(talk: Talk, n: number): void {
    if (this.#view.presence.seats === 1) return // nobody to talk to (M9.4)
    this.stamp = { talk, n }
    play(talk === 'open' ? 'speak' : 'hush')
    this.#table.announce(say(`talk.${talk}`))
    this.#later('stamp', STAMP_MS, () => (this.stamp = null))
  }

  #pawned(event: PawnPlacedEvent): void {
    this.thump = { by: this.#table.name(event.by), n: event.n }
    play('pawn')
    shake([60, 40, 120])
    this.#later('thump', THUMP_MS, () => (this.thump = null))
  }

  #heard(event: SaidEvent | ReactedEvent): void {
    if (event.by === this.#table.seat) return
    this.unread++
    this.said = {
      by: event.by,
      text: event.t === 'said' ? event.text : '',
      reaction: (event.t === 'reacted' && event.reaction) || '',
      n: event.n,
    }
    this.#later('said', SAID_MS, () => (this.said = null))
  }

  /** Little sand is left: told a few times. */
  second(left: number): void {
    if (left === 60 || left === 30 || left === 10) this.#table.announce(t('tell.sand', { n: left }))
  }

  close(): void {
    this.#teller.close()
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }
}
