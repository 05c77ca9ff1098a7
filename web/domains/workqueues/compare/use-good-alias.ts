import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { aliasEvidenceQuery, aliasResultsQuery } from '#web/domains/tasks/alias/operations.ts'
import { useFeature } from '#web/lib/features.ts'
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

interface AliasPollers {
  alias: string
  pollers: number | null
  versions: readonly string[]
}

/** The first alias, other than that of the task, that a worker with the version polls. Null where there is none. */
export const polledAliasOf = (
  aliases: readonly AliasPollers[],
  { alias }: Pick<ComparedTask, 'alias'>,
  version: string,
): string | null =>
  aliases.find((each) => each.alias !== alias && (each.pollers ?? 0) > 0 && each.versions.includes(version))
    ?.alias ?? null

/**
 * The alias on which workers still have the version that the task ended well with; null for none, undefined while it is read.
 * Who polls decides where the platform tells it: the newest results may all be of one busy alias.
 */
export function useGoodAlias(
  appId: string,
  task: ComparedTask | undefined,
  version: string | null,
): string | null | undefined {
  const [since] = useState(() => new Date(Date.now() - RECENT_MS).toISOString())
  const type = task?.type ?? ''
  const pause = version === null || type === ''
  const knowsPollers = useFeature('queues')
  const [results] = useQuery({
    query: aliasResultsQuery,
    variables: useMemo(() => ({ appId, type: [type], since }), [appId, type, since]),
    pause: pause || knowsPollers,
  })
  const [polled] = useQuery({
    query: aliasEvidenceQuery,
    variables: useMemo(() => ({ type }), [type]),
    pause: pause || !knowsPollers,
  })
  if (pause || !task) return null
  const { error, operation } = knowsPollers ? polled : results
  const isCurrent = String(operation?.variables.type) === type
  if (isCurrent && knowsPollers && polled.data) return polledAliasOf(polled.data.queueAliases, task, version)
  if (isCurrent && !knowsPollers && results.data) return goodAliasOf(results.data.tasks.rows, task, version)
  return error ? null : undefined
}
