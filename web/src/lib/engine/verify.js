// Proves a record: the engine's own verifier judges every command again (wasm/verifier.c); the hashing is
// done here: the commitment, the dice, the words and the chain (docs/records.md).
import { blake2b } from '@noble/hashes/blake2'

const utf8 = new TextEncoder()
const text = new TextDecoder()

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** The dice of the next command, after this many events. */
function diceAfter(seed, events) {
  const about = new Uint8Array(8)
  about.set(utf8.encode('dice'))
  new DataView(about.buffer).setUint32(4, events, true)
  const drawn = new DataView(blake2b(about, { dkLen: 16, key: seed }).buffer)
  return [0, 4, 8, 12].map((at) => drawn.getUint32(at, true))
}

/** Does the text that the table brought match the hash in the record? */
function checkMaterial(line, expected) {
  const brought = utf8.encode(JSON.parse(line).material)
  const hash = blake2b(brought, { dkLen: 32, key: utf8.encode('turncoat material') })
  if (hex(hash) !== expected) throw new Forged(2, 'this is not the material that was played with')
}

/** What is wrong with a record, and where. */
export class Forged extends Error {
  constructor(line, why) {
    super(why)
    this.line = line
  }
}

class Verifier {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module).exports
  }

  put(line) {
    const { memory, inbox, inbox_size } = this.exports
    const { read, written } = utf8.encodeInto(line, new Uint8Array(memory.buffer, inbox(), inbox_size()))
    if (read < line.length) throw new Forged(0, 'a line is longer than any line of a record')
    return written
  }

  string(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer, at)
    return text.decode(bytes.subarray(0, bytes.indexOf(0)))
  }

  must(reason) {
    if (reason) throw new Forged(this.exports.at_line(), this.string(reason))
  }

  /** The chain with the entry that was just completed. */
  chained(chain) {
    const { memory, sealed, sealed_size } = this.exports
    const bytes = new Uint8Array(memory.buffer, sealed(), sealed_size())
    return bytes.length ? blake2b(bytes, { dkLen: 32, key: chain }) : chain
  }

  /** Do the words that were said match their hash in the record? */
  checkWords(line, number) {
    const said = this.exports.said()
    if (!said) return
    const { word, salt } = JSON.parse(line)
    const found = blake2b(utf8.encode(this.string(said)), { dkLen: 16, key: unhex(salt) })
    if (hex(found) !== word) throw new Forged(number, 'these are not the words that were said')
  }
}

/** Proves a record, or throws what is wrong with it. Returns how many of its commands were judged again by
    today's rules, and how many were told as older rules judged them, or without words that were deleted. */
export function verify(module, record) {
  const v = new Verifier(module)
  if (!record.endsWith('\n')) throw new Forged(0, 'the record is cut short')
  const lines = record.slice(0, -1).split('\n')
  v.must(v.exports.begin(v.put(lines[0])))
  const { format, seed, commitment, material, chain } = JSON.parse(lines[0])
  if (format === 1) throw new Forged(1, 'a record in this old format has nothing to prove')
  const key = unhex(seed)
  let chained = blake2b(key, { dkLen: 32, key: utf8.encode('turncoat commitment') })
  if (hex(chained) !== commitment) throw new Forged(1, 'the seed is not the one that was committed to')
  for (const [i, line] of lines.entries()) {
    if (i === 0) continue
    v.exports.dice(...diceAfter(key, v.exports.count()))
    v.must(v.exports.line(v.put(line)))
    if (i === 1 && material) checkMaterial(line, material)
    chained = v.chained(chained)
    if (line.startsWith('{"by":')) v.checkWords(line, i + 1)
  }
  v.must(v.exports.end())
  chained = v.chained(chained)
  if (format > 2 && hex(chained) !== chain)
    throw new Forged(1, 'the chain of hashes does not match these lines')
  return { judged: v.exports.judged(), older: v.exports.older(), deleted: v.exports.deleted() }
}
