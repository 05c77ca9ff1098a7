import { graphql, type VariablesOf } from '#web/lib/graphql.ts'

/** A workqueue as lists show it. */
export const workqueueRow = graphql(`
  fragment WorkqueueRow on Workqueue @_unmask {
    id
    appId
    name
    description
    tags
    status
    created
    started
    ended
  }
`)

/** A row of the Workqueues screen. What the live list does not send is read with the page. */
export const workqueueListRow = graphql(
  `
    fragment WorkqueueListRow on Workqueue @_unmask {
      ...WorkqueueRow
      planId
      parentTaskId
      plan {
        version
      }
      parent {
        workqueueId
      }
      children {
        total
        failed
        running
      }
      inputs
      createdBy
      restarts
      strip
      taskCounts
      activeMs
      activeSince
      note {
        text
        by
        at
      }
      why {
        code
        since
        text
        short
      }
    }
  `,
  [workqueueRow],
)

export const workqueueListQuery = graphql(
  `
    query WorkqueueList(
      $appId: ID!
      $page: Int!
      $perPage: Int!
      $status: [String!]
      $tags: [String!]
      $createdAfter: DateTime
      $createdBefore: DateTime
      $root: Boolean
      $parentId: ID
      $sort: String
      $search: String
      $stuck: Boolean
    ) {
      workqueues(
        appId: $appId
        page: $page
        perPage: $perPage
        status: $status
        tags: $tags
        createdAfter: $createdAfter
        createdBefore: $createdBefore
        root: $root
        parentId: $parentId
        sort: $sort
        search: $search
        stuck: $stuck
      ) {
        total
        more
        rows {
          ...WorkqueueListRow
        }
      }
    }
  `,
  [workqueueListRow],
)

export type WorkqueueListVariables = VariablesOf<typeof workqueueListQuery>

export const workqueueListSubscription = graphql(
  `
    subscription WorkqueueListLive(
      $appId: ID!
      $perPage: Int!
      $status: [String!]
      $tags: [String!]
      $workqueueIds: [ID!]
      $createdAfter: DateTime
      $createdBefore: DateTime
    ) {
      workqueueList(
        appId: $appId
        perPage: $perPage
        status: $status
        tags: $tags
        workqueueIds: $workqueueIds
        createdAfter: $createdAfter
        createdBefore: $createdBefore
      ) {
        event
        workqueue {
          ...WorkqueueRow
        }
      }
    }
  `,
  [workqueueRow],
)

/** The same on a platform whose lists fold the children of a run. */
export const workqueueFamilySubscription = graphql(
  `
    subscription WorkqueueFamilyLive(
      $appId: ID!
      $perPage: Int!
      $status: [String!]
      $tags: [String!]
      $workqueueIds: [ID!]
      $createdAfter: DateTime
      $createdBefore: DateTime
    ) {
      workqueueList(
        appId: $appId
        perPage: $perPage
        status: $status
        tags: $tags
        workqueueIds: $workqueueIds
        createdAfter: $createdAfter
        createdBefore: $createdBefore
      ) {
        event
        workqueue {
          ...WorkqueueRow
          parentTaskId
        }
      }
    }
  `,
  [workqueueRow],
)

export const cancelWorkqueuesMutation = graphql(
  `
    mutation CancelWorkqueues($ids: [ID!]!) {
      cancelWorkqueues(ids: $ids) {
        id
        error
        workqueue {
          ...WorkqueueRow
        }
      }
    }
  `,
  [workqueueRow],
)

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
