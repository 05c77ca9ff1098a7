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

/** The newest failure that a task has failed with. */
export const taskFailureQuery = graphql(`
  query TaskFailure($taskId: ID!) {
    failures(taskId: $taskId, state: ["open", "muted", "regressed", "closed"], page: 1, perPage: 1) {
      rows {
        id
        title
        state
        first
        runs
        tasks
        suggestedAlias {
          alias
          version
        }
      }
    }
  }
`)
