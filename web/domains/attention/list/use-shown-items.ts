import { useMemo, useState } from 'react'
import { useOfNow } from '#web/lib/use-time.ts'
import { useListTouches, type ListTouches } from '#web/ui/table/use-list-touches.ts'
import type { ListedItem } from './joined-items.ts'
import { compareHurt, isSameShown, nextShown, type ShownItem } from './shown-items.ts'

interface ShownItems {
  rows: readonly ShownItem[]
  /** The user works in the list, so that its order stays. */
  held: boolean
  /** Number of new items that wait. */
  waiting: number
  /** Lists the waiting items, and all in their order. */
  enter(): void
  /** For the element around the list. */
  touches: ListTouches['handlers']
}

interface Shown extends Pick<ShownItems, 'rows'> {
  list: string
}

const none: readonly ShownItem[] = []

/**
 * The rows of a list of items that moves only while the user does not work in it. `open` are all open items, `chosen`
 * those to list; `list` names the choice: another one begins with its own rows.
 */
export function useShownItems(
  list: string,
  open: readonly ListedItem[],
  chosen: readonly ListedItem[],
): ShownItems {
  const { handlers, pointer, focus, scrolled } = useListTouches('[data-item]', null)
  const touched = pointer || focus || scrolled
  const listed = useMemo(() => chosen.toSorted(compareHurt), [chosen])
  const ids = useMemo(() => new Set(open.map(({ id }) => id)), [open])
  const [shown, setShown] = useState<Shown>({ list, rows: [] })
  const before = shown.list === list ? shown.rows : none
  const isLeaving = before.some(({ item }) => !ids.has(item.id))
  const now = useOfNow(500, (clock) => (isLeaving ? clock : 0))
  const next = nextShown(before, { open: ids, listed, held: touched && before.length > 0, now })
  // While it renders: another choice never shows the rows of the last one.
  const show = (rows: readonly ShownItem[]) => setShown({ list, rows })
  if (shown.list !== list || !isSameShown(before, next)) show(next)

  const known = useMemo(() => new Set(shown.rows.map(({ item }) => item.id)), [shown.rows])
  const waiting = listed.filter(({ id }) => !known.has(id)).length
  const enter = () => show(nextShown(before, { open: ids, listed, held: false, now }))
  return { rows: shown.rows, held: touched, waiting, enter, touches: handlers }
}
