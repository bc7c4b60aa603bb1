// A field with a limit on characters, counted as people count them: `maxlength` would count an emoji as two,
// and a family of four as eleven.
export function limited(field: HTMLInputElement, most: number): void {
  const characters = new Intl.Segmenter()
  field.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.isComposing) return
    const seen = Array.from(characters.segment(field.value), ({ segment }) => segment)
    if (seen.length <= most) return
    field.value = seen.slice(0, most).join('')
    field.dispatchEvent(new Event('input'))
  })
}
