// What happens with hidden roles, in sentences: for those who listen, and for the time line of the end.
import { CARDS } from '../../generated/maze'
import { seatsOf } from '../../lib/table/seats'
import { among } from '../../lib/table/sets'
import { language, say, t } from '../../lib/words/i18n.svelte'
import type { MazeEvent, MazeTable } from '../view'
import { title } from './cards'

/** Names as people list them: Ann, Ben and Cleo. */
export const listed = (names: string[]): string => new Intl.ListFormat(language()).format(names)

export function namesOf(table: MazeTable, seats: number): string {
  return listed(
    seatsOf(table)
      .filter((seat) => among(seats, seat))
      .map((seat) => table.name(seat)),
  )
}

/** An event of the roles, in a sentence; '': it is none, or not for all. */
export function tell(table: MazeTable, event: MazeEvent): string {
  const names = (seats: number): string => namesOf(table, seats)
  const name = (seat: number): string => table.name(seat)
  switch (event.t) {
    case 'ballot_opened':
      return t('roles.accuses', { by: names(event.accusers), names: names(event.accused) })
    case 'vote_cast':
    case 'vote_changed':
      return event.vote ? say(`roles.votes.${event.vote}`, { name: name(event.seat) }) : ''
    case 'ballot_closed':
      return say(`roles.decision.${event.decision}`)
    case 'watching_card_laid':
      return t('roles.laid', { by: name(event.by), name: name(event.seat) })
    case 'card_shown':
      return t('roles.shows', { name: name(event.seat), card: event.card ? title(event.card) : '' })
    case 'seats_eliminated':
      return t(event.fall === 'failed' ? 'roles.failed' : 'roles.isOut', { names: names(event.seats) })
    case 'flip_offered':
      return t('roles.mayFlip', { name: name(event.seat) })
    case 'flipped_for_free':
      return t('roles.flipped', { by: name(event.by) })
    case 'flip_declined':
      return t('roles.notFlipped')
    case 'end_put_off':
      return t('roles.decides')
    case 'gone_home':
      return t('roles.wentHome', { name: name(event.seat) })
    case 'last_one_left':
      return t('roles.last', { name: name(event.seat) })
    case 'outcome_decided':
      return t(event.succeeded ? 'roles.decided.yes' : 'roles.decided.no', { name: name(event.seat) })
    case 'guessing_begun':
      return t('roles.chance')
    case 'word_asked':
      return t('roles.asked', { name: name(event.seat) })
    case 'word_given':
      return t('roles.hasWord', { name: name(event.seat) })
    case 'word_passed':
      return t('roles.passed', { names: names(event.seats) })
    case 'card_guessed':
      return [
        t('roles.guesses', {
          by: name(event.by),
          name: name(event.seat),
          card: event.card && CARDS.includes(event.card) ? title(event.card) : '',
        }),
        t(event.right ? 'roles.right' : 'roles.wrong'),
      ].join('. ')
    default:
      return ''
  }
}
