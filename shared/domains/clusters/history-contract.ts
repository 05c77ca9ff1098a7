import { z } from 'zod'
import { id, moment } from '#shared/lib/wire.ts'
import type { DeploymentChange, MadeChange } from './changes.ts'

const change = {
  field: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** Null for variables and for other places of the configuration, whose values may be secrets. */
  before: z.string().nullable(),
  after: z.string().nullable(),
}

/** A change of one field of a deployment; never with a secret. */
export const deploymentChange = z.object(change) satisfies z.ZodType<DeploymentChange>

/** A row of `GET deployments/{id}/changes`: one save. */
export const deploymentSave = z
  .object({
    _id: id,
    /** The version that it made; 1 is the creation, which has no changes. */
    version: z.int(),
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
  /** The tag before it; null: not known, or there was none. */
  before: z.string().nullable(),
  /** False: since then or longer, because earlier changes are not known. */
  exact: z.boolean(),
})
export type TagSince = z.infer<typeof tagSince>

/** A row of `GET queues/{type}/{alias}/deployments`: a deployment that runs the alias, and what has changed since it worked. */
export const aliasDeployment = z
  .object({
    _id: id,
    clusterId: id,
    /** The name of the cluster. */
    cluster: z.string(),
    alias: z.string(),
    dockerTag: z.string(),
    replicaCount: z.int(),
    /** Names of its variables, sorted; null: they cannot be read. */
    variableNames: z.array(z.string()).nullable(),
    created: moment,
    createdBy: z.string().nullable(),
    tagSince,
    /** Null: no success of the queue is known. */
    worked: lastWorked.nullable(),
    /** It was made after that. */
    madeSince: z.boolean(),
    /** Since then, fields that have another value now; empty without a known success. */
    changed: z.array(madeChange),
    /** False: the first changes since then are not known. */
    complete: z.boolean(),
  })
  .meta({ id: 'AliasDeployment' })
export type AliasDeployment = z.infer<typeof aliasDeployment>

/** The newest failures that `GET deployments/{id}/work` lists. */
export const LISTED_FAILURES = 5

/** A failure of which tasks of the alias of a deployment have failed, as the newest of these tasks shows it. */
export const failedOfAlias = z.object({
  /** Of the task. */
  _id: id,
  name: z.string(),
  status: z.string(),
  appId: id,
  workqueueId: id,
  workqueueName: z.string(),
  failureId: id,
  /** Of the failure: the reason without what differs between its tasks. */
  title: z.string(),
  /** Tasks of the alias that have failed for this cause and were not done since. */
  tasks: z.int(),
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
    /** Tasks that have failed and were not done since, up to `MOST_FAILING`. */
    failing: z.int(),
    /** One for each cause, the newest first, at most `LISTED_FAILURES`. */
    failures: z.array(failedOfAlias),
  })
  .meta({ id: 'DeploymentWork' })
export type DeploymentWork = z.infer<typeof deploymentWork>
