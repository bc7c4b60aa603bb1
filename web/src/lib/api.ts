// What is asked of the server beside a table's own connection: open a table, sit down, look round.
export interface TableInfo {
  table: string
  game: string
  host: string
  seats: number
  seats_max: number
  bots: number
  gallery: boolean
  locked: boolean
  begun: boolean
  over: boolean
}

/** A request that was refused: `error` is the key of the words for it. */
export class Failure extends Error {
  constructor(readonly error: string) {
    super(error)
  }
}

async function ask<Reply>(path: string, body?: object): Promise<Reply> {
  let reply: Response
  try {
    reply = await fetch(path, body ? { method: 'POST', body: JSON.stringify(body) } : {})
  } catch {
    throw new Failure('unreachable')
  }
  const json = (await reply.json().catch(() => ({}))) as Record<string, unknown>
  if (!reply.ok) throw new Failure(String(json.error ?? json.refused ?? 'unreachable'))
  return json as Reply
}

export function openTable(table: object): Promise<{ table: string }> {
  return ask('/api/tables', table)
}

export function takeSeat(code: string, name: string, seat = 0): Promise<{ token: string; seat: number }> {
  return ask(`/api/tables/${encodeURIComponent(code)}/seats`, seat ? { name, seat } : { name })
}

export function lookAt(code: string): Promise<TableInfo> {
  return ask(`/api/tables/${encodeURIComponent(code)}`)
}

export async function lobby(): Promise<TableInfo[]> {
  return (await ask<{ tables: TableInfo[] }>('/api/lobby')).tables
}
