import { graphql } from '#web/lib/graphql.ts'
import { queueFields } from '#web/lib/queues/operations.ts'

const backlogRow = graphql(`
  fragment BacklogFields on BacklogRow @_unmask {
    id
    type
    alias
    retry
    queued
    started
    oldestQueued
    oldestStarted
    trend
  }
`)

export const backlogQuery = graphql(
  `
    query Backlog {
      backlog {
        ...BacklogFields
      }
    }
  `,
  [backlogRow],
)

/** Rows whose counters have changed since they were read. */
export const backlogSubscription = graphql(
  `
    subscription BacklogMoved {
      backlog {
        ...BacklogFields
      }
    }
  `,
  [backlogRow],
)

/** The queue of an open row, with what moved in it, what happened around it, and what runs its tasks. */
export const openQueueQuery = graphql(
  `
    query OpenQueue($type: String!, $alias: String!) {
      queue(type: $type, alias: $alias) {
        ...QueueFields
        minutes {
          at
          in
          out
        }
        events {
          at
          text
        }
        worker {
          id
          name
        }
        deployments {
          id
          clusterId
          cluster
          replicaCount
        }
      }
    }
  `,
  [queueFields],
)

export const pauseQueueMutation = graphql(`
  mutation PauseQueue($type: String!, $alias: String!, $reason: String!) {
    pauseQueue(type: $type, alias: $alias, reason: $reason) {
      type
    }
  }
`)

export const resumeQueueMutation = graphql(`
  mutation ResumeQueue($type: String!, $alias: String!) {
    resumeQueue(type: $type, alias: $alias) {
      type
    }
  }
`)

export const setQueueLimitMutation = graphql(`
  mutation SetQueueLimit($type: String!, $alias: String!, $limit: Int) {
    setQueueLimit(type: $type, alias: $alias, limit: $limit) {
      type
    }
  }
`)
