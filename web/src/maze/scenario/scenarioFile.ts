// Custom scenarios on their way in and out of the page: our examples, a file to keep, a text to pass on. The
// engine writes the text itself.
import { saveAs } from '../../lib/page/save'

const files = import.meta.glob('../../../../data/scenarios/*.scenario', {
  query: '?raw',
  import: 'default',
}) as Record<string, () => Promise<string>>

/** Our own examples: the text of each, and the name of its file, by which `example.NAME` is its title. */
export function examples(): Promise<{ name: string; text: string }[]> {
  return Promise.all(
    Object.entries(files).map(async ([path, load]) => ({
      name: path.replace(/^.*\/|\.scenario$/g, ''),
      text: await load(),
    })),
  )
}

const nameOf = (title: string, kind: string): string =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || kind}.${kind}`

export function saveAsFile(text: string, title: string, kind = 'scenario'): void {
  saveAs(new Blob([text], { type: 'text/plain' }), nameOf(title, kind))
}

/** Shares it in the device's own way; if there is none, puts its text on the clipboard. */
export async function passOn(text: string, title: string): Promise<'shared' | 'copied' | 'failed'> {
  try {
    const name = `${nameOf(title, 'scenario')}.txt` // few devices share other kinds of files
    const file = new File([text], name, { type: 'text/plain' })
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ title, files: [file] })
    else if (navigator.share) await navigator.share({ title, text })
    else {
      await navigator.clipboard.writeText(text)
      return 'copied'
    }
    return 'shared'
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'AbortError' ? 'shared' : 'failed'
  }
}
