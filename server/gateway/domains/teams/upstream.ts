import type { Team } from '#shared/domains/teams/contract.ts'
import type { ListedMember } from '#shared/lib/people.ts'
import { pageQuery, type PageArgs } from '#server/gateway/graphql/page.ts'
import { entityOf, pageOf, rowsOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

export async function listTeams(call: Call, page: PageArgs) {
  return pageOf<Team>(await call({ method: 'GET', path: 'teams', query: pageQuery(page) }), page.perPage)
}

export async function getTeam(call: Call, id: string): Promise<Wire<Team>> {
  return entityOf(await call({ method: 'GET', path: teamPath(id) }))
}

export async function createTeam(call: Call, name: string): Promise<Wire<Team>> {
  return entityOf(await call({ method: 'POST', path: 'teams', body: { name } }))
}

export async function updateTeam(
  call: Call,
  id: string,
  body: { name: string; version: number | undefined },
): Promise<Wire<Team>> {
  return entityOf(await call({ method: 'PUT', path: teamPath(id), body }))
}

export async function listMembers(call: Call, teamId: string): Promise<Wire<ListedMember>[]> {
  return rowsOf(await call({ method: 'GET', path: membersPath(teamId) }), 'members')
}

export async function removeMember(call: Call, teamId: string, memberId: string): Promise<void> {
  await call({ method: 'DELETE', path: apiPath`teams/${teamId}/members/${memberId}` })
}

export const membersPath = (teamId: string) => apiPath`teams/${teamId}/members`
const teamPath = (id: string) => apiPath`teams/${id}`
