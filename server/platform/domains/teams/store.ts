import { sql, type ExpressionBuilder, type Kysely, type Selectable, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { Team, TeamBody, teamFilters, TeamPatch } from '#shared/domains/teams/contract.ts'
import { freeNamespace } from '#shared/domains/teams/rules.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createdBetween } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import type { TeamTable } from '#server/platform/db/tables/people.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'
import { addCreator, lockAccount } from '#server/platform/people/joining.ts'
import { memberColumns, wireMember, type MemberRow } from '#server/platform/people/member-list.ts'

export type TeamFilters = z.output<typeof teamFilters>

export const teamSortKeys = ['created', 'updated', 'name'] as const

/** The members of a team as a JSON array, so that a list needs one statement. */
const membersOfTeam = (eb: ExpressionBuilder<Database, 'teams'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('team_members as listed')
      .innerJoin('users', 'users.id', 'listed.user_id')
      .select(memberColumns)
      .whereRef('listed.account_id', '=', 'teams.account_id')
      .whereRef('listed.team_id', '=', 'teams.id')
      .orderBy('listed.created')
      .orderBy('listed.id'),
  ).as('members')

export type TeamStore = ReturnType<typeof createTeamStore>

/** Teams of an account. */
export function createTeamStore(db: Kysely<Database>) {
  const store = createOwnedStore({
    db,
    table: 'teams',
    sortKeys: teamSortKeys,
    rows: (on) => on.selectFrom('teams').selectAll().select(membersOfTeam),
    matching: (eb, { name, ...range }: TeamFilters) => [
      name !== undefined && eb('name', '=', name),
      ...createdBetween(eb, 'created', range),
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

    /** CONFLICT when the team was changed since `version`. */
    update: (accountId: string, author: Author, id: string, { version, ...patch }: TeamPatch) =>
      store.update(accountId, author, id, () => patch, version),

    updateMany: (accountId: string, author: Author, filters: TeamFilters, patch: TeamBody) =>
      store.updateMany(accountId, author, filters, patch, { versioned: true }),

    /** CONFLICT while something belongs to the team; a deleted worker still does. */
    remove: (accountId: string, author: Author, id: string) =>
      // The lock on the team's row blocks new workers, scripts and clusters of the team: storing one needs a
      // share lock on it.
      store.remove(accountId, author, id, async (trx) => {
        const owned = await belongings(trx, id)
        if (owned.length === 0) return
        const note = owned.some((text) => text.includes('worker')) ? ' (deleted workers count)' : ''
        throw new AppError('CONFLICT', `The team still owns ${owned.join(', ')}${note}, so it stays`)
      }),
  }
}

/** Concurrent creations of teams with one name wait for each other, so that each gets a unique namespace. */
async function newNamespace(trx: Transaction<Database>, accountId: string, name: string): Promise<string> {
  await lockAccount(trx, accountId)
  const teams = await trx
    .selectFrom('teams')
    .select('namespace')
    .where('account_id', '=', accountId)
    .execute()
  return freeNamespace(name, new Set(teams.map(({ namespace }) => namespace)))
}

/** `['2 workers', '1 cluster']`. */
async function belongings(trx: Transaction<Database>, teamId: string): Promise<string[]> {
  const owned = await trx
    .selectNoFrom((eb) =>
      (['worker', 'script', 'cluster'] as const).map((noun) =>
        eb
          .selectFrom(`${noun}s`)
          .select(sql<number>`count(*)::int`.as('count'))
          .where('team_id', '=', teamId)
          .as(noun),
      ),
    )
    .executeTakeFirstOrThrow()
  return Object.entries(owned)
    .map(([noun, count]) => ({ noun, count: count ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ noun, count }) => `${count} ${noun}${count === 1 ? '' : 's'}`)
}

interface TeamRow extends Selectable<TeamTable> {
  members: MemberRow[]
}

const wireTeam = wireForm<Team>()((row: TeamRow) => ({
  _id: row.id,
  name: row.name,
  namespace: row.namespace,
  members: row.members.map(wireMember),
  version: row.version,
  ...wireAuthored(row),
}))
