// A few short tones, made here. Each has a visible counterpart, so nobody needs them to play.
import { look } from './look.svelte'

let context: AudioContext | undefined

/** Shakes the device, if it can; browsers complain about it where nobody has touched the page yet. */
export function shake(pattern: number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}

const tunes: Record<string, [hz: number, atS: number, lastsS: number][]> = {
  lay: [
    [330, 0, 0.08],
    [440, 0.07, 0.1],
  ],
  flip: [
    [520, 0, 0.12],
    [390, 0.1, 0.12],
    [520, 0.2, 0.18],
  ],
  pawn: [
    [110, 0, 0.18],
    [90, 0.12, 0.25],
  ],
  theft: [
    [523, 0, 0.12],
    [659, 0.1, 0.12],
    [784, 0.2, 0.12],
    [1047, 0.3, 0.3],
  ],
  won: [
    [523, 0, 0.15],
    [659, 0.15, 0.15],
    [784, 0.3, 0.15],
    [1047, 0.45, 0.5],
  ],
  lost: [
    [330, 0, 0.2],
    [262, 0.2, 0.2],
    [196, 0.4, 0.5],
  ],
  speak: [
    [392, 0, 0.1],
    [523, 0.1, 0.2],
  ],
  hush: [
    [300, 0, 0.15],
    [200, 0.12, 0.25],
  ],
  stare: [
    [880, 0, 0.06],
    [880, 0.1, 0.06],
  ],
  stop: [
    [700, 0, 0.1],
    [700, 0.15, 0.3],
  ],
  away: [
    [440, 0, 0.1],
    [294, 0.1, 0.2],
  ],
  back: [
    [294, 0, 0.1],
    [440, 0.1, 0.2],
  ],
  pause: [
    [392, 0, 0.25],
    [392, 0.35, 0.25],
  ],
  tick: [[880, 0, 0.06]],
}

export function play(name: string): void {
  if (look.sound !== 'on' || !tunes[name] || !navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  for (const [hz, at, lasts] of tunes[name]) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const begins = context.currentTime + at
    tone.type = name === 'pawn' ? 'square' : 'triangle'
    tone.frequency.value = hz
    volume.gain.setValueAtTime(0.12, begins)
    volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts)
    tone.connect(volume).connect(context.destination)
    tone.start(begins)
    tone.stop(begins + lasts)
  }
}
