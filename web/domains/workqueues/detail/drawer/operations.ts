import { graphql, type ResultOf } from '#web/lib/graphql.ts'

/** Every execution of a task, oldest first. */
export const taskAttemptsQuery = graphql(`
  query TaskAttempts($taskId: ID!) {
    taskAttempts(taskId: $taskId) {
      number
      round
      ofRound
      alias
      version
      hostName
      queuedAt
      startedAt
      endedAt
      status
      reason
      lease
      actor
    }
  }
`)

export type AttemptOfTask = ResultOf<typeof taskAttemptsQuery>['taskAttempts'][number]

/** What an attempt of a task was given and what it returned. */
export const taskPayloadQuery = graphql(`
  query TaskPayload($taskId: ID!, $attempt: Int) {
    taskPayload(taskId: $taskId, attempt: $attempt) {
      attempt
      inputs
      resolved
      outputs
    }
  }
`)

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
      }
    }
  }
`)
