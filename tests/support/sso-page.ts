import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FakePlatform } from './fake-platform.ts'

/**
 * The fault of the page, until it is changed: it omits the state, sends another one, repeats the previous
 * token, or sends an expired one.
 */
export type SsoFault = 'no-state' | 'wrong-state' | 'replay' | 'expired'

/** The source of temporary tokens: the platform that will be asked to accept them. */
export interface TemporaryTokens {
  issue(): string | Promise<string>
  /** Makes the token expire. */
  expire(token: string): void | Promise<void>
}

/** A vendor's single sign-on. Every user is signed in there, so it redirects back at once. */
export interface SsoPage {
  /** The values of `SSO_AUTHORIZE_URL` and `SSO_LOGOUT_URL`. */
  authorizeUrl: string
  logoutUrl: string
  /** The issued temporary tokens, in order. */
  issued: string[]
  /** Every request, in order. */
  seen: { url: string; headers: IncomingHttpHeaders }[]
  fault(fault: SsoFault | null): void
  stop(): Promise<void>
}

/** For a fake platform, for its first user. */
export function temporaryTokensOf(platform: FakePlatform): TemporaryTokens {
  return {
    issue() {
      const token = `temporary-${randomBytes(12).toString('hex')}`
      const [user] = platform.users
      if (user) platform.temporaryTokens.set(token, user)
      return token
    },
    expire: (token) => void platform.temporaryTokens.delete(token),
  }
}

export async function startSsoPage(tokens: TemporaryTokens): Promise<SsoPage> {
  const issued: string[] = []
  const seen: SsoPage['seen'] = []
  let fault: SsoFault | null = null

  async function nextToken(): Promise<string> {
    const last = issued.at(-1)
    if (fault === 'replay' && last !== undefined) return last
    const token = await tokens.issue()
    issued.push(token)
    if (fault === 'expired') await tokens.expire(token)
    return token
  }

  /** The address of the redirect back: `redirect_uri` with the token and the remaining state. */
  async function wayBack(query: URLSearchParams): Promise<string> {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('token', await nextToken())
    const state = fault === 'wrong-state' ? 'of-another-browser' : query.get('state')
    if (fault !== 'no-state' && state !== null) back.searchParams.set('state', state)
    return back.href
  }

  const server = createServer((request, response) => {
    const { url = '', headers } = request
    seen.push({ url, headers })
    const { pathname, searchParams } = new URL(url, 'http://sso.invalid')
    if (pathname === '/logout') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Signed out</title>')
    } else if (pathname === '/authorize') {
      wayBack(searchParams).then(
        (location) => response.writeHead(303, { location }).end(),
        (error: unknown) => response.writeHead(400).end(String(error)),
      )
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    authorizeUrl: `${origin}/authorize`,
    logoutUrl: `${origin}/logout`,
    issued,
    seen,
    fault: (next) => void (fault = next),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
