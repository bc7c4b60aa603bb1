// How the page looks and sounds, as its owner likes it: light or dark, text size, motion, sound.
import { preference, setPreference } from './session'

export const look = $state({
  theme: preference('theme') || 'auto',
  size: preference('size') || '1',
  motion: preference('motion') || 'auto',
  sound: preference('sound') || 'on',
})

// The device's settings count unless its owner has chosen otherwise here.
const dark = matchMedia('(prefers-color-scheme: dark)')
const less = matchMedia('(prefers-reduced-motion: reduce)')
dark.addEventListener('change', applyLook)
less.addEventListener('change', applyLook)

/** Should things be in their place at once, instead of moving there? */
export const isStill = (): boolean => look.motion === 'less' || less.matches

export function applyLook(): void {
  const root = document.documentElement
  root.dataset.theme = look.theme === 'auto' ? (dark.matches ? 'dark' : 'light') : look.theme
  root.dataset.size = look.size
  root.dataset.motion = isStill() ? 'less' : 'full'
  for (const name of ['theme', 'size', 'motion', 'sound'] as const) setPreference(name, look[name])
}
