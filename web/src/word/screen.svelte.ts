// How much of the screen is left: on a phone the keyboard takes half of it, and the chain's end, the
// tokens and the hand must stay in sight above it.
const TIGHT_PX = 440
const TINY_PX = 320

export class Screen {
  /** The part of the page that can be seen. */
  top = $state(0)
  height = $state(innerHeight)
  /** The talk fits beside the table. */
  wide = $state(false)
  /** A phone: little room. */
  small = $state(false)
  /** Played with fingers: true on a touch device until a mouse is used, and vice versa. */
  fingers = $state(matchMedia('(pointer: coarse)').matches)

  /** There is room for the least that is needed. */
  get tight(): boolean {
    return this.height < TIGHT_PX
  }

  /** There is not even room for a hint. */
  get tiny(): boolean {
    return this.height < TINY_PX || (this.tight && innerWidth < 560)
  }

  /** Keeps looking; returns a function that stops this. */
  watch(): () => void {
    const media = matchMedia('(min-width: 900px) and (min-height: 521px)')
    const seen = window.visualViewport
    const look = (): void => {
      this.wide = media.matches
      this.small = innerWidth < 600 || this.tight
      const whole = !seen || seen.scale > 1.05 // whoever zooms in looks around by themselves
      this.top = whole ? 0 : seen.offsetTop
      this.height = whole ? innerHeight : seen.height
    }
    look()
    const all = [media, seen, window].filter((one) => one !== null)
    for (const one of all) one.addEventListener(one === media ? 'change' : 'resize', look)
    seen?.addEventListener('scroll', look)
    return () => {
      for (const one of all) one.removeEventListener(one === media ? 'change' : 'resize', look)
      seen?.removeEventListener('scroll', look)
    }
  }
}
