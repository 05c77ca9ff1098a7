import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { oneTimeToken } from '#shared/domains/account/contract.ts'
import { localPath } from '#shared/lib/local-path.ts'
import { AppError } from '#server/lib/errors.ts'
import { traceOf } from '../upstream/call.ts'
import { audited } from './audit.ts'
import { cookieOptions, stateCookieName } from './cookie.ts'
import { parseBody, startSession, type SessionRouteDeps, refusedAs } from './start-session.ts'

const stateSeconds = 600
const tokenBody = z.object({
  token: oneTimeToken,
  state: z.string().max(512).optional(),
  account: z.string().max(512).optional(),
})

/** Single sign-on: a redirect with a state cookie, and the exchange of the temporary token that comes back. */
export function ssoRoutes(app: FastifyInstance, context: SessionRouteDeps, done: () => void): void {
  const { config, upstream } = context
  const stateCookie = stateCookieName(config)
  const attributes = cookieOptions(config)

  app.get<{ Querystring: { redirectTo?: string } }>(
    '/session/sso',
    { config: { access: 'public' } },
    (request, reply) => {
      if (!config.SSO_AUTHORIZE_URL) throw new AppError('NOT_FOUND')
      const state = randomBytes(24).toString('base64url')
      const redirectTo = localPath([request.query.redirectTo].flat()[0])
      const target = new URL(config.SSO_AUTHORIZE_URL)
      target.searchParams.set('redirect_uri', publicOrigin(request) + redirectTo)
      target.searchParams.set('state', state)
      void reply.setCookie(stateCookie, state, { ...attributes, maxAge: stateSeconds })
      return reply.redirect(target.href, 303)
    },
  )

  app.post('/session/token', { config: { access: 'public' } }, async (request, reply) => {
    const { token, state, account } = parseBody(tokenBody, request.body)
    return audited(request, { audit: 'sign-in', way: 'token' }, async (done) => {
      app.countSignIn(request, reply)
      checkState(request, state)
      void reply.clearCookie(stateCookie, attributes)
      const call = { method: 'POST', path: 'users/tokenLogin', body: { token }, purpose: 'sign-in' } as const
      const answer = await upstream.request(null, { ...call, ...traceOf(request) }).catch(asUsedToken)
      return startSession(context, request, reply, { answer, account, sso: true, done })
    })
  })

  /**
   * A returned state must be this browser's. A token without state is accepted unless the configuration forbids it.
   */
  function checkState(request: FastifyRequest, state: string | undefined): void {
    const expected = app.parseCookie(request.headers.cookie ?? '')[stateCookie]
    if (state === undefined && !config.SSO_REQUIRE_STATE) return
    if (state === undefined || !expected || !sameText(state, expected)) {
      throw new AppError('UNAUTHENTICATED', 'The sign-in did not begin in this browser, sign in again')
    }
  }

  function publicOrigin(request: FastifyRequest): string {
    return config.PUBLIC_URL ? new URL(config.PUBLIC_URL).origin : `${request.protocol}://${request.host}`
  }

  done()
}

const asUsedToken = refusedAs('UNAUTHENTICATED', 'The sign-in link is no longer valid, sign in again')

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
