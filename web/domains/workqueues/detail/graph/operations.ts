import { graphql } from '#web/lib/graphql.ts'

/** The runs that the tasks of a run have started, oldest first. */
export const childRunsQuery = graphql(`
  query ChildRuns($appId: ID!, $parentId: ID!, $perPage: Int!) {
    workqueues(appId: $appId, parentId: $parentId, page: 1, perPage: $perPage, sort: "created") {
      total
      rows {
        id
        name
        status
        started
        ended
        parentTaskId
      }
    }
  }
`)
