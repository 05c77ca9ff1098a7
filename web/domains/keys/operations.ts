import { graphql, type ResultOf } from '#web/lib/graphql.ts'

export const keyListQuery = graphql(`
  query KeyList($page: Int!, $perPage: Int!, $sort: String, $kind: [String!], $workerId: ID, $alias: String) {
    keys(page: $page, perPage: $perPage, sort: $sort, kind: $kind, workerId: $workerId, alias: $alias) {
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
        created
        createdBy
        expires
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
export const keyAddressOf = ({ kind, id, appId, workerId, alias }: ListedKey) => ({
  kind,
  id,
  owner: appId ?? workerId ?? '',
  alias,
})
