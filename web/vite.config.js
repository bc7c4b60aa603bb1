// How the web client is built: into ../build/web, with the engine that the C build made, and a .gz beside
// every file so that nothing is compressed twice.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { defineConfig } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
const engine = resolve(process.env.TURNCOAT_ENGINE ?? join(here, '../build/release/engine.wasm'))
const outDir = resolve(process.env.TURNCOAT_WEB ?? join(here, '../build/web'))

function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (/\.(html|js|css|svg|wasm|webmanifest)$/.test(name))
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
  }
}

export default defineConfig({
  plugins: [svelte(), { name: 'compress', apply: 'build', closeBundle: () => compress(outDir) }],
  resolve: { alias: [{ find: /^engine\.wasm/, replacement: engine }] },
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: ['..', dirname(engine)] },
    proxy: { '/api': 'http://localhost:8080', '/ws': { target: 'ws://localhost:8080', ws: true } },
  },
})
