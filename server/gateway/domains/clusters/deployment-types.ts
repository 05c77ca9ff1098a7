import { deployment, deploymentSummary, type Deployment } from '#shared/domains/clusters/deployment.ts'
import { mask } from '#shared/lib/mask.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { readers, uncheckedReaders } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { environmentOf } from './deployment-upstream.ts'
import { DeploymentPublicationRef } from './publication-types.ts'

const read = readers(deployment)
const resources = readers(deployment.shape.resources)
const amounts = readers(deployment.shape.resources.shape.limits)

/** The contract has a number, but a platform may answer it as text. */
const replicaText = uncheckedReaders.text('replicaCount' satisfies keyof Deployment)

function replicaCount(entity: Wire): number | null {
  const count = Number.parseInt(replicaText(entity), 10)
  return Number.isNaN(count) ? null : count
}

type Resources = Deployment['resources']

const ResourceAmounts = builder.objectRef<Wire<Resources['limits']>>('ResourceAmounts').implement({
  fields: (t) => ({
    cpu: t.string({ resolve: amounts.text('cpu') }),
    memory: t.string({ resolve: amounts.text('memory') }),
  }),
})

const DeploymentResources = builder.objectRef<Wire<Resources>>('DeploymentResources').implement({
  fields: (t) => ({
    limits: t.field({ type: ResourceAmounts, resolve: resources.object('limits') }),
    requests: t.field({ type: ResourceAmounts, resolve: resources.object('requests') }),
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

export const DeploymentRef = builder.objectRef<Wire<Deployment>>('Deployment').implement({
  fields: (t) => ({
    ...contractFields(
      t,
      deploymentSummary.omit({ replicaCount: true, resources: true, createdBy: true, gitops: true }),
    ),
    workerName: t.string({
      description: 'Where the platform answers the worker whole; null: look it up by its id.',
      nullable: true,
      resolve: read.referenceName('workerId'),
    }),
    replicaCount: t.int({ nullable: true, resolve: replicaCount }),
    resources: t.field({ type: DeploymentResources, resolve: read.object('resources') }),
    ...contractFields(t, deployment.pick({ unreadable: true })),
    gitops: t.field({
      description: 'Null where the platform publishes no deployments.',
      type: DeploymentPublicationRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.gitops) ? read.object('gitops')(entity) : null),
    }),
    environment: t.field({
      description: 'Empty in lists, which leave it out.',
      type: [EnvironmentVariable],
      resolve: (entity) => [...environmentOf(entity)].map(([name, value]) => ({ name, value })),
    }),
  }),
})

/** A configuration includes the values of the environment, so it is shown only on request. */
export const DeploymentConfig = builder.objectRef<Wire<Deployment>>('DeploymentConfig').implement({
  fields: (t) => ({
    ...contractFields(t, deployment.pick({ version: true })),
    fluxConfig: t.string({ resolve: read.text('fluxConfig') }),
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
