import { deployment, type Deployment } from '#shared/domains/clusters/deployment.ts'
import { builder, WorkerRef } from '#server/gateway/graphql/builder.ts'
import { deletionResolver, idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { reveal } from '#server/gateway/graphql/reveal.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import {
  listClusterWorkers,
  listDeployableWorkers,
  createDeployment,
  deleteDeployment,
  deploymentRead,
  environmentOf,
  getDeployment,
  listDeployments,
  updateConfig,
  updateDeployment,
} from './deployment-upstream.ts'
import { DeploymentConfig, DeploymentInput, DeploymentRef } from './deployment-types.ts'

const fluxConfig = readers(deployment).textOrNull('fluxConfig')

builder.queryFields((t) => ({
  deployment: t.field({
    type: DeploymentRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getDeployment(call, id),
  }),
  deployments: t.field({
    description: 'Every deployment of a cluster, or of all clusters.',
    type: [DeploymentRef],
    args: { clusterId: t.arg.id() },
    resolve: (_root, { clusterId }, { call }) => listDeployments(call, clusterId ?? undefined),
  }),
  clusterWorkers: t.field({
    description: 'Workers that name the deployments of a cluster.',
    type: [WorkerRef],
    resolve: (_root, _args, { call, config }) => listClusterWorkers(call, config),
  }),
  deployableWorkers: t.field({
    description: 'Every worker that a deployment may be made of.',
    type: [WorkerRef],
    resolve: (_root, _args, { call, config }) => listDeployableWorkers(call, config),
  }),
}))

builder.mutationFields((t) => ({
  createDeployment: t.field({
    type: DeploymentRef,
    args: { deployment: t.arg({ type: DeploymentInput, required: true }) },
    resolve: (_root, { deployment }, { call }) => createDeployment(call, deployment),
  }),
  updateDeployment: t.field({
    type: DeploymentRef,
    args: { ...idArgs, deployment: t.arg({ type: DeploymentInput, required: true }) },
    resolve: (_root, { id, deployment }, { call }) => updateDeployment(call, id, deployment),
  }),
  updateDeploymentConfig: t.field({
    type: DeploymentRef,
    args: { ...idArgs, fluxConfig: t.arg.string({ required: true }), version: t.arg.int() },
    resolve: (_root, { id, fluxConfig, version }, { call }) => updateConfig(call, id, fluxConfig, version),
  }),
  deleteDeployment: t.id({
    args: idArgs,
    resolve: deletionResolver(deleteDeployment),
  }),
  revealEnvironmentValue: t.string({
    description: 'Shows the value of one environment variable; the look is audited.',
    args: { deploymentId: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
    resolve: (_root, { deploymentId, name }, context) =>
      reveal(context, {
        entity: 'deployment',
        read: deploymentRead(deploymentId),
        find(entity: Wire<Deployment>) {
          const value = environmentOf(entity).get(name)
          return value === undefined ? null : { what: name, value }
        },
      }),
  }),
  revealDeploymentConfig: t.field({
    description: 'Shows the whole configuration for the Advanced View; the look is audited.',
    type: DeploymentConfig,
    args: idArgs,
    resolve: (_root, { id }, context) =>
      reveal(context, {
        entity: 'deployment',
        read: deploymentRead(id),
        find: (entity: Wire<Deployment>) =>
          fluxConfig(entity) === null ? null : { what: 'fluxConfig', value: entity },
      }),
  }),
}))
