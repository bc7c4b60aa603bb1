// How much room there is, and what people play with: this decides what goes where.
export class Screen {
  /** The talk and all players fit beside the mall. */
  wide = $state(false)
  /** A phone: little room. */
  small = $state(false)
  /** The mall is taller than it is wide. */
  tall = $state(false)
  /** Played with fingers: true on a touch device until a mouse is used, and vice versa. */
  fingers = $state(matchMedia('(pointer: coarse)').matches)

  /** Keeps looking; returns a function that stops this. */
  watch(): () => void {
    const ends = [
      watch('(min-width: 900px) and (min-height: 521px)', (fits) => (this.wide = fits)),
      watch('(max-width: 599px), (max-height: 520px)', (fits) => (this.small = fits)),
      // Sideways on a small phone the mall is tall as well, between its columns.
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
