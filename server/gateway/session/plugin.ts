import secureSession from '@fastify/secure-session'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../../config.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { GatewayLimits } from '../limits.ts'
import { cookieOptions, sessionCookieName } from './cookie.ts'
import { sealedSession, withinCaps, type SealedSession } from './sealed-session.ts'
import type { EndedSessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The payload behind `principal`, for the `/session` routes. */
    sealed: SealedSession | null
    /** A cookie of the session's name came along, whether or not it opens. */
    sessionCookieSent: boolean
  }
  interface FastifyReply {
    /** Seals the session into the cookie. Throws SESSION_TOO_LARGE; then no cookie is sent. */
    setSession(session: SealedSession): void
    clearSession(): void
  }
}

export interface SessionPluginOptions {
  config: GatewayConfig
  /** 32 bytes each, in hex: the first seals, all open. */
  keys: string[]
  clock: Clock
  sessions: EndedSessions
  tokens: Tokens
  /** Largest Set-Cookie, bytes. */
  cookieBytes: number
  /** Called for each session that is larger. */
  onLimit: (limit: keyof GatewayLimits) => void
}

/** Opens the sealed cookie of each request into `request.principal`, and seals new ones. */
export const sessionPlugin = fp(
  async (app: FastifyInstance, options: SessionPluginOptions) => {
    const { config, keys, clock, sessions, tokens, cookieBytes, onLimit } = options
    const name = sessionCookieName(config)
    const attributes = cookieOptions(config)

    app.decorateRequest('principal', null)
    app.decorateRequest('sealed', null)
    app.decorateRequest('sessionCookieSent', false)
    app.decorateReply('setSession', function (this: FastifyReply, session: SealedSession) {
      const value = app.encodeSecureSession(app.createSecureSession(session))
      const maxAge = Math.ceil((session.created + config.SESSION_MAX_AGE - clock.now()) / 1000)
      const cookie = app.serializeCookie(name, value, { ...attributes, maxAge })
      if (Buffer.byteLength(cookie) > cookieBytes) {
        onLimit('cookieBytes')
        throw new AppError('SESSION_TOO_LARGE')
      }
      void this.setCookie(name, value, { ...attributes, maxAge })
    })
    app.decorateReply('clearSession', function (this: FastifyReply) {
      void this.clearCookie(name, attributes)
    })

    // Before the cookie plugin's own onSend, which writes the header. Only `/session` routes touch the cookie
    // (contract section 3): a late answer of an ended session must not take the cookie of the next one along.
    app.addHook('onSend', (request, reply, _payload, next) => {
      const sid = request.routeOptions.url?.startsWith('/session') ? request.principal?.sid : undefined
      if (sid && sessions.endReason(sid) === 'forced') reply.clearSession()
      next()
    })

    await app.register(secureSession, {
      key: keys.map((key) => Buffer.from(key, 'hex')),
      cookieName: name,
      // The caps of the payload are the rule; this one only may not come before them.
      expiry: Math.ceil(config.SESSION_MAX_AGE / 1000) + 60,
    })

    app.addHook('onRequest', (request, _reply, next) => {
      request.sessionCookieSent = request.cookies[name] !== undefined
      const sealed = request.sessionCookieSent ? open(request) : null
      if (sealed) {
        request.sealed = sealed
        const { sid, user, account, sso, created } = sealed
        const ends = created + config.SESSION_MAX_AGE
        request.principal = { sid, user, account, sso, ends, token: tokens.latest(sealed.token) }
      }
      next()
    })

    function open(request: FastifyRequest): SealedSession | null {
      // Left alone, a session under an old key would be sealed anew on any answer, over the cookie that a
      // /session route set meanwhile; only those routes set it, through setSession.
      request.session.changed = false
      const parsed = sealedSession.safeParse(request.session.data())
      if (!parsed.success) return null
      const alive = !sessions.isEnded(parsed.data.sid) && withinCaps(parsed.data, config, clock.now())
      return alive ? parsed.data : null
    }
  },
  { name: 'session' },
)
