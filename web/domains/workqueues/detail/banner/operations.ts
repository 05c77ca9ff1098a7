import { graphql } from '#web/lib/graphql.ts'

/** The late runs of an app as Attention has them, by what it joins them by. */
export const lateRunsQuery = graphql(`
  query LateRuns($appId: ID!) {
    attention(appId: $appId, kind: "runLate") {
      total
      items {
        id
        kind
        mutedUntil
        late {
          task
        }
        links {
          type
          alias
          planId
          workqueueId
        }
      }
    }
  }
`)
