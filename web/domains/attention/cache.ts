import type { Cache } from '@urql/exchange-graphcache'
import type { DomainCache } from '#web/lib/cache.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { attentionCountQuery, type CountedItems, type CountFilters } from './count-operations.ts'
import type { attentionSubscription } from './operations.ts'

type AttentionEvent = ResultOf<typeof attentionSubscription>['attention']

/** A list of fewer items has all of them, so that they can be counted. */
const MOST_ITEMS = 500

/** The list with another set of items; `total` counts those that are not muted. */
function withItems(list: CountedItems, items: CountedItems['items']): CountedItems {
  const isWhole = items.length < MOST_ITEMS
  const total = isWhole ? items.filter(({ mutedUntil }) => mutedUntil === null).length : list.total
  return { ...list, items, total }
}

/** Whether an item belongs to a list. Which apps an item is about is known of at most one. */
const accepts = ({ appId, kind }: CountFilters, item: AttentionEvent['item']) =>
  (!kind || kind === item.kind) && (!appId || appId === item.links.appId)

/** Changes every list that has been read, with the filters of each. */
function updateLists(
  store: Cache,
  change: (list: CountedItems, filters: CountFilters) => CountedItems,
): void {
  for (const { fieldName, arguments: args } of store.inspectFields('Query')) {
    if (fieldName !== 'attention') continue
    const variables = (args ?? {}) as CountFilters
    store.updateQuery({ query: attentionCountQuery, variables }, (data) =>
      data?.attention.items ? { ...data, attention: change(data.attention, variables) } : data,
    )
  }
}

const recount = (store: Cache) => updateLists(store, (list) => withItems(list, list.items))

function applyEvent(store: Cache, { event, item }: AttentionEvent): void {
  updateLists(store, (list, filters) => {
    const others = list.items.filter(({ id }) => id !== item.id)
    const isListed = others.length < list.items.length
    if (event === 'remove') return withItems(list, others)
    return withItems(list, isListed || !accepts(filters, item) ? list.items : [...list.items, item])
  })
}

/**
 * Cache updates of what needs attention. A changed item is the same entity; a new one enters the lists whose filters it
 * passes, a closed one leaves them.
 */
export const attentionCache: DomainCache = {
  keys: Object.fromEntries(
    ['', 'Action', 'App', 'Event', 'Figure', 'Figures', 'Hour', 'Hurt', 'Line', 'Links', 'Owner', 'Part']
      .concat('Since', 'Usual')
      .map((part) => [`Attention${part}`, () => null]),
  ),
  updates: {
    Subscription: {
      attention(result, _args, store) {
        applyEvent(store, (result as unknown as { attention: AttentionEvent }).attention)
      },
    },
    Mutation: {
      muteAttention: (_result, _args, store) => recount(store),
      unmuteAttention: (_result, _args, store) => recount(store),
    },
  },
}
