import { graphql } from '#web/lib/graphql.ts'

/** The newest tasks of a type in an app that have a result. */
export const aliasResultsQuery = graphql(`
  query AliasResults($appId: ID!, $type: [String!], $since: DateTime!) {
    tasks(
      appId: $appId
      page: 1
      perPage: 200
      type: $type
      status: ["ended", "failed"]
      createdAfter: $since
    ) {
      total
      rows {
        id
        alias
        status
        ended
        version
        reason
      }
    }
  }
`)

/** What speaks for and against each alias of a type; whether a failure was seen there. */
export const aliasEvidenceQuery = graphql(`
  query AliasEvidence($type: String!, $failure: ID) {
    queueAliases(type: $type, failure: $failure) {
      alias
      pollers
      versions
      lastPollAt
      queued
      oldestQueued
      verdict {
        code
        text
      }
      lastResult {
        status
        at
      }
      attempts
      successRate
      failureSeen
    }
  }
`)
