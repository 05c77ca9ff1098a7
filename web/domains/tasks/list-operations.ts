import { graphql } from '#web/lib/graphql.ts'

/** A task as lists show it. */
export const taskListRow = graphql(`
  fragment TaskListRow on Task @_unmask {
    id
    appId
    workqueueId
    workqueueName
    workqueueStatus
    name
    type
    alias
    status
    created
    queued
    started
    ended
    depends
    retry
    retryTime
    attempt
    version
    hostName
    reason
    conditionText
    why {
      code
      text
    }
  }
`)

export const taskListQuery = graphql(
  `
    query TaskList(
      $appId: ID!
      $page: Int!
      $perPage: Int!
      $sort: String
      $type: [String!]
      $status: [String!]
      $createdAfter: DateTime
      $createdBefore: DateTime
    ) {
      tasks(
        appId: $appId
        page: $page
        perPage: $perPage
        sort: $sort
        type: $type
        status: $status
        createdAfter: $createdAfter
        createdBefore: $createdBefore
      ) {
        total
        rows {
          ...TaskListRow
        }
      }
    }
  `,
  [taskListRow],
)

export const taskTypesQuery = graphql(`
  query TaskTypes {
    taskTypes
  }
`)

export const tasksSummaryQuery = graphql(`
  query TasksSummary($appId: ID!, $status: String!, $startDate: DateTime!, $endDate: DateTime!) {
    tasksSummary(appId: $appId, status: $status, startDate: $startDate, endDate: $endDate) {
      id
      appId
      workqueueId
      workqueueName
      workqueueDescription
      workqueueStatus
      name
      alias
      status
      queued
      started
      ended
      attempt
      version
      hostName
      reason
      why {
        code
        text
        short
      }
    }
  }
`)
