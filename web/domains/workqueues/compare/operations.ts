import { graphql, type ResultOf } from '#web/lib/graphql.ts'
import { workqueueRow } from '../operations.ts'

/** The runs of an app, newest first, to choose one to compare with. */
export const runChoicesQuery = graphql(
  `
    query RunChoices($appId: ID!, $page: Int!, $perPage: Int!, $status: [String!]) {
      workqueues(appId: $appId, page: $page, perPage: $perPage, status: $status) {
        total
        rows {
          ...WorkqueueRow
          planId
          createdBy
        }
      }
    }
  `,
  [workqueueRow],
)

export type RunChoice = ResultOf<typeof runChoicesQuery>['workqueues']['rows'][number]

/** Two versions of a plan. */
export const comparedPlansQuery = graphql(`
  query ComparedPlans($id: ID!, $left: Int!, $right: Int!) {
    left: planRevision(id: $id, version: $left)
    right: planRevision(id: $id, version: $right)
  }
`)
