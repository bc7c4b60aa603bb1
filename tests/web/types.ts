// A misspelling does not pass `npm run check`: what is asked, offered, told and seen at a table has the types
// generated from its game's .def. Nothing here is ever run: every wrong line is marked as an expected error,
// and the check fails if one of them is not an error.
import type { GamePage, Happening } from '../../web/src/lib/table/contract'
import type { Table } from '../../web/src/lib/table/table.svelte'

declare const any: Table
declare const maze: Table<'maze'>
declare const traitor: Table<'traitor'>

// ---- what is asked ----

void maze.ask({ t: 'move_hero', hero: 'elf', tile: 1, space: 5 })
void traitor.ask({ t: 'say_phrase', phrase: 'i_am', role: 'guard' })
void any.ask({ t: 'be_ready', ready: true })
void any.ask({ t: 'change_game', game: 'maze' })
// @ts-expect-error there is no such command
void maze.ask({ t: 'move_heroes', hero: 'elf' })
// @ts-expect-error it is another game's
void traitor.ask({ t: 'move_hero', hero: 'elf' })
// @ts-expect-error there is no such field
void maze.ask({ t: 'move_hero', hero: 'elf', tyle: 1 })
// @ts-expect-error there is no such hero
void maze.ask({ t: 'move_hero', hero: 'wizard' })
// @ts-expect-error a number is a number
void maze.ask({ t: 'move_hero', tile: '1' })
// @ts-expect-error a seat may not ask for it
void maze.ask({ t: 'tick' })

// ---- what the host chooses ----

void maze.choose({ number: 1, sand_s: 180 })
// @ts-expect-error an option of another game
void maze.choose({ limit_s: 60 })

// ---- what the engine offers ----

for (const offer of maze.legal) {
  if (offer.t === 'place_pawn') offer.seat satisfies number
  // @ts-expect-error it is not offered in this game
  if (offer.t === 'use_ring') void maze.ask(offer)
  // @ts-expect-error not every offer is for a hero
  void offer.hero
}

// ---- what happens ----

maze.on((event) => {
  if (event.t === 'hero_moved') event.how satisfies string | null
  // @ts-expect-error it has no such field
  if (event.t === 'hero_moved') void event.seat
  // @ts-expect-error there is no such event
  if (event.t === 'hero_left_the_mall') void event
})
traitor.on((event) => {
  // @ts-expect-error what only some may know may be missing
  if (event.t === 'card_dealt') event.character satisfies string
})

// ---- what is seen ----

maze.view?.sand.ends_ms satisfies number | undefined
any.view?.presence.player[1]?.name satisfies string | undefined
// @ts-expect-error there is no such thing in the view
void maze.view?.heroes
// @ts-expect-error nor in that of every game
void any.view?.sand
if (maze.view?.ending === 'escaped') void maze
// @ts-expect-error a game of this kind does not end so
if (traitor.view?.ending === 'escaped') void traitor

// ---- what a game's folder says of itself ----

export const guesses: GamePage<'maze'>['guesses'] = {
  stare_at: { becomes: 'stared', same: 'seat' },
  // @ts-expect-error there is no such event
  place_pawn: { becomes: 'pawn_put' },
}
// A table of one game is a table of any, and what happens there is among what happens anywhere.
export const tables: Table[] = [maze, traitor]
export const happened = (event: Happening<'maze'>): Happening => event
