// What a seat's story tells beyond its view: the rounds so far, and how this seat knows what it knows.
import type { Cause, Side, Verdict } from '../generated/traitor'
import { seatsOf } from '../lib/table/seats'
import { among } from '../lib/table/sets'
import type { Line } from '../lib/table/table.svelte'
import { say, t } from '../lib/words/i18n.svelte'
import { type Known, roleName, type TraitorEvent, type TraitorTable } from './view'

export interface Round {
  number: number
  /** Who pointed; in a round that does not count, who showed a card. */
  by: number
  at: number
  roles: { seat: number; role: Known }[]
  won: Side | null
  verdict: Verdict | null
  /** Why it does not count, if it does not. */
  annulled: Cause | null
  /** Whose cards were taken with rings after it, as everybody saw. */
  stolen: { by: number; seat: number }[]
}

/** The rounds that are over. */
export function rounds(story: TraitorEvent[]): Round[] {
  const all: Round[] = []
  for (const e of story) {
    if (e.t === 'round_begun')
      all.push({
        number: e.round,
        by: 0,
        at: 0,
        roles: [],
        won: null,
        verdict: null,
        annulled: null,
        stolen: [],
      })
    const round = all.at(-1)
    if (!round) continue
    if (e.t === 'stopped') Object.assign(round, { by: e.by, at: e.seat })
    else if (e.t === 'card_revealed') round.roles.push({ seat: e.seat, role: roleName(e.character, e.side) })
    else if (e.t === 'round_won') Object.assign(round, { won: e.side, verdict: e.verdict })
    else if (e.t === 'card_stolen') round.stolen.push({ by: e.by, seat: e.seat })
    else if (e.t === 'round_annulled') Object.assign(round, { by: e.by, annulled: e.cause })
  }
  return all.filter((round) => round.won || round.annulled)
}

/** Why a team has won a round. */
export function why(table: TraitorTable, round: Round): string {
  const role = (seat: number): Known => round.roles.find((one) => one.seat === seat)?.role ?? ''
  const who = { by: table.name(round.by), name: table.name(round.at) }
  const roles = { byRole: say(`role.${role(round.by)}`), role: say(`role.${role(round.at)}`) }
  const mistake = round.verdict === 'mistake' && role(round.by) === 'traitor'
  return say(`traitor.why.${mistake ? 'traitor' : round.verdict}`, { ...who, ...roles })
}

const thisRound = (table: TraitorTable): TraitorEvent[] =>
  table.story.slice(table.story.findLastIndex((e) => e.t === 'round_begun'))

/** The seats of a set, in order. */
export function seatsIn(table: TraitorTable, set: number): number[] {
  return seatsOf(table).filter((seat) => among(set, seat))
}

/** Several names in one sentence. */
export function names(table: TraitorTable, seats: number[]): string {
  return seats.map((seat) => (seat === table.seat ? t('traitor.yourself') : table.name(seat))).join(', ')
}

/** What this seat was shown in this round, and that it was (T1.7). */
export function known(table: TraitorTable): string[] {
  const own = table.seat
  const story = thisRound(table)
  const veiled = story.filter((e) => e.t === 'wizard_card_dealt').filter(({ seat }) => seat !== own)
  const lines = story.map((e) => {
    const seat = 'seat' in e ? (e.seat ?? 0) : 0
    const seats = seatsIn(table, 'seats' in e ? (e.seats ?? 0) : 0)
    switch (e.t) {
      case 'wizards_shown':
        return t('traitor.know.wizards', { names: names(table, seats) })
      case 'key_holder_told':
        if (!seat) return t('traitor.know.keyHidden')
        return seat === own ? t('traitor.know.keyYou') : t('traitor.know.key', { name: table.name(seat) })
      case 'traitors_told':
        return seats.length
          ? t('traitor.know.traitors', {
              names: names(
                table,
                seats.filter((one) => one !== own),
              ),
            })
          : t('traitor.know.traitorsHidden')
      case 'wizard_card_dealt':
        if (seat === own) return say(`traitor.know.${e.side}`)
        return e === veiled[0]
          ? t('traitor.know.sideHidden', {
              names: names(
                table,
                veiled.map((one) => one.seat),
              ),
            })
          : ''
      default:
        return ''
    }
  })
  return lines.filter(Boolean)
}

/** What this seat has drawn since the last STOP, and what rings have gained or cost it in all rounds. */
export function moved(table: TraitorTable): string[] {
  const begun = thisRound(table)[0]?.n ?? 0
  let round = ''
  const lines = table.story.map((e) => {
    if (e.t === 'round_begun') round = t('traitor.round', { n: e.round })
    if (e.t !== 'treasure_drawn' && e.t !== 'card_stolen') return ''
    const treasure = say(`treasure.${e.treasure}`, {}, '')
    if (e.t === 'treasure_drawn' && e.seat === table.seat && e.n > begun)
      return t('traitor.drew', { treasure })
    if (e.t !== 'card_stolen' || (e.by !== table.seat && e.seat !== table.seat)) return ''
    const line =
      e.by === table.seat
        ? t('traitor.took', { treasure, name: table.name(e.seat) })
        : t('traitor.lost', { treasure, name: table.name(e.by) })
    return e.n > begun ? line : `${line} (${round})`
  })
  return lines.filter(Boolean)
}

/** What everybody saw happen between two rounds, in words; '' for anything else. */
export function told(table: TraitorTable, e: TraitorEvent): string {
  if (e.t === 'card_stolen') return t('event.card_stolen', { by: table.name(e.by), name: table.name(e.seat) })
  if (e.t === 'points_announced') return t('event.points_announced', { name: table.name(e.seat) })
  return e.t === 'tie_found' ? t('event.tie_found') : ''
}

/** The round that begins between two lines of the talk, if one does; the first needs no divider. */
export function roundBetween(story: TraitorEvent[], before: Line | undefined, line: Line): number {
  const begun = story.filter((e) => e.t === 'round_begun').findLast((e) => e.n < line.n)
  const round = begun && begun.n > (before?.n ?? 0) ? begun.round : 0
  return round > 1 || before ? round : 0
}
