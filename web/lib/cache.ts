import type { Cache, CacheExchangeOpts } from '@urql/exchange-graphcache'

/**
 * The cache rules of a domain: how mutations and live updates change the stored data, and which of its types
 * have no id. Each domain exports its own from its `cache.ts`.
 */
export type DomainCache = Pick<CacheExchangeOpts, 'updates' | 'keys' | 'resolvers'>

/**
 * Invalidates every page of a list, so that visible pages are read again at once and the others when they are
 * shown.
 */
export function invalidateLists(store: Cache, field: string): void {
  for (const { fieldName, arguments: args } of store.inspectFields('Query'))
    if (fieldName === field) store.invalidate('Query', fieldName, args)
}

type Part = Record<string, unknown>

/** Joins two levels of names (`Mutation` -> field); a duplicate name is a programming error. */
function joinNested(parts: (Part | undefined)[]): Record<string, Part> {
  const joined: Record<string, Part> = {}
  for (const part of parts) {
    for (const [type, fields] of Object.entries(part ?? {})) {
      const into = (joined[type] ??= {})
      for (const [field, rule] of Object.entries(fields as Part)) {
        if (field in into) throw new Error(`two cache rules for ${type}.${field}`)
        into[field] = rule
      }
    }
  }
  return joined
}

/** The cache options of all domains. */
export function joinCaches(caches: DomainCache[]): DomainCache {
  return {
    keys: Object.assign({}, ...caches.map((cache) => cache.keys ?? {})) as DomainCache['keys'],
    updates: joinNested(caches.map((cache) => cache.updates as Part)) as DomainCache['updates'],
    resolvers: joinNested(caches.map((cache) => cache.resolvers as Part)) as DomainCache['resolvers'],
  }
}
