// What is asked of the server beside a table's own connection: open a table, sit down, look round.
import type { OpenTableRequest, SeatGivenReply, SeatInfoReply, TableInfoReply } from '../generated/server'

export type TableInfo = TableInfoReply

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

export function openTable(table: OpenTableRequest): Promise<{ table: string }> {
  return ask('/api/tables', table)
}

export function takeSeat(code: string, name: string, seat = 0): Promise<SeatGivenReply> {
  return ask(`/api/tables/${encodeURIComponent(code)}/seats`, seat ? { name, seat } : { name })
}

export function lookAt(code: string): Promise<TableInfo> {
  return ask(`/api/tables/${encodeURIComponent(code)}`)
}

/** Who sits at a table, and which seats are a bot's. */
export async function lookRound(code: string): Promise<SeatInfoReply[]> {
  return (await ask<{ seats: SeatInfoReply[] }>(`/api/tables/${encodeURIComponent(code)}/seats`)).seats
}

/** Why the server does not let this token in at the table: the name of the refusal, or '' if it does. A page
    cannot see why its WebSocket was refused, so it asks. */
export async function askDoor(code: string, token: string): Promise<string> {
  const query = new URLSearchParams({ table: code, ...(token && { token }) })
  return ask(`/ws?${query}`).then(
    () => '',
    (failure: Failure) => (failure.error === 'upgrade' ? '' : failure.error),
  )
}

export async function lobby(): Promise<TableInfo[]> {
  return (await ask<{ tables: TableInfo[] }>('/api/lobby')).tables
}
