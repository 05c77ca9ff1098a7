import { graphql } from '#web/lib/graphql.ts'

/** The first runs under way that are late or wait for a queue that takes nothing, and why; `search` names their plan. */
export const lateRunsQuery = graphql(`
  query LateRuns($appId: ID!, $search: String!) {
    workqueues(appId: $appId, page: 1, perPage: 50, status: ["started"], stuck: true, search: $search) {
      total
      more
      rows {
        id
        planId
        why {
          code
          text
        }
      }
    }
  }
`)
