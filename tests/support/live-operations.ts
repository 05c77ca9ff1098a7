import operationIds from '#web/lib/operation-ids.json' with { type: 'json' }

/** An operation of the console, named by its hash: the payload of `subscribe` and the body of a POST. */
export function persisted(name: keyof typeof operationIds, variables: Record<string, unknown> = {}) {
  return { variables, extensions: { persistedQuery: { version: 1, sha256Hash: operationIds[name] } } }
}

/** A run list as a text, which a gateway accepts with `GRAPHQL_OPERATIONS=any`. */
export const listQuery = `subscription List($appId: ID!, $status: [String!], $ids: [ID!]) {
  workqueueList(appId: $appId, status: $status, workqueueIds: $ids) {
    event
    workqueue { id name status tags }
  }
}`

/** The changed rows of the account's backlog. */
export const backlogQuery = 'subscription { backlog { type alias queued started retry } }'
