import { mask } from '#shared/lib/mask.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import {
  integerOrNull,
  isWire,
  momentOrNull,
  referenceId,
  referenceName,
  text,
  textOrNull,
  type Wire,
  wireId,
} from '#server/gateway/lib/wire.ts'
import { environmentOf } from './deployment-upstream.ts'

const inner =
  (key: string) =>
  (entity: Wire): Wire => {
    const value = entity[key]
    return isWire(value) ? value : {}
  }

/** A foreign platform may answer the number as text. */
function replicaCount(deployment: Wire): number | null {
  const count = Number.parseInt(text('replicaCount')(deployment), 10)
  return Number.isNaN(count) ? null : count
}

const ResourceAmounts = builder.objectRef<Wire>('ResourceAmounts').implement({
  fields: (t) => ({
    cpu: t.string({ resolve: text('cpu') }),
    memory: t.string({ resolve: text('memory') }),
  }),
})

const DeploymentResources = builder.objectRef<Wire>('DeploymentResources').implement({
  fields: (t) => ({
    limits: t.field({ type: ResourceAmounts, resolve: inner('limits') }),
    requests: t.field({ type: ResourceAmounts, resolve: inner('requests') }),
  }),
})

const EnvironmentVariable = builder
  .objectRef<{ name: string; value: string }>('EnvironmentVariable')
  .implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      value: t.string({
        description: 'Masked; `revealEnvironmentValue` shows it.',
        resolve: ({ value }) => mask(value),
      }),
    }),
  })

export const DeploymentRef = builder.objectRef<Wire>('Deployment').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    clusterId: t.id({ nullable: true, resolve: referenceId('clusterId') }),
    workerId: t.id({ nullable: true, resolve: referenceId('workerId') }),
    workerName: t.string({
      description: 'Where the platform answers the worker whole; null: look it up by its id.',
      nullable: true,
      resolve: referenceName('workerId'),
    }),
    alias: t.string({ resolve: text('alias') }),
    dockerTag: t.string({ resolve: text('dockerTag') }),
    replicaCount: t.int({ nullable: true, resolve: replicaCount }),
    resources: t.field({ type: DeploymentResources, resolve: inner('resources') }),
    environment: t.field({
      description: 'Empty in lists, which leave it out.',
      type: [EnvironmentVariable],
      resolve: (deployment) => [...environmentOf(deployment)].map(([name, value]) => ({ name, value })),
    }),
    version: t.int({ nullable: true, resolve: integerOrNull('version') }),
    created: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('created') }),
    updated: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('updated') }),
    updatedBy: t.string({ nullable: true, resolve: textOrNull('updatedBy') }),
  }),
})

/** A configuration holds the environment's values: it is shown only when it is asked for. */
export const DeploymentConfig = builder.objectRef<Wire>('DeploymentConfig').implement({
  fields: (t) => ({
    fluxConfig: t.string({ resolve: text('fluxConfig') }),
    version: t.int({ nullable: true, resolve: integerOrNull('version') }),
  }),
})

const AmountsInput = builder.inputType('ResourceAmountsInput', {
  fields: (t) => ({ cpu: t.string({ required: true }), memory: t.string({ required: true }) }),
})

const ResourcesInput = builder.inputType('DeploymentResourcesInput', {
  fields: (t) => ({
    limits: t.field({ type: AmountsInput, required: true }),
    requests: t.field({ type: AmountsInput, required: true }),
  }),
})

const EnvironmentInput = builder.inputType('EnvironmentVariableInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    value: t.string({ description: 'Without one the stored value stays.' }),
  }),
})

export const DeploymentInput = builder.inputType('DeploymentInput', {
  fields: (t) => ({
    clusterId: t.id({ required: true }),
    workerId: t.id({ required: true }),
    alias: t.string(),
    dockerTag: t.string({ required: true }),
    replicaCount: t.int({ required: true }),
    resources: t.field({ type: ResourcesInput, required: true }),
    environment: t.field({ type: [EnvironmentInput], required: true }),
    version: t.int({ description: 'The one that the edit started from.' }),
  }),
})
