import type { Cache } from '@urql/exchange-graphcache'
import { forgetLists, type DomainCache } from '#web/lib/cache.ts'

const rereadLists = (_result: unknown, _args: unknown, store: Cache) => forgetLists(store, 'plans')

/** Another plan moves the rows of every page: the lists are read again. A changed one is the same entity everywhere. */
export const cache: DomainCache = {
  updates: { Mutation: { createPlan: rereadLists, deletePlan: rereadLists } },
}
