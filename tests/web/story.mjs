// What the server has told a page, folded by the same engine as in the page: so a test knows what the page
// must show, and what its player may do, without asking the page.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The engines that are in a folder of the web client: by the name of the game, the compiled one. */
export function enginesOf(web) {
  const assets = join(web, 'assets')
  const engines = {}
  for (const file of readdirSync(assets)) {
    const [, game] = /^(\w+)-.*\.wasm$/.exec(file) ?? []
    if (game) engines[game] = new WebAssembly.Module(readFileSync(join(assets, file)))
  }
  return engines
}

/** What the page has as web/src/lib/engine/engine.ts, as far as tests need it. */
export class Engine {
  #exports
  #memory

  constructor(module) {
    this.#exports = new WebAssembly.Instance(module).exports
    this.#memory = Buffer.from(this.#exports.memory.buffer)
  }

  #put(text) {
    return this.#memory.write(text, this.#exports.inbox())
  }

  #answer(size) {
    const at = this.#exports.outbox()
    return JSON.parse(this.#memory.toString('utf8', at, at + size))
  }

  open(game) {
    if (!this.#exports.open(this.#put(game))) throw new Error(`the engine does not know ${game}`)
  }

  feed(line) {
    const why = this.#exports.feed(this.#put(line))
    if (why) throw new Error(this.#memory.toString('utf8', why, this.#memory.indexOf(0, why)))
  }

  /** The number of the refusal; 0: it is drawn in the view until the next line of the story. */
  guess(command, seat, now) {
    return this.#exports.guess(this.#put(JSON.stringify(command)), seat, now)
  }

  view() {
    return this.#answer(this.#exports.view_json())
  }

  ended() {
    return this.#exports.ended() === 1
  }

  winners() {
    return this.#answer(this.#exports.winners())
  }

  legal(seat) {
    return this.#answer(this.#exports.legal(seat))
  }
}

export class Story {
  /** The code of the table. */
  code = ''
  seat = 0
  told = 0
  hello = null
  view = null
  over = null
  /** Every line of the story, as an object. */
  events = []
  /** Every text that came down any of the page's sockets, and when. */
  lines = []
  /** Every text that the page has sent. */
  sent = []
  /** The ids of what it asked and was not answered yet. */
  asked = new Set()
  #engines
  #engine
  #socket = null
  #waiting = new Set()

  /** Listens from now on: before the page goes to its table. */
  constructor(page, engines) {
    this.#engines = engines
    page.on('websocket', (socket) => {
      if (!socket.url().includes('/ws?')) return
      this.#socket = socket
      const [, code = ''] = /table=(\w+)/.exec(socket.url()) ?? []
      if (code !== this.code) Object.assign(this, { code, seat: 0, told: 0, hello: null, view: null })
      // Whatever went down with the last line is sent again; or it was asked at another table.
      this.asked.clear()
      socket.on('framesent', ({ payload }) => {
        this.sent.push(String(payload))
        if (this.#socket === socket) this.asked.add(JSON.parse(String(payload)).id)
      })
      socket.on('framereceived', ({ payload }) => {
        this.lines.push(String(payload))
        if (this.#socket === socket) this.#hear(String(payload))
      })
    })
  }

  #hear(line) {
    const message = JSON.parse(line)
    this.asked.delete(message.re)
    if ('hello' in message) {
      this.hello = message
      this.seat = message.seat
      this.told = message.since
      if (!message.since) {
        this.#engine = new Engine(this.#engines[message.game])
        this.#engine.open(message.game)
        this.events = []
        this.over = null
      }
    } else if ('t' in message && message.n > this.told) {
      this.#engine.feed(line)
      this.told = message.n
      this.events.push(message)
    } else if (message.over) this.over = message
    if (this.hello) this.view = this.#engine.view()
    for (const look of this.#waiting) look()
  }

  /** The story of somebody else. */
  another(page) {
    return new Story(page, this.#engines)
  }

  /** Does this page know all that was told up to its greeting? */
  get there() {
    return this.hello !== null && this.told >= this.hello.told
  }

  /** What a seat, one's own unless another is named, may do by what this page knows. */
  legal(seat = this.seat) {
    return this.#engine.legal(seat)
  }

  /** Resolves with the view once it is so; false after a time. */
  comes(so, ms = 10000) {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.view || !so(this.view, this)) return
        this.#waiting.delete(look)
        clearTimeout(timer)
        resolve(this.view)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        resolve(false)
      }, ms)
      this.#waiting.add(look)
      look()
    })
  }

  /** The same where it must come. */
  async until(so, ms = 15000) {
    const view = await this.comes(so, ms)
    if (!view) throw new Error(`after ${ms} ms it is not so: ${so}`)
    return view
  }
}
