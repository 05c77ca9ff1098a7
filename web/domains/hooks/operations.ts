import { graphql, type ResultOf } from '#web/lib/graphql.ts'

const row = graphql(`
  fragment HookRow on Hook @_unmask {
    id
    appId
    planId
    appName
    name
    enabled
    mapping
    limit
    secretCreated
    oldSecretUntil
    calls
    version
    last {
      at
      status
      reason
    }
  }
`)

export const hookListQuery = graphql(
  `
    query HookList($planId: ID!, $page: Int!, $perPage: Int!, $sort: String) {
      hooks(planId: $planId, page: $page, perPage: $perPage, sort: $sort) {
        total
        rows {
          ...HookRow
        }
      }
    }
  `,
  [row],
)

export type ListedHook = ResultOf<typeof hookListQuery>['hooks']['rows'][number]

export const hookCallsQuery = graphql(`
  query HookCalls($id: ID!, $page: Int!, $perPage: Int!) {
    hookCalls(id: $id, page: $page, perPage: $perPage) {
      total
      rows {
        id
        at
        status
        reason
        key
        workqueueId
        repeated
        count
        ms
        source
      }
    }
  }
`)

export type ListedCall = ResultOf<typeof hookCallsQuery>['hookCalls']['rows'][number]

export const hookAppsQuery = graphql(`
  query HookApps {
    apps {
      id
      name
    }
  }
`)

export const createHookMutation = graphql(
  `
    mutation CreateHook($planId: ID!, $appId: ID!, $name: String!, $mapping: JSON, $limit: Int) {
      createHook(planId: $planId, appId: $appId, name: $name, mapping: $mapping, limit: $limit) {
        secret
        hook {
          ...HookRow
        }
      }
    }
  `,
  [row],
)

export const updateHookMutation = graphql(
  `
    mutation UpdateHook(
      $id: ID!
      $version: Int
      $name: String
      $enabled: Boolean
      $mapping: JSON
      $limit: Int
    ) {
      updateHook(
        id: $id
        version: $version
        name: $name
        enabled: $enabled
        mapping: $mapping
        limit: $limit
      ) {
        ...HookRow
      }
    }
  `,
  [row],
)

export const deleteHookMutation = graphql(`
  mutation DeleteHook($id: ID!) {
    deleteHook(id: $id)
  }
`)

export const renewHookSecretMutation = graphql(`
  mutation RenewHookSecret($id: ID!) {
    renewHookSecret(id: $id) {
      secret
      oldSecretUntil
    }
  }
`)
