// A minimal WebSocket client for tests, with nothing but Node; and a server to talk to.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { spawn } from 'node:child_process'

process.setMaxListeners(0) // one for each server that a test begins

export class Socket {
  // Calls hear(text) for every message, and closed(code) once: 0 if there was no goodbye.
  constructor(url, hear, closed) {
    const { hostname, port, pathname, search } = new URL(url)
    this.buffer = Buffer.alloc(0)
    this.hear = hear
    this.closed = closed
    this.code = 0
    this.open = new Promise((resolve, reject) => {
      this.socket = connect(Number(port), hostname)
      this.socket.setNoDelay(true)
      this.socket.on('connect', () => {
        const key = randomBytes(16).toString('base64')
        this.socket.write(
          `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\n` +
            `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
        )
      })
      this.socket.on('data', (data) => this.#take(data, resolve, reject))
      this.socket.on('error', (error) => reject(error))
      this.socket.on('close', () => {
        reject(new Error('closed'))
        this.closed?.(this.code)
        this.closed = null
      })
    })
    this.open.catch(() => {})
  }

  #take(data, resolve, reject) {
    this.buffer = Buffer.concat([this.buffer, data])
    if (!this.upgraded) {
      const end = this.buffer.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = this.buffer.subarray(0, end).toString()
      if (!head.startsWith('HTTP/1.1 101')) {
        reject(new Error(head.split('\r\n')[0]))
        return
      }
      this.upgraded = true
      this.buffer = this.buffer.subarray(end + 4)
      resolve(this)
    }
    while (this.#frame());
  }

  #frame() {
    const b = this.buffer
    if (b.length < 2) return false
    let size = b[1] & 127
    let at = 2
    if (size === 126) {
      if (b.length < 4) return false
      size = b.readUInt16BE(2)
      at = 4
    } else if (size === 127) {
      if (b.length < 10) return false
      size = Number(b.readBigUInt64BE(2))
      at = 10
    }
    if (b.length < at + size) return false
    const body = b.subarray(at, at + size)
    this.buffer = b.subarray(at + size)
    const opcode = b[0] & 15
    if (opcode === 1) this.hear(body.toString())
    if (opcode === 8) this.code = size >= 2 ? body.readUInt16BE(0) : 1005
    if (opcode === 9) this.#write(10, body)
    return true
  }

  #write(opcode, body) {
    const mask = randomBytes(4)
    const size = body.length < 126 ? [128 | body.length] : [254, body.length >> 8, body.length & 255]
    const masked = Buffer.from(body)
    for (let i = 0; i < masked.length; i++) masked[i] ^= mask[i % 4]
    if (!this.socket.destroyed)
      this.socket.write(Buffer.concat([Buffer.from([128 | opcode, ...size]), mask, masked]))
  }

  send(text) {
    this.#write(1, Buffer.from(text))
  }

  drop() {
    this.socket.destroy()
  }
}

// Starts `turncoat serve`; resolves once it is ready.  end(signal) resolves with its exit status.
export function serve(turncoat, store, ...more) {
  return new Promise((resolve, reject) => {
    const options = ['serve', '--listen', '127.0.0.1:0', '--store', store, ...more]
    const lines = more.some((text) => text.startsWith('metrics_listen=')) ? 2 : 1
    const server = spawn(turncoat, options, { stdio: ['ignore', 'pipe', 'pipe'] })
    process.once('exit', () => server.kill('SIGKILL')) // a test that fails leaves nobody behind
    const exited = new Promise((done) => server.on('exit', (code) => done(code)))
    let said = ''
    let log = ''
    server.stderr.on('data', (data) => (log = (log + data).slice(-4000)))
    server.stdout.on('data', (data) => {
      said += data
      const [url, metrics] = said.match(/http:\S+(?=\n)/g) ?? []
      const end = (signal) => {
        server.kill(signal)
        return exited
      }
      if (lines === 2 ? metrics : url) resolve({ url, metrics, pid: server.pid, end, log: () => log })
    })
    exited.then((code) => reject(new Error(`the server stopped with ${code}: ${log}`)))
  })
}

export async function post(url, path, body) {
  const reply = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })
  return { status: reply.status, json: await reply.json() }
}
