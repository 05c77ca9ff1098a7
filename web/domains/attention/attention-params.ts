import { attentionKinds, type AttentionKind } from '#shared/domains/attention/kinds.ts'
import { queryText, useQueryState } from '#web/lib/query-string.ts'
import type { AttentionRow } from './operations.ts'

/** Whose items are listed. Muted ones are only in their own list. */
export const attentionShows = ['all', 'mine', 'unassigned', 'muted'] as const
export type AttentionShow = (typeof attentionShows)[number]

/** The query parameters of the screen; null for any app, any kind. */
export interface AttentionParams {
  show: AttentionShow
  appId: string | null
  kind: AttentionKind | null
}

const known = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null

/** Reads the query of the address; invalid values become the default. */
export function parseAttentionParams(params: URLSearchParams): AttentionParams {
  return {
    show: known(attentionShows, params.get('show')) ?? 'all',
    appId: params.get('app') || null,
    kind: known(attentionKinds, params.get('kind')),
  }
}

/** The query of an address, with its question mark; defaults are left out. */
export function formatAttentionParams({ show, appId, kind }: AttentionParams): string {
  const parts: [string, string][] = []
  if (show !== 'all') parts.push(['show', show])
  if (appId !== null) parts.push(['app', appId])
  if (kind !== null) parts.push(['kind', kind])
  return queryText(parts)
}

/** What the address of the screen chooses, and a function that changes parts of it. */
export const useAttentionParams = () => useQueryState(parseAttentionParams, formatAttentionParams)

/** The items of a choice; `userId` is the viewer's. */
export function itemsOf<Item extends Pick<AttentionRow, 'mutedUntil' | 'owner'>>(
  show: AttentionShow,
  items: readonly Item[],
  userId: string | undefined,
): Item[] {
  return items.filter(({ mutedUntil, owner }) => {
    if (show === 'muted') return mutedUntil !== null
    if (mutedUntil !== null) return false
    if (show === 'mine') return owner?.userId === userId && userId !== undefined
    return show === 'all' || owner === null
  })
}
