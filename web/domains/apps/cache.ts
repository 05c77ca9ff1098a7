import type { Cache } from '@urql/exchange-graphcache'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { appListQuery, type createAppMutation } from './operations.ts'

/**
 * Cache updates of apps. A new app is appended to the list; an updated one is the same entity. Tokens and
 * variables are linked to and unlinked from their app. Collaborators are read again, because adding one does
 * not return the row.
 */
export const appCache: DomainCache = {
  resolvers: {
    // An app that a list has loaded is shown before its own read is answered.
    Query: { app: (_parent, args) => ({ __typename: 'App', id: args.id as string }) },
  },
  updates: {
    Mutation: {
      createApp(result, _args, store) {
        const { createApp: app } = result as ResultOf<typeof createAppMutation>
        store.updateQuery({ query: appListQuery }, (data) =>
          data ? { ...data, apps: [...data.apps, { __typename: 'App' as const, ...app }] } : null,
        )
      },
      addCollaborator(result, args, store) {
        const { addCollaborator: added } = result as { addCollaborator: { invited: boolean } }
        // An invited user is no collaborator yet.
        if (!added.invited) store.invalidate('Query', 'collaborators', { appId: args.appId as string })
        invalidateLists(store, 'invitations')
      },
      removeCollaborator(_result, args, store) {
        store.invalidate('Query', 'collaborators', { appId: args.appId as string })
      },
      addToken(result, args, store) {
        const { addToken } = result as { addToken: { id: string } }
        link(store, args.appId, 'tokens', { __typename: 'AppToken', id: addToken.id })
      },
      removeToken(_result, args, store) {
        unlink(store, args.appId, 'tokens', { __typename: 'AppToken', id: args.tokenId as string })
      },
      addVariable(result, args, store) {
        const { addVariable } = result as { addVariable: { id: string } }
        link(store, args.appId, 'variables', { __typename: 'AppVariable', id: addVariable.id })
      },
      removeVariable(_result, args, store) {
        unlink(store, args.appId, 'variables', { __typename: 'AppVariable', id: args.variableId as string })
      },
    },
  },
}

type Field = 'tokens' | 'variables'
interface Row {
  __typename: 'AppToken' | 'AppVariable'
  id: string
}

/** The cached entities of an app's field; null when they have not been read. */
function rowsOf(store: Cache, appId: unknown, field: Field): string[] | null {
  const rows = store.resolve({ __typename: 'App', id: appId as string }, field)
  return Array.isArray(rows) ? (rows as string[]) : null
}

function link(store: Cache, appId: unknown, field: Field, row: Row): void {
  const rows = rowsOf(store, appId, field)
  const key = store.keyOfEntity({ ...row })
  if (rows && key) store.link({ __typename: 'App', id: appId as string }, field, [...rows, key])
}

function unlink(store: Cache, appId: unknown, field: Field, row: Row): void {
  const rows = rowsOf(store, appId, field)
  const key = store.keyOfEntity({ ...row })
  if (rows) {
    const left = rows.filter((each) => each !== key)
    store.link({ __typename: 'App', id: appId as string }, field, left)
  }
}
