import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  acceptBody,
  invitationJoined,
  invitationSignedIn,
  passwordBody,
  passwordResetBody,
} from '#shared/domains/account/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { traceOf } from '../upstream/call.ts'
import { unwrap } from '../lib/wire.ts'
import { storedAccountName } from './accounts.ts'
import { audited } from './audit.ts'
import { parseBody, startSession, type SessionRouteDeps, refusedAs } from './start-session.ts'

const asUsedInvitation = refusedAs('UNAUTHENTICATED', 'The invitation is no longer valid, ask for a new one')
const asUsedReset = refusedAs('UNAUTHENTICATED', 'The link is no longer valid, ask for a new one')
const asWrongPassword = refusedAs('WRONG_CREDENTIALS', 'The current password is wrong')

/** Some platforms omit the account; then the session starts with the default choice. */
const invitedInto = invitationSignedIn.pick({ account: true }).or(z.object({}))

/** The routes of mailed links, and the change of password of a signed-in user. */
export function mailedLinkRoutes(app: FastifyInstance, context: SessionRouteDeps, done: () => void): void {
  const { config, upstream } = context

  app.post('/session/password-reset', { config: { access: 'public' } }, async (request, reply) => {
    const body = parseBody(passwordResetBody, request.body)
    await audited(request, { audit: 'reset-password', user: body.email }, async () => {
      app.countSignIn(request, reply, body.email)
      const call = { method: 'POST', path: 'users/resetPassword', body, purpose: 'sign-in' } as const
      await upstream.request(null, { ...call, ...traceOf(request) }).catch(asNothing)
    })
    return reply.code(204).send()
  })

  app.post('/session/password', { config: { access: 'public' } }, async (request, reply) => {
    const body = parseBody(passwordBody, request.body)
    const { principal } = request
    const signedIn = body.token === undefined
    if (signedIn && !principal) throw new AppError('UNAUTHENTICATED')
    // A mailed token cannot be guessed. The current password could be, in a session that was left open.
    const user = signedIn ? principal?.user.email : undefined
    const act = { audit: 'change-password', way: signedIn ? 'password' : 'link', user } as const
    await audited(request, act, async () => {
      const takeBack = app.countSignIn(request, reply, user)
      const caller = signedIn && principal ? { token: principal.token, accountId: null } : null
      const call = { method: 'POST', path: 'users/password', body, purpose: 'sign-in' } as const
      const refused = signedIn ? asWrongPassword : asUsedReset
      await upstream.request(caller, { ...call, ...traceOf(request) }).catch(refused)
      takeBack()
    })
    return reply.code(204).send()
  })

  app.post('/session/invitation', { config: { access: 'public' } }, async (request, reply) => {
    const body = parseBody(acceptBody, request.body)
    return audited(request, { audit: 'sign-in', way: 'invitation' }, async (done) => {
      app.countSignIn(request, reply)
      const call = { method: 'POST', path: 'users/acceptInvitation', body, purpose: 'sign-in' } as const
      const answer = await upstream.request(null, { ...call, ...traceOf(request) }).catch(asUsedInvitation)
      const joined = invitationJoined.safeParse(unwrap(answer, 'authenticated'))
      if (joined.success) {
        done({ audit: 'accept-invitation' })
        return joined.data
      }
      const into = invitedInto.parse(unwrap(answer, 'token') ?? {})
      const account = 'account' in into ? storedAccountName(into.account, config) : undefined
      return startSession(context, request, reply, { answer, account, sso: false, done })
    })
  })

  done()
}

/** Does not reveal whether the address is known, but reports that the platform is unavailable. */
function asNothing(error: unknown): void {
  if (!(error instanceof AppError) || error.statusCode >= 500 || error.statusCode === 429) throw error
}
