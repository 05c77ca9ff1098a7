import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Team, TeamBody, teamFilters } from '#shared/domains/teams/contract.ts'
import { freeNamespace } from '#shared/domains/teams/rules.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Author } from '#server/platform/db/audit.ts'
import { wireAuthored } from '#server/platform/db/authored.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createdBetween, equals } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import type { TeamTable } from '#server/platform/db/tables/people.ts'
import { addCreator } from '#server/platform/people/joining.ts'
import { wireMember, type MemberRow } from '#server/platform/people/member-list.ts'

export type TeamFilters = z.output<typeof teamFilters>

export const teamSortKeys = ['created', 'updated', 'name'] as const
const sortColumns = { created: 'created', updated: 'updated', name: 'name' }

/** A list's teams come with their members in the same statement. */
const columns = sql`teams.*, coalesce((
  select json_agg(json_build_object('id', listed.id, 'role', listed.role, 'created', listed.created,
    'user_id', listed.user_id, 'email', users.email) order by listed.created, listed.id)
  from team_members listed join users on users.id = listed.user_id
  where listed.account_id = teams.account_id and listed.team_id = teams.id), '[]') as members`

export type TeamStore = ReturnType<typeof createTeamStore>

/** Teams of an account. */
export function createTeamStore(db: Kysely<Database>) {
  const store = createOwnedStore({
    db,
    table: 'teams',
    sortColumns,
    columns,
    matching: (filters: TeamFilters) => [
      filters.name !== undefined && equals('name', filters.name),
      ...createdBetween('created', filters),
    ],
    wire: wireTeam,
  })

  return {
    ...store,

    create: (accountId: string, author: Author, { name }: TeamBody) =>
      store.create(
        accountId,
        author,
        async (trx) => ({ name, namespace: await newNamespace(trx, accountId, name) }),
        (trx, id) => addCreator(trx, { ownerTable: 'teams', accountId, id }, author),
      ),

    update: (accountId: string, author: Author, id: string, patch: TeamBody) =>
      store.update(accountId, author, id, () => patch),

    /** CONFLICT while something belongs to the team; a deleted worker still does. */
    remove: (accountId: string, author: Author, id: string) =>
      // The lock on the team's row keeps new belongings out: storing one needs a share of it.
      store.remove(accountId, author, id, async (trx) => {
        const owned = await belongings(trx, id)
        if (owned.length === 0) return
        const note = owned.some((text) => text.includes('worker')) ? ' (deleted workers count)' : ''
        throw new AppError('CONFLICT', `The team still owns ${owned.join(', ')}${note}, so it stays`)
      }),
  }
}

/** Two teams of one name made at once wait for each other, so that each gets a namespace of its own. */
async function newNamespace(trx: Transaction<Database>, accountId: string, name: string): Promise<string> {
  await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx)
  const teams = await trx
    .selectFrom('teams')
    .select('namespace')
    .where('account_id', '=', accountId)
    .execute()
  return freeNamespace(name, new Set(teams.map(({ namespace }) => namespace)))
}

/** `['2 workers', '1 cluster']`. */
async function belongings(trx: Transaction<Database>, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ noun: string; count: number }>`
    select 'worker' as noun, count(*)::int as count from workers where team_id = ${teamId}
    union all select 'script', count(*)::int from scripts where team_id = ${teamId}
    union all select 'cluster', count(*)::int from clusters where team_id = ${teamId}`.execute(trx)
  return rows
    .filter(({ count }) => count > 0)
    .map(({ noun, count }) => `${count} ${noun}${count === 1 ? '' : 's'}`)
}

interface TeamRow extends Selectable<TeamTable> {
  members: MemberRow[]
}

function wireTeam(row: TeamRow): Team {
  return {
    _id: row.id,
    name: row.name,
    namespace: row.namespace,
    members: row.members.map(wireMember),
    ...wireAuthored(row),
  }
}
