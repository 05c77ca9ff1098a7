import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { passwordBody, passwordResetBody } from '#shared/domains/account/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { resolveCaller, sourceOf, type UserCaller } from '#server/platform/auth/caller.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { PasswordChecker } from '#server/platform/people/passwords.ts'
import type { SignInAttempts } from '#server/platform/people/sign-in-attempts.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { PasswordService } from './passwords.ts'
import type { AccountStore } from './store.ts'

export interface PasswordRouteDeps {
  db: Kysely<Database>
  store: AccountStore
  checker: PasswordChecker
  passwords: PasswordService
  attempts: SignInAttempts
  clock: Clock
}

const publicCall = { platformAccess: 'public' } as const

/** Resetting and changing a password. */
export async function passwordRoutes(app: FastifyInstance, deps: PasswordRouteDeps): Promise<void> {
  const { db, store, checker, passwords, attempts, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(underWay)))

  /** The answer does not wait for the mail, so that it takes the same time for unknown addresses. */
  function mailReset(email: string, request: FastifyRequest): void {
    const work = passwords
      .mailReset(email, sourceOf(request))
      .catch((error: unknown) => request.log.error({ err: error }, 'the password reset could not be mailed'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  const reset = {
    body: passwordResetBody,
    summary: 'Mail a link to a new password, if a user has that e-mail',
  }
  api.post('/users/resetPassword', { config: publicCall, schema: reset }, async (request, reply) => {
    // Without taking it back: its answer is the same for every e-mail.
    await attempts.begin(request.body.email)
    mailReset(request.body.email, request)
    return reply.code(204).send()
  })

  const choose = {
    body: passwordBody,
    summary: 'Choose a new password: with a mailed token, or signed in with the current one',
  }
  api.post('/users/password', { config: publicCall, schema: choose }, async (request, reply) => {
    const { token, current, password } = request.body
    if (token !== undefined) await chooseByLink(token, password, sourceOf(request))
    else await change(await requireCaller(request), current ?? '', password)
    return reply.code(204).send()
  })

  async function chooseByLink(token: string, password: string, source: string): Promise<void> {
    if (await passwords.resetWith(token, password, source)) return
    await recordRefusal({ actor: 'unknown', source, at: new Date(clock.now()) }, null)
    throw new AppError('UNAUTHENTICATED', 'The link is unknown, used or too old')
  }

  async function change(
    { user, source, token }: UserCaller,
    current: string,
    password: string,
  ): Promise<void> {
    const author = { actor: user.email, source, at: new Date(clock.now()) }
    const takeBack = await attempts.begin(user.email)
    const known = await store.findCredentials(user.email)
    if (!(await checker.check(current, known?.passwordHash ?? null))) {
      await recordRefusal(author, user._id)
      throw new AppError('WRONG_CREDENTIALS', 'The current password is wrong')
    }
    await takeBack()
    await passwords.change(user, password, author, token.family)
  }

  const recordRefusal = (author: Author, userId: string | null) =>
    recordAudit(db, null, author, {
      action: 'change-password',
      entity: 'user',
      entityId: userId,
      result: 'refused',
    })

  async function requireCaller(request: FastifyRequest): Promise<UserCaller> {
    const caller = await resolveCaller(db, clock, request, null)
    if (!caller) throw new AppError('UNAUTHENTICATED')
    return caller
  }
}
