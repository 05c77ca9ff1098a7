import { useEffect, useRef } from 'react'
import { useClient } from 'urql'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { workqueueListQuery, type WorkqueueListVariables } from '../operations.ts'
import { createRefresh, type Refresh } from './refresh.ts'
import { heldList, listKey } from './new-rows.ts'

interface ListRefreshOptions {
  /** Whether the platform has anything that live events do not contain, and the list is live. */
  enabled: boolean
  variables: WorkqueueListVariables
  rows: readonly { status: string; created: string }[]
  /** Reads the page as it is now. */
  reread(): void
}

interface ListRefresh {
  /** Asks for a read of what live events do not contain; `entered`: also of a row that has come to pass the filter. */
  request(entered?: boolean): void
  /** Reads the page again, or while new rows wait the listed rows. */
  reread(): void
}

/**
 * Reads the listed rows again for what live events do not contain. A read moves no row while new rows wait, nor on a
 * later page, nor a row that has left the filter: then the rows from the first listed one on are read, and the cache
 * updates the listed ones. In another order than the newest first such a read is not possible: the rows stay until nothing
 * holds them.
 */
export function useListRefresh({ enabled, variables, rows, reread }: ListRefreshOptions): ListRefresh {
  const client = useClient()
  const latest = useRef({ inPlace: () => {}, isHeld: (): boolean => false, mayMove: false, reread })
  useEffect(() => {
    const inPlace = () => {
      const [top] = rows
      if (!top) return reread()
      if (variables.sort) return
      const from = { ...variables, page: 1, createdBefore: top.created }
      void client.query(workqueueListQuery, from, { requestPolicy: 'network-only' }).toPromise()
    }
    const isHeld = () => heldList.get().list === listKey(variables)
    const { page, status, tags } = variables
    const mayMove = page > 1 || Boolean(status?.length) || Boolean(tags?.length)
    latest.current = { inPlace, isHeld, mayMove, reread }
  })
  const refresh = useRef<Refresh>(null)
  const hasEntered = useRef(false)
  useEffect(() => {
    const read = () => {
      const { inPlace, isHeld, mayMove, reread: whole } = latest.current
      if (isHeld() || (mayMove && !hasEntered.current)) return inPlace()
      hasEntered.current = false
      whole()
    }
    const created = createRefresh(read, () => document.visibilityState === 'hidden')
    refresh.current = created
    document.addEventListener('visibilitychange', created.seen)
    return () => {
      document.removeEventListener('visibilitychange', created.seen)
      created.stop()
    }
  }, [])
  // A search or a wait finds other rows without an event of a listed one.
  const changes = Boolean(variables.search) || Boolean(variables.stuck)
  const isRunning = enabled && (changes || rows.some((row) => !isTerminal(row.status)))
  useEffect(() => refresh.current?.running(isRunning), [isRunning])
  return {
    request: (entered = false) => {
      hasEntered.current ||= entered
      if (enabled) refresh.current?.request()
    },
    reread: () => {
      const { inPlace, isHeld, reread: whole } = latest.current
      if (isHeld()) inPlace()
      else whole()
    },
  }
}
