import type { Transaction } from 'kysely'
import { MAX_CONFIG_BYTES, type DeploymentForm } from '#shared/domains/clusters/deployment.ts'
import type { EnvironmentVariables } from '#shared/domains/clusters/environment.ts'
import { renamedMask, unmaskedEnvironment } from '#shared/domains/clusters/flux-masks.ts'
import type { FluxFault } from '#shared/domains/clusters/flux-text.ts'
import { readFluxConfig } from '#shared/domains/clusters/flux.ts'
import { bytesOf } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf, faultsError } from '#server/lib/faults.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { invalidDefinition } from '#server/platform/plugins/validation.ts'

type Trx = Transaction<Database>

/**
 * Returns the aliases of a cluster of the account. Its row stays locked, so that two new deployments run one
 * after the other.
 */
export async function takenAliases(trx: Trx, accountId: string, clusterId: string): Promise<Set<string>> {
  const cluster = await trx
    .selectFrom('clusters')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', clusterId)
    .forUpdate()
    .executeTakeFirst()
  if (!cluster) throw notFound('clusters')
  const rows = await trx
    .selectFrom('deployments')
    .select('alias')
    .where('cluster_id', '=', clusterId)
    .execute()
  return new Set(rows.map(({ alias }) => alias))
}

/** Returns a worker of the account. It is not deleted, and cannot be during this transaction. */
export async function requireWorker(trx: Trx, accountId: string, workerId: string) {
  const worker = await trx
    .selectFrom('workers')
    .select(['name', 'type', 'status'])
    .where('account_id', '=', accountId)
    .where('id', '=', workerId)
    .forShare()
    .executeTakeFirst()
  if (!worker) throw notFound('workers')
  if (worker.status === 'deleted') throw new AppError('CONFLICT', 'The worker has been deleted')
  return worker
}

/**
 * Returns the form's fields of an edited configuration. Throws INVALID_DEFINITION with the list of faults.
 */
export function requireForm(fluxConfig: string): DeploymentForm {
  const read = readFluxConfig(fluxConfig)
  if ('form' in read) return read.form
  throw invalidConfig(read.faults)
}

/** The refusal of an edited configuration: INVALID_DEFINITION with the list of faults. */
export const invalidConfig = (faults: FluxFault[]) =>
  invalidDefinition(faults, ({ line, column, path, message }) =>
    [`${line}:${column}`, path, message].filter(Boolean).join(': '),
  )

/**
 * The environment that a caller means who may have seen the stored one with masks. Throws BAD_REQUEST for a new name
 * with the mask of another variable, whose value the caller has not seen.
 */
export function meantEnvironment(
  sent: EnvironmentVariables,
  stored: EnvironmentVariables,
): EnvironmentVariables {
  const renamed = renamedMask(sent, stored)
  if (renamed)
    throw faultsError([
      {
        path: ['environment', renamed.name],
        message: `is the mask of ${renamed.earlier}: a variable with a new name needs its value`,
      },
    ])
  return unmaskedEnvironment(sent, stored)
}

/** Checks the size of a generated configuration: the Advanced View must be able to save it. */
export function bounded(fluxConfig: string): string {
  if (bytesOf(fluxConfig) <= MAX_CONFIG_BYTES) return fluxConfig
  throw faultOf(
    'environment',
    `is too large: the configuration would have more than ${MAX_CONFIG_BYTES} bytes`,
  )
}

/**
 * Turns a violation of the unique alias into CONFLICT: releases of one alias in a cluster would overwrite
 * each other.
 */
export async function refusingTakenAlias<Answer>(change: Promise<Answer>): Promise<Answer> {
  try {
    return await change
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'deployments_alias') throw error
    throw faultOf('alias', 'is taken: the cluster has a deployment of it', 'CONFLICT', error)
  }
}
