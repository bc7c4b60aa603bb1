// What the attacks share: a server to attack, and clients that write their own HTTP and WebSocket frames
// over raw sockets.  Everything here is written from docs/protocol/ and docs/operating.md alone: it shares
// no code with the server, the page or the other tests, so a mistake of theirs is not repeated here.
//
//   TURNCOAT       the program to attack
//   ATTACK_SIZE    how much of it, as a factor (1)
//   ATTACK_SEED    where chance begins; printed, so that a run can be repeated
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'

export const program = process.env.TURNCOAT ?? 'build/release/turncoat'
export const size = (count) => Math.max(1, Math.round(count * Number(process.env.ATTACK_SIZE ?? 1)))
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

// ---- Chance, the same for the same seed (mulberry32). ----

export const seed = Number(process.env.ATTACK_SEED ?? randomBytes(4).readUInt32LE()) >>> 0
let chance = seed
export function random() {
  chance = (chance + 0x6d2b79f5) >>> 0
  let t = Math.imul(chance ^ (chance >>> 15), chance | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
export const below = (n) => Math.floor(random() * n)
export const pick = (list) => list[below(list.length)]

// ---- Verdicts: figures in one line, and whether a promise was broken. ----

const broken = new Map()
export function promise(text, holds, detail = '') {
  if (holds) return true
  const before = broken.get(text) ?? 0
  broken.set(text, before + 1)
  if (before < 5) console.error(`BROKEN: ${text}${detail === '' ? '' : `: ${detail}`}`)
  return false
}
export function finish(name, figures) {
  const told = Object.entries(figures).map(([key, value]) => `${key} ${value}`)
  const verdict = broken.size
    ? `BROKEN (${[...broken].map(([text, n]) => `${n} x ${text}`).join('; ')})`
    : 'kept'
  console.log(`${name} | ${told.join(', ')}, seed ${seed} | ${verdict}`)
  process.exit(broken.size ? 1 : 0)
}
export function quantile(list, q) {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] : NaN
}

// Waits until `holds()` is true; whether it ever was.
export async function until(holds, ms = 20000) {
  for (const end = Date.now() + ms; Date.now() < end; await pause(5)) if (holds()) return true
  return Boolean(holds())
}

// ---- A server. ----

const mess = { folders: [], children: [] }
process.on('exit', () => {
  for (const child of mess.children) child.kill('SIGKILL')
  for (const made of mess.folders) rmSync(made, { recursive: true, force: true })
})
export function folder() {
  const made = mkdtempSync('/tmp/turncoat-attack-')
  mess.folders.push(made)
  return made
}

// Settings are those of docs/operating.md.  `run`: another program to start, which starts the server.
export async function serve(settings = {}, { run = program, ready = 120000, env = {} } = {}) {
  const list = { listen: '127.0.0.1:0', store: 'memory:', ...settings }
  const options = Object.entries(list).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const child = spawn(run, ['serve', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0', ...env },
  })
  const server = { pid: child.pid, log: '', out: '', code: null, signal: null }
  child.stdout.on('data', (data) => (server.out += data))
  child.stderr.on('data', (data) => (server.log = (server.log + data).slice(-4000000)))
  server.ended = new Promise((resolve) =>
    child.on('exit', (code, signal) => {
      Object.assign(server, { code, signal })
      resolve(server)
    }),
  )
  mess.children.push(child)
  server.running = () => server.code === null && server.signal === null
  server.end = (signal = 'SIGTERM') => {
    child.kill(signal)
    return server.ended
  }
  await until(() => /serving on/.test(server.out) || !server.running(), ready)
  server.port = Number(/serving on http:\/\/[^ ]*:(\d+)/.exec(server.out)?.[1] ?? 0)
  server.metrics = Number(/metrics are on http:\/\/[^ ]*:(\d+)/.exec(server.out)?.[1] ?? 0)
  server.sound = () =>
    promise(
      'the server does not crash',
      server.running(),
      `${server.code} ${server.signal}\n${server.log.slice(-3000)}`,
    ) &&
    promise(
      'no sanitizer speaks',
      !/ERROR: AddressSanitizer|runtime error:/.test(server.log),
      server.log.slice(-3000),
    ) &&
    promise('no table is set aside', !/table_set_aside/.test(server.log), server.log.slice(-1000))
  return server
}

// ---- HTTP. ----

// Sends bytes, and gives all that came back until the other side closed, or was silent for `wait` ms, or
// said enough (`enough` of the text so far).
export function raw(port, bytes, { from, wait = 3000, enough = () => false, host = '127.0.0.1' } = {}) {
  return new Promise((resolve) => {
    const got = []
    let closed = false
    const socket = net.connect({ port, host, localAddress: from })
    const done = () => {
      socket.destroy()
      resolve({ text: Buffer.concat(got).toString('latin1'), closed })
    }
    socket.setTimeout(wait, done)
    socket.on('error', () => ((closed = true), done()))
    socket.on('end', () => ((closed = true), done()))
    socket.on('data', (data) => {
      got.push(data)
      if (enough(Buffer.concat(got).toString('latin1'))) done()
    })
    for (const part of [bytes].flat()) socket.write(part)
  })
}

// One whole reply, read from the beginning of a text; null: it is not all there yet.
export function readReply(text) {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return null
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  if (text.length < head + 4 + length) return null
  const body = Buffer.from(text.slice(head + 4, head + 4 + length), 'latin1').toString()
  let json = null
  try {
    json = JSON.parse(body)
  } catch {
    /* not every body is JSON */
  }
  return {
    status: Number(text.slice(9, 12)),
    head: text.slice(0, head),
    body,
    json,
    bytes: head + 4 + length,
  }
}

export async function http(port, method, path, body = '', { from, headers = {}, wait = 10000 } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers })
  if (text || method === 'POST') lines.push(['Content-Length', Buffer.byteLength(text)])
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`
  const got = await raw(port, head + text, { from, wait, enough: (sofar) => readReply(sofar) !== null })
  return readReply(got.text) ?? { status: 0, head: '', body: '', json: null, bytes: 0 }
}
export const get = (port, path, options) => http(port, 'GET', path, '', options)
export const post = (port, path, body, options) => http(port, 'POST', path, body, options)

// ---- WebSockets. ----

export function frame(opcode, payload = '', { fin = true, mask = true, rsv = 0, length } = {}) {
  const data = Buffer.from(payload)
  const said = length ?? data.length
  const head = [(fin ? 0x80 : 0) | (rsv << 4) | opcode]
  const bit = mask ? 0x80 : 0
  if (said < 126) head.push(bit | said)
  else if (said < 65536) head.push(bit | 126, said >> 8, said & 255)
  else
    head.push(bit | 127, 0, 0, 0, 0, (said >>> 24) & 255, (said >> 16) & 255, (said >> 8) & 255, said & 255)
  if (!mask) return Buffer.concat([Buffer.from(head), data])
  const key = randomBytes(4)
  return Buffer.concat([Buffer.from(head), key, data.map((byte, i) => byte ^ key[i & 3])])
}

export const upgrade = (path, { token, host = '127.0.0.1', headers = '' } = {}) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\n' +
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
  `Sec-WebSocket-Protocol: turncoat${token ? `, token.${token}` : ''}\r\n${headers}\r\n`

// A browser at a table.  `lines` are all messages it ever got; `opened` resolves to the status of the reply
// to the upgrade; `closed` to the close code (0: the line was cut).
export class Browser {
  constructor(port, table, token = '', { since, round, seat, from, reads = true, query = '' } = {}) {
    Object.assign(this, {
      lines: [],
      times: [],
      status: 0,
      code: -1,
      seat: null,
      story: new Map(),
      waits: new Map(),
    })
    this.id = 1 + below(1 << 30)
    this.last = 0
    this.bytes = 0
    this.hello = null
    this.buffer = Buffer.alloc(0)
    this.parts = []
    const back = since === undefined ? '' : `&since=${since}&round=${round}&seat=${seat}`
    this.socket = net.connect({ port, host: '127.0.0.1', localAddress: from })
    this.socket.setNoDelay(true)
    this.opened = new Promise((resolve) => (this.onOpened = resolve))
    this.closed = new Promise((resolve) => (this.onClosed = resolve))
    this.socket.on('connect', () =>
      this.socket.write(upgrade(`/ws?table=${table}${back}${query}`, { token })),
    )
    if (reads) this.socket.on('data', (data) => this.#take(data))
    const gone = () => {
      if (this.code < 0) this.code = 0
      this.onOpened(this.status)
      this.onClosed(this.code)
      for (const resolve of this.waits.values()) resolve({ gone: true })
      this.waits.clear()
    }
    this.socket.on('error', gone)
    this.socket.on('close', gone)
  }
  #take(data) {
    this.bytes += data.length
    this.buffer = Buffer.concat([this.buffer, data])
    if (!this.status) {
      const end = this.buffer.indexOf('\r\n\r\n')
      if (end < 0) return
      this.reply = this.buffer.toString('latin1')
      this.status = Number(this.reply.slice(9, 12))
      this.buffer = this.buffer.subarray(end + 4)
      this.onOpened(this.status)
    }
    if (this.status === 101) while (this.#frame());
  }
  #frame() {
    const b = this.buffer
    if (b.length < 2) return false
    let length = b[1] & 127
    let at = 2
    if (length === 126) {
      if (b.length < 4) return false
      length = b.readUInt16BE(2)
      at = 4
    } else if (length === 127) {
      if (b.length < 10) return false
      length = Number(b.readBigUInt64BE(2))
      at = 10
    }
    if (b.length < at + length) return false
    const payload = b.subarray(at, at + length)
    const opcode = b[0] & 15
    this.buffer = b.subarray(at + length)
    if (opcode === 9) this.write(frame(10, payload))
    else if (opcode === 8) {
      this.code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005
      this.socket.end(frame(8, payload.subarray(0, 2)))
    } else if (opcode < 3) {
      this.parts.push(Buffer.from(payload))
      if (b[0] & 128) this.#message(Buffer.concat(this.parts.splice(0)).toString())
    }
    return true
  }
  #message(line) {
    this.lines.push(line)
    this.times.push(performance.now())
    const message = JSON.parse(line)
    if (message.hello !== undefined) {
      if (this.hello && (message.round !== this.hello.round || message.since === 0)) this.story.clear()
      this.hello = message
      this.seat = message.seat
      this.last = message.since
    } else if (message.t !== undefined && message.n !== undefined) {
      this.story.set(message.n, line)
      this.last = message.n
    } else if (message.over) this.over = message
    if (message.re && this.waits.has(message.re)) {
      this.waits.get(message.re)(message)
      this.waits.delete(message.re)
    }
    this.onMessage?.(message, line)
  }
  write(bytes) {
    if (!this.socket.destroyed && this.socket.writable) this.socket.write(bytes)
  }
  say(object) {
    this.write(frame(1, typeof object === 'string' ? object : JSON.stringify(object)))
  }
  // The answer to a command; {gone} if the line is lost first.
  ask(t, fields = {}, id = ++this.id) {
    return new Promise((resolve) => {
      this.waits.set(id, resolve)
      this.say({ id, seen: this.last, t, ...fields })
      if (this.socket.destroyed) resolve({ gone: true })
    })
  }
  greeted() {
    return until(() => this.hello && this.last >= this.hello.told)
  }
  drop() {
    this.socket.destroy()
    return this.closed
  }
}

// ---- Tables. ----

// Another address of loopback for everybody, so that no limit by address is in the way.
let visitors = 0
export const address = () => (
  (visitors += 1),
  `127.${1 + ((visitors >> 16) & 63)}.${(visitors >> 8) & 255}.${1 + (visitors & 127)}`
)

// A table with people and bots, in the lobby: { table, people: [{ name, token, seat, browser }] }.
export async function open(server, game, people, bots = 0, more = {}) {
  const opened = (await post(server.port, '/api/tables', { game, name: 'P1', ...more }, { from: address() }))
    .json
  const at = { table: opened?.table, game, commitment: opened?.commitment, people: [], server }
  for (let i = 1; i <= people; i += 1) {
    const body = { name: `P${i}` }
    const given =
      i === 1
        ? opened
        : (await post(server.port, `/api/tables/${at.table}/seats`, body, { from: address() })).json
    const browser = new Browser(server.port, at.table, given.token)
    await browser.opened
    await browser.greeted()
    at.people.push({ name: body.name, token: given.token, seat: given.seat, browser })
  }
  for (let i = 0; i < bots; i += 1) await at.people[0].browser.ask('seat_player', { bot: true })
  return at
}

export const digest = (text) => createHash('sha256').update(text).digest('hex')
