// Abuse of the protocol: WebSocket frames, HTTP in forms that a proxy may read differently, Host and
// Origin, JSON that is malformed or huge, numbers at their limits, commands at the wrong moment, ids used
// again, and many thousand commands made by chance.  The server goes on, answers sensibly, and does nothing
// that it should not.
import {
  Browser,
  below,
  finish,
  frame,
  get,
  open,
  pause,
  pick,
  post,
  promise,
  random,
  raw,
  readReply,
  serve,
  size,
  until,
  upgrade,
} from './kit.mjs'

const counts = { frames: 0, smuggling: 0, hosts: 0, bodies: 0, fuzzed: 0, answered: 0 }
const free = {
  openings_per_min: 0,
  misses_per_min: 0,
  messages_per_s: 100000,
  connections_per_address: 20000,
}
const server = await serve(free)

// ---- WebSocket frames: what the server closes with; 0: it goes on. ----

const text = (value, options) => frame(1, value, options)
const time = '{"id":1,"t":"ask_time"}'
const cut = (code) => Buffer.from([code >> 8, code & 255])
const frames = [
  ['plain', 0, [text(time)]],
  ['in two parts', 0, [frame(1, time.slice(0, 9), { fin: false }), frame(0, time.slice(9))]],
  ['with empty parts', 0, [frame(1, '', { fin: false }), frame(0, '', { fin: false }), frame(0, time)]],
  [
    'a ping between parts',
    0,
    [frame(1, time.slice(0, 9), { fin: false }), frame(9, 'x'), frame(0, time.slice(9))],
  ],
  [
    'a character in two parts',
    0,
    [
      frame(1, Buffer.from('{"id":1,"t":"say","text":"é').subarray(0, -1), { fin: false }),
      frame(0, Buffer.concat([Buffer.from('é').subarray(1), Buffer.from('"}')])),
    ],
  ],
  ['bytes one by one', 0, [...text(time)].map((byte) => Buffer.from([byte]))],
  ['a pong nobody asked for', 0, [frame(10, 'x'), text(time)]],
  ['not masked', 1002, [frame(1, time, { mask: false })]],
  ['RSV1', 1002, [frame(1, time, { rsv: 4 })]],
  ['RSV2', 1002, [frame(1, time, { rsv: 2 })]],
  ['RSV3', 1002, [frame(1, time, { rsv: 1 })]],
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => [`opcode ${opcode}`, 1002, [frame(opcode, time)]]),
  ['a ping in parts', 1002, [frame(9, 'x', { fin: false })]],
  ['a long ping', 1002, [frame(9, 'x'.repeat(126))]],
  ['a continuation of nothing', 1002, [frame(0, time)]],
  ['a text within a text', 1002, [frame(1, 'a', { fin: false }), frame(1, 'b')]],
  ['binary', 1003, [frame(2, time)]],
  ['not UTF-8', 1007, [text(Buffer.from([0xc3, 0x28]))]],
  ['overlong UTF-8', 1007, [text(Buffer.from([0xc0, 0xaf]))]],
  ['a surrogate in UTF-8', 1007, [text(Buffer.from([0xed, 0xa0, 0x80]))]],
  ['beyond Unicode', 1007, [text(Buffer.from([0xf4, 0x90, 0x80, 0x80]))]],
  ['half a character', 1007, [text(Buffer.from([0xe2, 0x82]))]],
  ['a long message', 0, [text(`{"id":1,"t":"ask_time"${' '.repeat(4000)}}`)]],
  ['too long', 1009, [text('x'.repeat(4097))]],
  [
    'too long in parts',
    1009,
    Array.from({ length: 5 }, (_, i) => frame(i ? 0 : 1, 'x'.repeat(1000), { fin: false })),
  ],
  ['2 GiB announced', 1009, [frame(1, 'x', { length: 0x7fffffff })]],
  ['2^63 announced', [1002, 1009], [Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])]],
  [
    '2^64-1 announced',
    [1002, 1009],
    [Buffer.from([0x81, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4])],
  ],
  ['a length in too many bytes', 1002, [Buffer.from([0x81, 0xfe, 0, 1, 0, 0, 0, 0, 0x7b])]],
  [
    'a length in far too many bytes',
    1002,
    [Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0x7b])],
  ],
  ['close of one byte', 1002, [frame(8, 'x')]],
  ['close 1005', 1002, [frame(8, cut(1005))]],
  ['close 1006', 1002, [frame(8, cut(1006))]],
  ['close 999', 1002, [frame(8, cut(999))]],
  ['close 5000', 1002, [frame(8, cut(5000))]],
  ['close, not UTF-8', [1002, 1007], [frame(8, Buffer.concat([cut(1000), Buffer.from([0xc3, 0x28])]))]],
  ['close 1000', 1000, [frame(8, cut(1000))]],
  ['close 4999', 4999, [frame(8, cut(4999))]],
  ['after a close', 1000, [frame(8, cut(1000)), text(time)]],
]
const lobby = await open(server, 'null', 1, 0, { gallery: true })
for (const [name, code, list] of frames) {
  counts.frames += 1
  const browser = new Browser(server.port, lobby.table, lobby.people[0].token)
  await browser.opened
  await browser.greeted()
  const before = browser.lines.length
  for (const bytes of list) browser.write(bytes)
  if (code === 0) {
    await until(() => browser.lines.slice(before).some((line) => line.includes('"re":1')), 5000)
    promise(
      'a good frame is answered',
      browser.lines.slice(before).some((line) => line.includes('"re":1')),
      name,
    )
  } else {
    const got = await Promise.race([browser.closed, pause(20000)])
    promise(
      'a bad frame is closed with its code',
      [code].flat().includes(got),
      `${name}: ${got}, not ${code}`,
    )
    promise(
      'nothing is done after it',
      !browser.lines.slice(before).some((line) => line.includes('"now"')),
      name,
    )
  }
  await browser.drop()
}

// ---- HTTP that hides a request in another. ----

const hidden = 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n'
const chunked = (size) => `${size}\r\n${'x'.repeat(4)}\r\n0\r\n\r\n`
const posted = (lines, body) => `POST /api/tables HTTP/1.1\r\nHost: h\r\n${lines}\r\n\r\n${body}`
const doubtful = [
  posted('Content-Length: 4\r\nTransfer-Encoding: chunked', chunked('4')),
  posted('Transfer-Encoding: chunked\r\nContent-Length: 4', chunked('4')),
  posted('Content-Length: 4\r\nContent-Length: 5', 'xxxx'),
  posted('Content-Length: 4\r\nContent-Length: 4', 'xxxx'),
  posted('Content-Length: 4, 4', 'xxxx'),
  posted('Content-Length: +4', 'xxxx'),
  posted('Content-Length: -4', 'xxxx'),
  posted('Content-Length: 0x4', 'xxxx'),
  posted('Content-Length: 4 4', 'xxxx'),
  posted('Content-Length: ', 'xxxx'),
  posted('Content-Length: 18446744073709551620', 'xxxx'),
  posted('Content-Length : 4', 'xxxx'),
  posted('Content-Length\t: 4', 'xxxx'),
  posted(' Content-Length: 4', 'xxxx'),
  posted('X: y\r\n Content-Length: 4', 'xxxx'),
  posted('X: y\nContent-Length: 4', 'xxxx'),
  posted('X: y\rContent-Length: 4', 'xxxx'),
  posted('X: \0\r\nContent-Length: 4', 'xxxx'),
  posted('X\0: 1\r\nContent-Length: 4', 'xxxx'),
  posted(': 1\r\nContent-Length: 4', 'xxxx'),
  posted('X y: 1\r\nContent-Length: 4', 'xxxx'),
  posted('Transfer-Encoding: xchunked', chunked('4')),
  posted('Transfer-Encoding: chunked, chunked', chunked('4')),
  posted('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', chunked('4')),
  posted('Transfer-Encoding: identity', 'xxxx'),
  posted('Transfer-Encoding: gzip, chunked', chunked('4')),
  posted('Transfer-Encoding: chunked, identity', chunked('4')),
  posted('Transfer-Encoding:\x0bchunked', chunked('4')),
  posted('Transfer-Encoding: "chunked"', chunked('4')),
  posted('Transfer-Encoding: chunked', chunked('4;a=b')),
  posted('Transfer-Encoding: chunked', chunked('0x4')),
  posted('Transfer-Encoding: chunked', chunked('+4')),
  posted('Transfer-Encoding: chunked', chunked(' 4')),
  posted('Transfer-Encoding: chunked', chunked('4 ')),
  posted('Transfer-Encoding: chunked', chunked('10000000000000004')),
  posted('Transfer-Encoding: chunked', chunked('fffffffffffffffff')),
  posted('Transfer-Encoding: chunked', '4\nxxxx\r\n0\r\n\r\n'),
  posted('Transfer-Encoding: chunked', '4\r\nxxxxx\r\n0\r\n\r\n'),
  posted('Transfer-Encoding: chunked', '4\r\nxxxx\n0\r\n\r\n'),
  posted('Transfer-Encoding: chunked', '4\r\nxxxx\r\n0\n\n'),
  posted('Transfer-Encoding: chunked', '\r\n4\r\nxxxx\r\n0\r\n\r\n'),
  posted('Transfer-Encoding: chunked', '-1\r\nxxxx\r\n0\r\n\r\n'),
  posted('Transfer-Encoding: chunked', 'g\r\nxxxx\r\n0\r\n\r\n'),
  'POST /api/tables HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nxxxx\r\n0\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n',
  'GET /healthz HTTP/1.1\r\n\r\n',
  'GET /healthz HTTP/1.1\nHost: h\n\n',
  'GET /healthz HTTP/2.0\r\nHost: h\r\n\r\n',
  'GET /healthz HTTP/1.2\r\nHost: h\r\n\r\n',
  'GET /healthz HTTP/1.10\r\nHost: h\r\n\r\n',
  'GET /healthz HTTP/01.1\r\nHost: h\r\n\r\n',
  'GET /healthz\r\n\r\n',
  'GET  /healthz HTTP/1.1\r\nHost: h\r\n\r\n',
  'GET\t/healthz HTTP/1.1\r\nHost: h\r\n\r\n',
  'GET /healthz  HTTP/1.1\r\nHost: h\r\n\r\n',
  'GET /heal thz HTTP/1.1\r\nHost: h\r\n\r\n',
  'GET /heal\0thz HTTP/1.1\r\nHost: h\r\n\r\n',
  'get /healthz HTTP/1.1\r\nHost: h\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\r\n\r\nGET /healthz HTTP/1.1\r\nHost: h\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  `GET /healthz HTTP/1.1\r\nHost: h\r\nX: ${'y'.repeat(9000)}\r\n\r\n`,
  `GET /${'y'.repeat(9000)} HTTP/1.1\r\nHost: h\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\nHost: h\r\n${'X: y\r\n'.repeat(2000)}\r\n`,
]
const replies = (all) => {
  const list = []
  for (let rest = all; rest.length;) {
    const reply = readReply(rest)
    if (!reply) break
    list.push(reply)
    rest = rest.slice(reply.bytes)
  }
  return list
}
await Promise.all(
  doubtful.map(async (request) => {
    counts.smuggling += 1
    const got = await raw(server.port, Buffer.from(request + hidden, 'latin1'), { wait: 15000 })
    const list = replies(got.text)
    const shown = JSON.stringify(request.slice(0, 120))
    promise(
      'a doubtful request is refused',
      list.length > 0 ? list[0].status >= 400 : got.closed,
      `${shown}: ${list.map(({ status }) => status)}`,
    )
    promise(
      'and nothing behind it is read',
      list.length <= 1,
      `${shown}: ${list.map(({ status }) => status)}`,
    )
    promise('and the line is closed', got.closed, shown)
  }),
)
const both = await raw(server.port, posted('Content-Length: 4', 'xxxx') + hidden, { wait: 1500 })
promise('two honest requests are two', replies(both.text).length === 2, both.text.slice(0, 300))
const slowly = await raw(
  server.port,
  [...hidden].map((byte) => Buffer.from(byte)),
  { wait: 1500 },
)
promise('a request may come byte by byte', replies(slowly.text)[0]?.status === 200)

// ---- Host and Origin. ----

const pinned = await serve({ ...free, origins: 'https://play.example.org' })
const ask = (host, origin, path = '/api/lobby') =>
  raw(
    pinned.port,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n` +
      `${origin === null ? '' : `Origin: ${origin}\r\n`}\r\n`,
  ).then(({ text: all }) => readReply(all)?.status ?? 0)
for (const host of [
  'evil.example',
  'play.example.org.evil.example',
  'evil.example:443',
  'play.example.org@evil.example',
  'xplay.example.org',
  '127.0.0.1',
  'localhost',
  '',
  'play.example.org/x',
  '[::1]',
  'play.example.org:80:80',
  'play.example.org,evil.example',
  'play.example.org evil',
]) {
  counts.hosts += 2
  const status = await ask(host, null)
  promise('another host is refused', status >= 400, `${host}: ${status}`)
  const door = await raw(pinned.port, upgrade('/ws?table=aaaaaaaa', { host }))
  promise(
    'for WebSockets too',
    [400, 421].includes(Number(door.text.slice(9, 12))),
    `${host}: ${door.text.slice(0, 30)}`,
  )
}
for (const origin of [
  'https://evil.example',
  'null',
  'http://play.example.org',
  'https://play.example.org:444',
  'https://play.example.org.evil.example',
  'https://play.example.org@evil.example',
  'https://play.example.org/',
  'https://xplay.example.org',
  'file://',
  'https://play.example.org https://evil.example',
]) {
  counts.hosts += 2
  const made = await post(
    pinned.port,
    '/api/tables',
    { game: 'null' },
    { headers: { Host: 'play.example.org', Origin: origin } },
  )
  promise('another origin opens no table', made.status >= 400, `${origin}: ${made.status}`)
  const door = await raw(
    pinned.port,
    upgrade('/ws?table=aaaaaaaa', { host: 'play.example.org', headers: `Origin: ${origin}\r\n` }),
  )
  promise(
    'nor a WebSocket',
    [400, 403].includes(Number(door.text.slice(9, 12))),
    `${origin}: ${door.text.slice(0, 30)}`,
  )
}
promise('its own pages are served', (await ask('play.example.org', 'https://play.example.org')) === 200)
promise('its health is told under any name', (await ask('evil.example', null, '/healthz')) === 200)
const twice = await raw(
  pinned.port,
  'GET http://evil.example/api/lobby HTTP/1.1\r\nHost: play.example.org\r\nConnection: close\r\n\r\n',
)
promise(
  'an absolute address names no other host',
  Number(twice.text.slice(9, 12)) >= 400,
  twice.text.slice(0, 40),
)
pinned.sound()
await pinned.end()

// ---- Bodies. ----

const deep = (n) => '['.repeat(n) + ']'.repeat(n)
const odd = [
  '',
  '{',
  '}',
  'null',
  '[]',
  '"',
  '{}',
  '{"game":1}',
  '{"game":null}',
  '{"game":"null"',
  '{"game":"null"}}',
  '{"game":"null","game":"maze"}',
  '{"game":"nu\\u0000ll"}',
  '{"game":"\\ud800"}',
  `{"game":"${'x'.repeat(5000)}"}`,
  `{"game":${deep(2000)}}`,
  '{"game":"null","name":"\\u202eevil"}',
  '{"game":"null","name":" "}',
  '{"game":"null","name":"\\n"}',
  `{"game":"null","name":"${'a'.repeat(25)}"}`,
  '{"game":"null","away_s":65536}',
  '{"game":"null","away_s":-1}',
  '{"game":"null","away_s":1e3}',
  '{"game":"null","away_s":1.5}',
  '{"game":"null","away_s":99999999999999999999999999}',
  '{"game":"null","public":1}',
  '{"game":"null","pace":"warp"}',
  '{"game":"null","options":{"x":1}}',
  '{"game":"null","options":[]}',
  '{"game":"null",}',
  "{'game':'null'}",
  '\ufeff{"game":"null"}',
  '{"game":"maze","options":{"title":"\\u0007"}}',
  '{"game":"null","unknown":1}',
]
for (const body of odd)
  for (const path of ['/api/tables', `/api/tables/${lobby.table}/seats`]) {
    counts.bodies += 1
    const reply = await post(server.port, path, body)
    promise(
      'a body is taken or refused',
      (reply.status >= 400 && reply.status < 500) || reply.status === 201,
      `${path} ${body.slice(0, 60)}: ${reply.status}`,
    )
    if (reply.status >= 400)
      promise(
        'a refusal is a failure',
        reply.json?.error !== undefined,
        `${path} ${body.slice(0, 60)}: ${reply.body.slice(0, 100)}`,
      )
  }
for (const length of [8193, 65537, 1 << 20]) {
  const reply = await post(server.port, '/api/tables', `{"game":"null","name":"${'x'.repeat(length)}"}`)
  promise('a huge body is refused', [0, 400, 413].includes(reply.status), `${length}: ${reply.status}`)
}

// ---- Ids, and the wrong moment. ----

const { people, table } = await open(server, 'null', 2)
const [ann, bob] = people
const once = await ann.browser.ask('say', { text: 'once' }, 77)
const again = await ann.browser.ask('say', { text: 'twice' }, 77)
promise('an id is done once', once.ok && again.ok && once.n === again.n, JSON.stringify([once, again]))
promise('of each seat', (await bob.browser.ask('say', { text: 'of Bob' }, 77)).n > once.n)
const early = new Browser(server.port, table, '', {})
early.socket.once('connect', () => early.socket.write(frame(1, '{"id":9,"t":"say","text":"early"}')))
await pause(200)
promise(
  'nothing is done for a stranger',
  ![...ann.browser.story.values()].some((line) => line.includes('early')),
)
for (const number of [
  '0',
  '-1',
  '4294967295',
  '4294967296',
  '1e9',
  '1.0',
  '"7"',
  'null',
  '18446744073709551616',
  '00',
  '-0',
  'true',
  '[]',
  '{}',
])
  for (const field of ['id', 'seen']) {
    counts.fuzzed += 1
    const before = ann.browser.lines.length
    ann.browser.say(
      `{"id":5,"${field}":${number},"t":"be_ready","ready":true}`.replace(/"id":5,"id"/, '"id"'),
    )
    promise(
      'an odd number is answered',
      await until(() => ann.browser.lines.length > before || ann.browser.code >= 0, 3000),
      `${field} ${number}`,
    )
  }

// ---- Commands by chance. ----

const words = [
  'set_up',
  'stop',
  'say',
  'react',
  'seat_player',
  'mark_seat',
  'reorder_seats',
  'remove_player',
  'lock_table',
  'hand_over',
  'be_ready',
  'want_seat',
  'answer_seat',
  'name_seat',
  'say_table_phrase',
  'say_phrase',
  'tick',
  'ask_pause',
  'resume',
  'pause_clock',
  'ask_end',
  'decline_end',
  'use_ring',
  'announce',
  'ready',
  'annul_round',
  'admit_showing',
  'move_hero',
  'use_vortex',
  'use_escalator',
  'explore',
  'gaze',
  'discard_tile',
  'turn_action',
  'place_pawn',
  'stare_at',
  'point_at',
  'offer_tile',
  'turn_hourglass',
  'ask_time',
  'play_again',
  'choose_options',
  'change_game',
  'hello',
  'over',
  '',
]
const fields = [
  'seat',
  'text',
  'reaction',
  'name',
  'bot',
  'away',
  'order',
  'locked',
  'ready',
  'yes',
  'phrase',
  'other',
  'role',
  'hero',
  'tile',
  'space',
  'number',
  'side',
  'level',
  'tiles',
  'rules',
  'sand_s',
  'top',
  'title',
  'limit_s',
  'pause_s',
  'by_hand',
  'open',
  'dwarf',
  'stairs',
  'game',
  'by',
  'to',
  'at',
  'n',
]
const values = [
  () => below(14),
  () => below(256),
  () => 0,
  () => -1,
  () => 255,
  () => 256,
  () => 65535,
  () => 65536,
  () => 4294967295,
  () => 4294967296,
  () => -2147483649,
  () => 1e300,
  () => 0.5,
  () => true,
  () => false,
  () => null,
  () => '',
  () => 'elf',
  () => 'yes',
  () => 'maze',
  () => 'x'.repeat(below(1200)),
  () => '\u0000',
  () => '\ud83d\ude00'.repeat(below(210)),
  () => '\u202e',
  () => 'a\u0301'.repeat(60),
  () => [],
  () => [1, 2, 3, 4],
  () => Array.from({ length: 12 }, (_, i) => i + 1),
  () => Array.from({ length: below(40) }, () => below(300)),
  () => ({}),
  () => [[[]]],
]
function command() {
  const body = {
    id: random() < 0.9 ? 1 + below(4294967295) : pick([0, 1, 4294967295]),
    seen: below(100000),
    t: pick(words),
  }
  for (let i = below(5); i > 0; i -= 1) body[pick(fields)] = pick(values)()
  let line = JSON.stringify(body)
  if (random() < 0.15) {
    const at = below(line.length)
    line = pick([
      line.slice(0, at),
      line.slice(0, at) +
        pick([
          '{',
          '}',
          '"',
          '\\',
          ',',
          ':',
          '\u0000',
          '\\u0000',
          '\\ud800',
          '9'.repeat(30),
          ' '.repeat(50),
        ]) +
        line.slice(at),
      line.slice(at),
      line + line,
    ])
  }
  return line.slice(0, 4000)
}
const party = []
const games = ['null', 'maze', 'traitor']
for (let i = 0; i < 9; i += 1)
  party.push(await open(server, games[i % 3], 4, i % 3 ? 1 : 0, { gallery: true, pace: 'quick', away_s: 1 }))
const target = size(60000)
async function fuzz(at, share) {
  for (let sent = 0; sent < share;) {
    const person = pick(at.people)
    if (person.browser.code >= 0 || random() < 0.002) {
      await person.browser.drop()
      person.browser = new Browser(server.port, at.table, person.token)
      if ((await person.browser.opened) !== 101) {
        const given = await post(server.port, `/api/tables/${at.table}/seats`, { name: `N${below(1e6)}` })
        if (given.status !== 201 && at.people.length > 1) at.people.splice(at.people.indexOf(person), 1)
        else if (given.status !== 201)
          Object.assign(at, await open(server, pick(games), 3, 1, { gallery: true }))
        else person.token = given.json.token
        continue
      }
    }
    const { browser } = person
    const before = browser.lines.length
    for (let i = 0; i < 8; i += 1) browser.say(command())
    sent += 8
    counts.fuzzed += 8
    await until(() => browser.lines.length >= before + 8 || browser.code >= 0, 2000)
    counts.answered += Math.min(8, browser.lines.length - before)
    if (random() < 0.05)
      await browser.ask('set_up', pick([{ number: 1, level: 9, side: 1 }, { pause_s: 15 }, {}]))
    browser.lines.length = 0
  }
}
await Promise.all(party.map((at) => fuzz(at, target / party.length)))
server.sound()
promise('the server is well afterwards', (await get(server.port, '/healthz')).status === 200)
const last = await open(server, 'null', 2)
promise('and plays', (await last.people[1].browser.ask('say', { text: 'hello' })).ok)
await server.end()
promise('and stops in order', server.code === 0, `${server.code} ${server.signal} ${server.log.slice(-2000)}`)
finish('protocol', counts)
