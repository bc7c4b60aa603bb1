// The disk fills up in the middle of a game: players are told, nothing is shown that was not stored, and play
// continues when there is room again.  A limit on file sizes stands in for the disk.
//
//   full_disk.mjs TURNCOAT
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, failed, pause, until } from './expect.mjs'
import { Socket, post, serve } from './socket.mjs'

const turncoat = process.argv[2] ?? process.env.TURNCOAT
const folder = mkdtempSync(join(tmpdir(), 'turncoat-'))

// Begins the server so that writing beyond 300 KB fails instead of killing it.
const limited = `${folder}/limited`
writeFileSync(limited, `#!/bin/bash\ntrap '' XFSZ\nulimit -S -f 300\nexec "${turncoat}" "$@"\n`, {
  mode: 0o755,
})
const server = await serve(limited, `sqlite:${folder}/full.db`, '--set', 'messages_per_s=100000')
const { table } = (await post(server.url, '/api/tables', { game: 'null' })).json
const { token } = (await post(server.url, `/api/tables/${table}/seats`, { name: 'Ann' })).json
const address = `${server.url.replace('http', 'ws')}/ws?table=${table}&token=${token}`
const heard = []
const answers = new Map()
const ann = new Socket(address, (text) => {
  heard.push(text)
  const message = JSON.parse(text)
  if (message.re) answers.set(message.re, message)
})
await ann.open
const troubled = (is) => heard.some((text) => text.startsWith(`{"trouble":${is}`))
let id = 0
for (; id < 20000 && !troubled(true);) {
  ann.send(JSON.stringify({ id: ++id, t: 'be_ready', ready: id % 2 === 1 }))
  // However slow the machine is: with more at once than LIMIT_MESSAGES_BURST she would be sent away.
  if (id % 4 === 0)
    do await pause(1)
    while (id - answers.size > 40 && !troubled(true))
}
expect('players are told that the disk is full', troubled(true))
expect('the server says that it is not well', (await fetch(`${server.url}/healthz`)).status === 503)
const shown = heard.filter((line) => line.startsWith('{"n":')).length
await pause(1000)
expect('nothing more is shown', heard.filter((line) => line.startsWith('{"n":')).length === shown)
execFileSync('prlimit', ['--pid', String(server.pid), '--fsize=unlimited'])
await until('the disk is back', () => troubled(false))
ann.send(JSON.stringify({ id: ++id, t: 'say', text: 'after all' }))
await until('play goes on', () => heard.some((line) => line.includes('"after all"')))
await until('every command is answered', () => answers.size === id)
const accepted = [...answers.values()].filter((answer) => answer.ok).length
const story = heard.filter((line) => line.startsWith('{"n":'))
const done = story.filter((line) => /"t":"(seat_ready|said)"/.test(line)).length
expect('what was accepted is shown once', done === accepted)
expect(
  'what was refused meanwhile names the rule',
  [...answers.values()].every((a) => a.ok || a.rule === 'P6.4'),
)
await server.end('SIGKILL')
const again = await serve(turncoat, `sqlite:${folder}/full.db`)
const told = []
const back = new Socket(`${again.url.replace('http', 'ws')}/ws?table=${table}&token=${token}`, (line) =>
  told.push(line),
)
await back.open
await until('everything is stored', () => story.every((line) => told.includes(line)))
await again.end('SIGTERM')
rmSync(folder, { recursive: true })
console.log(`a full disk: ${accepted} accepted, ${answers.size - accepted} refused, ${failed()} failures`)
process.exit(failed() ? 1 : 0)
