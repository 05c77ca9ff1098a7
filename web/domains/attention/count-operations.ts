import { graphql, type ResultOf, type VariablesOf } from '#web/lib/graphql.ts'

/** How many items need attention, for the menu of every screen. */
export const attentionCountQuery = graphql(`
  query AttentionCount($appId: ID, $kind: String) {
    attention(appId: $appId, kind: $kind) {
      total
      items {
        id
        kind
        mutedUntil
        late {
          task
        }
        links {
          type
          alias
          planId
        }
      }
    }
  }
`)

/** The items of a choice of app and kind, as far as they are counted. */
export type CountedItems = ResultOf<typeof attentionCountQuery>['attention']
export type CountFilters = VariablesOf<typeof attentionCountQuery>
