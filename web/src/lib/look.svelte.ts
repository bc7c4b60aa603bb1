// How the page looks and sounds, as its owner likes it: light or dark, text size, motion, sound.
import { preference, setPreference } from './session'

export const look = $state({
  theme: preference('theme') || 'auto',
  size: preference('size') || '1',
  motion: preference('motion') || 'auto',
  sound: preference('sound') || 'on',
})

export function applyLook(): void {
  const root = document.documentElement
  root.dataset.theme = look.theme
  root.dataset.size = look.size
  root.dataset.motion = look.motion
  for (const name of ['theme', 'size', 'motion', 'sound'] as const) setPreference(name, look[name])
}
