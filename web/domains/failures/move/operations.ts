import { graphql } from '#web/lib/graphql.ts'

/** The tasks of a type that wait for an alias, in all apps, those that have waited longest first. */
export const queuedTasksQuery = graphql(`
  query QueuedTasks($type: [String!], $alias: [String!], $perPage: Int!) {
    tasks(page: 1, perPage: $perPage, sort: "queued", type: $type, alias: $alias, status: ["queued"]) {
      total
      rows {
        id
        workqueueId
        workqueueName
        workqueueDescription
        name
        type
        alias
        status
        queued
      }
    }
  }
`)
