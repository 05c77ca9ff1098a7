import { graphql } from '#web/lib/graphql.ts'

/** A plan as lists show it. */
const planRow = graphql(`
  fragment PlanRow on Plan @_unmask {
    id
    name
    description
    updated
    updatedBy
  }
`)

/** A plan as its own page shows it. */
const planDetail = graphql(
  `
    fragment PlanDetail on Plan @_unmask {
      ...PlanRow
      initialState
      inputSchema
      source
      version
    }
  `,
  [planRow],
)

export const planListQuery = graphql(
  `
    query PlanList($page: Int!, $perPage: Int!, $sort: String, $search: String) {
      plans(page: $page, perPage: $perPage, sort: $sort, search: $search) {
        total
        rows {
          ...PlanRow
        }
      }
    }
  `,
  [planRow],
)

export const planQuery = graphql(
  `
    query Plan($id: ID!) {
      plan(id: $id) {
        ...PlanDetail
      }
    }
  `,
  [planDetail],
)

/** How the newest runs of plans went. */
export const planHealthQuery = graphql(`
  query PlanHealth($ids: [ID!]!, $runs: Int) {
    planHealth(ids: $ids, runs: $runs) {
      id
      medianMs
      p90Ms
      next
      runs {
        id
        appId
        status
        created
        ended
      }
    }
  }
`)

/** The task types that a definition may name. */
export const definitionTypesQuery = graphql(`
  query DefinitionTypes {
    taskTypes
  }
`)

/** The aliases of a task type. */
export const typeAliasesQuery = graphql(`
  query TypeAliases($type: String!) {
    taskAliases(type: $type)
  }
`)

/** The plans that a task may start. */
export const planNamesQuery = graphql(`
  query PlanNames {
    plans(page: 1, perPage: 200, sort: "name") {
      rows {
        id
        name
      }
    }
  }
`)

/** The names of the variables of an app. */
export const variableNamesQuery = graphql(`
  query VariableNames($appId: ID!) {
    app(id: $appId) {
      id
      variables {
        id
        name
      }
    }
  }
`)

/** Which queues a worker polls. */
export const polledQueuesQuery = graphql(`
  query PolledQueues {
    queues {
      type
      alias
      polling
    }
  }
`)

/** The revisions of a plan. */
export const planRevisionsQuery = graphql(`
  query PlanRevisions($id: ID!, $page: Int!, $perPage: Int!) {
    planRevisions(id: $id, page: $page, perPage: $perPage) {
      total
      rows {
        version
        updated
        updatedBy
      }
    }
  }
`)

export const planRevisionQuery = graphql(`
  query PlanRevision($id: ID!, $version: Int!) {
    planRevision(id: $id, version: $version)
  }
`)

/** The apps that a plan can run in. */
export const planAppsQuery = graphql(`
  query PlanApps {
    apps(perPage: 999) {
      id
      name
    }
  }
`)

export const createPlanMutation = graphql(
  `
    mutation CreatePlan($plan: JSON!) {
      createPlan(plan: $plan) {
        ...PlanDetail
      }
    }
  `,
  [planDetail],
)

export const updatePlanMutation = graphql(
  `
    mutation UpdatePlan($id: ID!, $plan: JSON!) {
      updatePlan(id: $id, plan: $plan) {
        ...PlanDetail
      }
    }
  `,
  [planDetail],
)

export const deletePlanMutation = graphql(`
  mutation DeletePlan($id: ID!) {
    deletePlan(id: $id)
  }
`)

export const runPlanMutation = graphql(`
  mutation RunPlan($id: ID!, $appId: ID!, $initialState: JSON!, $requestId: String) {
    runPlan(id: $id, appId: $appId, initialState: $initialState, requestId: $requestId) {
      id
      appId
      name
    }
  }
`)
