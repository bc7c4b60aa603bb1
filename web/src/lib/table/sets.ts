// Sets travel as numbers, with a bit for each member.

/** Is it in the set? For seats and tiles, the bit is their number. */
export function among(set: number | undefined, bit: number): boolean {
  return Boolean(((set ?? 0) >> bit) & 1)
}
