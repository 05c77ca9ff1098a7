import { useEffect, useMemo, useRef, useState } from 'react'
import { type CombinedError, useQuery } from 'urql'
import { useApp } from '#web/lib/current-app.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { taskAliasesQuery } from '../operations.ts'
import { type AliasFacts, bestFirst, aliasFactsOf, type FailedTask } from './alias-facts.ts'
import { aliasBacklogQuery, aliasResultsQuery } from './operations.ts'

const REREAD_MS = 5000
/** The list waits so long for its figures. */
const PATIENCE_MS = 1500
const DAY_MS = 86_400_000

export interface ShownAliases {
  /** Best first; the order of the first answer. Null while it is read. */
  rows: readonly AliasFacts[] | null
  /** Why the aliases could not be read. */
  error: CombinedError | undefined
  /** When the figures were read, once they could not be read again; else null. */
  staleSince: number | null
}

/** The aliases of a task's type with what is known about them, read again every 5 seconds. */
export function useAliasFacts(task: FailedTask): ShownAliases {
  const { id: appId } = useApp()
  const [since] = useState(() => new Date(Date.now() - DAY_MS).toISOString())
  const [{ data, error }] = useQuery({
    query: taskAliasesQuery,
    variables: useMemo(() => ({ type: task.type }), [task.type]),
    requestPolicy: 'network-only',
  })
  const backlog = useLastRead(aliasBacklogQuery, {})
  const results = useLastRead(aliasResultsQuery, { appId, type: [task.type], since })
  useInterval(REREAD_MS, () => {
    backlog.rereadInBackground()
    results.rereadInBackground()
  })
  const [patient, setPatient] = useState(true)
  useInterval(PATIENCE_MS, () => setPatient(false))

  const names = data?.taskAliases
  const facts = useMemo(
    () => aliasFactsOf(task, names ?? [], backlog.data?.backlog ?? null, results.data?.tasks ?? null),
    [task, names, backlog.data, results.data],
  )
  // The rows appear once, with their figures, and keep their places.
  const isAnswered = [backlog, results].every((read) => read.readAt !== null || read.error)
  const [order, setOrder] = useState<readonly string[] | null>(null)
  if (names && order === null && (isAnswered || !patient)) setOrder(bestFirst(facts))
  const rows = useMemo(
    () => order && order.flatMap((alias) => facts.find((row) => row.alias === alias) ?? []),
    [order, facts],
  )
  const failing = backlog.error ? backlog : results.error ? results : null
  return { rows, error, staleSince: failing?.readAt ?? null }
}

function useInterval(ms: number, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const timer = setInterval(() => latest.current(), ms)
    return () => clearInterval(timer)
  }, [ms])
}
