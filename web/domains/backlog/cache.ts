import type { Cache } from '@urql/exchange-graphcache'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { backlogQuery, type backlogSubscription } from './operations.ts'

type Moved = ResultOf<typeof backlogSubscription>

function rereadQueues(_result: unknown, _args: unknown, store: Cache): void {
  invalidateLists(store, 'queues')
  invalidateLists(store, 'queue')
}

/** A changed row is the same entity and needs no update; a new type and alias is appended to the list. */
export const backlogCache: DomainCache = {
  updates: {
    Mutation: {
      pauseQueue: rereadQueues,
      resumeQueue: rereadQueues,
      setQueueLimit: rereadQueues,
    },
    Subscription: {
      backlog(result, _args, store) {
        const { backlog: moved } = result as unknown as Moved
        store.updateQuery({ query: backlogQuery }, (data) => {
          if (!data) return data
          const known = new Set(data.backlog.map(({ id }) => id))
          const added = moved.filter(({ id }) => !known.has(id))
          return added.length > 0 ? { ...data, backlog: [...data.backlog, ...added] } : data
        })
      },
    },
  },
}
