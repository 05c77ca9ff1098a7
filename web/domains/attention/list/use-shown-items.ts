import { useMemo, useState } from 'react'
import { useOfNow } from '#web/lib/use-time.ts'
import { useListTouches, type ListTouches } from '#web/ui/table/use-list-touches.ts'
import type { AttentionRow } from '../operations.ts'
import { compareHurt, isSameShown, nextShown, type ShownItem } from './shown-items.ts'

interface ShownItems {
  rows: readonly ShownItem[]
  /** Number of new items that wait. */
  waiting: number
  /** Lists the waiting items, and all in their order. */
  enter(): void
  /** For the element around the list. */
  touches: ListTouches['handlers']
}

const none: readonly ShownItem[] = []

/**
 * The rows of a list of items that moves only while the user does not work in it. `open` are all open items, `chosen`
 * those to list; `list` names the choice: another one begins with its own rows.
 */
export function useShownItems(
  list: string,
  open: readonly AttentionRow[],
  chosen: readonly AttentionRow[],
): ShownItems {
  const { handlers, pointer, focus, scrolled } = useListTouches('[data-item]')
  const touched = pointer || focus || scrolled
  const listed = useMemo(() => chosen.toSorted(compareHurt), [chosen])
  const ids = useMemo(() => new Set(open.map(({ id }) => id)), [open])
  const [shown, setShown] = useState<{ list: string; rows: readonly ShownItem[] }>({ list, rows: [] })
  const before = shown.list === list ? shown.rows : none
  const isLeaving = before.some(({ item }) => !ids.has(item.id))
  const now = useOfNow(500, (clock) => (isLeaving ? clock : 0))
  const next = nextShown(before, { open: ids, listed, held: touched && before.length > 0, now })
  // While it renders: another choice never shows the rows of the last one.
  if (shown.list !== list || !isSameShown(before, next)) setShown({ list, rows: next })

  const known = useMemo(() => new Set(shown.rows.map(({ item }) => item.id)), [shown.rows])
  const waiting = listed.filter(({ id }) => !known.has(id)).length
  const enter = () => setShown({ list, rows: nextShown(before, { open: ids, listed, held: false, now }) })
  return { rows: shown.rows, waiting, enter, touches: handlers }
}
