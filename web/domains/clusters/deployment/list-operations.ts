import { graphql } from '#web/lib/graphql.ts'

// Separate from the other operations: the cache needs these and is part of the first load.

/** A deployment as lists show it, without its environment. */
export const deploymentRow = graphql(`
  fragment DeploymentRow on Deployment @_unmask {
    id
    clusterId
    workerId
    workerName
    alias
    dockerTag
    replicaCount
    gitops {
      state
      reason
    }
  }
`)

export const deploymentListQuery = graphql(
  `
    query DeploymentList($clusterId: ID!) {
      deployments(clusterId: $clusterId) {
        ...DeploymentRow
      }
    }
  `,
  [deploymentRow],
)
