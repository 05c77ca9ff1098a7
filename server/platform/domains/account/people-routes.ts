import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  accountInvitation,
  membership,
  membershipBody,
  settingsBody,
  userInvitation,
  vars,
} from '#shared/domains/account/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { invitationSent, memberInvitation } from '#shared/lib/people.ts'
import { pagingQuery, id } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import {
  accountCallerOf,
  authorOf,
  userCallerOf,
  notOwner,
  ownerCallerOf,
} from '#server/platform/auth/caller.ts'
import { type Addresses, ownAddress } from '#server/platform/people/addresses.ts'
import type { Invitations } from '#server/platform/people/invitations.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { MembershipStore } from './memberships.ts'
import type { AccountStore } from './store.ts'

export interface PeopleRouteDeps {
  store: AccountStore
  memberships: MembershipStore
  invitations: Invitations
  addresses: Addresses
  clock: Clock
}

const userCall = { platformAccess: 'user' } as const
const accountCall = { platformAccess: 'account' } as const
const accountParams = z.object({ accountId: id })
const memberParams = z.object({ accountId: id, userId: id })
const membershipPage = z.object({ docs: z.array(membership), total: z.int() })

/** Memberships, invitations and settings of an account; only owners change them. */
export async function peopleRoutes(app: FastifyInstance, deps: PeopleRouteDeps): Promise<void> {
  membershipRoutes(app, deps)
  invitationRoutes(app, deps)
  settingsRoutes(app, deps)
}

function membershipRoutes(app: FastifyInstance, { memberships, clock }: PeopleRouteDeps): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const url = '/accounts/:accountId/memberships'

  const list = {
    params: accountParams,
    querystring: pagingQuery.strict(),
    summary: 'List who belongs to the account',
    answer: { body: membershipPage },
  }
  api.get(url, { config: accountCall, schema: list }, (request) => {
    const { accountId } = accountCallerOf(request)
    requireSame(accountId, request.params.accountId)
    return memberships.list(accountId, request.query)
  })

  const get = { params: memberParams, summary: 'Get one membership', answer: { body: membership } }
  api.get(`${url}/:userId`, { config: accountCall, schema: get }, (request) => {
    const { accountId } = accountCallerOf(request)
    requireSame(accountId, request.params.accountId)
    return memberships.find(accountId, request.params.userId)
  })

  const change = {
    params: memberParams,
    body: membershipBody,
    summary: 'Change the role of one member (owners); the last owner stays one',
    answer: { body: membership },
  }
  api.put(`${url}/:userId`, { config: accountChange('update', 'membership'), schema: change }, (request) => {
    const accountId = ownAccountOf(request, request.params.accountId)
    const { params, body } = request
    return memberships.setRole(accountId, authorOf(request, clock), params.userId, body.role)
  })

  const remove = { params: memberParams, summary: 'Remove a member from the account (owners)' }
  api.delete(
    `${url}/:userId`,
    { config: accountChange('delete', 'membership'), schema: remove },
    async (request, reply) => {
      const accountId = ownAccountOf(request, request.params.accountId)
      await memberships.remove(accountId, authorOf(request, clock), request.params.userId)
      return reply.code(204).send()
    },
  )
}

function invitationRoutes(app: FastifyInstance, deps: PeopleRouteDeps): void {
  const { store, invitations, addresses, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  const redirectUrl = ownAddress(addresses)

  const toAccount = {
    body: accountInvitation.extend({ invitation: memberInvitation.extend({ redirectUrl }) }),
    summary: 'Mail an invitation that makes an owner of the account (owners)',
    answer: { body: invitationSent },
  }
  api.post(
    '/invitation/toAccount',
    { config: accountChange('invite', 'invitation'), schema: toAccount },
    (request) => {
      const accountId = ownAccountOf(request, request.body.accountId)
      const { email, redirectUrl: redirectPath } = request.body.invitation
      const invitation = { email, role: 'owner', redirectPath } as const
      return invitations.invite(accountId, authorOf(request, clock), invitation)
    },
  )

  const invite = {
    body: userInvitation.extend({ redirectUrl }).refine(domainFits, {
      path: ['domain'],
      message: 'must be account:{accountName}:{role}',
    }),
    summary: 'Mail an invitation to the account of that name, of which the caller is an owner',
    answer: { body: invitationSent },
  }
  const inviteCall = { ...userCall, audited: { action: 'invite', entity: 'invitation' } } as const
  api.post('/user/invite', { config: inviteCall, schema: invite }, async (request) => {
    const { email, role, accountName, redirectUrl: redirectPath } = request.body
    const caller = userCallerOf(request)
    const found = await store.findMembership(caller.user._id, accountName)
    if (!found) throw new AppError('NOT_FOUND', 'Account not found')
    // The body names the account, not the header; the audit needs it in the caller.
    request.caller = { ...caller, accountId: found.accountId, role: found.role }
    if (found.role !== 'owner') throw notOwner()
    return invitations.invite(found.accountId, authorOf(request, clock), { email, role, redirectPath })
  })
}

function settingsRoutes(app: FastifyInstance, { store, clock }: PeopleRouteDeps): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  const read = { summary: 'The accounts of the caller and their settings', answer: { body: vars } }
  api.get('/vars', { config: userCall, schema: read }, (request) => store.varsOf(userCallerOf(request).user))

  const save = {
    body: settingsBody,
    summary: 'Replace the settings of the account (owners)',
    answer: { body: settingsBody },
  }
  api.put(
    '/accountSettings/save',
    { config: accountChange('update', 'account-settings'), schema: save },
    async (request) => {
      const { accountId: asked, ...settings } = request.body
      const accountId = ownAccountOf(request, asked)
      await store.saveSettings(accountId, authorOf(request, clock), settings as JsonObject)
      return { accountId, ...settings }
    },
  )
}

/**
 * The caller's account, which the request must name. Throws NOT_FOUND for another one, FORBIDDEN for a
 * member.
 */
function ownAccountOf(request: FastifyRequest, asked: string): string {
  requireSame(accountCallerOf(request).accountId, asked)
  return ownerCallerOf(request).accountId
}

function requireSame(accountId: string, asked: string): void {
  if (asked !== accountId) throw new AppError('NOT_FOUND', 'Account not found')
}

function domainFits(body: { domain?: string | undefined; accountName: string; role: string }): boolean {
  return body.domain === undefined || body.domain === `account:${body.accountName}:${body.role}`
}
