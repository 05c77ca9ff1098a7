import { z } from 'zod'
import type { GatewayConfig } from '#server/config.ts'
import { account, user } from '#shared/domains/account/contract.ts'

type CookieConfig = Pick<GatewayConfig, 'PUBLIC_URL'>

function overHttps(config: CookieConfig): boolean {
  return config.PUBLIC_URL?.startsWith('https:') ?? false
}

/** `__Host-` binds the cookie to this very host, but browsers take it over TLS only. */
export function sessionCookieName(config: CookieConfig): string {
  return overHttps(config) ? '__Host-console' : 'console'
}

/** Keeps the state of a single sign-on round trip. */
export function stateCookieName(config: CookieConfig): string {
  return `${sessionCookieName(config)}-state`
}

export function cookieOptions(config: CookieConfig) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: overHttps(config) } as const
}

/** What the cookie seals: the whole session (contract section 3). Moments are milliseconds since 1970. */
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
 * Whether both caps allow the session at `now`. They are read from the sealed payload, never from the
 * cookie's own age, which every re-sealing would set back.
 */
export function withinCaps(
  session: Pick<SealedSession, 'created' | 'active'>,
  config: Pick<GatewayConfig, 'SESSION_MAX_AGE' | 'SESSION_IDLE'>,
  now: number,
): boolean {
  return now - session.created < config.SESSION_MAX_AGE && now - session.active < config.SESSION_IDLE
}

/** What a Cookie header says of a session. */
export interface OpenedSession {
  /** A cookie of the session's name came along, whether or not it opens. */
  sent: boolean
  sealed: SealedSession | null
}

/**
 * Opens sessions out of Cookie headers. A browser sends the same header with every call, and opening it costs more than
 * the rest of a small one, so that what was opened is kept, for the last `most` headers. Only the seal is taken for
 * granted then: whoever asks still looks at the caps and at the list of the ended. What does not open is not kept, so
 * that nobody can push out the others with cookies of his own making.
 */
export function createSessionOpener(
  open: (header: string) => OpenedSession,
  most = 1_000,
): (header: string | undefined, connection: object) => OpenedSession {
  const kept = new Map<string, { header: string; opened: OpenedSession }>()
  /** To compare with the header before on a connection is cheaper than to look a long one up. */
  const latest = new WeakMap<object, { header: string; opened: OpenedSession }>()
  const nothing: OpenedSession = { sent: false, sealed: null }
  return (header, connection) => {
    if (header === undefined) return nothing
    const before = latest.get(connection)
    if (before?.header === header) return before.opened
    let entry = kept.get(header)
    if (!entry) {
      entry = { header, opened: open(header) }
      if (!entry.opened.sealed) return entry.opened
      if (kept.size >= most) kept.delete(kept.keys().next().value ?? '')
      kept.set(header, entry)
    }
    latest.set(connection, entry)
    return entry.opened
  }
}
