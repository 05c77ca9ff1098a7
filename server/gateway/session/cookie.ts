import { z } from 'zod'
import type { GatewayConfig } from '#server/config.ts'
import { account, user } from '#shared/domains/account/contract.ts'
import { BoundedMap } from '#server/lib/bounded-map.ts'

type CookieConfig = Pick<GatewayConfig, 'PUBLIC_URL'>

function overHttps(config: CookieConfig): boolean {
  return config.PUBLIC_URL?.startsWith('https:') ?? false
}

/** `__Host-` binds the cookie to this host. Browsers accept it only over TLS. */
export function sessionCookieName(config: CookieConfig): string {
  return overHttps(config) ? '__Host-console' : 'console'
}

/** Holds the state of one single sign-on attempt. */
export function stateCookieName(config: CookieConfig): string {
  return `${sessionCookieName(config)}-state`
}

/** Names the users who have signed in from this browser, for the limits of sign-ins. */
export function deviceCookieName(config: CookieConfig): string {
  return `${sessionCookieName(config)}-device`
}

export function cookieOptions(config: CookieConfig) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: overHttps(config) } as const
}

/** The payload that the cookie seals: the whole session. Times are milliseconds since 1970. */
export const sealedSession = z.object({
  sid: z.string().min(1),
  token: z.string().min(1),
  user,
  account: account.nullable(),
  sso: z.boolean(),
  created: z.number(),
  active: z.number(),
})
export type SealedSession = z.infer<typeof sealedSession>

/**
 * Whether both caps allow the session at `now`. They are computed from the sealed payload, not from the cookie's own
 * age, which every sealing would reset.
 */
export function withinCaps(
  session: Pick<SealedSession, 'created' | 'active'>,
  config: Pick<GatewayConfig, 'SESSION_MAX_AGE' | 'SESSION_IDLE'>,
  now: number,
): boolean {
  return now - session.created < config.SESSION_MAX_AGE && now - session.active < config.SESSION_IDLE
}

/** The session of a Cookie header. */
export interface OpenedSession {
  /** The header has a cookie of the session name, whether or not it opens. */
  sent: boolean
  sealed: SealedSession | null
}

/**
 * Opens the sessions of Cookie headers. A browser sends the same header with every call, and opening it costs more
 * than the rest of a small call, so the results of the last `max` headers are cached. The cache covers only the seal:
 * the caller still checks the caps and the list of ended sessions. A cookie that does not open is not cached, so that
 * forged cookies cannot evict valid ones.
 */
export function createSessionOpener(
  open: (header: string) => OpenedSession,
  max = 1_000,
): (header: string | undefined, connection: object) => OpenedSession {
  const cache = new BoundedMap<string, { header: string; opened: OpenedSession }>(max)
  /** Comparing with the previous header of a connection is cheaper than looking up a long key. */
  const latest = new WeakMap<object, { header: string; opened: OpenedSession }>()
  const nothing: OpenedSession = { sent: false, sealed: null }
  return (header, connection) => {
    if (header === undefined) return nothing
    const before = latest.get(connection)
    if (before?.header === header) return before.opened
    let entry = cache.get(header)
    if (!entry) {
      entry = { header, opened: open(header) }
      if (!entry.opened.sealed) return entry.opened
      cache.set(header, entry)
    }
    latest.set(connection, entry)
    return entry.opened
  }
}
