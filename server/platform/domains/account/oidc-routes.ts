import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { User } from '#shared/domains/account/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { sourceOf } from '#server/platform/auth/caller.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import { issueToken } from '#server/platform/auth/tokens.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createIssuer } from '#server/platform/oidc/issuer.ts'
import { createPendingSignIns } from '#server/platform/oidc/pending-sign-in.ts'
import type { OidcClient } from '#server/platform/oidc/provider.ts'
import { type Addresses, isOwnAddress } from '#server/platform/people/addresses.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { AccountStore } from './store.ts'

export interface OidcRouteDeps {
  db: Kysely<Database>
  store: AccountStore
  /** Null: single sign-on is not configured. */
  oidc: OidcClient | null
  addresses: Addresses
  seal: Seal
  clock: Clock
}

const publicCall = { platformAccess: 'public' } as const
const redirect = { status: 302 }

/**
 * Single sign-on with an OpenID Connect issuer: `authorize` redirects to it, and it redirects to `callback`,
 * which redirects to `redirect_uri` with a temporary token, as an external single sign-on does. Users are not
 * created here: an unknown address needs an invitation.
 */
export async function oidcRoutes(app: FastifyInstance, deps: OidcRouteDeps): Promise<void> {
  const { db, store, oidc, addresses, seal, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  const redirectUri = `${addresses.publicUrl}/api/oidc/callback`
  const issuer = oidc && createIssuer(oidc, { redirectUri, clock })
  const signIns = createPendingSignIns(seal, clock)

  const authorize = {
    querystring: z.strictObject({
      redirect_uri: z
        .string()
        .max(2048, 'must have at most 2048 characters')
        .refine(isOwnAddress(addresses), `must be an address of this console, ${addresses.publicUrl}`),
      // The gateway compares it with its cookie, to prove that the same browser started the sign-in.
      state: z.string().min(1, 'is required').max(512, 'must have at most 512 characters'),
    }),
    summary: 'Starts single sign-on: redirects to the identity provider',
    answer: redirect,
  }
  api.get('/oidc/authorize', { config: publicCall, schema: authorize }, async (request, reply) => {
    if (!issuer) throw notConfigured()
    const { redirect_uri: back, state } = request.query
    const { sealed, proof } = signIns.begin({ back, state })
    return reply.redirect(await issuer.authorizeUrl(sealed, proof), 302)
  })

  const callback = {
    // Issuers add further parameters.
    querystring: z.object({
      state: z.string().min(1).max(8192),
      code: z.string().min(1).max(4096).optional(),
    }),
    summary: 'Callback of the identity provider: redirects to redirect_uri with a temporary token',
    answer: redirect,
  }
  api.get('/oidc/callback', { config: publicCall, schema: callback }, async (request, reply) => {
    if (!issuer) throw notConfigured()
    const { state: sealed, code } = request.query
    const { back, state, ...proof } = signIns.resume(sealed)
    if (code === undefined) throw await refusal(request, 'unknown', notSignedIn())
    const { search } = new URL(request.url, redirectUri)
    const email = await issuer.identify(search, proof).catch(async (error: unknown) => {
      throw await refusal(request, 'unknown', error)
    })
    const user = (await store.findCredentials(email))?.user
    if (!user) throw await refusal(request, email, unknownAddress(email))
    const target = new URL(back)
    target.searchParams.set('token', await admit(request, user))
    target.searchParams.set('state', state)
    return reply.redirect(target.href, 302)
  })

  const record = (request: FastifyRequest, actor: string, user: User | null) =>
    recordAudit(
      db,
      null,
      { actor, source: sourceOf(request), at: new Date(clock.now()) },
      {
        action: 'oidc-login',
        entity: 'session',
        entityId: user?._id ?? null,
        result: user ? 'done' : 'refused',
      },
    )

  async function admit(request: FastifyRequest, user: User): Promise<string> {
    await record(request, user.email, user)
    return issueToken(db, { userId: user._id, kind: 'temporary', now: clock.now() })
  }

  /** Records a refused sign-in and returns its error; an unavailable issuer is not a refusal. */
  async function refusal(request: FastifyRequest, actor: string, error: unknown): Promise<unknown> {
    if (!(error instanceof AppError) || error.statusCode >= 500) return error
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    request.log.warn({ reason }, 'a single sign-on was refused')
    await record(request, actor, null)
    return error
  }
}

const notConfigured = () => new AppError('NOT_FOUND', 'Single sign-on is not configured')
const notSignedIn = () => new AppError('UNAUTHENTICATED', 'The identity provider did not sign you in')
const unknownAddress = (email: string) =>
  new AppError('FORBIDDEN', `Nobody here has the address ${email}: ask for an invitation`)
