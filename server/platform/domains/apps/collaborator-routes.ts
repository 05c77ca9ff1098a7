import type { FastifyInstance } from 'fastify'
import { collaboratorList } from '#shared/domains/apps/collaborators.ts'
import type { ListedMember } from '#shared/lib/people.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Addresses } from '#server/platform/auth/addresses.ts'
import type { MemberList } from '#server/platform/auth/member-list.ts'
import { registerMembers } from '#server/platform/plugins/member-calls.ts'

export interface CollaboratorRouteDeps {
  list: MemberList
  addresses: Addresses
  clock: Clock
}

/** The collaborators of an app; adding one answers all of them (contract section 4). */
export async function collaboratorRoutes(app: FastifyInstance, deps: CollaboratorRouteDeps): Promise<void> {
  registerMembers(app, {
    ...deps,
    of: 'apps',
    path: 'collaborators',
    listed: { schema: collaboratorList, of: (collaborators: ListedMember[]) => ({ collaborators }) },
    added: { schema: collaboratorList, of: (_one, everybody) => everybody() },
  })
}
