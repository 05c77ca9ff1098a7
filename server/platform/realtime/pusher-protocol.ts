import { z } from 'zod'
import type { LiveMessage } from '#shared/realtime/events.ts'

/** The subscriber's part of the Pusher protocol, version 7. Codes 41xx: reconnect later; 42xx: at once. */
export const pusherCloseCodes = {
  unknownKey: { code: 4001, message: 'Application does not exist' },
  noSupportedProtocol: { code: 4007, message: 'Unsupported protocol version' },
  noProtocol: { code: 4008, message: 'No protocol version supplied' },
  notNow: { code: 4100, message: 'Not available, try again later' },
  readAgain: { code: 4200, message: 'Events may be missing, connect and read again' },
  silent: { code: 4201, message: 'Pong reply not received' },
  notAllowed: { code: 4301, message: 'Clients may not publish' },
} as const

export type PusherCloseReason = (typeof pusherCloseCodes)[keyof typeof pusherCloseCodes]

export const activityTimeoutSeconds = 30
const protocolVersion = '7'
const channelName = /^[A-Za-z0-9_\-=@,.;]{1,200}$/

const command = z.object({
  event: z.string().max(200),
  data: z.union([z.object({ channel: z.string().optional() }), z.string(), z.null()]).optional(),
})

export type Command =
  | { kind: 'subscribe' | 'unsubscribe'; channel: string }
  | { kind: 'refused-channel'; channel: string }
  | { kind: 'ping' | 'pong' | 'client-event' | 'unknown' }

/** Parses a subscriber's frame. Never throws. */
export function parseCommand(text: string): Command {
  const parsed = command.safeParse(parseJson(text))
  if (!parsed.success) return { kind: 'unknown' }
  const { event, data } = parsed.data
  if (event === 'pusher:ping') return { kind: 'ping' }
  if (event === 'pusher:pong') return { kind: 'pong' }
  if (event.startsWith('client-')) return { kind: 'client-event' }
  if (event !== 'pusher:subscribe' && event !== 'pusher:unsubscribe') return { kind: 'unknown' }
  const channel = data && typeof data === 'object' ? (data.channel ?? '') : ''
  // Private and presence channels need authorisation, which this endpoint does not have.
  if (!channelName.test(channel) || /^(private|presence)-/.test(channel))
    return { kind: 'refused-channel', channel: channel.slice(0, 200) }
  return { kind: event === 'pusher:subscribe' ? 'subscribe' : 'unsubscribe', channel }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Why a connection to that address is refused, or null. */
export function connectionRefusal(url: URL, key: string): PusherCloseReason | null {
  if (url.pathname !== `/app/${key}`) return pusherCloseCodes.unknownKey
  const version = url.searchParams.get('protocol')
  if (version === null) return pusherCloseCodes.noProtocol
  return version === protocolVersion ? null : pusherCloseCodes.noSupportedProtocol
}

// In the protocol `data` of a server's frame is itself a JSON text.
export const frames = {
  established: (socketId: string) =>
    JSON.stringify({
      event: 'pusher:connection_established',
      data: JSON.stringify({ socket_id: socketId, activity_timeout: activityTimeoutSeconds }),
    }),
  subscribed: (channel: string) =>
    JSON.stringify({ event: 'pusher_internal:subscription_succeeded', channel, data: '{}' }),
  refused: (channel: string) =>
    JSON.stringify({
      event: 'pusher:subscription_error',
      channel,
      data: JSON.stringify({ type: 'AuthError', error: 'No such channel', status: 403 }),
    }),
  error: (reason: { code: number | null; message: string }) =>
    JSON.stringify({ event: 'pusher:error', data: JSON.stringify(reason) }),
  ping: JSON.stringify({ event: 'pusher:ping', data: '{}' }),
  pong: JSON.stringify({ event: 'pusher:pong', data: '{}' }),
  message: ({ channel, event, data }: LiveMessage) =>
    JSON.stringify({ event, channel, data: JSON.stringify(data) }),
}
