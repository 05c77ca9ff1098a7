import type { FastifyInstance } from 'fastify'
import { team, teamBody, teamFilters, teamMembers, teamPatch } from '#shared/domains/teams/contract.ts'
import { listedMember, type ListedMember } from '#shared/lib/people.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Addresses } from '#server/platform/people/addresses.ts'
import { registerMembers } from '#server/platform/people/member-calls.ts'
import type { MemberList } from '#server/platform/people/member-list.ts'
import { registerReads, registerWrites } from '#server/platform/plugins/generic-calls.ts'
import { teamSortKeys, type TeamStore } from './store.ts'

export interface TeamRouteDeps {
  store: TeamStore
  members: MemberList
  addresses: Addresses
  clock: Clock
}

/** The generic calls of teams, and their members. */
export async function teamRoutes(
  app: FastifyInstance,
  { store, members, addresses, clock }: TeamRouteDeps,
): Promise<void> {
  const calls = { table: 'teams', entity: team, filters: teamFilters, store } as const
  registerReads(app, { ...calls, sortKeys: teamSortKeys })
  registerWrites(app, { ...calls, clock, body: teamBody, patch: teamPatch, many: teamBody })
  registerMembers(app, {
    table: 'teams',
    path: 'members',
    list: members,
    addresses,
    clock,
    listed: {
      schema: teamMembers,
      wire: (members: ListedMember[]) => ({ data: members, total: members.length }),
    },
    added: { schema: listedMember, wire: (member) => member },
  })
}
