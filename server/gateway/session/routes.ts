import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { loginBody, type Account } from '#shared/domains/account/contract.ts'
import { id } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'
import { traceOf } from '../upstream/call.ts'
import { accountsOf, currentAccount } from './accounts.ts'
import { audited } from './audit.ts'
import { sessionEnded, signOutAddress, callerOf, type Principal } from './principal.ts'
import { parseBody, newSid, startSession, type SessionRouteDeps, sessionView } from './start-session.ts'
import type { SealedSession } from './cookie.ts'

const signInBody = loginBody.extend({ account: z.string().max(512).optional() })
const accountBody = z.object({ accountId: id })

/** The session routes, except single sign-on and mailed links. */
export function sessionRoutes(app: FastifyInstance, context: SessionRouteDeps, done: () => void): void {
  const { config, clock, upstream, sessions, tokens, tokenEnds } = context

  app.get('/session', { config: { access: 'public' } }, async (request, reply) => {
    const { sealed, principal } = request
    // An invalid cookie is not deleted: after a switch of account this answer could delete the new cookie.
    if (!sealed || !principal) return sessionView(config, undefined, request.sessionEnd)
    const accounts = await readAccounts(principal, request)
    // Signed out or switched while the platform answered: a late cookie must not restore the session.
    if (sessions.isEnded(sealed.sid)) throw sessionEnded(null)
    const { account, left } = currentAccount(sealed.account, accounts)
    // The session continues under its sid: several tabs may find this at the same time.
    const session = { ...sealed, account, token: tokens.latest(sealed.token), active: clock.now() }
    if (left) request.log.info({ audit: 'leave-account', session: sealed.sid, account: left._id }, 'session')
    reply.setSession(session)
    const view = sessionView(config, { session, accounts })
    return left ? { ...view, left } : view
  })

  app.post('/session', { config: { access: 'public' } }, async (request, reply) => {
    const { account, ...credentials } = parseBody(signInBody, request.body)
    const act = { audit: 'sign-in', way: 'password', user: credentials.email } as const
    return audited(request, act, async (done) => {
      const takeBack = app.countSignIn(request, reply, credentials.email)
      const call = { method: 'POST', path: 'users/login', body: credentials, purpose: 'sign-in' } as const
      const answer = await upstream.request(null, { ...call, ...traceOf(request) })
      takeBack()
      return startSession(context, request, reply, {
        answer,
        account,
        sso: false,
        email: credentials.email,
        done,
      })
    })
  })

  app.post('/session/refresh', { config: { access: 'session' } }, async (request, reply) => {
    const { sealed } = signedIn(request)
    const token = await tokens.refresh(sealed, traceOf(request))
    await refuseEnded(sealed, token)
    reply.setSession({ ...sealed, token })
    return reply.code(204).send()
  })

  app.put('/session/account', { config: { access: 'session' } }, async (request, reply) => {
    const { sealed, principal } = signedIn(request)
    const { accountId } = parseBody(accountBody, request.body)
    const asked = { userId: principal.user._id, purpose: 'rights-check', ...traceOf(request) } as const
    return audited(request, { audit: 'switch-account', user: principal.user.email }, async (done) => {
      const accounts = await accountsOf(upstream, callerOf(principal), asked).catch(asForbidden)
      const account = accounts.find(({ _id }) => _id === accountId)
      if (!account) throw new AppError('FORBIDDEN')
      const { token, ends } = await tokens.separate(sealed, traceOf(request)).catch(asForbidden)
      await refuseEnded(sealed, token)
      const session: SealedSession = { ...sealed, sid: newSid(), token, account, active: clock.now() }
      reply.setSession(session)
      const old = ends || token === principal.token ? null : principal.token
      await sessions.end({ sid: sealed.sid, token: old }, 'replaced', traceOf(request))
      done(session)
      return sessionView(config, { session, accounts })
    })
  })

  app.delete('/session', { config: { access: 'session' } }, async (request, reply) => {
    const { principal } = signedIn(request)
    reply.clearSession()
    await sessions.end(principal, 'signed-out', traceOf(request))
    return { redirectTo: signOutAddress(config, principal.sso) }
  })

  /** The session has ended during the exchange of its token: the new one must not outlive it. */
  async function refuseEnded({ sid }: SealedSession, fresh: string): Promise<void> {
    if (!sessions.isEnded(sid)) return
    await tokenEnds.end(fresh)
    throw sessionEnded(null)
  }

  /** While the platform is unavailable the console still opens, with the account of the cookie. */
  async function readAccounts(principal: Principal, request: FastifyRequest) {
    const asked = { userId: principal.user._id, purpose: 'call', ...traceOf(request) } as const
    const caller = callerOf(principal)
    const isUnknown = (error: unknown) => error instanceof AppError && error.statusCode === 404
    const read = accountsOf(upstream, caller, asked).catch((error: unknown) => {
      // Some platforms answer so to any call about an account that the user was removed from.
      if (!isUnknown(error) || caller.accountId === null) throw error
      return accountsOf(upstream, { token: caller.token, accountId: null }, asked)
    })
    return read.catch((error: unknown): Account[] => {
      if (!(error instanceof AppError) || error.statusCode < 500) throw error
      request.log.warn({ err: error }, 'the accounts of the user could not be read')
      return principal.account ? [principal.account] : []
    })
  }

  done()
}

/** A 401 to this check only refuses the account; the session continues. */
function asForbidden(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error
  throw new AppError('FORBIDDEN', undefined, { cause: error })
}

/** Every route of access `session` has both. */
function signedIn(request: { sealed: SealedSession | null; principal: Principal | null }) {
  const { sealed, principal } = request
  if (!sealed || !principal) throw new AppError('UNAUTHENTICATED')
  return { sealed, principal }
}
