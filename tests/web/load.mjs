// The first load, by every way into a game, stays under its limit, even for a browser that only takes gzip,
// as browsers do without TLS.
import assert from 'node:assert/strict'
import { launch, stage } from './browser.mjs'
import { FIRST_LOAD_MAX, OWN_PART_MAX, WAYS, weigh } from './weigh.mjs'

await stage(async ({ server, browser, web, step }) => {
  const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`
  const unlike = await launch('--host-resolver-rules=MAP turncoat.test 127.0.0.1') // not localhost: no brotli
  const url = server.url.replace('127.0.0.1', 'turncoat.test')
  const loaded = []
  for (const way of WAYS) {
    const { bytes, files } = await weigh(unlike, url, web, way)
    loaded.push({ plays: way.plays, files })
    step(`${kib(bytes)} for ${way.name}`)
    const engines = files.filter(({ name }) => name.endsWith('.wasm'))
    assert.equal(engines.length, way.plays ? 1 : 0, 'the engine is weighed too, but no other than that')
    assert.ok(bytes < FIRST_LOAD_MAX, `${way.name}: ${bytes} bytes\n${JSON.stringify(files, null, 1)}`)
  }
  const elsewhere = new Set(
    loaded.filter(({ plays }) => plays !== 'word').flatMap(({ files }) => files.map(({ name }) => name)),
  )
  const own = loaded
    .find(({ plays }) => plays === 'word')
    .files.filter(({ name }) => name.startsWith('/assets/') && !elsewhere.has(name))
  const ownBytes = own.reduce((sum, { size }) => sum + size, 0)
  step(`${kib(ownBytes)} of that are only for Traître Mot`)
  assert.ok(own.length && ownBytes < OWN_PART_MAX, JSON.stringify(own, null, 1))

  const gzip = await weigh(unlike, url, web, WAYS[0])
  const brotli = await weigh(browser, server.url, web, WAYS[0])
  step(`${kib(brotli.bytes)} for the same front page by brotli, ${kib(gzip.bytes)} by gzip`)
  assert.ok(brotli.bytes < 0.95 * gzip.bytes)
  await unlike.close()

  const headersOf = async (path) => (await fetch(server.url + path)).headers
  const page = await headersOf('/')
  assert.match(page.get('content-security-policy'), /default-src 'self'.*frame-ancestors 'none'/)
  assert.equal(page.get('cache-control'), 'no-cache')
  const part = await headersOf(gzip.files.find(({ name }) => /^\/assets\/.*\.js$/.test(name)).name)
  assert.equal(part.get('x-content-type-options'), 'nosniff')
  assert.match(part.get('cache-control'), /immutable/)
  step('a page restricts what its parts may load, and its parts are cached')
})
