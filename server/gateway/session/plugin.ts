import cookies from '@fastify/cookie'
import secureSession from '@fastify/secure-session'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '#server/config.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { SessionEnd } from '#shared/domains/account/contract.ts'
import type { GatewayLimits } from '../lib/limits.ts'
import {
  cookieOptions,
  deviceCookieName,
  sessionCookieName,
  createSessionOpener,
  sealedSession,
  withinCaps,
  type SealedSession,
} from './cookie.ts'
import { endOf } from './session-end.ts'
import { DEVICE_SECONDS, sealedDevice, withUser, type Device } from './device.ts'
import type { EndedSessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The payload of `principal`, for the `/session` routes. */
    sealed: SealedSession | null
    /** What the cookie seals, also when the session is no longer valid. */
    openedSession: SealedSession | null
    /** The request has a cookie of the session name, whether or not it opens. */
    sessionCookieSent: boolean
    /** Why the session that the cookie names is no longer valid; null for a valid one and without a cookie. */
    sessionEnd: SessionEnd | null
  }
  interface FastifyReply {
    /** Seals the session into the cookie. Throws SESSION_TOO_LARGE without setting a cookie. */
    setSession(session: SealedSession): void
    clearSession(): void
    /** Marks the browser as one from which this user, by any of the e-mails, has signed in. */
    rememberUser(emails: readonly string[]): void
  }
  interface FastifyInstance {
    /** The mark of the request's browser; null without one. */
    deviceOf(request: FastifyRequest): Device | null
  }
}

export interface SessionPluginOptions {
  config: GatewayConfig
  /** 32 bytes each, in hex. The first key seals; every key opens. */
  keys: string[]
  clock: Clock
  sessions: EndedSessions
  tokens: Tokens
  /** Largest Set-Cookie, bytes. */
  cookieBytes: number
  /** Called for each session above that size. */
  onLimit: (limit: keyof GatewayLimits) => void
}

/** Opens the sealed cookie of each request into `request.principal`, and seals new sessions. */
export const sessionPlugin = fp(
  async (app: FastifyInstance, options: SessionPluginOptions) => {
    const { config, keys, clock, sessions, tokens, cookieBytes, onLimit } = options
    const name = sessionCookieName(config)
    const deviceName = deviceCookieName(config)
    const attributes = cookieOptions(config)

    app.decorateRequest('principal', null)
    app.decorateRequest('sealed', null)
    app.decorateRequest('openedSession', null)
    app.decorateRequest('sessionCookieSent', false)
    app.decorateRequest('sessionEnd', null)
    app.decorateReply('setSession', function (this: FastifyReply, session: SealedSession) {
      const value = seal.encodeSecureSession(seal.createSecureSession(session))
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
    app.decorate('deviceOf', (request: FastifyRequest) => {
      const value = app.parseCookie(request.headers.cookie ?? '')[deviceName]
      if (value === undefined) return null
      const opened = seal.decodeSecureSession(value, undefined, 'device')?.data()
      return sealedDevice.safeParse(opened).data ?? null
    })
    app.decorateReply('rememberUser', function (this: FastifyReply, emails: readonly string[]) {
      const device = seal.createSecureSession(withUser(app.deviceOf(this.request), emails))
      const options = { ...attributes, maxAge: DEVICE_SECONDS }
      void this.setCookie(deviceName, seal.encodeSecureSession(device, 'device'), options)
    })

    // Runs before the cookie plugin's own onSend, which writes the header. Only `/session` routes change the
    // cookie, so that a late answer of an ended session does not delete the cookie of the next one.
    app.addHook('onSend', (request, reply, _payload, next) => {
      const sid = request.routeOptions.url?.startsWith('/session') ? request.principal?.sid : undefined
      if (sid && sessions.endReason(sid) === 'forced') reply.clearSession()
      next()
    })

    await app.register(cookies, { hook: false })
    // Registered in a child context, for its seal only. Its hooks would open the cookie of every request, and seal
    // a session of an old key again on any answer, over the cookie that a /session route has set meanwhile.
    let seal = app
    await app.register(async (child) => {
      const key = keys.map((one) => Buffer.from(one, 'hex'))
      // The caps of the payload decide; the expiry of the seal must not be earlier.
      const expiry = Math.ceil(config.SESSION_MAX_AGE / 1000) + 60
      await child.register(secureSession, [
        { sessionName: 'session', cookieName: name, key, expiry },
        { sessionName: 'device', cookieName: deviceName, key, expiry: DEVICE_SECONDS },
      ])
      seal = child
    })
    const opened = createSessionOpener((header) => {
      const value = app.parseCookie(header)[name]
      if (value === undefined) return { sent: false, sealed: null }
      const parsed = sealedSession.safeParse(seal.decodeSecureSession(value)?.data())
      return { sent: true, sealed: parsed.data ?? null }
    })

    app.addHook('onRequest', (request, _reply, next) => {
      const { sent, sealed } = opened(request.headers.cookie, request.raw.socket)
      request.sessionCookieSent = sent
      request.openedSession = sealed
      if (sealed && !sessions.isEnded(sealed.sid) && withinCaps(sealed, config, clock.now())) {
        request.sealed = sealed
        const { sid, user, account, sso, created } = sealed
        const ends = created + config.SESSION_MAX_AGE
        request.principal = { sid, user, account, sso, ends, token: tokens.latest(sealed.token) }
      } else if (sent) {
        request.sessionEnd = endOf(sealed, sessions, config, clock.now())
      }
      next()
    })
  },
  { name: 'session' },
)
