// Where the focus goes when the page changes under it, for whoever listens to the page or uses its keys.
import { tick } from 'svelte'

let visited = false

/** The focus to what has just come: `use:focused`. */
export function focused(element: HTMLElement): void {
  element.focus()
}

/** One screen has taken the place of another: the focus to its heading. Not for the first of a visit. */
export async function arrive(): Promise<void> {
  const first = !visited
  visited = true
  await tick()
  const heading = document.querySelector<HTMLElement>('h1')
  if (first || !heading || document.activeElement?.localName === 'input') return
  heading.tabIndex = -1
  heading.focus()
}
