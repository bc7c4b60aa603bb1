// What this browser keeps: the seats it holds, and how its owner likes things. Nothing of it is sent but a
// seat's token to its own table.
const kept = {
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
      // Storage may be forbidden: then nothing is remembered.
    }
  },
}

/** The token of this browser's seat at a table, or ''. */
export function tokenFor(code: string): string {
  return kept.read(`seat.${code}`) ?? ''
}

export function keepToken(code: string, token: string): void {
  kept.write(`seat.${code}`, token)
}

export function dropToken(code: string): void {
  kept.write(`seat.${code}`, null)
}

export function preference(name: string): string {
  return kept.read(name) ?? ''
}

export function setPreference(name: string, value: string): void {
  kept.write(name, value)
}
