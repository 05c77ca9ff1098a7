import { graphql, type ResultOf } from '#web/lib/graphql.ts'
import { workqueueRow } from '../operations.ts'

/** The runs of an app, newest first, to choose one to compare with. */
export const runChoicesQuery = graphql(
  `
    query RunChoices(
      $appId: ID!
      $page: Int!
      $perPage: Int!
      $status: [String!]
      $createdBefore: DateTime
      $search: String
    ) {
      workqueues(
        appId: $appId
        page: $page
        perPage: $perPage
        status: $status
        createdBefore: $createdBefore
        search: $search
      ) {
        total
        rows {
          ...WorkqueueRow
          planId
          inputs
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

/** Runs that are read at once. */
export const CHOICES_PER_PAGE = 100

/** The run that another one is chosen for. */
export interface RunToCompare {
  id: string
  appId: string
  name: string
  planId: string | null
  created: string
  initialState: unknown
}

/** Whether a run is of the same plan; without a plan whether it has the same name. */
export function isOfSamePlan(run: RunToCompare, other: Pick<RunChoice, 'name' | 'planId'>): boolean {
  return run.planId === null ? other.planId === null && other.name === run.name : other.planId === run.planId
}
