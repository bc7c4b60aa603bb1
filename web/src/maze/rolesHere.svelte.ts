// Hidden roles are fetched where they are played: the one way from the maze to them. Until they are there,
// each view asks again.
import { onDestroy } from 'svelte'
import { withWords } from '../lib/words/i18n.svelte'
import type { Hand } from './hand.svelte'
import type { Roles } from './roles/roles.svelte'
import type { Sand } from './sand.svelte'
import type { MazeTable } from './view'

export class RolesHere {
  now = $state.raw<Roles | null>(null)
  #gone = false

  constructor(table: MazeTable, hand: Hand, sand: Sand) {
    $effect(() => {
      if (table.view?.roles.level && !this.now) this.#fetch(table, hand, sand).catch(() => undefined)
    })
    onDestroy(() => {
      this.#gone = true
      this.now?.close()
    })
  }

  async #fetch(table: MazeTable, hand: Hand, sand: Sand): Promise<void> {
    const { Roles } = await withWords(import('./roles/roles.svelte'))
    if (!this.#gone) this.now ??= new Roles(table, hand, sand)
  }
}
