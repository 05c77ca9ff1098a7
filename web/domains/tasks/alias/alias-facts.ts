import type { ResultOf } from '#web/lib/graphql.ts'
import type { aliasBacklogQuery } from './dialog-operations.ts'
import type { aliasResultsQuery } from './operations.ts'

export type BacklogRows = ResultOf<typeof aliasBacklogQuery>['backlog']
export type Results = ResultOf<typeof aliasResultsQuery>['tasks']
type ResultRow = Results['rows'][number]

/** The work that another alias is chosen for: it failed, or it waits. */
export interface FailedWork {
  type: string
  /** Where it failed, or waits. */
  aliases: readonly string[]
  /** The versions that it failed on. */
  versions: readonly string[]
  reason: string | null
  /** The attempts of a single task; null for several tasks. */
  attempts: number | null
  /** Its failure, where the platform groups failures and it is known. */
  failureId: string | null
  /** The alias that the platform suggests for its failure. */
  suggestedAlias?: string | null
  /** It is queued and has not failed: no alias has seen a failure of it. */
  waits?: true
}

/** How an alias is related to the failure; null: nothing is known. */
export type Relation = 'notSeen' | 'sameVersion' | 'slow' | 'seen' | 'current' | 'unpolled'

/** Who polls an alias now. */
export interface AliasPollers {
  count: number
  versions: readonly string[]
  /** Null: no worker has ever polled it. */
  lastPollAt: string | null
}

/** What is known about an alias now; undefined: unknown, null: there is none. */
export interface AliasFacts {
  alias: string
  relation: Relation | null
  pollers: AliasPollers | undefined
  /** What the queue of the alias does, in words, where that speaks against it. */
  slow: string | null
  /** Of the tasks that have a result, the newest. */
  last: { status: string; ended: string | null } | null | undefined
  /** The version of the newest result, or of the workers that poll. */
  version: string | null
  queued: number | undefined
  oldestQueued: string | null | undefined
  /** Of the last 24 hours. */
  success: { ended: number; of: number } | null | undefined
}

/**
 * The facts of each alias from what waits and from the newest results, in the order of the names. What could not be read
 * is null.
 */
export function aliasFactsOf(
  work: FailedWork,
  aliases: readonly string[],
  backlog: BacklogRows | null,
  results: Results | null,
): AliasFacts[] {
  // The rest of an incomplete list may be about any alias.
  const isWhole = results !== null && results.rows.length >= results.total
  return aliases.map((alias) => {
    const own = results?.rows.filter((row) => row.alias === alias) ?? []
    const waiting = backlog?.find((row) => row.type === work.type && row.alias === alias)
    const last = own.reduce<ResultRow | null>((one, other) => (isLater(other, one) ? other : one), null)
    const ended = own.filter(({ status }) => status === 'ended').length
    return {
      alias,
      relation: relationOf(work, alias, own, last),
      pollers: undefined,
      slow: null,
      last: last ?? (isWhole ? null : undefined),
      version: last?.version ?? null,
      queued: backlog ? (waiting?.queued ?? 0) : undefined,
      oldestQueued: backlog ? (waiting?.oldestQueued ?? null) : undefined,
      success: isWhole ? (own.length > 0 ? { ended, of: own.length } : null) : undefined,
    }
  })
}

const isLater = (row: ResultRow, other: ResultRow | null) =>
  (row.ended ?? '') > (other?.ended ?? '') || !other

function relationOf(
  work: FailedWork,
  alias: string,
  own: readonly ResultRow[],
  last: ResultRow | null,
): Relation | null {
  if (work.aliases.includes(alias)) return 'current'
  if (!last || work.waits) return null
  const sameFailure = (row: ResultRow) =>
    row.status === 'failed' && !!row.reason && !!work.reason && pattern(row.reason) === pattern(work.reason)
  if (own.some(sameFailure)) return 'seen'
  if (last.version !== null && work.versions.includes(last.version)) return 'sameVersion'
  return 'notSeen'
}

/** A reason without its numbers, which differ between two cases of one failure. */
const pattern = (reason: string) => reason.replace(/\d+/g, '#')

/** Nothing may run on an alias without results. */
const ranks = { notSeen: 0, sameVersion: 1, unknown: 2, slow: 2, seen: 3, current: 4, unpolled: 5 }
const rank = ({ relation }: AliasFacts) => ranks[relation ?? 'unknown']

/** Best first: where the failure was not seen, then the least that waits. */
export const bestFirst = (facts: readonly AliasFacts[]): AliasFacts[] =>
  facts.toSorted((one, other) => rank(one) - rank(other) || (one.queued ?? 0) - (other.queued ?? 0))

/** An alias of which nothing is known but its name. */
export const bareFacts = (work: FailedWork, alias: string): AliasFacts => ({
  alias,
  relation: work.aliases.includes(alias) ? 'current' : null,
  pollers: undefined,
  slow: null,
  last: undefined,
  version: null,
  queued: undefined,
  oldestQueued: undefined,
  success: undefined,
})
