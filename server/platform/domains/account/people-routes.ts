import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { membership, membershipBody, settingsBody, vars } from '#shared/domains/account/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import { pagingQuery, id } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { accountCallerOf, authorOf, userCallerOf } from '#server/platform/auth/caller.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { MembershipStore } from './memberships.ts'
import type { AccountStore } from './store.ts'

export interface PeopleRouteDeps {
  store: AccountStore
  memberships: MembershipStore
  clock: Clock
}

const userCall = { platformAccess: 'user' } as const
const accountCall = { platformAccess: 'account' } as const
const accountParams = z.object({ accountId: id })
const memberParams = z.object({ accountId: id, userId: id })
const membershipPage = z.object({ docs: z.array(membership), total: z.int() })

/** Memberships and settings of an account; only owners change them. */
export async function peopleRoutes(app: FastifyInstance, deps: PeopleRouteDeps): Promise<void> {
  membershipRoutes(app, deps)
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
    summary: 'Change the role of one member, and what a viewer sees (owners); the last owner stays one',
    answer: { body: membership },
  }
  api.put(
    `${url}/:userId`,
    {
      config: { ...accountChange('update', 'membership'), ownersOnly: peopleMessages.roleOwners },
      schema: change,
    },
    (request) => {
      const accountId = ownAccountOf(request, request.params.accountId)
      const { params, body } = request
      return memberships.setRole(accountId, authorOf(request, clock), params.userId, body)
    },
  )

  const remove = { params: memberParams, summary: 'Remove a member from the account (owners)' }
  api.delete(
    `${url}/:userId`,
    {
      config: { ...accountChange('delete', 'membership'), ownersOnly: peopleMessages.removeOwners },
      schema: remove,
    },
    async (request, reply) => {
      const accountId = ownAccountOf(request, request.params.accountId)
      await memberships.remove(accountId, authorOf(request, clock), request.params.userId)
      return reply.code(204).send()
    },
  )
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
    {
      config: { ...accountChange('update', 'account-settings'), ownersOnly: peopleMessages.settingsOwners },
      schema: save,
    },
    async (request) => {
      const { accountId: asked, ...settings } = request.body
      const accountId = ownAccountOf(request, asked)
      await store.saveSettings(accountId, authorOf(request, clock), settings as JsonObject)
      return { accountId, ...settings }
    },
  )
}

/**
 * The caller's account, which the request must name. Throws NOT_FOUND for another one.
 */
function ownAccountOf(request: FastifyRequest, asked: string): string {
  const { accountId } = accountCallerOf(request)
  requireSame(accountId, asked)
  return accountId
}

function requireSame(accountId: string, asked: string): void {
  if (asked !== accountId) throw new AppError('NOT_FOUND', 'Account not found')
}
