// What there is room for, and what it is played with: it decides what stands where.
export class Screen {
  /** The talk and all players fit beside the mall. */
  wide = $state(false)
  /** A telephone: little room. */
  small = $state(false)
  /** The mall is higher than wide. */
  tall = $state(false)
  /** On a device for fingers, until a mouse is used; and the other way round. */
  fingers = $state(matchMedia('(pointer: coarse)').matches)

  /** Looks, and goes on looking; returns how to stop it. */
  watch(): () => void {
    const ends = [
      watch('(min-width: 900px) and (min-height: 521px)', (fits) => (this.wide = fits)),
      watch('(max-width: 599px), (max-height: 520px)', (fits) => (this.small = fits)),
      // Sideways on a small telephone the mall is tall as well, between its columns.
      watch(
        '(orientation: portrait), (max-height: 520px) and (max-width: 690px)',
        (fits) => (this.tall = fits),
      ),
    ]
    return () => {
      for (const end of ends) end()
    }
  }
}

function watch(query: string, then: (fits: boolean) => void): () => void {
  const media = matchMedia(query)
  const look = (): void => then(media.matches)
  look()
  media.addEventListener('change', look)
  return () => media.removeEventListener('change', look)
}
