import type { Cache } from '@urql/exchange-graphcache'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { deploymentListQuery } from './deployment/list-operations.ts'
import type { createDeploymentMutation } from './deployment/operations.ts'

type Created = ResultOf<typeof createDeploymentMutation>
type DeploymentRow = ResultOf<typeof deploymentListQuery>['deployments'][number]

/** Cache updates of clusters and deployments. Updated ones are the same entities and need none. */
export const clusterCache: DomainCache = {
  resolvers: {
    // A cluster that a list has loaded is shown before its own read is answered.
    Query: { cluster: (_parent, args) => ({ __typename: 'Cluster', id: args.id as string }) },
  },
  updates: {
    Mutation: {
      // Only the platform knows which page has the cluster: the lists are read again.
      createCluster: (_result, _args, store) => invalidateLists(store, 'clusters'),
      deleteCluster: (_result, _args, store) => invalidateLists(store, 'clusters'),

      createDeployment(result, _args, store) {
        const { createDeployment } = result as unknown as Created
        changeDeployments(store, (rows, clusterId) =>
          clusterId === createDeployment.clusterId ? [...rows, createDeployment] : rows,
        )
      },
      deleteDeployment: (_result, args, store) =>
        changeDeployments(store, (rows) => rows.filter(({ id }) => id !== args.id)),
    },
  },
}

function changeDeployments(
  store: Cache,
  change: (rows: DeploymentRow[], clusterId: string) => DeploymentRow[],
): void {
  for (const { fieldName, arguments: args } of store.inspectFields('Query')) {
    if (fieldName !== 'deployments') continue
    if (typeof args?.clusterId !== 'string') {
      // The list of clusters reads those of all.
      store.invalidate('Query', fieldName, args)
      continue
    }
    const { clusterId } = args
    store.updateQuery({ query: deploymentListQuery, variables: { clusterId } }, (data) =>
      data ? { ...data, deployments: change(data.deployments, clusterId) } : data,
    )
  }
}
