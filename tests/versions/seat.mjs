// A seat at a table as a browser has it, for make.mjs and read.mjs: its story, what it asks and the answers.
// Whatever it waits for comes, or the program ends with a sentence that says what did not.
import { Socket, post } from '../crash/socket.mjs'

export const PATIENCE_MS = 60_000 // for a busy machine: nothing that works takes so long
export const settings = ['messages_per_s=100000', 'openings_per_min=0', 'connections_per_address=10000']
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

// Resolves with what `promise` does, if that comes in time.
export function soon(what, promise, ms = PATIENCE_MS) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`never came: ${what}`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

const not_remembered = ['ask_time', 'play_again', 'choose_options', 'change_game'] // the server's own
let last_id = Math.floor(Math.random() * 1e9)

export class Seat {
  // Without a token: the gallery.
  constructor(code, token, name) {
    Object.assign(this, { code, token, name, facts: [], hello: null, options: null, over: null })
    Object.assign(this, { answers: new Map(), watchers: new Set(), last: null, close_code: null })
  }

  // Comes, and is told the whole story.
  async join(url) {
    const token = this.token ? `&token=${this.token}` : ''
    Object.assign(this, { facts: [], hello: null, options: null, over: null, close_code: null })
    const socket = new Socket(
      `${url.replace('http', 'ws')}/ws?table=${this.code}${token}`,
      (text) => this.socket === socket && this.hear(JSON.parse(text)),
      (code) => this.socket === socket && this.closed(code),
    )
    this.socket = socket
    await soon(`${this.name} is let in`, socket.open)
    await this.until('is told the story', () => this.hello && this.facts.length >= this.hello.told)
    return this
  }

  leave() {
    this.socket.drop()
    this.socket = null
  }

  closed(code) {
    this.close_code = code
    for (const answer of this.answers.values()) answer({ closed: code })
    this.notice()
  }

  hear(message) {
    if ('hello' in message) {
      if (this.hello && this.hello.round !== message.round)
        Object.assign(this, { last: null, over: null, options: null }) // another game
      if (message.since > this.facts.length) throw new Error(`${this.name} is greeted with a gap`)
      this.facts.length = message.since
      this.hello = message
    } else if ('n' in message && 't' in message) {
      if (message.n !== this.facts.length + 1)
        throw new Error(`${this.name}: ${message.n} follows ${this.facts.length}`)
      this.facts.push(message)
    } else if (message.re && this.answers.has(message.re)) {
      this.answers.get(message.re)(message)
      this.answers.delete(message.re)
    } else if ('error' in message || message.trouble)
      throw new Error(`${this.code}, ${this.name}: ${JSON.stringify(message)}`)
    else if ('over' in message) this.over = message
    else if ('options' in message) this.options = message.options
    this.notice()
  }

  notice() {
    for (const watcher of [...this.watchers]) watcher()
  }

  until(what, test) {
    const come = new Promise((resolve) => {
      const look = () => {
        const found = test()
        if (!found) return
        this.watchers.delete(look)
        resolve(found)
      }
      this.watchers.add(look)
      look()
    })
    return soon(`${this.code}, ${this.name} ${what}`, come)
  }

  // The fact of that kind after the first `after` of the story.
  hears(t, after = 0) {
    return this.until(`hears ${t}`, () => this.facts.slice(after).find((fact) => fact.t === t))
  }

  // Sends a message as it is; resolves with the answer.
  send(message) {
    const answer = new Promise((resolve) => this.answers.set(message.id, resolve))
    this.socket.send(JSON.stringify(message))
    return soon(`${this.code}, ${this.name}: the answer to ${JSON.stringify(message)}`, answer)
  }

  // Asks; resolves with the answer, which may be a refusal.
  async ask(t, fields = {}) {
    const message = { id: ++last_id, seen: this.facts.length, t, ...fields }
    let answer = await this.send(message)
    for (; answer.refused === 'busy' || answer.refused === 'storing'; answer = await this.send(message))
      await pause(20)
    if (answer.ok && !not_remembered.includes(t)) this.last = { message, n: answer.n }
    return answer
  }

  // Asks for what cannot be refused.
  async does(t, fields) {
    const answer = await this.ask(t, fields)
    if (!answer.ok)
      throw new Error(`${this.code}, ${this.name}: ${t} ${JSON.stringify(fields)}: ${JSON.stringify(answer)}`)
    return answer
  }
}

async function posted(url, path, body) {
  const { status, json } = await post(url, path, body)
  if (status !== 201) throw new Error(`${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(json)}`)
  return json
}

export async function open_table(url, body) {
  return (await posted(url, '/api/tables', body)).table
}

// Sits down: at the next seat, or at that of a bot.
export async function sit(url, code, name, seat) {
  const { token } = await posted(url, `/api/tables/${code}/seats`, seat ? { name, seat } : { name })
  return new Seat(code, token, name).join(url)
}

// ---- Magic Maze without its rules: what is refused changes nothing, so anything may be tried ----

const heroes = ['barbarian', 'sorceress', 'elf', 'dwarf']

export const count = (seat, kind) => seat.facts.filter(({ t }) => t === kind).length

export function places(seat) {
  const at = {}
  for (const { t, hero, tile, space } of seat.facts)
    if (t === 'hero_placed' || t === 'hero_moved') at[hero] = { tile, space }
  return at
}

// Moves some hero somewhere on its tile, as the first of the seats who can; false: none of them can.
export async function move_any(seats) {
  for (const seat of seats)
    for (const hero of heroes) {
      const { tile, space } = places(seat)[hero]
      for (let to = 0; to < 16; to++)
        if (to !== space && (await seat.ask('move_hero', { hero, tile, space: to })).ok) return true
    }
  return false
}
