import { z } from 'zod'
import { id, moment } from '#shared/lib/wire.ts'
import type { DeploymentChange, MadeChange } from './changes.ts'

const change = {
  field: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z
    .string()
    .nullable()
    .describe('Null for variables and for other places of the configuration, whose values may be secrets'),
  after: z.string().nullable(),
}

/** A change of one field of a deployment; never with a secret. */
export const deploymentChange = z.object(change) satisfies z.ZodType<DeploymentChange>

/** A row of `GET deployments/{id}/changes`: one save. */
export const deploymentSave = z
  .object({
    _id: id,
    version: z.int().describe('The version that it made; 1 is the creation, which has no changes'),
    at: moment,
    by: z.string().nullable(),
    changes: z.array(deploymentChange),
  })
  .meta({ id: 'DeploymentSave' })
export type DeploymentSave = z.infer<typeof deploymentSave>

/** A change since a task of the queue was done last. */
export const madeChange = z.object({
  ...change,
  at: moment,
  by: z.string().nullable(),
}) satisfies z.ZodType<MadeChange>

/** When and on what a task of a queue was done last. */
export const lastWorked = z.object({
  at: moment,
  version: z.string().nullable(),
  hostName: z.string().nullable(),
})
export type LastWorked = z.infer<typeof lastWorked>

/** Since when a deployment has its tag, and who set it. */
export const tagSince = z.object({
  at: moment,
  by: z.string().nullable(),
  before: z.string().nullable().describe('The tag before it; null: not known, or there was none'),
  exact: z.boolean().describe('False: since then or longer, because earlier changes are not known'),
})
export type TagSince = z.infer<typeof tagSince>

/** A row of `GET queues/{type}/{alias}/deployments`: a deployment that runs the alias, and what has changed since it worked. */
export const aliasDeployment = z
  .object({
    _id: id,
    clusterId: id,
    cluster: z.string().describe('The name of the cluster'),
    alias: z.string(),
    dockerTag: z.string(),
    replicaCount: z.int(),
    variableNames: z
      .array(z.string())
      .nullable()
      .describe('Names of its variables, sorted; null: they cannot be read'),
    created: moment,
    createdBy: z.string().nullable(),
    tagSince,
    worked: lastWorked.nullable().describe('The last success of the queue; null: none is known'),
    madeSince: z.boolean().describe('Whether it was made after the last success'),
    changed: z
      .array(madeChange)
      .describe('Fields that have another value since then; empty without a known success'),
    complete: z.boolean().describe('False: the first changes since then are not known'),
  })
  .meta({ id: 'AliasDeployment' })
export type AliasDeployment = z.infer<typeof aliasDeployment>

/** The newest failures that `GET deployments/{id}/work` lists. */
export const LISTED_FAILURES = 5

/** A failure of which tasks of the alias of a deployment have failed, as the newest of these tasks shows it. */
export const failedOfAlias = z.object({
  _id: id.describe('The id of the task'),
  name: z.string(),
  status: z.string(),
  appId: id,
  workqueueId: id,
  workqueueName: z.string(),
  failureId: id,
  title: z.string().describe('The reason of the failure, without what differs between its tasks'),
  tasks: z.int().describe('Tasks of the alias that have failed for this cause and were not done since'),
  at: moment,
  reason: z.string().nullable(),
  version: z.string().nullable(),
  hostName: z.string().nullable(),
})
export type FailedOfAlias = z.infer<typeof failedOfAlias>

/** `GET deployments/{id}/work`: the tasks of its alias that wait, run or fail now. */
export const deploymentWork = z
  .object({
    queued: z.int(),
    started: z.int(),
    retry: z.int(),
    /** Up to `MOST_FAILING`. */
    failing: z.int().describe('Tasks that have failed and were not done since, up to a limit'),
    /** At most `LISTED_FAILURES`. */
    failures: z.array(failedOfAlias).describe('One for each cause, the newest first'),
  })
  .meta({ id: 'DeploymentWork' })
export type DeploymentWork = z.infer<typeof deploymentWork>
