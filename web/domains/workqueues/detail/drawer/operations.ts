import { graphql } from '#web/lib/graphql.ts'

/** The tasks of another run, to compare one with: without their logs, attempts and payloads. */
export const comparedTasksQuery = graphql(`
  query ComparedTasks($id: ID!) {
    workqueue(id: $id) {
      id
      plan {
        id
        version
      }
      tasks {
        id
        name
        status
        alias
        version
        hostName
        started
        ended
      }
    }
  }
`)
