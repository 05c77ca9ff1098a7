import { heldReceiptFields } from '#web/lib/receipt-operations.ts'
import { graphql } from '#web/lib/graphql.ts'

export const restartReceiptQuery = graphql(
  `
    query RestartReceipt($id: ID!) {
      receipt(id: $id) {
        ...HeldReceiptFields
      }
    }
  `,
  [heldReceiptFields],
)

export const restartFailureMutation = graphql(`
  mutation RestartFailure($id: ID!, $alias: String, $holdSeconds: Int) {
    restartFailure(id: $id, alias: $alias, holdSeconds: $holdSeconds) {
      id
      total
      heldUntil
    }
  }
`)

export const restartTasksMutation = graphql(`
  mutation RestartTasks($taskIds: [ID!]!, $alias: String, $holdSeconds: Int, $requestId: String!) {
    restartTasks(taskIds: $taskIds, alias: $alias, holdSeconds: $holdSeconds, requestId: $requestId) {
      id
      total
      heldUntil
    }
  }
`)

export const moveQueueMutation = graphql(`
  mutation MoveQueue(
    $type: String!
    $from: String!
    $alias: String!
    $holdSeconds: Int
    $requestId: String!
  ) {
    moveQueuedTasks(
      type: $type
      from: $from
      alias: $alias
      holdSeconds: $holdSeconds
      requestId: $requestId
    ) {
      id
      total
      heldUntil
    }
  }
`)

export const restartRunsMutation = graphql(`
  mutation RestartRuns($workqueueIds: [ID!]!, $alias: String, $holdSeconds: Int, $requestId: String!) {
    restartFailedTasks(
      workqueueIds: $workqueueIds
      alias: $alias
      holdSeconds: $holdSeconds
      requestId: $requestId
    ) {
      id
      total
      heldUntil
    }
  }
`)

export const cancelReceiptMutation = graphql(
  `
    mutation CancelReceipt($id: ID!) {
      cancelReceipt(id: $id) {
        ...HeldReceiptFields
      }
    }
  `,
  [heldReceiptFields],
)
