// A table of Magic Maze with hidden roles whose people need no pages. It is dealt again until the cards are
// such as a test needs, and played as fast as the server answers; pages come to the seats a test is about.
import { readFileSync } from 'node:fs'
import { ACTIONS, comeToSeat, guest, HEROES, hostWithoutPage, WAYS } from './people.mjs'
import { nextStep } from './plan.mjs'

const definition = readFileSync(new URL('../../games/maze/cards.def', import.meta.url), 'utf8')
/** The cards by their numbers. */
export const CARDS = ['', ...[...definition.matchAll(/VALUE\(card, (\w+)\)/g)].map(([, name]) => name)]
export const [HERO, TRAITOR] = [1, 2]
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dirk', 'Emma', 'Finn']
// Their owners cannot do everything at once.
const HINDERED = ['superstitious', 'frozen', 'sloth', 'short_of_breath', 'snob', 'jinx', 'claustrophobe']
/** Traitors who still are when the heroes escape, played as here: nobody is convicted, watched or in need of
    an hourglass space. */
export const TRAITORS_FOR_GOOD = [
  ...['dramatist', 'framer', 'untouchable', 'provocateur', 'time_thief', 'ringleader'],
  ...['bribed', 'double_agent', 'second_thoughts'],
]
/** Heroes with a mission that cannot become impossible. */
export const NEVER_FAILING = ['lightning_rod', 'thrill_seeker', 'slowcoach', 'doorman', 'busybody']
/** Heroes whose card is then face down. */
export const HEROES_FOR_GOOD = [
  ...NEVER_FAILING,
  ...['silent_monk', 'contrarian', 'impatient', 'offended', 'panicker', 'fair_weather'],
]
const DEALS = 400

/** What somebody with a page or without knows of themselves. */
export const seatOf = ({ story }) => story.seat
export const cardOf = ({ story }) => CARDS[story.view.roles.card[story.seat]]
export const sideOf = ({ story }) => story.view.roles.side[story.seat]
export const isOut = ({ story }) => ((story.view.roles.convicted | story.view.roles.failed) >> story.seat) & 1

/** An accusation is open. */
export const opened = ({ roles }) => roles.ballot.opened && !roles.ballot.decision

/** The cards of all, put together from what each was told of their own. */
export function truthOf(team) {
  const truth = { card: [], side: [], names: [''] }
  for (const one of team) {
    truth.card[seatOf(one)] = one.story.view.roles.card[seatOf(one)]
    truth.side[seatOf(one)] = sideOf(one)
    truth.names[seatOf(one)] = one.called
  }
  return truth
}

/**
 * One step of the plan, carried out by whoever of `team` may and `carry(one, step)` does it; `only` one hero,
 * if told so. False: nobody can do anything now.
 */
export async function takeStep(team, carry, { sand = Infinity, only = -1 } = {}) {
  const { view } = team[0].story
  const offers = new Map(team.map((one) => [one, isOut(one) ? [] : one.story.legal()]))
  const holders = (action) =>
    team.filter((one) => !isOut(one) && (view.may[seatOf(one)] >> ACTIONS.indexOf(action)) & 1)
  const offered = (one, { t, to }, hero) =>
    offers
      .get(one)
      .some((o) => o.t === t && o.hero === HEROES[hero] && o.tile === to >> 4 && o.space === (to & 15))
  const usable = (step, hero, from) =>
    only >= 0 && hero !== only
      ? false
      : from === view.hero_at[hero]
        ? holders(step.action).some((one) => offered(one, step, hero))
        : holders(step.action).length > 0
  const step = nextStep(view, sand, usable)
  const one = step && holders(step.action).find((who) => offered(who, step, step.hero))
  if (!one) return false
  const { told } = one.story
  await carry(one, step)
  await one.story.comes((_, story) => story.told > told && !story.asked.size, 3000)
  const state = ({ hero_at, pile_count, hush, roles, ending }) =>
    `${hero_at} ${pile_count} ${hush.talk} ${roles.failed} ${roles.phase} ${ending}`
  for (const other of team) await other.story.comes((now) => state(now) === state(one.story.view), 5000)
  return true
}

export class RoleTable {
  /** Everybody at the table; the host comes first. */
  people = []
  #url

  constructor(url, people) {
    this.#url = url
    this.people = people
  }

  /** A table at which the cards are such as `fits(table)` wants them; any page will do. */
  static async deal(page, url, { players = 5, fits = () => true, settings, ...setUp }) {
    for (let tries = 0; tries < DEALS; tries++) {
      const host = await hostWithoutPage(page, url, NAMES[0], settings)
      const sit = (name) => guest(page, url, host.code, name)
      const people = [host, ...(await Promise.all(NAMES.slice(1, players).map(sit)))]
      await host.send({ t: 'set_up', number: 3, level: 9, sand_s: 300, ...setUp })
      for (const one of people) await one.story.until(({ roles }) => roles.card[one.story.seat])
      const table = new RoleTable(url, people)
      if (!people.some((one) => HINDERED.includes(cardOf(one))) && fits(table)) return table
      for (const one of people) one.leave()
    }
    throw new Error('the cards never fall as they should')
  }

  on(side) {
    return this.people.filter((one) => sideOf(one) === side)
  }

  having(...cards) {
    return this.people.filter((one) => cards.includes(cardOf(one)))
  }

  inGame() {
    return this.people.filter((one) => !isOut(one))
  }

  /** The person whose seat a page has. */
  of(page) {
    return this.people.find((one) => seatOf(one) === seatOf(page))
  }

  /** Before it begins, pages come to the seats of these people, in this order; each is called as they are. */
  async bring(pages, whose) {
    for (const [i, page] of pages.entries()) await comeToSeat(page, page.at ?? this.#url, whose[i])
    for (const page of pages) await page.waitForSelector('[data-test=deal]') // fetched where it is played
  }

  /** Everybody looks at their card, and the hourglass is turned. */
  async begin() {
    for (const one of this.people) await one.send({ t: 'look_at_card' })
    await this.people[0].send({ t: 'turn_hourglass' })
    await this.all((view) => view.running)
  }

  /** Everybody knows that it is so. */
  async all(so) {
    for (const one of this.people) await one.story.until(so)
  }

  /** A step towards the goal, of one hero if told so; false: nobody can take one. */
  step(only) {
    return takeStep(this.people, WAYS.wire, { only })
  }

  /** Plays until it is so; false: the game is over before, or stands still. */
  async playUntil(so) {
    for (let steps = 0; steps < 2000; steps++) {
      const { view } = this.people[0].story
      if (so(view)) return true
      if (view.ending || !(await this.step())) return false
    }
    return false
  }

  async accuse(by, ...accused) {
    await by.send({ t: 'accuse', seats: accused.reduce((set, one) => set | (1 << seatOf(one)), 0) })
    await this.all(opened)
  }

  /** All of these vote. */
  async vote(voters, vote = 'yes') {
    for (const one of voters) await one.send({ t: 'cast_vote', vote })
  }

  /** Whoever can, finds somebody guilty. */
  async convict(accused) {
    const [accuser, ...voters] = this.inGame().filter((one) => one !== accused)
    await this.accuse(accuser, accused)
    await this.vote(voters)
    await this.all(({ roles }) => roles.ballot.decision === 'passed')
    return accuser
  }
}
