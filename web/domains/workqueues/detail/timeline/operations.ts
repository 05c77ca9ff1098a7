import { graphql } from '#web/lib/graphql.ts'

/** The attempts of a workqueue that another attempt of the same task has followed; feature `attempts`. */
export const workqueueAttemptsQuery = graphql(`
  query WorkqueueAttempts($id: ID!) {
    workqueueAttempts(workqueueId: $id) {
      taskId
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
