import { useCallback, useMemo, useState } from 'react'
import { fanOutsOf } from '#shared/domains/tasks/fan-out.ts'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { runKeys } from '#shared/domains/workqueues/run-messages.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { TWO_COLUMNS_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { taskOfCause } from './cause-tone.ts'
import type { WorkqueueDetail } from './operations.ts'
import { type ChangeAddress, type DrawerTab, type RunAddress, useRunAddress } from './run-address.ts'
import { taskBeside, nextOfState } from './states.ts'

/** What is chosen on the page of a run, and functions that choose. */
export interface RunSelection {
  address: RunAddress
  change: ChangeAddress
  /** The task of the drawer. */
  task: TaskDetail | null
  /** The tab of the drawer. */
  tab: DrawerTab
  /** Chooses a task, or none. */
  select(taskId: string | null): void
  openTab(taskId: string, tab: DrawerTab, attempt?: number | null): void
  /** The task before or after the chosen one; null at the ends. */
  neighbour(step: 1 | -1): string | null
  /** Frames the next task of a status; the table lists only those. */
  showStatus(status: string): void
  setAt(at: number | null): void
}

/**
 * The task, tab, status and moment that the address names. A failed run opens on its failure: without a task in the
 * address that of its cause is chosen, until none is. Where the drawer is a sheet, which would cover what the page is about,
 * it opens only on request.
 */
export function useRunSelection(
  run: WorkqueueDetail,
  tasks: WorkqueueDetail['tasks'],
  cause: Cause | null,
): RunSelection {
  const [address, change] = useRunAddress()
  const [opening, setOpening] = useState<string | null>(() =>
    run.status === 'failed' ? failureOf(tasks, cause) : null,
  )
  const hasSheet = useNarrowerThan(TWO_COLUMNS_PX)
  const opensOnFailure = address.view !== 'table' && !hasSheet
  const chosen = address.task ?? (opensOnFailure ? opening : null)
  const task = useMemo(() => tasks.find(({ id }) => id === chosen) ?? null, [tasks, chosen])

  // As the task was chosen: the tab does not change under the eyes of the reader when the task starts.
  // oxlint-disable-next-line react/exhaustive-deps -- by its id
  const usualTab = useMemo(() => usualTabOf(task), [task?.id])
  const latest = useLatest({ address, tasks, chosen })
  const select = useCallback(
    (taskId: string | null) => {
      const { address, chosen } = latest.current
      if (taskId === null) {
        setOpening(null)
        change({ task: null, attempt: null, tab: null, status: null })
      } else if (taskId !== address.task)
        change({ task: taskId, attempt: taskId === chosen ? address.attempt : null })
    },
    [change, latest],
  )
  const showStatus = useCallback(
    (status: string) => {
      const { address, tasks, chosen } = latest.current
      const task = address.view === 'table' ? null : nextOfState(tasks, status, chosen)
      if (task === null) setOpening(null)
      if (address.view === 'table') return change({ status: address.status === status ? null : status })
      change({ status, ...(task !== null && { task, attempt: null }) })
    },
    [change, latest],
  )
  const openTab = useCallback(
    (taskId: string, tab: DrawerTab, attempt: number | null = null) => {
      const usual = usualTabOf(latest.current.tasks.find(({ id }) => id === taskId) ?? null)
      change({ task: taskId, tab: tab === usual ? null : tab, attempt })
    },
    [change, latest],
  )
  const setAt = useCallback((at: number | null) => change({ at }, { replace: true }), [change])
  useKeys(
    {
      n: () => {
        const next = nextOfState(latest.current.tasks, 'failed', latest.current.chosen)
        return next === null ? false : select(next)
      },
      Escape: () => {
        const { address, chosen } = latest.current
        if (address.at !== null) return setAt(null)
        return chosen === null && address.status === null ? false : select(null)
      },
    },
    runKeys.page,
  )
  const neighbour = (step: 1 | -1) => task && taskBeside(tasks, task.id, step)
  return {
    address,
    change,
    task,
    tab: address.tab ?? usualTab,
    select,
    openTab,
    neighbour,
    showStatus,
    setAt,
  }
}

/** What has not started has logged nothing: it opens on why it waits. */
const usualTabOf = (task: TaskDetail | null): DrawerTab =>
  task?.started === null && ['notstarted', 'queued'].includes(task.status) ? 'why' : 'log'

/** The task that the cause of a run names, or its first failed one. */
function failureOf(tasks: WorkqueueDetail['tasks'], cause: Cause | null): string | null {
  const named = (cause && taskOfCause(cause, tasks)) ?? tasks.find((task) => task.status === 'failed')
  if (!named) return null
  // Of a fan-out with several failures the list of them says more than the log of one.
  const failed = new Set(tasks.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])))
  const many = fanOutsOf(tasks).find(({ taskIds }) => taskIds.includes(named.id))
  const isOneOfMany = many !== undefined && many.taskIds.filter((id) => failed.has(id)).length > 1
  return isOneOfMany ? null : named.id
}
