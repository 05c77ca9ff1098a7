import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { invitationSent, memberBody, memberInvitation, type ListedMember } from '#shared/lib/people.ts'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import { id } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, authorOf } from '../auth/caller.ts'
import { accountChange } from '../plugins/audit.ts'
import { idParams } from '../plugins/generic-calls.ts'
import type { ZodTypeProvider } from '../plugins/validation.ts'
import { type Addresses, ownAddress } from './addresses.ts'
import { memberLists, type ListOwnerTable } from './joining.ts'
import type { MemberList } from './member-list.ts'

export interface MemberCalls<Listed, Added> {
  table: ListOwnerTable
  /** The last segment of the path: `apps/{id}/collaborators`. */
  path: string
  list: MemberList
  addresses: Addresses
  clock: Clock
  /** The wire forms of the list and of the answer to adding a member. */
  listed: { schema: z.ZodType<Listed>; wire(members: ListedMember[]): Listed }
  added: { schema: z.ZodType<Added>; wire(member: ListedMember, all: () => Promise<Listed>): unknown }
}

const config = { platformAccess: 'account' } as const
const memberParams = z.object({ id, memberId: id })

/** Registers `GET` and `POST {table}/{id}/{path}`, `POST …/invite` and `DELETE …/{memberId}`. */
export function registerMembers<Listed, Added>(
  app: FastifyInstance,
  { table, path, list, addresses, clock, listed, added }: MemberCalls<Listed, Added>,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const url = `/${table}/:id/${path}`
  const entity = memberLists[table].noun.toLowerCase()
  const listOf = async (accountId: string, ownerId: string) =>
    listed.wire(await list.list(accountId, ownerId))

  const get = { params: idParams, summary: `List ${path}`, answer: { body: listed.schema } }
  api.get(url, { config, schema: get }, (request) =>
    listOf(accountCallerOf(request).accountId, request.params.id),
  )

  const add = {
    params: idParams,
    body: memberBody,
    summary: `Add a known user to the ${path}; 404 where no user that may be added has that e-mail`,
    answer: { status: 201, body: added.schema },
  }
  api.post(url, { config: accountChange('add', entity), schema: add }, async (request, reply) => {
    const caller = accountCallerOf(request)
    const { accountId } = caller
    const { params, body } = request
    const one = await list.add(accountId, authorOf(request, clock), caller, params.id, body.email)
    reply.code(201)
    return added.wire(one, () => listOf(accountId, params.id))
  })

  const invite = {
    params: idParams,
    body: memberInvitation.extend({ redirectUrl: ownAddress(addresses) }),
    summary: `Mail an invitation to the ${path} (owners of the account)`,
    answer: { body: invitationSent },
  }
  api.post(
    `${url}/invite`,
    {
      config: { ...accountChange('invite', 'invitation'), ownersOnly: peopleMessages.inviteOwners },
      schema: invite,
    },
    async (request) => {
      const { accountId } = accountCallerOf(request)
      const { email, redirectUrl: redirectPath } = request.body
      return list.invite(accountId, authorOf(request, clock), request.params.id, { email, redirectPath })
    },
  )

  const remove = { params: memberParams, summary: `Remove one from the ${path}` }
  api.delete(
    `${url}/:memberId`,
    { config: accountChange('remove', entity), schema: remove },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      await list.remove(accountId, authorOf(request, clock), request.params.id, request.params.memberId)
      return reply.code(204).send()
    },
  )
}
