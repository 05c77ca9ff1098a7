import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  acceptBody,
  invitationAccepted,
  loginBody,
  oneTimeToken,
  refreshBody,
  tokenRefreshed,
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
import type { SignInEnds } from '#server/platform/auth/sign-in-ends.ts'
import {
  endFamily,
  issueForPassword,
  issueToken,
  refreshToken,
  redeemTemporaryToken,
} from '#server/platform/auth/tokens.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { AcceptInvitation } from '#server/platform/people/accept-invitation.ts'
import type { PasswordChecker } from '#server/platform/people/passwords.ts'
import type { SignInAttempts } from '#server/platform/people/sign-in-attempts.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { AccountStore } from './store.ts'

export interface AccountRouteDeps {
  db: Kysely<Database>
  store: AccountStore
  passwords: PasswordChecker
  acceptInvitation: AcceptInvitation
  signInEnds: SignInEnds
  attempts: SignInAttempts
  clock: Clock
}

const publicCall = { platformAccess: 'public' } as const
const userCall = { platformAccess: 'user' } as const
const accountCall = { platformAccess: 'account' } as const
const tokenBody = z.object({ token: oneTimeToken })
const userParams = z.object({ userId: id })

interface Attempt {
  actor: string
  action: string
  /** Null: refused. */
  user: User | null
  /** The password was checked against it, and it must still be the user's. Absent: a sign-in without a password. */
  passwordHash?: string | undefined
}

/** Signing in and out, and the own user. */
export async function accountRoutes(app: FastifyInstance, deps: AccountRouteDeps): Promise<void> {
  const { db, store, passwords, acceptInvitation, signInEnds, attempts, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  /** Issues the token of a sign-in and records it, granted or refused. */
  async function signIn(
    request: FastifyRequest,
    attempt: Attempt,
    refusal: () => AppError,
  ): Promise<SignedIn> {
    const { actor, action, user, passwordHash } = attempt
    const now = clock.now()
    const author = { actor, source: sourceOf(request), at: new Date(now) }
    const issue = (trx: Kysely<Database>, userId: string) =>
      passwordHash === undefined
        ? issueToken(trx, { userId, kind: 'bearer', now })
        : issueForPassword(trx, { userId, passwordHash, now })
    const token = await db.transaction().execute(async (trx) => {
      const issued = user && (await issue(trx, user._id))
      const result = issued ? ('done' as const) : ('refused' as const)
      const record = { action, entity: 'session', entityId: user?._id ?? null, result }
      await recordAudit(trx, null, author, record)
      return issued
    })
    if (!user || token === null) throw refusal()
    return { token, user }
  }

  const login = { body: loginBody, summary: 'Sign in', answer: { body: signedIn } }
  api.post('/users/login', { config: publicCall, schema: login }, async (request) => {
    const { email, password } = request.body
    const takeBack = await attempts.begin(email)
    const known = await store.findCredentials(email)
    const right = await passwords.check(password, known?.passwordHash ?? null)
    if (right) await takeBack()
    const { user = null, passwordHash } = right && known ? known : {}
    const refusal = () => new AppError('WRONG_CREDENTIALS')
    return signIn(request, { actor: email, action: 'login', user, passwordHash }, refusal)
  })

  const tokenLogin = {
    body: tokenBody,
    summary: 'Sign in with a temporary token, which works once',
    answer: { body: signedIn },
  }
  api.post('/users/tokenLogin', { config: publicCall, schema: tokenLogin }, async (request) => {
    const user = await redeemTemporaryToken(db, request.body.token, clock.now())
    const refusal = () => new AppError('UNAUTHENTICATED', 'The temporary token is unknown, used or too old')
    return signIn(request, { actor: user?.email ?? 'unknown', action: 'token-login', user }, refusal)
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
      const attempt = { actor: user?.email ?? 'unknown', action: 'invitation-login', user }
      const session = await signIn(request, attempt, refusal)
      if (!accepted) throw refusal()
      return { ...session, account: accepted.account }
    },
  )

  const refresh = {
    body: refreshBody.optional(),
    summary: 'Exchange the token for a new one',
    answer: { body: tokenRefreshed },
  }
  api.post('/users/refreshToken', { config: userCall, schema: refresh }, async (request) => {
    const { user, token } = userCallerOf(request)
    const separate = request.body?.separate ?? false
    const fresh = await refreshToken(db, { ...token, userId: user._id }, clock.now(), separate)
    if (fresh === null) throw new AppError('UNAUTHENTICATED')
    return { token: fresh, ...(separate ? { separate } : {}) }
  })

  api.post('/users/logout', { config: userCall, schema: { summary: 'Sign out' } }, async (request, reply) => {
    const { user, token } = userCallerOf(request)
    const announce = await db.transaction().execute(async (trx) => {
      await endFamily(trx, { userId: user._id, family: token.family })
      const record = { action: 'logout', entity: 'session', entityId: user._id }
      await recordAudit(trx, null, authorOf(request, clock), record)
      return signInEnds.store(trx, user._id)
    })
    announce()
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
