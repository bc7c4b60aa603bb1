// A new view is made after every event, though little of it has changed. Whatever equals what was there
// before stays the very same object, so that whatever is derived from a part of it (the mall, the players)
// is not computed again while that part stays the same.
type Parts = Record<string, unknown>

const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null

function sameLists(before: unknown[], now: unknown[]): boolean {
  let same = before.length === now.length
  for (let i = 0; i < now.length; i++) {
    if (before[i] === now[i]) continue
    now[i] = keepSame(before[i], now[i])
    same &&= before[i] === now[i]
  }
  return same
}

function sameParts(before: Parts, now: Parts): boolean {
  let same = true
  for (const key in now) {
    if (before[key] === now[key]) continue
    now[key] = keepSame(before[key], now[key])
    same &&= before[key] === now[key]
  }
  return same
}

/** `now`, with every equal part taken from `before`; `before` itself if all is equal. Records have fixed
    fields. */
export function keepSame<Value>(before: unknown, now: Value): Value {
  if (!isParts(before) || !isParts(now) || Array.isArray(before) !== Array.isArray(now)) return now
  const same = Array.isArray(before) ? sameLists(before, now as unknown as unknown[]) : sameParts(before, now)
  return same ? (before as Value) : now
}
