import { type Kysely, type SelectQueryBuilder, type Transaction } from 'kysely'
import type { z } from 'zod'
import type {
  Deployment,
  DeploymentBody,
  DeploymentFilters,
  DeploymentForm,
  DeploymentPatch,
  deploymentPatchMany,
  DeploymentSummary,
} from '#shared/domains/clusters/deployment.ts'
import { changesInLine } from '#shared/domains/clusters/change-words.ts'
import { unmaskFluxConfig } from '#shared/domains/clusters/flux-masks.ts'
import { createFluxConfig, updateFluxConfig } from '#shared/domains/clusters/flux.ts'
import { freeAlias } from '#shared/domains/clusters/rules.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createdBetween } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import { requireOwn, requireUnmoved } from '#server/platform/db/ownership.ts'
import { publicationColumns } from '#server/platform/gitops/publication.ts'
import type { GitopsRecorder } from '#server/platform/gitops/record.ts'
import {
  bounded,
  invalidConfig,
  meantEnvironment,
  refusingTakenAlias,
  requireForm,
  requireWorker,
  takenAliases,
} from './deployment-checks.ts'
import { changesOf, recordChanges, recordCreation, withColumns } from './deployment-history.ts'
import {
  deploymentColumns,
  formOf,
  openConfig,
  openEnvironment,
  plainColumns,
  wireDeployment,
  wireDeploymentSummary,
  type DeploymentColumns,
  type DeploymentRow,
} from './deployment-row.ts'

type Trx = Transaction<Database>

export const deploymentSortKeys = ['created', 'updated', 'alias'] as const

/** Columns of a list's row, without sealed ones. */
const listedColumns = [
  'id',
  'cluster_id',
  'worker_id',
  'alias',
  'docker_tag',
  'replica_count',
  'resources',
  'version',
  'created',
  'created_by',
  'updated',
  'updated_by',
] as const

export interface DeploymentDeps {
  db: Kysely<Database>
  seal: Seal
  /** The repository of the chart in new configurations (`FLUX_GIT_URL`). */
  gitUrl: string | null
  /** Where changes are noted for the repository; null: they are not published. */
  gitops: GitopsRecorder | null
}

export type DeploymentStore = ReturnType<typeof createDeploymentStore>

/**
 * Deployments of an account: workers that run in a cluster. Form and configuration are two views of one
 * deployment; a change of one updates the other before both are stored.
 */
export function createDeploymentStore({ db, seal, gitUrl, gitops }: DeploymentDeps) {
  const withPublication = <Row>(query: SelectQueryBuilder<Database, 'deployments', Row>) =>
    (gitops ? query.select(publicationColumns().as('gitops')) : query) as SelectQueryBuilder<
      Database,
      'deployments',
      Row & Pick<DeploymentRow, 'gitops'>
    >
  const store = createOwnedStore({
    db,
    table: 'deployments',
    sortKeys: deploymentSortKeys,
    rows: (on) => withPublication(on.selectFrom('deployments').selectAll('deployments')),
    listed: {
      rows: (on) => withPublication(on.selectFrom('deployments').select(listedColumns)),
      wire: wireDeploymentSummary,
    },
    matching: (eb, { clusterId, workerId, alias, ...range }: DeploymentFilters) => [
      clusterId !== undefined && eb('cluster_id', '=', clusterId),
      workerId !== undefined && eb('worker_id', '=', workerId),
      alias !== undefined && eb('alias', '=', alias),
      ...createdBetween(eb, 'created', range),
    ],
    wire: (row: DeploymentRow) => wireDeployment(seal, row),
    within: (row) => row.cluster_id,
    nameOf: (row) => row.alias,
    changedText: (row, columns) =>
      changesInLine(changesOf(seal, row, columns as Partial<DeploymentColumns>) ?? []),
  })

  async function checkFilters(accountId: string, { clusterId, workerId }: DeploymentFilters): Promise<void> {
    await requireOwn(db, accountId, 'clusters', clusterId)
    await requireOwn(db, accountId, 'workers', workerId)
  }

  /**
   * The columns of a changed form, and of the stored configuration updated with it. What cannot be read stays as it is
   * until a change contains the environment. `remake` makes a configuration in the place of one that cannot be read.
   */
  function changed(
    row: DeploymentRow,
    { environment: sent, ...change }: Partial<DeploymentForm>,
    remake: (form: DeploymentForm) => string | null = () => null,
  ): Partial<DeploymentColumns> {
    const stored = openEnvironment(seal, row)
    const environment = sent ? meantEnvironment(sent, stored ?? {}) : stored
    const plain = { ...formOf(row), ...change }
    if (!environment) return plainColumns(plain)
    const form = { ...plain, environment }
    const config = openConfig(seal, row)
    const next = config === null ? remake(form) : updateFluxConfig(config, form)
    return next === null ? plainColumns(plain) : deploymentColumns(seal, row.id, form, bounded(next))
  }

  /** Records what these columns change, and returns them; null when nothing would change. */
  async function recorded(
    trx: Trx,
    author: Author,
    row: DeploymentRow,
    columns: Partial<DeploymentColumns>,
  ): Promise<Partial<DeploymentColumns> | null> {
    const changes = changesOf(seal, row, columns)
    if (changes) {
      await recordChanges(trx, author, row, changes)
      await gitops?.record(trx, author, { ...withColumns(row, columns), version: row.version + 1 }, changes)
    }
    return changes && columns
  }

  return {
    ...store,
    checkFilters,

    /** Without sealed columns, as in lists. */
    async findSummary(accountId: string, id: string): Promise<DeploymentSummary | null> {
      const row = await store.findRow(db, accountId, id)
      return row && wireDeploymentSummary(row)
    },

    /** With its configuration; null when the account has no such deployment. */
    async findWithConfig(accountId: string, id: string): Promise<Deployment | null> {
      const row = await store.findRow(db, accountId, id)
      return row && wireDeployment(seal, row, true)
    },

    /**
     * Throws NOT_FOUND for a cluster or worker that the account does not have, CONFLICT for a taken alias or
     * a deleted worker.
     */
    create: (accountId: string, author: Author, body: DeploymentBody): Promise<Deployment> => {
      const { clusterId, workerId, alias, ...rest } = body
      return refusingTakenAlias(
        store.create(
          accountId,
          author,
          async (trx, id) => {
            const taken = await takenAliases(trx, accountId, clusterId)
            const worker = await requireWorker(trx, accountId, workerId)
            const form = { ...rest, alias: alias ?? freeAlias(worker.name, taken) }
            const config = createFluxConfig(form, { gitUrl, workerType: worker.type })
            return {
              cluster_id: clusterId,
              worker_id: workerId,
              ...deploymentColumns(seal, id, form, bounded(config)),
            }
          },
          async (trx, id) => {
            await recordCreation(trx, accountId, author, id)
            if (gitops)
              await gitops.record(trx, author, (await store.findRow(trx, accountId, id))!, 'created')
          },
        ),
      )
    },

    remove: (accountId: string, author: Author, id: string): Promise<void> =>
      store.remove(accountId, author, id, async (trx, row) => gitops?.record(trx, author, row, 'deleted')),

    /**
     * Throws CONFLICT when the deployment was changed since `version`, and for a taken alias. What changes nothing is not stored.
     */
    update: (
      accountId: string,
      author: Author,
      id: string,
      { clusterId, workerId, version, ...change }: DeploymentPatch,
    ): Promise<Deployment> => {
      const apply = async (row: DeploymentRow, trx: Trx) => {
        const unmoved = (
          field: string,
          table: 'clusters' | 'workers',
          stored: string,
          given: string | undefined,
        ) => requireUnmoved(trx, accountId, { field, table, stored, given })
        await unmoved('clusterId', 'clusters', row.cluster_id, clusterId)
        await unmoved('workerId', 'workers', row.worker_id, workerId)
        const { type } = await trx
          .selectFrom('workers')
          .select('type')
          .where('id', '=', row.worker_id)
          .executeTakeFirstOrThrow()
        const next = changed(row, change, (form) => createFluxConfig(form, { gitUrl, workerType: type }))
        return recorded(trx, author, row, next)
      }
      return refusingTakenAlias(store.update(accountId, author, id, apply, version))
    },

    /**
     * Stores an edited configuration, and its fields in the form. Throws INVALID_DEFINITION with every fault.
     */
    updateConfig: (
      accountId: string,
      author: Author,
      id: string,
      { fluxConfig, version }: { fluxConfig: string; version?: number },
    ): Promise<Deployment> =>
      refusingTakenAlias(
        store.update(
          accountId,
          author,
          id,
          (row, trx) => {
            const stored = openConfig(seal, row)
            const meant = stored === null ? { text: fluxConfig } : unmaskFluxConfig(fluxConfig, stored)
            if ('faults' in meant) throw invalidConfig(meant.faults)
            const next = deploymentColumns(seal, row.id, requireForm(meant.text), bounded(meant.text))
            return recorded(trx, author, row, next)
          },
          version,
        ),
      ),

    /** Updates each configuration by itself; `modified` counts the deployments that had another value. */
    async updateMany(
      accountId: string,
      author: Author,
      filters: DeploymentFilters,
      patch: z.output<typeof deploymentPatchMany>,
    ) {
      await checkFilters(accountId, filters)
      return store.updateEach(accountId, author, filters, (row, trx) =>
        (patch.dockerTag ?? row.docker_tag) === row.docker_tag &&
        (patch.replicaCount ?? row.replica_count) === row.replica_count
          ? null
          : recorded(trx, author, row, changed(row, patch)),
      )
    },
  }
}
