import { receiptFields } from '#web/lib/receipt-operations.ts'
import { graphql } from '#web/lib/graphql.ts'

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
