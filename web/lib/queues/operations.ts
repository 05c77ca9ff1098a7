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

/** The failures that are not repaired, the newest first: of one type of tasks, or of all. */
export const openFailuresQuery = graphql(`
  query OpenFailures($type: String, $perPage: Int!) {
    failures(state: ["open", "regressed"], type: $type, page: 1, perPage: $perPage, sort: "-last") {
      total
      rows {
        id
        title
        type
        fingerprint
        tasks
        runs
        last
        sample {
          alias
          taskName
        }
      }
    }
  }
`)
