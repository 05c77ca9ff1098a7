import { graphql } from '../graphql.ts'

/** The deployments that run an alias, with what has changed since a task of it was done last. */
export const aliasDeploymentsQuery = graphql(`
  query AliasDeployments($type: String!, $alias: String!) {
    aliasDeployments(type: $type, alias: $alias) {
      id
      clusterId
      cluster
      alias
      dockerTag
      replicaCount
      variableNames
      created
      createdBy
      tagSince {
        at
        by
        before
        exact
      }
      worked {
        at
        version
        hostName
      }
      madeSince
      changed {
        field
        kind
        before
        after
        at
        by
      }
      complete
    }
  }
`)

/** What can get a queue a worker process. */
export const queueCarriersQuery = graphql(`
  query QueueCarriers($type: String!, $alias: String!) {
    queue(type: $type, alias: $alias) {
      worker {
        id
      }
      deployments {
        id
        clusterId
      }
    }
  }
`)
