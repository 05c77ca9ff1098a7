import { graphql, type ResultOf } from '#web/lib/graphql.ts'

export const keyListQuery = graphql(`
  query KeyList(
    $page: Int!
    $perPage: Int!
    $sort: String
    $kind: [String!]
    $state: String
    $search: String
    $workerId: ID
    $alias: String
  ) {
    keys(
      page: $page
      perPage: $perPage
      sort: $sort
      kind: $kind
      state: $state
      search: $search
      workerId: $workerId
      alias: $alias
    ) {
      total
      rows {
        id
        kind
        name
        appId
        appName
        workerId
        workerName
        alias
        planId
        planName
        created
        createdBy
        expires
        oldUntil
        replacedByName
        replacedAt
        lastUsed {
          at
          by
        }
      }
    }
  }
`)

/** How many keys are in each state, of all that the caller may see. */
export const keyCountsQuery = graphql(`
  query KeyCounts {
    ending: keys(page: 1, perPage: 1, state: "ending") {
      total
    }
    old: keys(page: 1, perPage: 1, state: "old") {
      total
    }
    replaced: keys(page: 1, perPage: 1, state: "replaced") {
      total
    }
    unused: keys(page: 1, perPage: 1, state: "unused") {
      total
    }
  }
`)

export const rotateKeyMutation = graphql(`
  mutation RotateKey(
    $kind: String!
    $id: ID!
    $owner: ID!
    $alias: String
    $name: String
    $oldEnds: DateTime
  ) {
    rotateKey(kind: $kind, id: $id, owner: $owner, alias: $alias, name: $name, oldEnds: $oldEnds) {
      keyId
      name
      secret
    }
  }
`)

export const revokeKeyMutation = graphql(`
  mutation RevokeKey($kind: String!, $id: ID!, $owner: ID!, $alias: String) {
    revokeKey(kind: $kind, id: $id, owner: $owner, alias: $alias)
  }
`)

export type ListedKey = ResultOf<typeof keyListQuery>['keys']['rows'][number]
export type NewKey = ResultOf<typeof rotateKeyMutation>['rotateKey']

/** What a mutation needs to find a key. */
export const keyAddressOf = ({ kind, id, appId, workerId, alias, planId }: ListedKey) => ({
  kind,
  id,
  owner: planId ?? appId ?? workerId ?? '',
  alias,
})
