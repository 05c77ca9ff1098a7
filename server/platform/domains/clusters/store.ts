import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { z } from 'zod'
import type {
  Cluster,
  ClusterBody,
  ClusterChanges,
  clusterFilters,
  clusterListFilters,
  ClusterPatch,
} from '#shared/domains/clusters/contract.ts'
import { changesInLine } from '#shared/domains/clusters/change-words.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createdBetween, hasWords } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import type { GitopsRecorder } from '#server/platform/gitops/record.ts'
import type { ClusterTable } from '#server/platform/db/tables/workers.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'

export type ClusterFilters = z.output<typeof clusterFilters>
type ClusterListFilters = z.output<typeof clusterListFilters>

export const clusterSortKeys = ['created', 'updated', 'name'] as const

export type ClusterStore = ReturnType<typeof createClusterStore>

/** Clusters of an account, each assigned to one of its teams or to none. */
export function createClusterStore(db: Kysely<Database>, gitops: GitopsRecorder | null) {
  const store = createOwnedStore({
    db,
    table: 'clusters',
    sortKeys: clusterSortKeys,
    rows: (on) => on.selectFrom('clusters').selectAll(),
    matching: (eb, { name, teamId, tags, search, ...range }: ClusterListFilters) => [
      name !== undefined && eb('name', '=', name),
      teamId !== undefined && eb('team_id', '=', teamId),
      tags !== undefined && tags.length > 0 && eb('tags', '&&', sql.val(tags)),
      ...hasWords(search, ['name', 'tags']),
      ...createdBetween(eb, 'created', range),
    ],
    wire: wireCluster,
    changedText: (row, columns) => changesInLine(changesOfCluster(row, columns)),
  })
  const requireTeam = (on: Kysely<Database>, accountId: string, teamId: string | null | undefined) =>
    requireOwn(on, accountId, 'teams', teamId ?? undefined)

  return {
    ...store,
    checkFilters: (accountId: string, { teamId }: ClusterFilters) => requireTeam(db, accountId, teamId),

    /** Throws NOT_FOUND for a team that the account does not have. */
    create: (accountId: string, author: Author, body: ClusterBody) =>
      store.create(accountId, author, async (trx) => {
        await requireTeam(trx, accountId, body.teamId)
        return { name: body.name, team_id: body.teamId, tags: body.tags }
      }),

    /** CONFLICT when the cluster was changed since `version`. */
    update: (accountId: string, author: Author, id: string, { version, ...patch }: ClusterPatch) =>
      store.update(
        accountId,
        author,
        id,
        async (_row, trx) => {
          await requireTeam(trx, accountId, patch.teamId)
          return clusterColumns(patch)
        },
        version,
      ),

    async updateMany(accountId: string, author: Author, filters: ClusterFilters, patch: ClusterChanges) {
      for (const teamId of [filters.teamId, patch.teamId]) await requireTeam(db, accountId, teamId)
      return store.updateMany(accountId, author, filters, clusterColumns(patch), { versioned: true })
    },

    /** Deletes the cluster's deployments too, each with its own audit record. */
    remove: (accountId: string, author: Author, id: string) =>
      store.remove(accountId, author, id, (trx) => removeDeployments(trx, accountId, author, id, gitops)),
  }
}

async function removeDeployments(
  trx: Transaction<Database>,
  accountId: string,
  author: Author,
  clusterId: string,
  gitops: GitopsRecorder | null,
): Promise<void> {
  const removed = await trx
    .deleteFrom('deployments')
    .where('account_id', '=', accountId)
    .where('cluster_id', '=', clusterId)
    .returningAll()
    .execute()
  for (const row of removed) {
    const { id, alias: detail } = row
    const record = { action: 'delete', entity: 'deployment', entityId: id, within: clusterId, detail }
    await recordAudit(trx, accountId, author, record)
    await gitops?.record(trx, author, row, 'deleted')
  }
}

/** Longest value that the record of a change names. */
const MAX_NAMED = 200

function changesOfCluster(row: Selectable<ClusterTable>, next: Partial<Selectable<ClusterTable>>) {
  const tagsOf = ({ tags }: { tags?: string[] }) => tags?.join(', ')
  const values = [
    ['Name', row.name, next.name],
    ['Tags', tagsOf(row), tagsOf(next)],
  ] as const
  const changes = values.flatMap(([field, before, after]) => {
    if (after === undefined || after === before) return []
    const isNamed = `${before}${after}`.length <= MAX_NAMED
    return [{ field, kind: 'changed', before: isNamed ? before! : null, after: isNamed ? after : null }]
  })
  const isMoved = next.team_id !== undefined && next.team_id !== row.team_id
  return isMoved ? [...changes, { field: 'Team', kind: 'changed', before: null, after: null }] : changes
}

const clusterColumns = ({ teamId, ...columns }: ClusterChanges) =>
  teamId === undefined ? columns : { ...columns, team_id: teamId }

const wireCluster = wireForm<Cluster>()((row: Selectable<ClusterTable>) => ({
  _id: row.id,
  name: row.name,
  teamId: row.team_id,
  tags: row.tags,
  version: row.version,
  ...wireAuthored(row),
}))
