import type { Kysely, Transaction } from 'kysely'
import { formChanges, type ComparedForm, type DeploymentChange } from '#shared/domains/clusters/changes.ts'
import { configChanges, onlyText } from '#shared/domains/clusters/flux-changes.ts'
import type { DeploymentSave } from '#shared/domains/clusters/history-contract.ts'
import type { Page } from '#shared/lib/wire.ts'
import { newId } from '#server/lib/ids.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readPage } from '#server/platform/db/listing.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import {
  formOf,
  openConfig,
  openEnvironment,
  type DeploymentColumns,
  type DeploymentRow,
} from './deployment-row.ts'

type Trx = Transaction<Database>

/** A deployment as its changes are found: opened, for this comparison only. */
interface Opened {
  form: ComparedForm
  config: string | null
}

const opened = (seal: Seal, row: DeploymentRow): Opened => ({
  form: { ...formOf(row), environment: openEnvironment(seal, row) },
  config: openConfig(seal, row),
})

/** The row as it would be with these columns. */
export function withColumns(row: DeploymentRow, columns: Partial<DeploymentColumns>): DeploymentRow {
  const { resources, ...rest } = columns
  return {
    ...row,
    ...rest,
    ...(resources === undefined ? {} : { resources: JSON.parse(resources) as DeploymentRow['resources'] }),
  }
}

/**
 * What a save of these columns changes, by the names of the fields; null when they have no other value and all can be
 * read, so that there is nothing to save.
 */
export function changesOf(
  seal: Seal,
  row: DeploymentRow,
  columns: Partial<DeploymentColumns>,
): DeploymentChange[] | null {
  const [before, after] = [opened(seal, row), opened(seal, withColumns(row, columns))]
  const isReadable = before.form.environment !== null && before.config !== null
  const isText = before.config !== null && after.config !== null && before.config !== after.config
  const changes = [
    ...formChanges(before.form, after.form),
    ...(isText ? configChanges(before.config!, after.config!) : []),
  ]
  if (changes.length > 0) return changes
  if (isText) return [onlyText]
  return isReadable ? null : []
}

/** Records the creation of a deployment. */
export async function recordCreation(
  trx: Trx,
  accountId: string,
  author: Author,
  deploymentId: string,
): Promise<void> {
  await insertSave(trx, author, { accountId, deploymentId, version: 1, since: null, changes: [] })
}

/** Records what a save of this row changes. */
export async function recordChanges(
  trx: Trx,
  author: Author,
  row: DeploymentRow,
  changes: readonly DeploymentChange[],
): Promise<void> {
  const { account_id: accountId, id: deploymentId, version, updated } = row
  await insertSave(trx, author, { accountId, deploymentId, version: version + 1, since: updated, changes })
}

async function insertSave(
  trx: Trx,
  { actor, at }: Author,
  save: {
    accountId: string
    deploymentId: string
    version: number
    since: Date | null
    changes: readonly DeploymentChange[]
  },
): Promise<void> {
  await trx
    .insertInto('deployment_changes')
    .values({
      id: newId(at.getTime()),
      account_id: save.accountId,
      deployment_id: save.deploymentId,
      version: save.version,
      since: save.since,
      at,
      actor,
      changes: JSON.stringify(save.changes),
    })
    .execute()
}

/** The saves of a deployment, newest first. Those of before the upgrade to this version are not known. */
export async function listSaves(
  db: Kysely<Database>,
  accountId: string,
  deploymentId: string,
  page: { page: number; pagesize: number },
): Promise<Page<DeploymentSave>> {
  await requireOwn(db, accountId, 'deployments', deploymentId)
  const query = db
    .selectFrom('deployment_changes')
    .select(['id', 'version', 'at', 'actor', 'changes'])
    .where('account_id', '=', accountId)
    .where('deployment_id', '=', deploymentId)
  const { data, total } = await readPage(db, query, [{ column: 'version', descending: true }], page)
  return {
    total,
    data: data.map(({ id, version, at, actor, changes }) => ({
      _id: id,
      version,
      at: at.toISOString(),
      by: actor,
      changes,
    })),
  }
}
