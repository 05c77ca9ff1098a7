import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { taskStatuses } from '#shared/domains/tasks/constants.ts'
import { tableSortKeys } from '#web/domains/tasks/table/task-order.ts'
import { formatSort, parseSort, type SortOrder } from '#web/lib/paging.ts'
import { queryText } from '#web/lib/query-string.ts'

export const runViews = ['graph', 'timeline', 'table'] as const
export type RunView = (typeof runViews)[number]

export const drawerTabs = ['log', 'payload', 'attempts', 'why'] as const
export type DrawerTab = (typeof drawerTabs)[number]

/** What the address of a run says about its page. */
export interface RunAddress {
  view: RunView
  /** The task of the drawer; null for none. */
  task: string | null
  /** Null is the usual one of the task. */
  tab: DrawerTab | null
  /** The attempt of the task that is shown; null is the latest one. */
  attempt: number | null
  /** The status whose tasks are framed or listed, or `cancelled`; null is any. */
  status: string | null
  /** The column by which the table is sorted; null is the order of the workflow. */
  sort: SortOrder | null
  /** The moment that is shown, in milliseconds since 1970; null is now. */
  at: number | null
}

/** The latest moment that a date can have. */
const LAST_MOMENT = 8.64e15

const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)

function count(text: string | null, most: number): number | null {
  return text !== null && /^[1-9]\d*$/.test(text) && Number(text) <= most ? Number(text) : null
}

/** Reads an address. A value that has no meaning counts as absent. */
export function parseRunAddress(params: URLSearchParams): RunAddress {
  const task = params.get('task') || null
  return {
    view: oneOf(runViews, params.get('view')) ?? 'graph',
    task,
    tab: oneOf(drawerTabs, params.get('tab')) ?? null,
    attempt: task === null ? null : count(params.get('attempt'), Number.MAX_SAFE_INTEGER),
    status: oneOf<string>([...taskStatuses, 'cancelled'], params.get('status')) ?? null,
    sort: parseSort(params.get('sort'), tableSortKeys),
    at: count(params.get('at'), LAST_MOMENT),
  }
}

/** The query of an address; what is usual is left out. */
export function formatRunAddress({ view, task, tab, attempt, status, sort, at }: RunAddress): string {
  const parts: [string, string | null][] = [
    ['view', view === 'graph' ? null : view],
    ['task', task],
    ['tab', tab],
    ['attempt', task && attempt !== null ? String(attempt) : null],
    ['status', status],
    ['sort', sort && formatSort(sort)],
    ['at', at === null ? null : String(at)],
  ]
  return queryText(parts.filter((part): part is [string, string] => part[1] !== null))
}

/** Changes parts of the address; with `replace` without an entry in the history. */
export type ChangeAddress = (change: Partial<RunAddress>, options?: { replace?: boolean }) => void

/** What the address says, and a stable function that changes it. Several changes of one event are all kept. */
export function useRunAddress(): [RunAddress, ChangeAddress] {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const address = useMemo(() => parseRunAddress(new URLSearchParams(search)), [search])
  const latest = useRef({ address, hash })
  useLayoutEffect(() => {
    latest.current = { address, hash }
  })
  const change = useCallback<ChangeAddress>(
    (next, { replace = false } = {}) => {
      const { address: known, hash } = latest.current
      const changed = { ...known, ...next }
      const query = formatRunAddress(changed)
      if (query === formatRunAddress(known)) return
      latest.current = { address: changed, hash }
      // The line of a log that is linked belongs to its task.
      const kept = changed.task === known.task ? hash : ''
      void navigate({ search: query, hash: kept }, { replace, preventScrollReset: true })
    },
    [navigate],
  )
  return [address, change]
}
