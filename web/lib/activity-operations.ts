import { graphql, type ResultOf } from './graphql.ts'

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
        about {
          name
          appId
          workqueueId
          clusterId
          total
          done
          failed
          status
          alias
        }
      }
      total
    }
  }
`)

export type ActivityRow = ResultOf<typeof activityQuery>['audit']['rows'][number]

/** How far an action on many rows is, and what was refused. */
const receiptOutcome = graphql(`
  fragment ReceiptOutcome on Receipt @_unmask {
    id
    total
    done
    failed
    ended
    refused {
      id
      name
      error
    }
  }
`)

/** The receipt of an action on many rows that is done at once. */
export const receiptFields = graphql(
  `
    fragment ReceiptFields on Receipt @_unmask {
      ...ReceiptOutcome
      kept
      action
      created
      createdBy
      succeeded {
        id
        name
      }
    }
  `,
  [receiptOutcome],
)

/** The receipt of an action that the platform may hold for some time, in which it can be cancelled. */
export const heldReceiptFields = graphql(
  `
    fragment HeldReceiptFields on Receipt @_unmask {
      ...ReceiptOutcome
      heldUntil
      cancelledBy
    }
  `,
  [receiptOutcome],
)

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
