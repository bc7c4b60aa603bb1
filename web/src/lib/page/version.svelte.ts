// Is this page still the version that the server serves? Its build is named in index.html, the server's in
// build.json. An older page goes on as long as it can, and says so when it can no longer follow a table.
import { kept } from './session'
import { renewWorker } from './worker'

const own = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
const LOOK_MS = 5 * 60 * 1000
const RELOADED = 'reloaded'

/** `there`: a new version; `needed`: this one can no longer follow; `waits`: not now, a game is on. */
export const fresh = $state({ there: false, needed: false, waits: false })
let build = ''

/** Checks for a new version; no answer means that there is none. */
export async function lookForNew(): Promise<void> {
  if (!own || fresh.there) return
  try {
    const reply = await fetch('/build.json', { cache: 'no-store' })
    if (reply.ok) build = ((await reply.json()) as { build: string }).build
  } catch {
    return
  }
  fresh.there = Boolean(build) && build !== own
}

/** This page does not understand the server: only a newer page will do. */
export function cannotFollow(): void {
  fresh.needed = true
  void lookForNew()
}

/** Reloads the page. */
export async function reload(): Promise<void> {
  await renewWorker()
  location.reload()
}

/** The same without asking: if nobody is typing, and once per version, in case it does not help. */
export function reloadUnasked(): void {
  if (document.activeElement instanceof HTMLInputElement || kept.read(RELOADED) === build) return
  kept.write(RELOADED, build)
  void reload()
}

/** Checks now and then, and whenever somebody comes back to the page; then it also calls `came`. */
export function watchVersion(came: () => void): () => void {
  const look = (): void => void lookForNew()
  const visible = (): void => {
    if (!document.hidden) void lookForNew().then(came)
  }
  // A piece of the page is missing: it is gone with the old version, or only the connection is.
  const missing = (): void => void lookForNew().then(() => (fresh.needed ||= fresh.there))
  const timer = setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', visible)
  addEventListener('vite:preloadError', missing)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', visible)
    removeEventListener('vite:preloadError', missing)
  }
}
