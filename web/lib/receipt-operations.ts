import { graphql } from './graphql.ts'

// Separate from the queries of Activity: screens that act on many rows need only these.

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
