import { graphql } from '#web/lib/graphql.ts'

/** What the saves of a deployment have changed, newest first. */
export const deploymentChangesQuery = graphql(`
  query DeploymentChanges($id: ID!, $page: Int!, $perPage: Int!) {
    deploymentChanges(id: $id, page: $page, perPage: $perPage) {
      rows {
        id
        version
        at
        by
        changes {
          field
          kind
          before
          after
        }
      }
      total
    }
  }
`)

/** The tasks of the alias of a deployment that wait, run or fail now. */
export const deploymentWorkQuery = graphql(`
  query DeploymentWork($id: ID!) {
    deploymentWork(id: $id) {
      queued
      started
      retry
      failing
      failures {
        id
        name
        status
        appId
        workqueueId
        workqueueName
        failureId
        title
        tasks
        at
        reason
        version
        hostName
      }
    }
  }
`)
