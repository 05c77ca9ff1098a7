import { graphql } from '../graphql.ts'

/** A queue with what its verdict and its pollers are shown by. */
export const queueFields = graphql(`
  fragment QueueFields on Queue @_unmask {
    type
    alias
    retry
    queued
    started
    oldestQueued
    oldestStarted
    oldestUsualMs
    lastStartedAt
    lastPollAt
    rateIn
    rateOut
    waitP95Ms
    limit
    trend
    paused {
      reason
    }
    verdict {
      code
      text
    }
    pollers {
      hostName
      version
      lastPollAt
      running
    }
    apps {
      id
      name
      queued
      started
    }
  }
`)

/** The queues of the account, or of one type. */
export const queuesQuery = graphql(
  `
    query Queues($type: String) {
      queues(type: $type) {
        ...QueueFields
      }
    }
  `,
  [queueFields],
)
