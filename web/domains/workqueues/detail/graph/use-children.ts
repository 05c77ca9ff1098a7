import { useEffect, useMemo } from 'react'
import { useQuery } from 'urql'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import type { HeatMember } from '#web/graph/heat.ts'
import { useFeature } from '#web/lib/features.ts'
import type { WorkqueueDetail } from '../operations.ts'
import { childRunsQuery } from './operations.ts'

/** Runs that are read; the squares of more would not be told apart. */
const MOST = 2000
/** Interval of reads while one of them is under way, in milliseconds. */
const READ_EVERY_MS = 5000

const none: ReadonlyMap<string, readonly HeatMember[]> = new Map()

/**
 * The runs that tasks of a run have started, by the id of the task; only of tasks with several. Empty on a platform
 * that does not tell.
 */
export function useChildren(run: WorkqueueDetail): ReadonlyMap<string, readonly HeatMember[]> {
  const total = run.children?.total ?? 0
  const pause = !useFeature('attempts') || total < 2
  const variables = useMemo(
    () => ({ appId: run.appId, parentId: run.id, perPage: MOST }),
    [run.appId, run.id],
  )
  const [{ data }, execute] = useQuery({ query: childRunsQuery, variables, pause })
  const rows = data?.workqueues.rows
  const isUnderWay = rows?.some(({ status }) => !isTerminal(status)) ?? false
  const isShort = rows !== undefined && rows.length < Math.min(total, MOST)
  useEffect(() => {
    if (pause || (!isUnderWay && !isShort)) return
    const read = () => execute({ requestPolicy: 'network-only' })
    if (isShort) read()
    const timer = setInterval(read, READ_EVERY_MS)
    return () => clearInterval(timer)
  }, [pause, isUnderWay, isShort, execute])
  return useMemo(() => (rows ? byTask(rows) : none), [rows])
}

function byTask(rows: readonly (HeatMember & { parentTaskId: string | null })[]) {
  const children = new Map<string, HeatMember[]>()
  for (const row of rows) {
    if (row.parentTaskId === null) continue
    const own = children.get(row.parentTaskId)
    if (own) own.push(row)
    else children.set(row.parentTaskId, [row])
  }
  for (const [id, runs] of children) if (runs.length < 2) children.delete(id)
  return children
}
