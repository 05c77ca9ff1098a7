import { useEffect, useSyncExternalStore } from 'react'
import { type ListTouches, useListTouches } from '#web/ui/table/use-list-touches.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import type { WorkqueueListVariables } from '../operations.ts'
import { endHold, ENTER_AFTER_MS, heldList, hold, isTouched, letIn, listKey } from './new-rows.ts'

interface NewRows {
  /** Number of new rows that wait. */
  waiting: number
  /** Lists the waiting rows. */
  enter(): void
  /** For the element around the table. */
  touches: ListTouches['handlers']
}

/**
 * Keeps new rows out of the list while the pointer or the focus is in its rows, rows are selected, the page is scrolled, or
 * reads of it fail. Rows that wait enter on request, or some seconds after the list was last touched.
 */
export function useNewRows(
  variables: WorkqueueListVariables,
  { selected, stale, reread }: { selected: boolean; stale: boolean; reread: () => void },
): NewRows {
  const { handlers, ...touches } = useListTouches('tbody')
  const touched = isTouched({ ...touches, selected, stale })
  const list = listKey(variables)
  // The read that ends the failure has the rows that waited.
  useEffect(() => {
    if (stale) return () => letIn(list, true)
  }, [list, stale])
  useEffect(() => hold(list, touched), [list, touched])
  useEffect(() => () => endHold(list), [list])

  const held = useSyncExternalStore(heldList.subscribe, heldList.get)
  const waiting = held.list === list ? held.ids.length : 0
  const hasWaiting = waiting > 0
  const enter = () => {
    // While reads fail the rows go on waiting.
    if (!stale) letIn(list, touched)
    reread()
  }
  const latest = useLatest(enter)
  useEffect(() => {
    if (!hasWaiting || touched) return
    const timer = setTimeout(() => latest.current(), ENTER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasWaiting, touched, list, latest])

  return { waiting, enter, touches: handlers }
}
