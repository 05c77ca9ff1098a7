import { graphql } from '#web/lib/graphql.ts'

/** What the causes of waiting tasks follow from. */
export const runQueuesQuery = graphql(`
  query RunQueues {
    queues {
      type
      alias
      verdict {
        code
      }
      started
      limit
      paused {
        by
        at
        reason
      }
      polling
      lastPollAt
      pollers {
        hostName
        lastPollAt
      }
      oldestQueued
      lastStartedAt
      rateOut
      line {
        at
        before
      }
    }
  }
`)
