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
    tries
    version
    hostName
    reason
    conditionText
    why {
      code
      text
      short
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
      $search: String
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
        search: $search
      ) {
        total
        more
        searchedTo
        rows {
          ...TaskListRow
        }
      }
    }
  `,
  [taskListRow],
)

/** How many tasks pass these filters. */
export const taskCountQuery = graphql(`
  query TaskCount(
    $appId: ID!
    $type: [String!]
    $status: [String!]
    $createdAfter: DateTime
    $createdBefore: DateTime
    $search: String
  ) {
    tasks(
      appId: $appId
      page: 1
      perPage: 1
      type: $type
      status: $status
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      search: $search
    ) {
      total
      more
    }
  }
`)

/** How many tasks of each status pass the other filters. */
export const taskStatusCountsQuery = graphql(`
  query TaskStatusCounts(
    $appId: ID!
    $type: [String!]
    $createdAfter: DateTime
    $createdBefore: DateTime
    $search: String
  ) {
    notstarted: tasks(
      appId: $appId
      page: 1
      perPage: 1
      type: $type
      status: ["notstarted"]
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      search: $search
    ) {
      total
      more
    }
    queued: tasks(
      appId: $appId
      page: 1
      perPage: 1
      type: $type
      status: ["queued"]
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      search: $search
    ) {
      total
      more
    }
    started: tasks(
      appId: $appId
      page: 1
      perPage: 1
      type: $type
      status: ["started"]
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      search: $search
    ) {
      total
      more
    }
    retry: tasks(
      appId: $appId
      page: 1
      perPage: 1
      type: $type
      status: ["retry"]
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      search: $search
    ) {
      total
      more
    }
    ended: tasks(
      appId: $appId
      page: 1
      perPage: 1
      type: $type
      status: ["ended"]
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      search: $search
    ) {
      total
      more
    }
    failed: tasks(
      appId: $appId
      page: 1
      perPage: 1
      type: $type
      status: ["failed"]
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      search: $search
    ) {
      total
      more
    }
    skipped: tasks(
      appId: $appId
      page: 1
      perPage: 1
      type: $type
      status: ["skipped"]
      createdAfter: $createdAfter
      createdBefore: $createdBefore
      search: $search
    ) {
      total
      more
    }
  }
`)

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
      type
      alias
      status
      queued
      started
      ended
      attempt
      tries
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
