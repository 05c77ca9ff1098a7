import { graphql } from '../graphql.ts'

/** The failures that are not repaired, the newest first: of one type of tasks, or of all. */
export const openFailuresQuery = graphql(`
  query OpenFailures($type: String, $perPage: Int!) {
    failures(state: ["open", "regressed"], type: $type, page: 1, perPage: $perPage, sort: "-last") {
      total
      rows {
        id
        title
        type
        tasks
        runs
        last
      }
    }
  }
`)
