import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  acceptBody,
  invitationAccepted,
  loginBody,
  oneTimeToken,
  type InvitationAccepted,
  type SignedIn,
  type User,
  signedIn,
  userWithAccounts,
  account as accountSchema,
} from '#shared/domains/account/contract.ts'
import { id } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { accountCallerOf, authorOf, userCallerOf, sourceOf } from '#server/platform/auth/caller.ts'
import { endFamily, issueToken, refreshToken, redeemTemporaryToken } from '#server/platform/auth/tokens.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { AcceptInvitation } from '#server/platform/people/accept-invitation.ts'
import type { PasswordChecker } from '#server/platform/people/passwords.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { AccountStore } from './store.ts'

export interface AccountRouteDeps {
  db: Kysely<Database>
  store: AccountStore
  passwords: PasswordChecker
  acceptInvitation: AcceptInvitation
  clock: Clock
}

const publicCall = { platformAccess: 'public' } as const
const userCall = { platformAccess: 'user' } as const
const accountCall = { platformAccess: 'account' } as const
const tokenBody = z.object({ token: oneTimeToken })
const userParams = z.object({ userId: id })

/** Signing in and out, and the own user. */
export async function accountRoutes(app: FastifyInstance, deps: AccountRouteDeps): Promise<void> {
  const { db, store, passwords, acceptInvitation, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  /** Records a sign-in, granted or refused, and issues the token of a granted one. */
  async function signIn(
    request: FastifyRequest,
    actor: string,
    action: string,
    user: User | null,
    refusal: () => AppError,
  ): Promise<SignedIn> {
    const author = { actor, source: sourceOf(request), at: new Date(clock.now()) }
    const result = user ? ('done' as const) : ('refused' as const)
    await recordAudit(db, null, author, { action, entity: 'session', entityId: user?._id ?? null, result })
    if (!user) throw refusal()
    const token = await issueToken(db, { userId: user._id, kind: 'bearer', now: clock.now() })
    return { token, user }
  }

  const login = { body: loginBody, summary: 'Sign in', answer: { body: signedIn } }
  api.post('/users/login', { config: publicCall, schema: login }, async (request) => {
    const { email, password } = request.body
    const known = await store.findCredentials(email)
    const right = await passwords.check(password, known?.passwordHash ?? null)
    const user = right && known ? known.user : null
    return signIn(request, email, 'login', user, () => new AppError('WRONG_CREDENTIALS'))
  })

  const tokenLogin = {
    body: tokenBody,
    summary: 'Sign in with a temporary token, which works once',
    answer: { body: signedIn },
  }
  api.post('/users/tokenLogin', { config: publicCall, schema: tokenLogin }, async (request) => {
    const user = await redeemTemporaryToken(db, request.body.token, clock.now())
    const refusal = () => new AppError('UNAUTHENTICATED', 'The temporary token is unknown, used or too old')
    return signIn(request, user?.email ?? 'unknown', 'token-login', user, refusal)
  })

  const accept = {
    body: acceptBody,
    summary: 'Accept an invitation; a new user chooses a password with it and is signed in',
    answer: { body: invitationAccepted },
  }
  api.post(
    '/users/acceptInvitation',
    { config: publicCall, schema: accept },
    async (request): Promise<InvitationAccepted> => {
      const { token, password } = request.body
      const accepted = await acceptInvitation(token, password, sourceOf(request))
      if (accepted && !accepted.isNew) return { authenticated: false }
      const user = accepted?.user ?? null
      const refusal = () => new AppError('UNAUTHENTICATED', 'The invitation is unknown, used or too old')
      const session = await signIn(request, user?.email ?? 'unknown', 'invitation-login', user, refusal)
      if (!accepted) throw refusal()
      return { ...session, account: accepted.account }
    },
  )

  const refresh = {
    summary: 'Exchange the token for a new one',
    answer: { body: z.object({ token: z.string() }) },
  }
  api.post('/users/refreshToken', { config: userCall, schema: refresh }, async (request) => {
    const { user, token } = userCallerOf(request)
    return { token: await refreshToken(db, { ...token, userId: user._id }, clock.now()) }
  })

  api.post('/users/logout', { config: userCall, schema: { summary: 'Sign out' } }, async (request, reply) => {
    const { user, token } = userCallerOf(request)
    await endFamily(db, token.family)
    const record = { action: 'logout', entity: 'session', entityId: user._id }
    await recordAudit(db, null, authorOf(request, clock), record)
    return reply.code(204).send()
  })

  const self = {
    params: userParams,
    summary: 'The own user, with its accounts',
    answer: { body: userWithAccounts },
  }
  api.get('/user/:userId', { config: userCall, schema: self }, async (request) => {
    const { user } = userCallerOf(request)
    if (request.params.userId !== user._id) throw new AppError('NOT_FOUND', 'User not found')
    return store.withAccounts(user)
  })

  const own = { summary: 'The account of the account-id header', answer: { body: accountSchema } }
  api.get('/account', { config: accountCall, schema: own }, async (request) => {
    const account = await store.findAccount(accountCallerOf(request).accountId)
    if (!account) throw new AppError('NOT_FOUND', 'Account not found')
    return account
  })
}
