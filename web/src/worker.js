// The service worker: keeps the files of one build, so that the page opens without a connection.
//
// The build puts two constants in front of it: BUILD, its name, and FILES, what belongs to it. It touches
// nothing else: no table, no record, no request to the server. The page itself is first requested from the
// server, so that it fits the server; the files it names come from here, since their names have fingerprints.
/* global BUILD, FILES */
const CACHE = `turncoat-${BUILD}`
const PATIENCE_MS = 4000

// Most of them are already in the browser's own cache, and are not downloaded again.
async function fetchAll() {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES)
  const page = await (await cache.match('/')).text()
  if (!page.includes(BUILD)) throw new Error('the server gives out another version by now')
}

async function dropOthers() {
  for (const name of await caches.keys())
    if (name.startsWith('turncoat-') && name !== CACHE) await caches.delete(name)
  await self.clients.claim()
}

const kept = (path) => caches.match(path, { ignoreVary: true })

async function page(request) {
  try {
    const reply = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (reply.status < 500) return reply
  } catch {
    // No connection, or hardly any.
  }
  return (await kept('/')) ?? Response.error()
}

self.addEventListener('install', (event) => event.waitUntil(fetchAll()))
self.addEventListener('activate', (event) => event.waitUntil(dropOthers()))
self.addEventListener('message', (event) => event.data === 'take over' && self.skipWaiting())
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== location.origin) return
  if (event.request.mode === 'navigate' && !pathname.startsWith('/api/'))
    event.respondWith(page(event.request))
  else if (FILES.includes(pathname))
    event.respondWith(kept(pathname).then((reply) => reply ?? fetch(event.request)))
})
