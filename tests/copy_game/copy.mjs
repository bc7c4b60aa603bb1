// The proof that adding a game takes a folder and a line: follows the recipe "Add a game" of CONTRIBUTING.md
// word for word in a copy of the sources, and then everything works for the new game.
//
//   node tests/copy_game/copy.mjs [SCREENS]     a folder for screenshots
//
// Nothing but the recipe touches the copy. It is built quickly, without optimising, and with the web client's
// packages from the original tree, if they are there.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const GAME = 'nods' // as the recipe calls it
const screens = resolve(process.argv[2] ?? 'build/screens')
const sources = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'turncoat-copy-'))
const copy = join(folder, 'turncoat')
const quick = join(copy, 'build/quick')
const [engines, verifier, turncoat] = ['engines', 'verifier.wasm', 'turncoat'].map((name) =>
  join(quick, name),
)
const began = performance.now()
const step = (what) => console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${what}`)

process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(1)
  })

/** Runs a program in the copy; what it says is told if it fails. */
function run(program, words, { within = '.', env = {} } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(program, words, {
      cwd: join(copy, within),
      env: { ...process.env, TMPDIR: folder, ...env }, // what others leave behind goes with it
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
    child.on('error', fail)
    child.on('close', (status) => {
      running.delete(child)
      if (status === 0) done(said)
      else fail(new Error(`${program} ${words.join(' ')}: ${status}\n${said}`))
    })
  })
}

// ---- the recipe ----

// `make protocol`, from the quick build.
const MAKE = `make() {
    [ "$*" = protocol ]
    cmake -S . -B '${quick}' -G Ninja -DCMAKE_BUILD_TYPE=None >/dev/null
    cmake --build '${quick}' --target schema -- --quiet
    tools/protocol '${quick}/schema'
}
`

function recipe() {
  const text = readFileSync(join(copy, 'CONTRIBUTING.md'), 'utf8')
  const [about] = /^\*\*Add a game\.\*\*.*?(?=^\*\*)/ms.exec(text) ?? []
  const [, lines] = /^```sh\n(.*?)^```$/ms.exec(about ?? '') ?? []
  assert.ok(lines, 'CONTRIBUTING.md says how to add a game')
  return lines
}

// ---- what must work then ----

async function packages() {
  const known = join(sources, 'web/node_modules')
  if (existsSync(known)) symlinkSync(known, join(copy, 'web/node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { within: 'web' })
}

/** Its page, built and played by people. */
async function page() {
  const web = join(folder, 'web')
  const env = { TURNCOAT_ENGINES: engines, TURNCOAT_WEB: web }
  await run('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], { within: 'web', env })
  step('its page is built')
  await run('node', [`tests/web/${GAME}.mjs`, turncoat, web, screens])
  step('its page is played in the browser, to the end and again')
}

/** Its engine, in all its forms. */
async function works() {
  await run(join(quick, 'laws'), ['100', GAME])
  await run(join(quick, 'tales'), [])
  step('the laws hold for it, and its tale is told')
  step((await run('node', ['tests/copy_game/works.mjs', turncoat, engines, verifier, GAME])).trim())
}

/** What `make test` would say. */
async function house() {
  for (const script of ['check', 'lint']) await run('npm', ['run', '--silent', script], { within: 'web' })
  await run('node', ['--test', 'tests/web/unit/'])
  await run('tools/tidy', [])
  await run('tools/protocol', ['--check', join(quick, 'schema')])
  const found = await run('ctest', ['--test-dir', quick, '-N'])
  assert.ok(found.includes(`: web_${GAME}\n`), 'the test of its page is found')
  step('the types of its page are those of its .def, and the house is content')
}

async function prove() {
  cpSync(sources, copy, {
    recursive: true,
    filter: (path) => path === sources || !['.git', 'build', 'node_modules'].includes(basename(path)),
  })
  await packages()
  writeFileSync(join(folder, 'recipe'), MAKE + recipe())
  await run('sh', ['-eu', join(folder, 'recipe')])
  step('the recipe of CONTRIBUTING.md is done')
  await run('cmake', ['--build', quick, '--target', 'turncoat', 'laws', 'tales', 'wasm', '--', '--quiet'])
  step('it is built')
  // Whoever fails, the others come to their end: nobody is left behind.
  const all = await Promise.allSettled([page(), works().then(house)])
  return all.flatMap(({ reason }) => reason ?? [])
}

const failures = await prove().catch((failure) => [failure])
for (const failure of failures) console.error(`FAILED: ${failure.message}`)
process.exit(failures.length ? 1 : 0)
