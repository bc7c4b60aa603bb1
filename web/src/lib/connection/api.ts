// Requests to the server outside a table's own connection: open a table, sit down, look around.
import type {
  FailureReply,
  OpenTableRequest,
  RefusedMessage,
  SeatAskedReply,
  SeatGivenReply,
  SeatInfoReply,
  TableInfoReply,
  TableOpenedReply,
} from '../../generated/server'

export type TableInfo = TableInfoReply

/** A request that was refused: `error` is the key of our words for it, `text` is what the server says. */
export class Failure extends Error {
  constructor(
    readonly error: string,
    readonly text = '',
  ) {
    super(error)
  }
}

/** Why a request failed: the key of our words for it. */
export const reasonOf = (failure: unknown): string =>
  failure instanceof Failure ? failure.error : 'unreachable'

/** Asks the server: a POST if there is a body. */
export async function ask<Reply>(path: string, body?: object | string, token = ''): Promise<Reply> {
  let reply: Response
  try {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers: HeadersInit = token ? { Authorization: `Bearer ${token}` } : {}
    reply = await fetch(path, text ? { method: 'POST', body: text, headers } : { headers })
  } catch {
    throw new Failure('unreachable')
  }
  const json = (await reply.json().catch(() => ({}))) as unknown
  if (reply.ok) return json as Reply
  const { error, refused, text } = json as Partial<FailureReply & RefusedMessage>
  throw new Failure(error ?? refused ?? 'unreachable', text)
}

export function openTable(table: OpenTableRequest): Promise<TableOpenedReply> {
  return ask('/api/tables', table)
}

/** `token`: one that this browser has or had there. If the players must agree first, `asked` is true: the
    token is the seat once they have. */
export function takeSeat(
  code: string,
  name: string,
  seat: number,
  token: string,
): Promise<SeatGivenReply & Partial<SeatAskedReply>> {
  const path = `/api/tables/${encodeURIComponent(code)}/seats`
  return ask(path, { name, ...(seat && { seat }), ...(token && { token }) })
}

export function lookAt(code: string): Promise<TableInfo> {
  return ask(`/api/tables/${encodeURIComponent(code)}`)
}

/** Who sits at a table, and which seats bots have. */
export async function lookRound(code: string): Promise<SeatInfoReply[]> {
  return (await ask<{ seats: SeatInfoReply[] }>(`/api/tables/${encodeURIComponent(code)}/seats`)).seats
}

/** Why the server does not let this token in at the table: the name of the refusal, or '' if it does. A page
    cannot see why its WebSocket was refused, so it asks. */
export async function askDoor(code: string, token: string): Promise<string> {
  const query = new URLSearchParams({ table: code })
  const reason = await ask(`/ws?${query}`, undefined, token).then(() => '', reasonOf)
  return reason === 'upgrade' ? '' : reason
}

export async function lobby(): Promise<TableInfo[]> {
  return (await ask<{ tables: TableInfo[] }>('/api/lobby')).tables
}
