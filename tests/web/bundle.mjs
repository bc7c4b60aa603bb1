// The page's own sources in node, for tests of what is neither markup nor style. They are bundled without
// lib/, except for its sets: from the rest they only take words (here their keys), sounds (here none), types,
// and whether things move, which they do.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

globalThis.navigator ??= {} // node 18 has none
const web = new URL('../../web/', import.meta.url)
const require = createRequire(new URL('package.json', web))
const { build, transform } = require('esbuild')
const { compileModule } = await import(new URL('node_modules/svelte/src/compiler/index.js', web))

const withoutLib = {
  name: 'without lib',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/lib\/|\.wasm/ }, ({ path }) =>
      path.endsWith('/sets') ? undefined : { path: 'lib', namespace: 'none' },
    )
    const contents = `exports.isStill = () => false
      exports.t = exports.say = (key) => key
      exports.play = () => undefined`
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents }))
  },
}

// What has state is compiled as for a server: it is computed whenever it is asked for.
const withState = {
  name: 'with state',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte\.ts$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'ts', target: 'es2022' })
      return { contents: compileModule(code, { filename: path, generate: 'server' }).js.code }
    })
  },
}

/** What `contents` exports, seen from a folder of web/src. */
export async function bundle(folder, contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(`src/${folder}`, web)) },
    plugins: [withoutLib, withState],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
}

/** Until the end of a test time goes by only as it says: returns what lets so many ms pass. */
export function clock(t) {
  const real = { setTimeout, clearTimeout }
  const timers = new Map()
  let [now, last] = [0, 0]
  Object.assign(globalThis, {
    setTimeout: (then, ms) => timers.set(++last, { at: now + ms, then }) && last,
    clearTimeout: (id) => timers.delete(id),
  })
  t.after(() => Object.assign(globalThis, real))
  return (ms) => {
    const until = now + ms
    for (;;) {
      const [id, next] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? []
      if (!next || next.at > until) break
      timers.delete(id)
      now = next.at
      next.then()
    }
    now = until
  }
}
