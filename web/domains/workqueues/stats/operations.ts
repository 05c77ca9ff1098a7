import { graphql } from '#web/lib/graphql.ts'

/** How long a plan and its tasks usually take, and its last completed run; without the runs themselves. */
export const planTimesQuery = graphql(`
  query PlanStats($planId: ID!, $appId: ID, $before: ID) {
    planStats(planId: $planId, appId: $appId, runs: 20, before: $before) {
      tasks {
        name
        successRate
        medianMs
        p95Ms
        waitMedianMs
        waitP95Ms
      }
      expected {
        medianMs
        p90Ms
      }
      lastGood {
        id
        started
      }
    }
  }
`)
