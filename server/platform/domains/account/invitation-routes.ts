import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { accountInvitation, userInvitation } from '#shared/domains/account/contract.ts'
import {
  invitation as invitationSchema,
  invitationFilters,
  invitationLink,
  invitationSent,
  memberInvitation,
  type InvitationFilters,
} from '#shared/lib/people.ts'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { accountCallerOf, authorOf, notOwner, userCallerOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listQuery, type PageRequest } from '#server/platform/db/listing.ts'
import { type Addresses, ownAddress } from '#server/platform/people/addresses.ts'
import { invitationSortKeys, type InvitationSortKey } from '#server/platform/people/invitation-list.ts'
import type { Invitations } from '#server/platform/people/invitations.ts'
import { viewerColumns } from '#server/platform/people/viewer-columns.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams, noFields, pageSchema } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { AccountStore } from './store.ts'

export interface InvitationRouteDeps {
  db: Kysely<Database>
  store: AccountStore
  invitations: Invitations
  addresses: Addresses
  clock: Clock
}

const inviteCall = { platformAccess: 'user', audited: { action: 'invite', entity: 'invitation' } } as const
const listCall = { platformAccess: 'account', feature: 'invitations' } as const
const changeCall = (action: string) =>
  ({
    ...accountChange(action, 'invitation'),
    feature: 'invitations',
    ownersOnly: peopleMessages.invitationOwners,
  }) as const

/** Invitations into an account: every member reads the pending ones, only owners send and change them. */
export async function invitationRoutes(app: FastifyInstance, deps: InvitationRouteDeps): Promise<void> {
  sendingRoutes(app, deps)
  pendingRoutes(app, deps)
}

function sendingRoutes(app: FastifyInstance, deps: InvitationRouteDeps): void {
  const { db, store, invitations, addresses, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  const redirectUrl = ownAddress(addresses)

  const toAccount = {
    body: accountInvitation.extend({ invitation: memberInvitation.extend({ redirectUrl }) }),
    summary: 'Mail an invitation that makes an owner of the account (owners)',
    answer: { body: invitationSent },
  }
  api.post(
    '/invitation/toAccount',
    {
      config: { ...accountChange('invite', 'invitation'), ownersOnly: peopleMessages.inviteOwners },
      schema: toAccount,
    },
    async (request) => {
      const { accountId } = accountCallerOf(request)
      if (request.body.accountId !== accountId) throw new AppError('NOT_FOUND', 'Account not found')
      const { email, redirectUrl: redirectPath } = request.body.invitation
      const given = await viewerColumns(db, accountId, { role: 'owner' })
      return invitations.invite(accountId, authorOf(request, clock), { email, given, redirectPath })
    },
  )

  /**
   * The body names the account, so before it is read only a user who owns no account is refused. The audit records that in
   * the account of the header.
   */
  async function ownersOfAny(request: FastifyRequest): Promise<void> {
    const caller = userCallerOf(request)
    const roles = await store.rolesOf(caller.user._id)
    if (roles.some(({ role }) => role === 'owner')) return
    const current = roles.find(({ accountId }) => accountId === request.headers['account-id']) ?? roles[0]
    request.caller = { ...caller, ...current }
    throw notOwner(peopleMessages.inviteOwners)
  }

  /** The body names the account, not the header; the audit needs it in the caller. */
  async function ownersOfNamed(request: FastifyRequest): Promise<void> {
    const { accountName } = (request.body ?? {}) as { accountName?: unknown }
    // The schema refuses it.
    if (typeof accountName !== 'string') return
    const caller = userCallerOf(request)
    const found = await store.findMembership(caller.user._id, accountName.trim())
    if (!found) throw new AppError('NOT_FOUND', 'Account not found')
    request.caller = { ...caller, accountId: found.accountId, role: found.role }
    if (found.role !== 'owner') throw notOwner(peopleMessages.inviteOwners)
  }

  const invite = {
    body: userInvitation.extend({ redirectUrl }).refine(domainFits, {
      path: ['domain'],
      message: 'must be account:{accountName}:{role}',
    }),
    summary: 'Mail an invitation to the account of that name, of which the caller is an owner',
    answer: { body: invitationSent },
  }
  api.post(
    '/user/invite',
    {
      config: { ...inviteCall, feature: 'roles' },
      onRequest: ownersOfAny,
      preValidation: ownersOfNamed,
      schema: invite,
    },
    async (request) => {
      const { email, redirectUrl: redirectPath } = request.body
      const { accountId } = accountCallerOf(request)
      const given = await viewerColumns(db, accountId, request.body)
      return invitations.invite(accountId, authorOf(request, clock), { email, given, redirectPath })
    },
  )
}

function pendingRoutes(app: FastifyInstance, { invitations, clock }: InvitationRouteDeps): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  const list = {
    querystring: listQuery(invitationFilters, invitationSortKeys),
    summary: 'List the invitations that are neither accepted nor withdrawn nor expired',
    answer: { body: pageSchema(invitationSchema) },
  }
  api.get('/invitations', { config: listCall, schema: list }, (request) => {
    const query = request.query as InvitationFilters & PageRequest<InvitationSortKey>
    const { page, pagesize, sort, ...filters } = query
    return invitations.list(accountCallerOf(request).accountId, filters, { page, pagesize, sort })
  })

  const resend = {
    params: idParams,
    body: noFields,
    summary: 'Mail an invitation again, with a new link that replaces the older one (owners)',
    answer: { body: invitationSchema },
  }
  api.post('/invitations/:id/resend', { config: changeCall('resend'), schema: resend }, (request) =>
    invitations.resend(accountCallerOf(request).accountId, authorOf(request, clock), request.params.id),
  )

  const link = {
    params: idParams,
    body: noFields,
    summary: 'Make a link to hand over without a mail; it replaces the mailed one (owners)',
    answer: { body: invitationLink },
  }
  api.post('/invitations/:id/link', { config: changeCall('show-link'), schema: link }, (request) =>
    invitations.copyLink(accountCallerOf(request).accountId, authorOf(request, clock), request.params.id),
  )

  const withdraw = { params: idParams, summary: 'Withdraw an invitation (owners)' }
  api.delete(
    '/invitations/:id',
    { config: changeCall('withdraw'), schema: withdraw },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      await invitations.withdraw(accountId, authorOf(request, clock), request.params.id)
      return reply.code(204).send()
    },
  )
}

function domainFits(body: { domain?: string | undefined; accountName: string; role: string }): boolean {
  return body.domain === undefined || body.domain === `account:${body.accountName}:${body.role}`
}
