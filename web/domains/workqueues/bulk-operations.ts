import { graphql } from '#web/lib/graphql.ts'

/** The receipt of an action on many rows. */
const receiptFields = graphql(`
  fragment ReceiptFields on Receipt @_unmask {
    id
    kept
    action
    total
    done
    failed
    created
    createdBy
    ended
    succeeded {
      id
      name
    }
    refused {
      id
      name
      error
    }
  }
`)

/** Starts a run of a plan for each initial state. */
export const startWorkqueuesMutation = graphql(
  `
    mutation StartWorkqueues($appId: ID!, $planId: ID!, $states: [JSON!]!, $requestId: String!) {
      startWorkqueues(appId: $appId, planId: $planId, states: $states, requestId: $requestId) {
        ...ReceiptFields
      }
    }
  `,
  [receiptFields],
)

export const cancelMatchingMutation = graphql(
  `
    mutation CancelMatchingWorkqueues(
      $appId: ID!
      $status: [String!]
      $tags: [String!]
      $createdAfter: DateTime
      $createdBefore: DateTime
      $root: Boolean
      $requestId: String!
    ) {
      cancelMatchingWorkqueues(
        appId: $appId
        status: $status
        tags: $tags
        createdAfter: $createdAfter
        createdBefore: $createdBefore
        root: $root
        requestId: $requestId
      ) {
        ...ReceiptFields
      }
    }
  `,
  [receiptFields],
)

export const restartFailedTasksMutation = graphql(
  `
    mutation RestartFailedTasks($workqueueIds: [ID!]!, $taskIds: [ID!], $alias: String, $requestId: String!) {
      restartFailedTasks(
        workqueueIds: $workqueueIds
        taskIds: $taskIds
        alias: $alias
        requestId: $requestId
      ) {
        ...ReceiptFields
      }
    }
  `,
  [receiptFields],
)
