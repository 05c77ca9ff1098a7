import { graphql } from '#web/lib/graphql.ts'

/** What Run Workqueue says of the run whose definition is modified. */
export const modifiedRunQuery = graphql(`
  query ModifiedRun($id: ID!) {
    workqueue(id: $id) {
      id
      appId
      name
      status
      ended
      planId
      plan {
        id
        version
      }
    }
  }
`)
