// How long things last.
import { language } from './i18n.svelte'

/** A duration in words, rounded as people would. */
export function lasting(ms: number): string {
  const s = Math.max(1, Math.ceil(ms / 1000))
  const [n, unit] = s < 100 ? [s, 'second'] : s < 6000 ? [s / 60, 'minute'] : [s / 3600, 'hour']
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(n)
}
