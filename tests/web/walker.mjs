// Two seats of Magic Maze played by a script inside a page: it lays the whole mall and wanders about in it.
// For measuring only; it uses the engine's own list of what may be done, and looks for ways on its own map.

/** Puts `window.walk` into the page that runs it (page.evaluate). */
export async function walker() {
  const post = async (path, body) =>
    (await fetch(path, { method: 'POST', body: JSON.stringify(body) })).json()
  const BESIDE = [-4, 1, 4, -1]
  const CROSSING = [2, 11, 13, 4]
  const HEROES = ['barbarian', 'sorceress', 'elf', 'dwarf']
  const compiled = await fetch('/sw.js') // it names all files
    .then((reply) => reply.text())
    .then(async (script) => {
      const name = /engine-[\w-]+\.wasm/.exec(script)?.[0]
      return WebAssembly.compile(await (await fetch(`/assets/${name}`)).arrayBuffer())
    })

  class Seat {
    #id = 1
    #answers = new Map()
    story = []
    constructor(code, token) {
      this.exports = new WebAssembly.Instance(compiled).exports
      this.#put('maze', 'open')
      this.socket = new WebSocket(`ws://${location.host}/ws?table=${code}&token=${token}`)
      this.socket.onmessage = ({ data }) => this.#hear(data)
      this.opened = new Promise((r) => (this.socket.onopen = r))
    }
    #put(text, call, ...more) {
      const { memory, inbox, inbox_size } = this.exports
      const room = new Uint8Array(memory.buffer, inbox(), inbox_size())
      return this.exports[call](new TextEncoder().encodeInto(text, room).written, ...more)
    }
    #json(size) {
      const { memory, outbox } = this.exports
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, outbox(), size)))
    }
    #hear(line) {
      const message = JSON.parse(line)
      if ('hello' in message) this.seat = message.seat
      if ('t' in message) {
        this.#put(line, 'feed')
        this.story.push(message)
      }
      this.#answers.get(message.re)?.(message)
      this.#answers.delete(message.re)
    }
    ask(command) {
      const id = this.#id++
      this.socket.send(JSON.stringify({ id, seen: this.story.at(-1)?.n ?? 0, ...command }))
      return new Promise((r) => this.#answers.set(id, r))
    }
    view = () => this.#json(this.exports.view_json())
    legal = () => this.#json(this.exports.legal(this.seat))
  }

  // One step of a hero on the map: where to, and with which command.
  function* steps(view, at, hero) {
    const tile = view.mall[at >> 4]
    const space = at & 15
    for (let way = 0; way < 4; way++) {
      const ways = tile.face.open[way] | (hero === 3 ? tile.face.dwarf[way] : 0)
      if (!((ways >> space) & 1)) continue
      const edge = CROSSING[way] === space && [space < 4, space % 4 === 3, space > 11, space % 4 === 0][way]
      if (edge && !tile.link[way]) continue
      const across = (tile.link[way] << 4) | CROSSING[(way + 2) % 4]
      yield { to: edge ? across : (at & ~15) | (space + BESIDE[way]) }
    }
    for (const ends of tile.face.stairs.filter(Boolean)) {
      if (ends >> 4 === space) yield { to: (at & ~15) | (ends & 15), stairs: true }
      if ((ends & 15) === space) yield { to: (at & ~15) | (ends >> 4), stairs: true }
    }
  }

  // The shortest way of a hero to a place that is wanted.
  function wayTo(view, hero, wanted) {
    const from = view.hero_at[hero]
    const before = new Map([[from, null]])
    for (const at of before.keys()) {
      if (at !== from && wanted(at)) {
        const way = []
        for (let here = at; here !== from; here = before.get(here).at) way.unshift(before.get(here))
        return way
      }
      for (const step of steps(view, at, hero))
        if (!before.has(step.to) && !view.hero_at.some((h, i) => i !== hero && h === step.to))
          before.set(step.to, { ...step, at })
    }
    return null
  }

  const kindAt = (view, at) => view.mall[at >> 4].face.space[at & 15]
  const free = (view, at, hero) => {
    const side = CROSSING.indexOf(at & 15)
    return kindAt(view, at) === 7 + hero && side >= 0 && !view.mall[at >> 4].link[side]
  }
  const isGlass = (view, at) => kindAt(view, at) === 4 && !((view.mall[at >> 4].used >> (at & 15)) & 1)

  window.walk = {
    seats: [],
    // Whoever holds what is needed does it.
    async do(command) {
      for (const seat of this.seats) {
        const answer = await seat.ask(command)
        if (answer.ok) return true
      }
      return false
    },
    // Two seats, all tiles laid as far as they can be; the first seat is then left to the page.
    async open(options = { number: 8, level: 24, side: 1, sand_s: 300 }, tiles = 24) {
      for (const seat of this.seats) seat.socket.close()
      const { table: code } = await post('/api/tables', { game: 'maze', wait: true, gallery: true })
      const tokens = []
      for (const name of ['Ann', 'Ben'])
        tokens.push((await post(`/api/tables/${code}/seats`, { name })).token)
      this.seats = tokens.map((token) => new Seat(code, token))
      for (const seat of this.seats) await seat.opened
      await this.seats[0].ask({ t: 'set_up', ...options })
      await this.seats[0].ask({ t: 'turn_hourglass' })
      for (let idle = 0, hero = 0; idle < 8; hero = (hero + 1) % 4) {
        if (await this.layOne(hero)) idle = 0
        else idle++
        const view = this.seats[0].view()
        if (view.mall.filter((tile) => tile.laid).length >= tiles || view.ending) break
      }
      const laid = this.seats[0].view().mall.filter((tile) => tile.laid).length
      return { code, token: tokens[0], laid }
    },
    leaveFirst() {
      this.seats.shift().socket.close()
    },
    // Takes a hero to a place that is wanted, space by space.
    async bring(hero, wanted) {
      const view = this.seats[0].view()
      const way = wanted(view, view.hero_at[hero]) ? [] : wayTo(view, hero, (at) => wanted(view, at))
      if (!way) return false
      for (const { to, stairs } of way) {
        const t = stairs ? 'use_escalator' : 'move_hero'
        if (!(await this.do({ t, hero: HEROES[hero], tile: to >> 4, space: to & 15 }))) return false
      }
      return true
    },
    bringToKind(hero, kind) {
      return this.bring(hero, (view, at) => kindAt(view, at) === kind)
    },
    // Takes a hero to where it can explore, and explores.
    async layOne(hero) {
      if (!(await this.bring(hero, (view, at) => free(view, at, hero)))) return false
      const at = this.seats[0].view().hero_at[hero]
      return this.do({ t: 'explore', hero: HEROES[hero], tile: at >> 4, space: at & 15 })
    },
    rest: () => new Promise((r) => setTimeout(r, 500)),
    // Moves any hero anywhere that this seat can, now and then; returns how often.
    async wander(lastsMs, eachMs) {
      const seat = this.seats[0]
      const until = performance.now() + lastsMs
      let count = 0
      while (performance.now() < until) {
        const view = seat.view()
        const moves = seat
          .legal()
          .filter((o) => o.t === 'move_hero' && !isGlass(view, (o.tile << 4) | o.space))
        const back = seat.legal().filter((o) => o.t === 'use_vortex')
        const choice = moves.length ? moves : back
        if (!choice.length) break
        const { id, seen, ...command } = choice[Math.floor(Math.random() * choice.length)]
        ;(void id, seen)
        await seat.ask(command)
        count++
        await new Promise((r) => setTimeout(r, eachMs))
      }
      return Math.max(1, count)
    },
    // When the sand will have run out, in the table's time.
    sandEnds() {
      const last = this.seats[0].story.findLast((e) => /^hourglass_(turned|flipped)$/.test(e.t))
      return last.at + last.left_ms
    },
    // A table at which quick bots play with this browser.
    async botsTable() {
      const { table: code } = await post('/api/tables', { game: 'maze', pace: 'quick' })
      const { token } = await post(`/api/tables/${code}/seats`, { name: 'Ann' })
      localStorage.setItem(`turncoat.seat.${code}`, token)
      const seat = new Seat(code, token)
      await seat.opened
      for (const name of ['Ada', 'Bruno', 'Cleo']) await seat.ask({ t: 'seat_player', name, bot: true })
      await seat.ask({ t: 'set_up', number: 1, sand_s: 180 })
      // Somebody is there until the page itself is: bots alone would begin without it.
      this.seats = [seat]
      return code
    },
  }
}
