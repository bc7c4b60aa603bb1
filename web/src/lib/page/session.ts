// What this browser keeps: its seats, its owner's preferences, and their solo game. None of this is sent
// anywhere, except a seat's token to its own table.
export const kept = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(`turncoat.${key}`)
    } catch {
      return null
    }
  },
  write(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(`turncoat.${key}`)
      else localStorage.setItem(`turncoat.${key}`, value)
    } catch {
      // Storage may be forbidden or full: then nothing is remembered.
    }
  },
  keys(begin: string): string[] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(`turncoat.${begin}`))
        .map((key) => key.slice('turncoat.'.length))
    } catch {
      return []
    }
  },
}

/** The token of this browser's seat at a table, or ''. */
export function tokenFor(code: string): string {
  return kept.read(`seat.${code}`) ?? ''
}

/** A token that this browser has or had at a table: whoever had one seat there is given no other (P5.4). */
export function anyTokenFor(code: string): string {
  return tokenFor(code) || (kept.read(`had.${code}`) ?? '')
}

export function keepToken(code: string, token: string): void {
  kept.write(`seat.${code}`, token)
}

export function dropToken(code: string): void {
  kept.write(`had.${code}`, tokenFor(code) || kept.read(`had.${code}`))
  kept.write(`seat.${code}`, null)
}

/** The codes of the tables at which this browser has a seat. */
export function keptSeats(): string[] {
  return kept.keys('seat.').map((key) => key.slice('seat.'.length))
}

export function preference(name: string): string {
  return kept.read(name) ?? ''
}

export function setPreference(name: string, value: string): void {
  kept.write(name, value)
}
