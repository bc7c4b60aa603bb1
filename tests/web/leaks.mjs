// What a page of Are You the Traitor? holds that its player may not know. Three places are searched:
// everything the network brought, everything in memory (the engine's bytes, the objects and the texts
// of the page), and everything in the document. What a player may know is written here a second
// time, from docs/rules/traitor.md alone; the engine is not asked.
//
// Every search returns a list of leaks in words, empty if there are none.
import { words } from './people.mjs'

const KEY_HOLDER = 1
const TRAITOR = 3
const WIZARD = 4
const GOOD = 1
const EVIL = 2
const TOLD_KEY_HOLDER_FROM = 6 // players (T1.4)
const TOLD_TRAITORS_FROM = 8 // players (T1.5)
const ROLES = ['', 'key_holder', 'guard', 'traitor', ''] // who is a wizard is no secret
const SIDED = ['', 'good_wizard', 'evil_wizard']

// ---- what one may know ----

/** What a seat (0: the gallery) may know of everybody's cards in a round (T1.7). */
export function allowed(truth, viewer) {
  const own = truth.character[viewer]
  const character = truth.character.map((card, seat) => {
    if (card === WIZARD || (viewer && seat === viewer)) return card
    if (card === KEY_HOLDER && viewer && own !== WIZARD && truth.seats >= TOLD_KEY_HOLDER_FROM) return card
    if (card === TRAITOR && viewer && own === TRAITOR && truth.seats >= TOLD_TRAITORS_FROM) return card
    return 0
  })
  const side = character.map((card, seat) => {
    if (card === WIZARD) return viewer && seat === viewer ? truth.side[seat] : 0
    return card === TRAITOR ? EVIL : card ? GOOD : 0
  })
  return { character, side }
}

// The fields that not everybody is shown, and who is.
const HIDDEN = {
  card_dealt: { character: (e, me) => e.seat === me },
  wizard_card_dealt: { side: (e, me) => e.seat === me },
  key_holder_told: { seat: (e, me, truth) => truth.character[me] !== WIZARD },
  traitors_told: { seats: (e, me, truth) => truth.character[me] === TRAITOR },
  treasure_shuffled: { order: () => false },
  treasure_drawn: { treasure: (e, me) => e.seat === me },
  card_stolen: { treasure: (e, me) => e.seat === me || e.by === me },
}

/** What an event tells this seat that it may not know. */
export function toldTooMuch(event, me, truth) {
  return Object.entries(HIDDEN[event.t] ?? {})
    .filter(([field, may]) => event[field] !== undefined && !(me && may(event, me, truth)))
    .map(([field]) => `${event.t} tells ${field}: ${JSON.stringify(event)}`)
}

/** What a view knows that it should not, or does not know though it should. */
export function viewLeaks(view, me, truth) {
  const may = allowed(truth, me)
  const leaks = []
  for (const what of ['character', 'side'])
    for (let seat = 1; seat <= truth.seats; seat++)
      if (view[what][seat] !== may[what][seat])
        leaks.push(`for seat ${me}, seat ${seat} has ${what} ${view[what][seat]}, not ${may[what][seat]}`)
  view.hand.forEach((hand, seat) => {
    if (seat !== me && hand.of.some(Boolean)) leaks.push(`seat ${me} knows the hand of seat ${seat}`)
  })
  if (view.pile.some(Boolean)) leaks.push(`seat ${me} knows the pile`)
  return leaks
}

/** What stands in a text that nobody but the seat it belongs to may have. */
function textLeaks(text, me, truth) {
  const leaks = truth.tokens
    .filter((token, seat) => seat !== me && token && text.includes(token))
    .map((token) => `the token of seat ${truth.tokens.indexOf(token)}`)
  if (truth.seed && text.includes(truth.seed)) leaks.push('the seed')
  if (truth.order && text.includes(truth.order.join(','))) leaks.push('the order of the pile')
  for (const [line] of text.matchAll(/\{[^{}]*"t":"[^{}]*\}/g)) {
    try {
      leaks.push(...toldTooMuch(JSON.parse(line), me, truth))
    } catch {
      // half a line: what was in it stood in a whole one before
    }
  }
  return leaks
}

// ---- the network ----

/** Keeps every text that comes to a page: by WebSocket, and from the server's API. */
export function listen(page) {
  const log = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => log.push(String(payload))))
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      void response.text().then(
        (text) => log.push(text),
        () => undefined, // the page went on before it was read
      )
  })
  return log
}

export function networkLeaks(log, me, truth) {
  return log.flatMap((text) => {
    const leaks = textLeaks(text, me, truth)
    // Cards are told of in the story and nowhere else.
    if (!text.startsWith('{"n":') && /"(character|side|treasure|order)":/.test(text))
      leaks.push(`cards outside of the story: ${text.slice(0, 200)}`)
    return leaks
  })
}

/** Folds what came to a page since it was greeted, with the engine; returns the view, and its bytes. */
export function fold(module, log) {
  const engine = new WebAssembly.Instance(module).exports
  const memory = Buffer.from(engine.memory.buffer)
  const put = (text) => memory.write(text, engine.inbox())
  for (const text of log.slice(log.findIndex((one) => one.startsWith('{"hello"')))) {
    if (text.startsWith('{"hello"') && !JSON.parse(text).since) engine.open(put(JSON.parse(text).game))
    else if (text.startsWith('{"n":') && engine.feed(put(text))) throw new Error(`cannot be folded: ${text}`)
  }
  const bytes = Buffer.from(memory.subarray(engine.view(), engine.view() + engine.view_size()))
  const size = engine.view_json()
  return { bytes, view: JSON.parse(memory.toString('utf8', engine.outbox(), engine.outbox() + size)) }
}

// ---- memory ----

/** Before the page is loaded: keeps hold of every engine that it makes. */
export function hookEngines(page) {
  return page.addInitScript(() => {
    window.engines = []
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
      construct(target, given) {
        const made = new target(...given)
        window.engines.push(made.exports)
        return made
      },
    })
  })
}

/** The whole memory of each engine of the page, and where its view is. */
export async function engineBytes(page) {
  const found = await page.evaluate(() =>
    window.engines.map((engine) => {
      let text = ''
      const bytes = new Uint8Array(engine.memory.buffer)
      for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
      return { text: btoa(text), view: engine.view(), size: engine.view_size() }
    }),
  )
  return found.map(({ text, view, size }) => {
    const bytes = Buffer.from(text, 'base64')
    return { bytes, view: bytes.subarray(view, view + size) }
  })
}

/** Every object of the page that looks like an event, or like a view, which has these fields. */
export async function objects(page, ...fields) {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'Object.prototype' })
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId })
  const found = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    returnByValue: true,
    arguments: [{ value: fields }],
    functionDeclaration: `function (fields) {
      const own = (o, name) => Object.getOwnPropertyDescriptor(o, name)?.value !== undefined
      const told = this.filter((o) => own(o, 't') && own(o, 'n') && own(o, 'at'))
      const views = this.filter((o) => fields.every((name) => own(o, name)))
      return JSON.stringify({ told, views })
    }`,
  })
  await session.detach()
  return JSON.parse(found.result.value)
}

/** Every text in the page's heap; of a long one, its beginning. */
async function heapTexts(page) {
  const session = await page.context().newCDPSession(page)
  const chunks = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const text = chunks.join('')
  return JSON.parse(text.slice(text.lastIndexOf('"strings":') + 10, text.lastIndexOf('}'))).join('\n')
}

export async function readMemory(page) {
  const engines = await engineBytes(page)
  return { engines, ...(await objects(page, 'character', 'presence')), texts: await heapTexts(page) }
}

export function memoryLeaks({ engines, told, views, texts }, me, truth) {
  const leaks = textLeaks(texts, me, truth).map((leak) => `a text in the heap: ${leak}`)
  const cards = Buffer.from([...truth.character, ...truth.side])
  for (const { bytes } of engines) {
    const inEngine = textLeaks(bytes.toString('latin1'), me, truth)
    if (bytes.includes(cards)) inEngine.push("everybody's cards")
    if (truth.order && bytes.includes(Buffer.from(truth.order))) inEngine.push('the pile')
    if (truth.seed && bytes.includes(Buffer.from(truth.seed, 'hex'))) inEngine.push('the seed')
    leaks.push(...inEngine.map((leak) => `the engine's memory: ${leak}`))
  }
  for (const event of told) leaks.push(...toldTooMuch(event, me, truth).map((leak) => `an object: ${leak}`))
  for (const view of views)
    if (view.round === truth.round && view.phase === 'round' && view.wizards)
      leaks.push(...viewLeaks(view, me, truth).map((leak) => `an object: ${leak}`))
  return [...new Set(leaks)]
}

// ---- the document ----

/** All texts and attributes of the document, and what the browser keeps for it. */
export function readDocument(page) {
  return page.evaluate(() => {
    const said = 'q, ol[aria-live], [data-test=rounds]' // what players have said, and rounds that are over
    const all = [...document.querySelectorAll('*')].filter((one) => !one.closest('script, style, symbol'))
    const attributes = all.flatMap((one) => [...one.attributes].map(({ name, value }) => `${name}=${value}`))
    // Text by text, and together what stands on one line.
    const blocks = 'ul, ol, li, p, div, section, form, dialog, details, button, label, h1, h2, h3'
    const texts = all
      .filter((one) => !one.closest(said))
      .flatMap((one) => [
        ...[...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
        ...(one.querySelector(`${blocks}, ${said}`) ? [] : [one.textContent]),
      ])
    const values = all.map((one) => one.value).filter((value) => typeof value === 'string')
    const kept = [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).map(([name, value]) => `${name}=${value}`),
    )
    const seats = [...document.querySelectorAll('[data-test^=seat-]')].map((one) => ({
      seat: Number(one.dataset.test.slice('seat-'.length)),
      html: one.outerHTML,
    }))
    const { lang } = document.documentElement
    return { attributes, texts, values, kept, seats, title: document.title, lang }
  })
}

export function documentLeaks(found, me, truth, view) {
  const { attributes, texts, values, kept, seats, title, lang } = found
  const leaks = textLeaks([...attributes, ...texts, ...values, ...kept, title].join('\n'), me, truth)
  const may = allowed(truth, me)
  // No words that have a player's name in them name a role which one may not know them to have.
  const roles = [...ROLES, ...SIDED].filter(Boolean)
  for (let seat = 1; seat <= truth.seats; seat++) {
    if (seat === me) continue
    const card = may.character[me]
    const known = [ROLES[may.character[seat]], ROLES[card], card === WIZARD ? SIDED[truth.side[me]] : '']
    const unknown = roles.filter((role) => !known.includes(role)).map((role) => words[lang][`role.${role}`])
    const named = new RegExp(`(?<!\\p{L})(${unknown.join('|')})`, 'iu')
    for (const text of [...attributes, ...texts])
      if (text.includes(truth.names[seat]) && named.test(text))
        leaks.push(`of seat ${seat} it is written: ${text.trim()}`)
  }
  // Two players of whom one knows the same are drawn the same, whatever their cards.
  const drawn = new Map()
  for (const { seat, html } of seats) {
    if (seat === me) continue
    const facts = [
      may.character[seat],
      view.hand[seat].count,
      (view.presence.bots >> seat) & 1,
      (view.presence.away >> seat) & 1,
    ]
    const plain = html
      .replaceAll(truth.names[seat], 'NAME')
      .replaceAll(`seat-${seat}`, 'seat-N')
      .replace(/ speaking/g, '')
      .replace(/\s+/g, ' ')
    const same = drawn.get(String(facts))
    if (!same) drawn.set(String(facts), { seat, plain })
    else if (same.plain !== plain)
      leaks.push(`seats ${same.seat} and ${seat} are drawn differently:\n${same.plain}\n${plain}`)
  }
  return leaks
}
