import { sql, type Kysely } from 'kysely'
import { netChanges, type DeploymentChange } from '#shared/domains/clusters/changes.ts'
import type { AliasDeployment, LastWorked, TagSince } from '#shared/domains/clusters/history-contract.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { openEnvironment, type DeploymentRow } from './deployment-row.ts'

/** A save as the row has it. */
interface SaveRow {
  deployment_id: string
  since: Date | null
  at: Date
  actor: string | null
  changes: DeploymentChange[]
}

type FoundDeployment = DeploymentRow & { cluster: string }

/**
 * The deployments that run an alias, with what has changed since a task of it was done last. Throws NOT_FOUND when the
 * account has no worker of the type.
 */
export async function readAliasDeployments(
  db: Kysely<Database>,
  seal: Seal,
  accountId: string,
  { type, alias }: { type: string; alias: string },
): Promise<AliasDeployment[]> {
  const rows: FoundDeployment[] = await db
    .selectFrom('deployments')
    .innerJoin('workers', 'workers.id', 'deployments.worker_id')
    .innerJoin('clusters', 'clusters.id', 'deployments.cluster_id')
    .selectAll('deployments')
    .select('clusters.name as cluster')
    .where('deployments.account_id', '=', accountId)
    .where('deployments.alias', '=', alias)
    .where('workers.type', '=', type)
    .where('workers.status', '<>', 'deleted')
    .orderBy('clusters.name')
    .orderBy('deployments.id')
    .execute()
  if (rows.length === 0) await requireType(db, accountId, type)
  const [worked, saves] = await Promise.all([
    readLastWorked(db, accountId, type, alias),
    readSaves(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map((row) => {
    const own = saves.filter(({ deployment_id: id }) => id === row.id)
    return { ...wireRow(seal, row), tagSince: tagSinceOf(row, own), worked, ...sinceWorked(row, own, worked) }
  })
}

async function requireType(db: Kysely<Database>, accountId: string, type: string): Promise<void> {
  const worker = await db
    .selectFrom('workers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .executeTakeFirst()
  if (!worker) throw notFound('workers')
}

const wireRow = (seal: Seal, row: FoundDeployment) => {
  const environment = openEnvironment(seal, row)
  return {
    _id: row.id,
    clusterId: row.cluster_id,
    cluster: row.cluster,
    alias: row.alias,
    dockerTag: row.docker_tag,
    replicaCount: row.replica_count,
    variableNames: environment && Object.keys(environment).sort(),
    created: row.created.toISOString(),
    createdBy: row.created_by,
  }
}

/** When a task of the queue was done last, and on what; null: not known. */
async function readLastWorked(
  db: Kysely<Database>,
  accountId: string,
  type: string,
  alias: string,
): Promise<LastWorked | null> {
  const { rows } = await sql<{ at: Date; version: string; hostName: string }>`
    select last_ended as at, version, host_name as "hostName" from attempt_outcomes
    where account_id = ${accountId} and type = ${type} and alias = ${alias} and last_ended is not null
    order by last_ended desc limit 1`.execute(db)
  const [found] = rows
  return found
    ? { at: found.at.toISOString(), version: found.version || null, hostName: found.hostName || null }
    : null
}

/** All saves that are kept of these deployments, oldest first. */
async function readSaves(db: Kysely<Database>, deploymentIds: readonly string[]): Promise<SaveRow[]> {
  const { rows } = await sql<SaveRow>`
    select deployment_id, since, at, actor, changes from deployment_changes
    where deployment_id = any(${deploymentIds}::text[]) order by deployment_id, version`.execute(db)
  return rows
}

/** From when on all saves are known; those of before the upgrade to this version are not. */
const knownSince = ({ created, updated }: DeploymentRow, [oldest]: readonly SaveRow[]): Date =>
  oldest ? (oldest.since ?? created) : updated

function tagSinceOf(row: DeploymentRow, saves: readonly SaveRow[]): TagSince {
  const set = saves.findLast(({ changes }) => changes.some(({ field }) => field === 'dockerTag'))
  if (set) {
    const before = set.changes.find(({ field }) => field === 'dockerTag')?.before ?? null
    return { at: set.at.toISOString(), by: set.actor, before, exact: true }
  }
  const since = knownSince(row, saves)
  const isCreation = since.getTime() === row.created.getTime()
  return {
    at: since.toISOString(),
    by: isCreation ? row.created_by : null,
    before: null,
    exact: isCreation,
  }
}

function sinceWorked(
  row: DeploymentRow,
  saves: readonly SaveRow[],
  worked: LastWorked | null,
): Pick<AliasDeployment, 'madeSince' | 'changed' | 'complete'> {
  if (!worked) return { madeSince: false, changed: [], complete: true }
  const at = new Date(worked.at)
  if (row.created > at) return { madeSince: true, changed: [], complete: true }
  const later = saves
    .filter((save) => save.at > at)
    .map((save) => ({ at: save.at.toISOString(), by: save.actor, changes: save.changes }))
  return { madeSince: false, changed: netChanges(later), complete: knownSince(row, saves) <= at }
}
