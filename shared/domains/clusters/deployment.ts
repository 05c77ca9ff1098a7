import { z } from 'zod'
import { authored, bytesOf, id, moment, queryFlag, reference, unreadable } from '#shared/lib/wire.ts'
import { deploymentDefaults, MAX_ALIAS_LENGTH } from './defaults.ts'
import { environment } from './environment.ts'
import { deploymentPublication } from './gitops-contract.ts'
import { cpuQuantity, memoryQuantity, requestsAboveLimits } from './quantity.ts'

/** Maximum number of replicas of one deployment. */
export const MAX_REPLICAS = 1000
/** Maximum size of a configuration: 256 KiB. */
export const MAX_CONFIG_BYTES = 256 * 1024

/** The title of a deployment and the name of its release: a DNS label. */
export const deploymentAlias = z
  .string()
  .max(MAX_ALIAS_LENGTH, `must have at most ${MAX_ALIAS_LENGTH} characters`)
  .regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
    'must be lower case letters, digits and "-", with a letter or digit first and last',
  )

/** A tag of an image, by Docker's grammar. */
export const dockerTag = z
  .string({ error: 'must be text' })
  .regex(
    /^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,127}$/,
    'must be a Docker tag: up to 128 letters, digits, "_", "." and "-", neither "." nor "-" first',
  )

export const replicaCount = z
  .int({ error: 'must be a whole number' })
  .min(0, 'must be at least 0')
  .max(MAX_REPLICAS, `must be at most ${MAX_REPLICAS}`)

/** Trims the text of a form's field before its check. */
const trimmed = <Field extends z.ZodType<string, string>>(field: Field) => z.string().trim().pipe(field)
const cpu = trimmed(cpuQuantity)
const memory = trimmed(memoryQuantity)
const amounts = z.object({ cpu, memory })

/** Reports requests above their limits. */
export function checkRequests(
  value: Parameters<typeof requestsAboveLimits>[0],
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  for (const fault of requestsAboveLimits(value)) context.addIssue({ code: 'custom', ...fault })
}

const resources = z.object({ limits: amounts, requests: amounts }).superRefine(checkRequests)

const amountsOr = (defaults: { cpu: string; memory: string }) =>
  z.object({ cpu: cpu.default(defaults.cpu), memory: memory.default(defaults.memory) }).prefault({})

const newResources = z
  .object({
    limits: amountsOr(deploymentDefaults.resources.limits),
    requests: amountsOr(deploymentDefaults.resources.requests),
  })
  .prefault({})
  .superRefine(checkRequests)

const formFields = {
  alias: trimmed(deploymentAlias),
  dockerTag: trimmed(dockerTag),
  replicaCount,
  resources,
  environment,
}

/** The fields of a deployment that its configuration also contains; both are kept equal. */
export const deploymentForm = z.object(formFields)
export type DeploymentForm = z.infer<typeof deploymentForm>

/** A deployment in lists, without its environment, which contains passwords. */
export const deploymentSummary = z
  .object({
    _id: id,
    clusterId: id,
    workerId: id,
    alias: z.string(),
    dockerTag: z.string(),
    replicaCount: z.int(),
    resources: z.object({ limits: amounts, requests: amounts }),
    version: z.int(),
    gitops: deploymentPublication
      .optional()
      .describe('How it is published to the Git repository; only on a platform with the feature `gitops`'),
    ...authored,
  })
  .meta({ id: 'DeploymentSummary' })
export type DeploymentSummary = z.infer<typeof deploymentSummary>

/** `GET deployments/{id}`; `fluxConfig` only with `withConfig=true`. */
export const deployment = deploymentSummary
  .extend({
    environment: z.record(z.string(), z.string()),
    fluxConfig: z.string().optional(),
    /** Environment or configuration cannot be read, because another key has sealed them; they are empty. */
    unreadable,
  })
  .meta({ id: 'Deployment' })
export type Deployment = z.infer<typeof deployment>

/** Query of `GET deployments/{id}`. */
export const deploymentQuery = z.strictObject({ withConfig: queryFlag.optional() })

/** `POST deployments`. Without an alias it gets one derived from its worker's name. */
export const deploymentBody = z.object({
  clusterId: reference,
  workerId: reference,
  alias: formFields.alias.optional(),
  dockerTag: formFields.dockerTag.default(deploymentDefaults.dockerTag),
  replicaCount: replicaCount.default(deploymentDefaults.replicaCount),
  resources: newResources,
  environment: environment.default({}),
})
export type DeploymentBody = z.output<typeof deploymentBody>

/**
 * `PUT deployments/{id}`: the fields to change. Cluster and worker cannot change; they are accepted only
 * unchanged. `version` is the version that the edit started from.
 */
export const deploymentPatch = z
  .object({ ...formFields, clusterId: reference, workerId: reference, version: z.int() })
  .partial()
  .refine(
    ({ clusterId: _cluster, workerId: _worker, version: _version, ...form }) => Object.keys(form).length > 0,
    'must set alias, dockerTag, replicaCount, resources or environment',
  )
export type DeploymentPatch = z.output<typeof deploymentPatch>

/** `PUT deployments?where=`: the fields that may change for many deployments at once. */
export const deploymentPatchMany = z
  .object({ dockerTag: formFields.dockerTag, replicaCount })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set dockerTag or replicaCount')

/** `PUT deployments/{id}/flux`: the whole edited configuration. */
export const fluxBody = z.object({
  fluxConfig: z
    .string()
    .refine((value) => bytesOf(value) <= MAX_CONFIG_BYTES, `must have at most ${MAX_CONFIG_BYTES} bytes`),
  version: z.int().optional(),
})

/** Filters of `GET deployments`. */
export const deploymentFilters = z.object({
  clusterId: id.optional(),
  workerId: id.optional(),
  alias: z.string().optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})
export type DeploymentFilters = z.output<typeof deploymentFilters>
