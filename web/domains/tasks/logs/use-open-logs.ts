import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { EntriesByTask } from '../task.ts'
import type { WorkqueueLogs } from './use-workqueue-logs.ts'
import { linkedLogId } from './log-view.ts'

/** The ids of the tasks whose logs are open, and a stable function that opens or closes one. */
export interface OpenLogs {
  open: ReadonlySet<string>
  toggle(id: string): void
  /** The task that has the entry which the address names; its log is opened. */
  linked: string | null
}

export function useOpenLogs({
  logs,
  loadEarlier: loadEarlier,
}: Pick<WorkqueueLogs, 'logs' | 'loadEarlier'>): OpenLogs {
  const { hash } = useLocation()
  const linked = useMemo(() => taskOf(logs, linkedLogId(hash)), [logs, hash])
  const [followed, setFollowed] = useState<string | null>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  if (linked !== null && followed !== hash) {
    setFollowed(hash)
    setOpen(new Set([...open, linked]))
  }
  const isRead = open.size > 0 || linkedLogId(hash) !== null
  useEffect(() => {
    if (isRead) loadEarlier()
  }, [isRead, loadEarlier])
  const toggle = useCallback((id: string) => setOpen((known) => withToggled(known, id)), [])
  return { open, toggle, linked }
}

/** The ids with one more, or without it where they had it. */
export function withToggled(known: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(known)
  if (!next.delete(id)) next.add(id)
  return next
}

function taskOf(logs: EntriesByTask, logId: string | null): string | null {
  if (logId === null) return null
  for (const [taskId, own] of logs) if (own.some((log) => log.id === logId)) return taskId
  return null
}
