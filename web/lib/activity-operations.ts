import { graphql, type ResultOf } from './graphql.ts'
import { heldReceiptFields, receiptFields } from './receipt-operations.ts'

export const activityQuery = graphql(`
  query Activity(
    $page: Int!
    $perPage: Int!
    $actor: String
    $action: [String!]
    $entity: [String!]
    $within: ID
    $part: String
    $refused: Boolean
    $from: DateTime
    $to: DateTime
    $fold: Boolean
  ) {
    audit(
      page: $page
      perPage: $perPage
      actor: $actor
      action: $action
      entity: $entity
      within: $within
      part: $part
      refused: $refused
      from: $from
      to: $to
      fold: $fold
    ) {
      rows {
        id
        at
        actor
        action
        entity
        reason
        detail
        source
        result
        folded
        since
        about {
          name
          appId
          workqueueId
          clusterId
          planId
          total
          done
          failed
          status
          alias
          action
          cancelledBy
          cancelledAt
          run
        }
      }
      total
    }
  }
`)

export type ActivityRow = ResultOf<typeof activityQuery>['audit']['rows'][number]

/** What came of an action on many rows. */
export const receiptQuery = graphql(
  `
    query Receipt($id: ID!) {
      receipt(id: $id) {
        ...ReceiptFields
        ...HeldReceiptFields
        alias
        about {
          name
          appId
          workqueueId
          status
        }
      }
    }
  `,
  [receiptFields, heldReceiptFields],
)

export type ReceiptDetail = ResultOf<typeof receiptQuery>['receipt']
