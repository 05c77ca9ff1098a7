import type { DeploymentPublication } from '#shared/domains/clusters/gitops-contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { entityOf } from '#server/gateway/lib/wire.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { DeploymentPublicationRef } from './publication-types.ts'

builder.queryField('deploymentPublication', (t) =>
  t.field({
    description:
      'Whether the Git repository of Flux has a deployment; on a platform with the feature `gitops`.',
    type: DeploymentPublicationRef,
    args: idArgs,
    resolve: async (_root, { id }, { call }) =>
      entityOf<DeploymentPublication>(await call({ method: 'GET', path: apiPath`deployments/${id}/gitops` })),
  }),
)

builder.mutationField('publishDeployment', (t) =>
  t.field({
    description: 'Tries to publish a deployment now; on a platform with the feature `gitops`.',
    type: DeploymentPublicationRef,
    args: idArgs,
    resolve: async (_root, { id }, { call }) =>
      entityOf<DeploymentPublication>(
        await call({ method: 'POST', path: apiPath`deployments/${id}/publish` }),
      ),
  }),
)
