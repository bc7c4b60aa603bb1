// The service worker (src/worker.js), from the page's side: started long after the page can be used, and
// updated together with the page.
const QUIET_MS = 3000
const PATIENCE_MS = 4000

/** Lets the worker keep what this visit has loaded, and the rest, for visits without a connection. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = (): unknown =>
    setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), QUIET_MS)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

// The new worker, fetched and waiting for the pages of the old one to close.
async function waiting(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  await registration.update()
  const fetched = registration.installing
  if (fetched)
    await new Promise<void>((done) => {
      fetched.onstatechange = () => done()
    })
  return registration.waiting
}

async function renew(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const next = registration && (await waiting(registration))
  if (!next) return
  const taken = new Promise<unknown>((done) => {
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
  })
  next.postMessage('take over')
  await taken
}

/** Before a reload: the new version's worker takes over, if there is one and it comes soon. */
export async function renewWorker(): Promise<void> {
  await Promise.race([renew().catch(() => undefined), new Promise((done) => setTimeout(done, PATIENCE_MS))])
}
