// Somebody at a table, or in its gallery, who never forgets what they were told: over all lives of the server
// each line of their story must stay the same, byte by byte, and none may be missing.
import { Socket } from './socket.mjs'

export class Listener {
  // Without a token: in the gallery.  `fail` is told what is wrong.
  constructor(code, token, name, fail) {
    Object.assign(this, { code, token, name, fail })
    Object.assign(this, { lines: [], told: 0, round: 0, seat: 0, id: 0, greeted: null })
  }

  async join(url, since) {
    this.told = since
    const from = `since=${since}&round=${this.round}&seat=${this.seat}`
    const query = `table=${this.code}${this.token ? `&token=${this.token}` : ''}&${from}`
    const greeted = new Promise((resolve) => (this.greeted = resolve))
    this.socket = new Socket(`${url.replace('http', 'ws')}/ws?${query}`, (text) => this.hear(text), null)
    await this.socket.open
    await greeted
  }

  hear(text) {
    const message = JSON.parse(text)
    if ('hello' in message) this.greet(message)
    else if ('n' in message && 't' in message) this.note(message, text)
    else if ('re' in message) this.answered(message)
    else if ('error' in message) this.fail(`${this.name}: ${text}`)
  }

  greet(hello) {
    if (hello.since !== this.told)
      this.fail(`${this.name}: told up to ${this.told}, greeted with ${hello.since}`)
    if (hello.told < this.lines.length)
      this.fail(`${this.name}: saw ${this.lines.length}, the server has ${hello.told}`)
    Object.assign(this, { round: hello.round, seat: hello.seat, upto: hello.told })
    if (this.told >= this.upto) this.greeted()
  }

  note(event, text) {
    if (event.n !== this.told + 1) this.fail(`${this.name}: ${event.n} follows ${this.told}`)
    this.told = event.n
    const before = this.lines[event.n - 1]
    if (before !== undefined && before !== text) this.fail(`${this.name}: was told ${before}, now ${text}`)
    this.lines[event.n - 1] = text
    if (this.told >= this.upto) this.greeted()
  }
}
