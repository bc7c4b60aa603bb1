// Where the focus goes when the page changes, for people who listen to the page or use the keyboard.
import { tick } from 'svelte'

let visited = false

/** Moves the focus to something that has just appeared: `use:focused`. */
export function focused(element: HTMLElement): void {
  element.focus()
}

/** One screen has replaced another: moves the focus to its heading. Not on the first screen of a visit. */
export async function arrive(): Promise<void> {
  const first = !visited
  visited = true
  await tick()
  const heading = document.querySelector<HTMLElement>('h1')
  if (first || !heading || document.activeElement?.localName === 'input') return
  heading.tabIndex = -1
  heading.focus()
}
