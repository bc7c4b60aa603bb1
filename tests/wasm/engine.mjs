// What the page may do with the engine, and what the engine refuses: see wasm/engine.c.
//
//   node engine.mjs engine.wasm
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));

function engine(game) {
  const { exports } = new WebAssembly.Instance(module);
  const memory = Buffer.from(exports.memory.buffer);
  const put = (text) => memory.write(text, exports.inbox());
  const text = (at) => memory.toString('utf8', at, memory.indexOf(0, at));
  const answer = (size) => JSON.parse(memory.toString('utf8', exports.outbox(), exports.outbox() + size));
  const bytes = (at) => Buffer.from(memory.subarray(at, at + exports.view_size()));
  assert.equal(exports.open(put(game)), 1);
  return {
    exports,
    put,
    text,
    feed: (event) => {
      const reason = exports.feed(put(JSON.stringify(event)));
      return reason ? text(reason) : '';
    },
    guess: (command, seat, now) => exports.guess(put(JSON.stringify(command)), seat, now),
    legal: (seat) => answer(exports.legal(seat)),
    view: () => bytes(exports.view()),
    drawn: () => bytes(exports.drawn()),
    json: () => answer(exports.view_json()),
    complaint: () => text(exports.complaint()),
  };
}

// Two players sit, and may nod.
function nodding() {
  const e = engine('null');
  const seat = (n, name) => ({ n, at: 0, t: 'seat_taken', seat: n, bot: false, name });
  for (const event of [seat(1, 'Ann'), seat(2, 'Zoë'), { n: 3, at: 7, t: 'begun' }])
    assert.equal(e.feed(event), '');
  return e;
}

test('a game that does not exist cannot be opened', () => {
  const { exports } = new WebAssembly.Instance(module);
  const memory = Buffer.from(exports.memory.buffer);
  assert.equal(exports.open(memory.write('chess', exports.inbox())), 0);
  assert.equal(exports.open(2 ** 31), 0);
  assert.equal(exports.view_size(), 0);
  assert.notEqual(exports.feed(0), 0);
  assert.equal(exports.guess(0, 1, 0), -1);
  assert.equal(exports.hears(1, 0), 0);
  assert.equal(exports.view_json(), 0);
});

test('before anything is told everything is unknown', () => {
  const e = engine('maze');
  assert.ok(e.exports.view_size() > 1000 && e.exports.view_size() <= 4096);
  assert.ok(e.view().every((byte) => byte === 0));
  assert.deepEqual(e.legal(1), []);
});

test('a story is folded into the view', () => {
  const e = nodding();
  const view = e.json();
  assert.equal(view.presence.seats, 2);
  assert.equal(view.presence.player[2].name, 'Zoë');
  assert.equal(view.running, true);
  assert.equal(view.nodded, 0);
});

test('junk, a gap and a repetition are refused and change nothing', () => {
  const e = nodding();
  const before = e.view();
  const nod = { n: 4, at: 9, t: 'nodded', by: 1 };
  assert.match(e.feed({ ...nod, n: 5 }), /expected number 4/);
  assert.match(e.feed({ ...nod, n: 3 }), /expected number 4/);
  assert.match(e.feed({ ...nod, by: 13 }), /out of bounds: by/);
  assert.match(e.feed({ ...nod, to: 0 }), /no such field: to/);
  assert.match(e.text(e.exports.feed(e.put('{"n":4,"at":9,"t":"nod'))), /./);
  assert.match(e.text(e.exports.feed(2 ** 31)), /longer than the inbox/);
  assert.deepEqual(e.view(), before);
  assert.equal(e.feed(nod), '');
});

test('what is legal can be guessed, and the guess is drawn until the server speaks', () => {
  const e = nodding();
  const before = e.view();
  const [nod] = e.legal(1);
  assert.deepEqual(nod, { id: 0, seen: 3, t: 'nod' });
  assert.equal(e.guess(nod, 1, 10), 0);
  assert.deepEqual(e.view(), before);
  assert.equal(e.json().nodded, 0b10);
  assert.deepEqual(e.legal(1), []);
  const refusal = e.guess(nod, 1, 11);
  assert.equal(e.text(e.exports.refusal_name(refusal)), 'nodded_already');
  assert.equal(e.text(e.exports.refusal_rule(refusal)), 'P6.1');
  assert.equal(e.text(e.exports.refusal_text(refusal)), 'You have nodded already.');
  assert.equal(e.guess(nod, 2, 11), 0, 'a guess stands on the guesses before');
  assert.equal(e.json().over, true);
  assert.equal(e.feed({ n: 4, at: 12, t: 'nodded', by: 2 }), '');
  assert.equal(e.json().nodded, 0b100);
  assert.deepEqual(e.drawn(), e.view());
});

test('nobody guesses as the host, as the gallery or with junk', () => {
  const e = nodding();
  const before = e.drawn();
  for (const seat of [0, 13, 255, 4294967295]) {
    const refusal = e.guess({ t: 'nod' }, seat, 0);
    assert.equal(e.text(e.exports.refusal_name(refusal)), 'not_yours');
    assert.deepEqual(e.legal(seat), []);
  }
  assert.equal(e.guess({ t: 'fly' }, 1, 0), -1);
  assert.match(e.complaint(), /no such kind of message: fly/);
  assert.equal(e.guess({ t: 'nod', by: 2 }, 1, Number.NaN), -1);
  assert.deepEqual(e.drawn(), before);
  assert.equal(e.exports.refusal_text(255), 0);
  assert.equal(e.exports.refusal_text(256), 0);
});

test('who hears whom is answered from the view', () => {
  const e = nodding();
  assert.equal(e.exports.hears(1, 0), 0b111);
  assert.equal(e.exports.hears(3, 0), 0);
  assert.equal(e.exports.hears(1, 4), 0);
  assert.equal(e.exports.hears(999, 0), 0);
});

test('another game begins from nothing', () => {
  const e = nodding();
  assert.equal(e.exports.open(e.put('maze')), 1);
  assert.ok(e.view().every((byte) => byte === 0));
  assert.ok(e.drawn().every((byte) => byte === 0));
});
