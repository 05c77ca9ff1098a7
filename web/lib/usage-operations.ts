import { graphql, type ResultOf } from './graphql.ts'

export const usageQuery = graphql(`
  query Usage($kind: String!, $id: ID!, $owner: ID, $alias: String) {
    usage(kind: $kind, id: $id, owner: $owner, alias: $alias) {
      uses {
        kind
        count
        more
        first {
          id
          name
          within
          appId
          workqueueId
          clusterId
        }
      }
      lastUsed {
        at
        by
      }
    }
  }
`)

export type UsageData = ResultOf<typeof usageQuery>['usage']
export type UsedByRow = UsageData['uses'][number]['first'][number]
