import type { Cache } from '@urql/exchange-graphcache'
import { workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { applyEvent, type LiveListEvent } from '#shared/domains/workqueues/live-list.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/page-size.ts'
import type { DomainCache } from '#web/lib/cache.ts'
import type { ResultOf, VariablesOf } from '#web/lib/graphql.ts'
import { workqueueListQuery, type workqueueRow } from './operations.ts'

type Row = ResultOf<typeof workqueueRow>
type ListArguments = VariablesOf<typeof workqueueListQuery>

/**
 * Cache updates of workqueues. A live event patches its row by id wherever it is shown; a new row is added to
 * the lists of its app whose filters it passes.
 */
export const workqueueCache: DomainCache = {
  // One row may be refused in several receipts, each with its own reason.
  keys: { RefusedRow: () => null },
  // A receipt in the answer of an action is shown without another read.
  resolvers: { Query: { receipt: (_parent, args) => ({ __typename: 'Receipt', id: args.id as string }) } },
  updates: {
    Subscription: {
      workqueueList(result, _args, store) {
        const { workqueueList: event } = result as { workqueueList: LiveListEvent<Row> | null }
        // Only a new row can enter a list. Rewriting whole lists for each patch would dominate the cost of
        // live events.
        if (event?.event === 'save') enterLists(store, event)
      },
    },
  },
}

function enterLists(store: Cache, event: LiveListEvent<Row>): void {
  for (const field of store.inspectFields('Query')) {
    if (field.fieldName !== 'workqueues') continue
    const variables = field.arguments as ListArguments | null
    if (!variables || variables.appId !== event.workqueue.appId) continue
    const { page = 1, perPage = DEFAULT_PAGE_SIZE } = variables
    store.updateQuery({ query: workqueueListQuery, variables }, (data) => {
      if (!data) return data
      const next = applyEvent<Row>(data.workqueues, event, filterOf(variables), { page, perPage })
      return next === data.workqueues
        ? data
        : { ...data, workqueues: { ...data.workqueues, rows: [...next.rows], total: next.total } }
    })
  }
}

function filterOf({ status, tags, createdAfter, createdBefore }: ListArguments) {
  return {
    status: workqueueStatuses.filter((each) => status?.includes(each)),
    tags,
    createdAfter,
    createdBefore,
  }
}
