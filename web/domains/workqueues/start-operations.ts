import { graphql } from '#web/lib/graphql.ts'
import { workqueueRow } from './operations.ts'

export const startWorkqueueMutation = graphql(
  `
    mutation StartWorkqueue($appId: ID!, $definition: JSON!, $requestId: String) {
      startWorkqueue(appId: $appId, definition: $definition, requestId: $requestId) {
        ...WorkqueueRow
      }
    }
  `,
  [workqueueRow],
)

export const startPlanMutation = graphql(
  `
    mutation StartPlan($appId: ID!, $planId: ID!, $initialState: JSON!, $requestId: String) {
      startPlan(appId: $appId, planId: $planId, initialState: $initialState, requestId: $requestId) {
        ...WorkqueueRow
      }
    }
  `,
  [workqueueRow],
)

export const saveAsPlanMutation = graphql(`
  mutation SaveAsPlan($plan: JSON!) {
    createPlan(plan: $plan) {
      id
      name
    }
  }
`)

/** The plans that a workqueue can be started from. */
export const planChoicesQuery = graphql(`
  query PlanChoices($appId: ID!, $page: Int!, $perPage: Int!, $sort: String) {
    plans(appId: $appId, page: $page, perPage: $perPage, sort: $sort) {
      total
      rows {
        id
        name
        description
        updated
      }
    }
  }
`)

/** All plans, to search in: a platform may have no search of plans. */
export const allPlanChoicesQuery = graphql(`
  query AllPlanChoices($appId: ID!) {
    plans(appId: $appId, page: 1, perPage: 9999) {
      total
      rows {
        id
        name
        description
        updated
      }
    }
  }
`)

/** When plans ran last in an app, the one that ran last first. */
export const lastRunsQuery = graphql(`
  query LastRunsOfPlans($appId: ID!) {
    ranPlans(appId: $appId) {
      id
      name
      lastRun
    }
  }
`)

/** The plan of a form that runs it. */
export const planChoiceQuery = graphql(`
  query PlanChoice($id: ID!) {
    plan(id: $id) {
      id
      name
      version
      initialState
      inputSchema
      source
    }
  }
`)

/** The newest run of a plan, for a form that begins as it did. */
export const lastRunQuery = graphql(`
  query LastRun($appId: ID!, $planId: ID!) {
    lastRun(appId: $appId, planId: $planId) {
      id
      name
      created
      initialState
    }
  }
`)
