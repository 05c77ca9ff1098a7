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

/** Who began the round of a task's latest attempt, which the attempts of its workqueue do not have. */
export const taskRoundsQuery = graphql(`
  query TaskRounds($taskId: ID!) {
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
