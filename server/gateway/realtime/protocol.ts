import { z } from 'zod'
import type { LivePosition } from '#shared/realtime/events.ts'

/**
 * The messages of graphql-transport-ws, as a client may send them. Pure: parses and checks, without a socket.
 */

export const SUBPROTOCOL = 'graphql-transport-ws'

/** The longest accepted operation id; clients send UUIDs. */
const MAX_ID = 128

const operationId = z.string().min(1).max(MAX_ID)
const optionalObject = z.record(z.string(), z.unknown()).nullish()

const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_init'), payload: optionalObject }),
  z.object({ type: z.literal('ping'), payload: optionalObject }),
  z.object({ type: z.literal('pong'), payload: optionalObject }),
  z.object({ type: z.literal('complete'), id: operationId }),
  z.object({
    type: z.literal('subscribe'),
    id: operationId,
    payload: z.object({
      operationName: z.string().nullish(),
      query: z.string().nullish(),
      variables: optionalObject,
      extensions: optionalObject,
    }),
  }),
])

export type ClientMessage = z.infer<typeof clientMessage>

/** A message of the protocol, or null. */
export function parseClientMessage(text: string): ClientMessage | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = clientMessage.safeParse(value)
  return parsed.success ? parsed.data : null
}

const resumable = z.object({ live: z.object({ epoch: z.string().max(64), offset: z.number().int().min(0) }) })

/**
 * The last position of a resuming client, from the `extensions` of its subscribe message; null without one.
 */
export function positionIn(extensions: Record<string, unknown> | null | undefined): LivePosition | null {
  const parsed = resumable.safeParse(extensions)
  return parsed.success ? parsed.data.live : null
}

export const ackMessage = '{"type":"connection_ack"}'
export const pongMessage = '{"type":"pong"}'

/** Ends the operation `id` with GraphQL errors. */
export const errorMessage = (id: string, errors: readonly unknown[]) =>
  JSON.stringify({ type: 'error', id, payload: errors })

/** What `next` messages of one payload share; the id follows, so that one text serves every subscriber. */
export const nextPrefix = (payload: string) => `{"type":"next","payload":${payload},"id":`

/** Why a live socket is closed: the codes of graphql-transport-ws, and our own outside its range. */
export const socketCloseCodes = {
  serviceRestart: { code: 1012, reason: 'The service restarts' },
  tryAgainLater: { code: 1013, reason: 'Too many sockets' },
  invalidMessage: { code: 4400, reason: 'Invalid message' },
  unauthorized: { code: 4401, reason: 'Unauthorized' },
  initTimeout: { code: 4408, reason: 'Connection initialisation timeout' },
  subscriberExists: (id: string) => ({
    code: 4409,
    reason: `Subscriber for ${id.slice(0, 64)} already exists`,
  }),
  tooSlow: { code: 4413, reason: 'The client does not drain its socket' },
  tooManyInits: { code: 4429, reason: 'Too many initialisation requests' },
  tooManyMessages: { code: 4429, reason: 'Too many messages' },
} as const

export interface SocketCloseReason {
  code: number
  reason: string
}
