import { graphql } from '#web/lib/graphql.ts'

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
