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
