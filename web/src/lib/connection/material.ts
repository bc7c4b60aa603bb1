// Bringing something to play with, such as a tile set: a request of its own, since few people do.
import type { MaterialToldMessage } from '../../generated/server'
import { ask } from './api'

/** The most that a server takes, in bytes. */
export const MATERIAL_MAX = 1 << 16

/** Brings a text to play with, such as a tile set, as the host with that token; '': the built-in one
    again. Resolves with what all are told of it. If it is bad, the `text` of the failure says why: "line 3:
    …". */
export function bringMaterial(code: string, token: string, text: string): Promise<MaterialToldMessage> {
  return ask(`/api/tables/${encodeURIComponent(code)}/material`, `${token}\n${text}`)
}
