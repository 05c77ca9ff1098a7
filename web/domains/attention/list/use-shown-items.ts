import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useListTouches, type ListTouches } from '#web/ui/table/use-list-touches.ts'
import type { AttentionRow } from '../operations.ts'
import { compareHurt, isSameShown, LEAVES_AFTER_MS, nextShown, type ShownItem } from './shown-items.ts'

interface ShownItems {
  rows: readonly ShownItem[]
  /** Number of new items that wait. */
  waiting: number
  /** Lists the waiting items, and all in their order. */
  enter(): void
  /** For the element around the list. */
  touches: ListTouches['handlers']
}

/**
 * The rows of a list of items that moves only while the user does not work in it. `open` are all open items, `chosen`
 * those to list; `list` names the choice: another one begins anew.
 */
export function useShownItems(
  list: string,
  open: readonly AttentionRow[],
  chosen: readonly AttentionRow[],
): ShownItems {
  const { handlers, pointer, focus, scrolled } = useListTouches('[data-item]')
  const touched = pointer || focus || scrolled
  const [shown, setShown] = useState<{ list: string; rows: readonly ShownItem[] }>({ list, rows: [] })
  const [clock, setClock] = useState(0)
  const listed = useMemo(() => chosen.toSorted(compareHurt), [chosen])
  const ids = useMemo(() => new Set(open.map(({ id }) => id)), [open])

  // Before the browser paints: another choice never shows the rows of the last one.
  useLayoutEffect(() => {
    setShown((last) => {
      const isAnother = last.list !== list
      const before = isAnother ? [] : last.rows
      const held = touched && before.length > 0
      const rows = nextShown(before, { open: ids, listed, held, now: Date.now() })
      return !isAnother && isSameShown(before, rows) ? last : { list, rows }
    })
  }, [list, ids, listed, touched, clock])

  const leavesAt = Math.min(...shown.rows.flatMap(({ closedAt }) => closedAt ?? [])) + LEAVES_AFTER_MS
  useEffect(() => {
    if (!Number.isFinite(leavesAt)) return
    const timer = setTimeout(() => setClock(leavesAt), Math.max(0, leavesAt - Date.now()))
    return () => clearTimeout(timer)
  }, [leavesAt])

  const known = useMemo(() => new Set(shown.rows.map(({ item }) => item.id)), [shown.rows])
  const waiting = listed.filter(({ id }) => !known.has(id)).length
  const enter = () =>
    setShown(({ rows }) => ({
      list,
      rows: nextShown(rows, { open: ids, listed, held: false, now: Date.now() }),
    }))
  return { rows: shown.rows, waiting: shown.list === list ? waiting : 0, enter, touches: handlers }
}
