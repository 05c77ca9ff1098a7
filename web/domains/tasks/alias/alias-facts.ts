import type { ResultOf } from '#web/lib/graphql.ts'
import type { TaskDetail } from '../task.ts'
import type { aliasBacklogQuery, aliasResultsQuery } from './operations.ts'

export type BacklogRows = ResultOf<typeof aliasBacklogQuery>['backlog']
export type Results = ResultOf<typeof aliasResultsQuery>['tasks']
type ResultRow = Results['rows'][number]

/** The failed task that another alias is chosen for. */
export type FailedTask = Pick<TaskDetail, 'id' | 'name' | 'type' | 'alias' | 'reason' | 'version' | 'attempt'>

/** How an alias is related to the failure; null: nothing is known. */
export type Relation = 'notSeen' | 'sameVersion' | 'seen' | 'current'

/** What is known about an alias now; undefined: unknown, null: there is none. */
export interface AliasFacts {
  alias: string
  relation: Relation | null
  /** Of the tasks that have a result, the newest. */
  last: Pick<ResultRow, 'status' | 'ended' | 'version'> | null | undefined
  queued: number | undefined
  oldestQueued: string | null | undefined
  /** Of the last 24 hours. */
  success: { ended: number; of: number } | null | undefined
}

/** The facts of each alias, in the order of the names. What could not be read is null. */
export function aliasFactsOf(
  task: FailedTask,
  aliases: readonly string[],
  backlog: BacklogRows | null,
  results: Results | null,
): AliasFacts[] {
  // The rest of an incomplete list may be about any alias.
  const isWhole = results !== null && results.rows.length >= results.total
  return aliases.map((alias) => {
    const own = results?.rows.filter((row) => row.alias === alias) ?? []
    const waiting = backlog?.find((row) => row.type === task.type && row.alias === alias)
    const last = own.reduce<ResultRow | null>((one, other) => (isLater(other, one) ? other : one), null)
    const ended = own.filter(({ status }) => status === 'ended').length
    return {
      alias,
      relation: relationOf(task, alias, own, last),
      last: last ?? (isWhole ? null : undefined),
      queued: backlog ? (waiting?.queued ?? 0) : undefined,
      oldestQueued: backlog ? (waiting?.oldestQueued ?? null) : undefined,
      success: isWhole ? (own.length > 0 ? { ended, of: own.length } : null) : undefined,
    }
  })
}

const isLater = (row: ResultRow, other: ResultRow | null) =>
  (row.ended ?? '') > (other?.ended ?? '') || !other

function relationOf(
  task: FailedTask,
  alias: string,
  own: readonly ResultRow[],
  last: ResultRow | null,
): Relation | null {
  if (alias === task.alias) return 'current'
  if (!last) return null
  const sameFailure = (row: ResultRow) =>
    row.status === 'failed' && !!row.reason && !!task.reason && pattern(row.reason) === pattern(task.reason)
  if (own.some(sameFailure)) return 'seen'
  if (task.version && last.version === task.version) return 'sameVersion'
  return 'notSeen'
}

/** A reason without its numbers, which differ between two cases of one failure. */
const pattern = (reason: string) => reason.replace(/\d+/g, '#')

/** Nothing may run on an alias without results. */
const ranks = { notSeen: 0, sameVersion: 1, unknown: 2, seen: 3, current: 4 }
const rank = ({ relation }: AliasFacts) => ranks[relation ?? 'unknown']

/** The names of the aliases, best first: where the failure was not seen, then the least that waits. */
export function bestFirst(facts: readonly AliasFacts[]): string[] {
  return facts
    .toSorted((one, other) => rank(one) - rank(other) || (one.queued ?? 0) - (other.queued ?? 0))
    .map(({ alias }) => alias)
}
