import type { GatewayConfig } from '#server/config.ts'

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
