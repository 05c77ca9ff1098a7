import { z } from 'zod'
import { checkRequests, deploymentAlias, dockerTag, replicaCount } from './deployment.ts'
import { environment } from './environment.ts'
import { cpuQuantity, memoryQuantity } from './quantity.ts'

/**
 * Schemas of configurations: a HelmRelease of Flux v2 and the values of the worker chart. The form's fields
 * are required; fields that the console does not use are accepted as Flux and Helm accept them.
 */

const label = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be lower case letters, digits and "-"')
const duration = z.string().regex(/^(\d+(\.\d+)?(ms|s|m|h))+$/, 'must be a duration, like 5m or 1h30m')
const texts = z.record(z.string(), z.string({ error: 'must be text' }))
const flag = z.boolean({ error: 'must be true or false' })
const count = z.int({ error: 'must be a whole number' })
const anyMap = z.looseObject({})
const anyList = z.array(z.looseObject({}))

/** Kubernetes accepts amounts as text and as numbers. */
const written = <Quantity extends z.ZodType<string, string>>(quantity: Quantity) =>
  z.union([z.string(), z.number()], { error: 'must be an amount' }).transform(String).pipe(quantity)
const amounts = z.looseObject({ cpu: written(cpuQuantity), memory: written(memoryQuantity) })

/** Values of the worker chart. */
export const workerChartValues = z.looseObject({
  image: z.looseObject({
    repository: z.string().min(1, 'must not be empty').optional(),
    tag: dockerTag,
    pullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).optional(),
  }),
  replicaCount,
  resources: z.looseObject({ limits: amounts, requests: amounts }).superRefine(checkRequests),
  env: environment.nullish().transform((values) => values ?? {}),
})

const sourceKinds = ['HelmRepository', 'GitRepository', 'Bucket'] as const

const chart = z.strictObject({
  metadata: anyMap.optional(),
  spec: z.looseObject({
    chart: z.string().min(1, 'must not be empty'),
    version: z.string({ error: 'must be text' }).optional(),
    interval: duration.optional(),
    sourceRef: z.strictObject({
      apiVersion: z.string().optional(),
      kind: z.enum(sourceKinds),
      name: z.string().min(1, 'must not be empty'),
      namespace: label(63).optional(),
    }),
  }),
})

const spec = z.strictObject({
  interval: duration,
  chart,
  values: workerChartValues,
  suspend: flag.optional(),
  releaseName: label(53).optional(),
  targetNamespace: label(63).optional(),
  storageNamespace: label(63).optional(),
  serviceAccountName: z.string().optional(),
  timeout: duration.optional(),
  maxHistory: count.optional(),
  persistentClient: flag.optional(),
  dependsOn: anyList.optional(),
  valuesFrom: anyList.optional(),
  postRenderers: anyList.optional(),
  kubeConfig: anyMap.optional(),
  driftDetection: anyMap.optional(),
  commonMetadata: anyMap.optional(),
  install: anyMap.optional(),
  upgrade: anyMap.optional(),
  test: anyMap.optional(),
  rollback: anyMap.optional(),
  uninstall: anyMap.optional(),
  waitStrategy: anyMap.optional(),
})

/** A whole configuration. Unknown keys of the resource and of its spec are faults. */
export const helmRelease = z.strictObject({
  apiVersion: z.literal('helm.toolkit.fluxcd.io/v2'),
  kind: z.literal('HelmRelease'),
  metadata: z.strictObject({
    name: deploymentAlias,
    namespace: label(63),
    labels: texts.optional(),
    annotations: texts.optional(),
  }),
  spec,
})

/** The same as JSON Schema, for the editor's completion and markers. */
export const helmReleaseJsonSchema = () =>
  z.toJSONSchema(helmRelease, { io: 'input', unrepresentable: 'any' })
