// The disk is full (P6.4, decision 12): on a small file system of its own where that can be mounted, and
// with a limit on the size of files.  Players are told, nothing is shown that is not stored, nothing
// acknowledged is lost, neither when there is room again nor when the server is killed meanwhile.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import {
  Browser,
  below,
  finish,
  folder,
  get,
  open,
  pause,
  post,
  program,
  promise,
  random,
  serve,
  until,
} from './kit.mjs'

const counts = { fills: 0, tmpfs: 0, accepted: 0, refused: 0, troubleMs: 0, recoveredMs: 0 }
const base = folder()

// A place with little room: how to start a server there, and how to give it more.
function small(kind, name) {
  const place = `${base}/${name}`
  mkdirSync(place)
  if (kind === 'tmpfs') {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', place], { stdio: 'pipe' })
    process.prependListener('exit', () => execFileSync('umount', ['-l', place]))
    counts.tmpfs += 1
    return { place, run: program, more: () => execFileSync('mount', ['-o', 'remount,size=200m', place]) }
  }
  const run = `${place}/limited`
  // The limit is hit as an error, not as a signal.
  writeFileSync(
    run,
    `#!/bin/bash\ntrap '' XFSZ\nulimit -S -f ${500 + below(600)}\nexec "${program}" "$@"\n`,
    { mode: 0o755 },
  )
  return { place, run, more: (pid) => execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited']) }
}

function follow(person) {
  person.told ??= new Map()
  person.answers ??= new Map()
  person.browser.onMessage = (message, line) => {
    if (message.t !== undefined) {
      promise('the story stays the same', (person.told.get(message.n) ?? line) === line, line)
      person.told.set(message.n, line)
    } else if (message.re) person.answers.set(message.re, message)
    else if (message.trouble !== undefined) person.trouble = message.trouble
  }
}

async function attack(kind, name, killed) {
  const { place, run, more } = small(kind, name)
  const settings = {
    store: `sqlite:${place}/store.db`,
    openings_per_min: 0,
    messages_per_s: 100000,
    connections_per_address: 2000,
  }
  let server = await serve(settings, { run })
  const tables = []
  for (const game of ['null', 'traitor', 'null']) tables.push(await open(server, game, 4))
  const people = tables.flatMap((at) => at.people.map((person) => Object.assign(person, { at })))
  for (const person of people) {
    Object.assign(person, { sent: 0, told: new Map(person.browser.story) })
    follow(person)
  }
  const troubled = () => people.some(({ trouble }) => trouble)
  for (const end = Date.now() + 40000; !troubled() && Date.now() < end; await pause(2))
    for (const person of people) {
      if (person.sent > person.answers.size + 20) continue
      const id = (person.browser.id += 1)
      const command =
        random() < 0.8
          ? { t: 'say', text: `${id} ${'filling '.repeat(below(20))}` }
          : { t: 'be_ready', ready: id % 2 === 1 }
      person.browser.say({ id, seen: person.browser.last, ...command })
      person.sent += 1
    }
  const began = performance.now()
  if (!promise('players are told that the disk is full', troubled())) return server.end()
  counts.fills += 1
  await pause(200)
  promise('the server says that it is not well', (await get(server.port, '/healthz')).status === 503)
  const shown = people.reduce((sum, { told }) => sum + told.size, 0)
  const opened = await post(server.port, '/api/tables', { game: 'null', name: 'New' }, { wait: 1500 })
  promise(
    'no table is promised that is not stored',
    ![200, 201].includes(opened.status),
    `${opened.status} ${opened.body}`,
  )
  await pause(500)
  promise(
    'nothing is shown that is not stored',
    people.reduce((sum, { told }) => sum + told.size, 0) === shown,
  )
  if (killed) {
    await server.end('SIGKILL')
    server = await serve(settings, { run, ready: 10000 })
    // Still no room: it may refuse to start, with a reason, but it loses nothing.
    if (!server.running()) {
      promise('a start without room says why', server.log.length > 0)
      if (kind !== 'tmpfs') return
    }
  }
  counts.troubleMs = Math.max(counts.troubleMs, Math.round(performance.now() - began))
  const roomy = performance.now()
  more(server.pid)
  if (!server.running()) server = await serve(settings, { run })
  if (killed)
    for (const person of people) {
      await person.browser.drop()
      person.browser = new Browser(server.port, person.at.table, person.token)
      follow(person)
      promise('a player comes back', (await person.browser.opened) === 101, person.browser.reply?.slice(-200))
      await person.browser.greeted()
    }
  else promise('it recovers by itself', await until(() => people.every(({ trouble }) => !trouble), 15000))
  counts.recoveredMs = Math.max(counts.recoveredMs, Math.round(performance.now() - roomy))
  const after = await Promise.all(
    people.map(({ browser }) => Promise.race([browser.ask('be_ready', { ready: true }), pause(10000)])),
  )
  promise(
    'play goes on',
    after.every((answer) => answer?.ok || answer?.refused),
    JSON.stringify(after.filter((answer) => !answer?.ok)),
  )
  promise('it is well again', (await get(server.port, '/healthz')).status === 200)
  if (!killed)
    promise(
      'every command is answered',
      await until(() => people.every(({ answers, sent }) => answers.size >= sent), 10000),
    )

  // Once more from the beginning, after a crash: everything shown or acknowledged is there.
  await server.end('SIGKILL')
  server = await serve(settings, { run: program })
  for (const person of people) {
    const browser = new Browser(server.port, person.at.table, person.token)
    await browser.opened
    await browser.greeted()
    for (const [n, line] of person.told)
      promise('nothing shown is lost', browser.story.get(n) === line, `${line} is ${browser.story.get(n)}`)
    for (const { ok, n, refused, rule } of person.answers.values()) {
      if (ok) promise('nothing acknowledged is lost', browser.story.has(n), `event ${n}`)
      else promise('a refusal names its rule', refused && rule, refused)
      if (ok) counts.accepted += 1
      else counts.refused += 1
    }
    await browser.drop()
    await person.browser.drop()
  }
  server.sound()
  await server.end()
}

let kinds = ['limit']
try {
  execFileSync('unshare', ['-m', 'true'], { stdio: 'pipe' })
  kinds = ['limit', 'tmpfs']
} catch {
  /* not allowed to mount: the limit alone */
}
for (const kind of kinds) for (const killed of [false, true]) await attack(kind, `${kind}-${killed}`, killed)
finish('disk', counts)
