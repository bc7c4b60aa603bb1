// What the story of a seat tells beyond the view: the rounds so far, and how this seat knows what it knows.
import { say, t } from '../lib/i18n.svelte'
import { among, seatsOf } from '../lib/seats'
import type { Happening, Line, Table } from '../lib/table.svelte'
import { roleName } from './view'

export interface Round {
  number: number
  /** Who pointed; of a round that does not count, who showed a card. */
  by: number
  at: number
  roles: { seat: number; role: string }[]
  won: string
  verdict: string
  /** Why it does not count, if it does not. */
  annulled: string
  /** Which cards rings took after it, as everybody saw. */
  stolen: { by: number; seat: number }[]
}

/** The rounds that are over. */
export function rounds(story: Happening[]): Round[] {
  const all: Round[] = []
  for (const e of story) {
    if (e.t === 'round_begun')
      all.push({
        number: Number(e.round),
        by: 0,
        at: 0,
        roles: [],
        won: '',
        verdict: '',
        annulled: '',
        stolen: [],
      })
    const round = all.at(-1)
    if (!round) continue
    if (e.t === 'stopped') Object.assign(round, { by: e.by, at: e.seat })
    else if (e.t === 'card_revealed')
      round.roles.push({ seat: Number(e.seat), role: roleName(String(e.character), String(e.side ?? '')) })
    else if (e.t === 'round_won') Object.assign(round, { won: e.side, verdict: e.verdict })
    else if (e.t === 'card_stolen') round.stolen.push({ by: Number(e.by), seat: Number(e.seat) })
    else if (e.t === 'round_annulled') Object.assign(round, { by: e.by, annulled: e.cause })
  }
  return all.filter((round) => round.won || round.annulled)
}

/** Why a team has won a round. */
export function why(table: Table, round: Round): string {
  const role = (seat: number): string => round.roles.find((one) => one.seat === seat)?.role ?? ''
  const who = { by: table.name(round.by), name: table.name(round.at) }
  const roles = { byRole: say(`role.${role(round.by)}`), role: say(`role.${role(round.at)}`) }
  const mistake = round.verdict === 'mistake' && role(round.by) === 'traitor'
  return say(`traitor.why.${mistake ? 'traitor' : round.verdict}`, { ...who, ...roles })
}

const thisRound = (table: Table): Happening[] =>
  table.story.slice(table.story.findLastIndex((e) => e.t === 'round_begun'))

/** The seats of a set, in order. */
export function seatsIn(table: Table, set: number): number[] {
  return seatsOf(table).filter((seat) => among(set, seat))
}

/** Several names in one sentence. */
export function names(table: Table, seats: number[]): string {
  return seats.map((seat) => (seat === table.seat ? t('traitor.yourself') : table.name(seat))).join(', ')
}

/** What this seat was shown in this round, and that it was (T1.7). */
export function known(table: Table): string[] {
  const own = table.seat
  const story = thisRound(table)
  const veiled = story.filter((e) => e.t === 'wizard_card_dealt' && e.seat !== own)
  const lines = story.map((e) => {
    const seat = Number(e.seat ?? 0)
    const seats = seatsIn(table, Number(e.seats ?? 0))
    switch (e.t) {
      case 'wizards_shown':
        return t('traitor.know.wizards', { names: names(table, seats) })
      case 'key_holder_told':
        if (!seat) return t('traitor.know.keyHidden')
        return seat === own ? t('traitor.know.keyYou') : t('traitor.know.key', { name: table.name(seat) })
      case 'traitors_told':
        return seats.length
          ? t('traitor.know.traitors', { names: names(table, seats.filter((one) => one !== own)) })
          : t('traitor.know.traitorsHidden')
      case 'wizard_card_dealt':
        if (seat === own) return say(`traitor.know.${String(e.side)}`)
        return e === veiled[0]
          ? t('traitor.know.sideHidden', { names: names(table, veiled.map((one) => Number(one.seat))) })
          : ''
      default:
        return ''
    }
  })
  return lines.filter(Boolean)
}

/** What this seat has drawn since the last STOP, and what rings have brought and taken in all rounds. */
export function moved(table: Table): string[] {
  const begun = thisRound(table)[0]?.n ?? 0
  let round = ''
  const lines = table.story.map((e) => {
    if (e.t === 'round_begun') round = t('traitor.round', { n: Number(e.round) })
    const treasure = say(`treasure.${String(e.treasure)}`, {}, '')
    if (e.t === 'treasure_drawn' && e.seat === table.seat && e.n > begun)
      return t('traitor.drew', { treasure })
    if (e.t !== 'card_stolen' || (e.by !== table.seat && e.seat !== table.seat)) return ''
    const line =
      e.by === table.seat
        ? t('traitor.took', { treasure, name: table.name(Number(e.seat)) })
        : t('traitor.lost', { treasure, name: table.name(Number(e.by)) })
    return e.n > begun ? line : `${line} (${round})`
  })
  return lines.filter(Boolean)
}

/** The round that begins between two lines of the talk, if one does; in the first nothing is to be parted. */
export function roundBetween(story: Happening[], before: Line | undefined, line: Line): number {
  const begun = story.findLast((e) => e.t === 'round_begun' && e.n < line.n)
  const round = begun && begun.n > (before?.n ?? 0) ? Number(begun.round) : 0
  return round > 1 || before ? round : 0
}
