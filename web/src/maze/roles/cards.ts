// The role cards in words. They are fetched only where hidden roles are played (build.json).
import type { Card } from '../../generated/maze'
import { say, type WordFiles } from '../../lib/words/i18n.svelte'

export const words = import.meta.glob('/src/lang/*.json', {
  import: 'default',
  query: '?part=roles',
}) as WordFiles

export const title = (card: Card): string => say(`card.${card}`)
export const text = (card: Card): string => say(`card.${card}.text`)
