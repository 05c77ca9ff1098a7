import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { aliasResultsQuery } from '#web/domains/tasks/alias/operations.ts'
import type { ComparedTask } from './task-pairs.ts'

/** Older results do not show that a worker still polls an alias, in milliseconds. */
const RECENT_MS = 86_400_000

interface AliasResult {
  alias: string
  status: string
  ended: string | null
  version: string | null
}

/**
 * The alias, other than that of the task, whose newest result of this type is good and by the version; of several the one
 * with the latest result. Null where there is none.
 */
export function goodAliasOf(
  results: readonly AliasResult[],
  { alias }: Pick<ComparedTask, 'alias'>,
  version: string,
): string | null {
  const newest = new Map<string, AliasResult>()
  for (const row of results) {
    const known = newest.get(row.alias)
    if (row.ended !== null && (known?.ended ?? '') < row.ended) newest.set(row.alias, row)
  }
  const good = [...newest.values()].filter(
    (row) => row.alias !== alias && row.status === 'ended' && row.version === version,
  )
  return good.sort((a, b) => (b.ended ?? '').localeCompare(a.ended ?? ''))[0]?.alias ?? null
}

/** The alias on which workers still have the version that the task ended well with; null for none, undefined while it is read. */
export function useGoodAlias(
  appId: string,
  task: ComparedTask | undefined,
  version: string | null,
): string | null | undefined {
  const [since] = useState(() => new Date(Date.now() - RECENT_MS).toISOString())
  const type = task?.type ?? ''
  const pause = version === null || type === ''
  const [{ data, error, operation }] = useQuery({
    query: aliasResultsQuery,
    variables: useMemo(() => ({ appId, type: [type], since }), [appId, type, since]),
    pause,
  })
  if (pause || !task) return null
  const rows = String(operation?.variables.type) === type ? data?.tasks.rows : undefined
  if (rows) return goodAliasOf(rows, task, version)
  return error ? null : undefined
}
