import type { Cache } from '@urql/exchange-graphcache'
import { workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { applyEvent, type LiveListEvent } from '#shared/domains/workqueues/live-list.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import type { DomainCache } from '#web/lib/cache.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { waits } from './list/new-rows.ts'
import { workqueueListQuery, type WorkqueueListVariables, type workqueueListRow } from './operations.ts'

type ListRow = ResultOf<typeof workqueueListRow>

/** What a live event does not have: null until the page is read again. */
const unread = {
  planId: null,
  parentTaskId: null,
  plan: null,
  parent: null,
  children: null,
  inputs: null,
  createdBy: null,
  restarts: null,
  strip: null,
  taskCounts: null,
  activeMs: null,
  activeSince: null,
  note: null,
  why: null,
} satisfies Partial<ListRow>

/** A row of a live event: with `parentTaskId` where lists fold the children of a run. */
type EventRow = Omit<ListRow, Exclude<keyof typeof unread, 'parentTaskId'>>

/**
 * Cache updates of workqueues. A live event patches its row by id wherever it is shown; a new row is added to
 * the lists of its app whose filters it passes.
 */
export const workqueueCache: DomainCache = {
  // One row may be refused in several receipts, each with its own reason.
  keys: { ReceiptRow: () => null, RefusedRow: () => null, Note: () => null },
  // A receipt in the answer of an action is shown without another read.
  resolvers: { Query: { receipt: (_parent, args) => ({ __typename: 'Receipt', id: args.id as string }) } },
  updates: {
    Subscription: {
      workqueueList(result, _args, store) {
        const { workqueueList: event } = result as { workqueueList: LiveListEvent<EventRow> | null }
        // Only a new row can enter a list. Rewriting whole lists for each patch would dominate the cost of
        // live events.
        if (event?.event === 'save') enterLists(store, event)
      },
    },
  },
}

function enterLists(store: Cache, { event, workqueue }: LiveListEvent<EventRow>): void {
  for (const field of store.inspectFields('Query')) {
    if (field.fieldName !== 'workqueues') continue
    const variables = field.arguments as WorkqueueListVariables | null
    if (!variables || variables.appId !== workqueue.appId) continue
    // A new row is not judged by a search, nor put where another order wants it: these lists are read again.
    if (variables.search || variables.stuck || variables.sort) continue
    // Which run has started a child is not in the event: the lists of children are read again.
    if (variables.parentId || (variables.root && workqueue.parentTaskId)) continue
    // Reads in place leave lists of the past.
    const { createdBefore } = variables
    if (createdBefore && Date.parse(workqueue.created) > Date.parse(createdBefore)) continue
    const { page = 1, perPage = DEFAULT_PAGE_SIZE } = variables
    store.updateQuery({ query: workqueueListQuery, variables }, (data) => {
      // A listed row has been patched by its id.
      if (!data || data.workqueues.rows.some(({ id }) => id === workqueue.id)) return data
      const list = data.workqueues
      const row: ListRow = { ...unread, ...workqueue }
      const next = applyEvent(list, { event, workqueue: row }, filterOf(variables), { page, perPage })
      if (next === list || waits(variables, row.id)) return data
      return { ...data, workqueues: { ...list, rows: [...next.rows], total: next.total } }
    })
  }
}

function filterOf({ status, tags, createdAfter, createdBefore }: WorkqueueListVariables) {
  return {
    status: workqueueStatuses.filter((each) => status?.includes(each)),
    tags,
    createdAfter,
    createdBefore,
  }
}
