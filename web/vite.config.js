// How the web client is built: into ../build/web, with the engines that the C build made, a service worker
// that knows all files of the build, and a .br and a .gz beside every file: nothing is compressed twice.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { defineConfig } from 'vite'
import { games } from './games.js'
import { words } from './words.js'

const here = dirname(fileURLToPath(import.meta.url))
const engines = resolve(process.env.TURNCOAT_ENGINES ?? join(here, '../build/release/engines'))
const outDir = resolve(process.env.TURNCOAT_WEB ?? join(here, '../build/web'))

function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (/\.(html|js|css|svg|wasm|webmanifest)$/.test(name)) {
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
      execFileSync('zopfli', [path]) // a .gz, 5 % smaller than gzip's own
    }
  }
}

// What is always needed together comes together: every file costs a request, its headers, and words that the
// one before had already. All else is cut where it is imported at run time.
const TOGETHER = {
  base: RegExp(
    [
      'node_modules/svelte/',
      'src/lib/(?!connection/(host|log|material)|engine/rehearse|page/save|table/asking)', // few need those
      '/game\\.ts',
      'src/(parts/(Icon|Settings|SettingsForm)|front/JoinByCode)\\.svelte',
    ].join('|'),
  ),
  after: /src\/(table\/(NextGame|Record)\.svelte|lib\/page\/save\.ts)/, // the game
  table: /src\/table\/(TablePage|TableMenu|People|Talk|Invite|Qr|Pause)\.svelte/,
}
for (const { name, together } of games)
  if (together) TOGETHER[name] = new RegExp(`src/${name}/(${together.replaceAll(' ', '|')})\\.svelte`)
const chunkOf = (id) => Object.keys(TOGETHER).find((chunk) => TOGETHER[chunk].test(id))

// The build is named after all that is in it: in the page, in build.json for pages that ask whether they are
// still the newest, and in the worker, with the list of what it keeps. Pictures for an installed page's icon
// are the system's to fetch.
const name = {
  name: 'name',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const worker = readFileSync(join(here, 'src/worker.js'), 'utf8')
    const open = readdirSync(join(here, 'public')).sort()
    const page = bundle['index.html']
    const hash = createHash('sha256').update(worker).update(page.source)
    for (const file of open) hash.update(file).update(readFileSync(join(here, 'public', file)))
    const built = Object.keys(bundle).sort()
    for (const file of built) hash.update(file)
    const build = hash.digest('hex').slice(0, 16)
    const files = [
      '/',
      ...open.filter((file) => !file.endsWith('.png')).map((file) => `/${file}`),
      ...built.filter((file) => file !== 'index.html').map((file) => `/${file}`),
    ]
    page.source = page.source.replace('<title>', `<meta name="build" content="${build}" />\n    <title>`)
    const known = `const BUILD = '${build}'\nconst FILES = ${JSON.stringify(files)}\n`
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: known + worker })
    this.emitFile({ type: 'asset', fileName: 'build.json', source: `${JSON.stringify({ build })}\n` })
  },
}

export default defineConfig({
  plugins: [svelte(), words, name, { name: 'compress', apply: 'build', writeBundle: () => compress(outDir) }],
  resolve: { alias: [{ find: /^engines\//, replacement: `${engines}/` }] },
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  server: {
    fs: { allow: ['..', engines] },
    proxy: { '/api': 'http://localhost:8080', '/ws': { target: 'ws://localhost:8080', ws: true } },
  },
})
