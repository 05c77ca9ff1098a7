import { graphql } from '#web/lib/graphql.ts'

// By itself, because the cache needs it and comes with the first load; the rest comes with its screens.

/** What a list shows of a deployment; lists leave the environment out. */
export const deploymentRow = graphql(`
  fragment DeploymentRow on Deployment @_unmask {
    id
    clusterId
    workerId
    workerName
    alias
    dockerTag
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
