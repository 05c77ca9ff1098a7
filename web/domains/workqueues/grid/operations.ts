import { graphql, type ResultOf } from '#web/lib/graphql.ts'

/** The newest runs of a plan against its tasks. */
export const planGridQuery = graphql(`
  query PlanGrid($planId: ID!, $appId: ID!, $runs: Int!, $status: String, $tags: [String!]) {
    planStats(planId: $planId, appId: $appId, runs: $runs, status: $status, tags: $tags) {
      plan {
        id
        name
      }
      runs {
        id
        status
        created
        started
        activeMs
        activeSince
        marks
        queuedOn
      }
      tasks {
        name
        type
        alias
        depth
        group
        successRate
        p95Ms
        ranMs
      }
      groups {
        id
        name
        successRate
        p95Ms
        ranMs
      }
      earlier {
        completed
        finished
      }
      expected {
        medianMs
        p90Ms
      }
    }
  }
`)

export type PlanGrid = ResultOf<typeof planGridQuery>['planStats']
export type GridRun = PlanGrid['runs'][number]

/** The plans that have run in an app, the one that ran last first, and what needs attention, which names those with late runs. */
export const gridPlansQuery = graphql(`
  query RanPlans($appId: ID!, $attention: Boolean!) {
    ranPlans(appId: $appId) {
      id
      name
      lastFailed
    }
    attention @include(if: $attention) {
      items {
        id
        kind
        since
        mutedUntil
        links {
          appId
          planId
        }
      }
    }
  }
`)
