import { useMemo, useState } from 'react'
import { useListTouches, type ListTouches } from '#web/ui/table/use-list-touches.ts'
import type { TaskDetail } from '../task.ts'

/** The rows of a table that keep their places while the user works in them. */
export interface KeptOrder {
  rows: readonly TaskDetail[]
  /** The rows would stand otherwise, or some would leave, if they were not kept. */
  changed: boolean
  /** Puts the rows in their order. */
  renew(): void
  /** For the element around the table. */
  touches: ListTouches['handlers']
}

const none: readonly string[] = []

/**
 * Keeps the rows in their places while the pointer or the focus is in them: what the user is about to press must not
 * move, or make room for the next row, because of an event. `listed` are the rows in their order, taken from `all`;
 * `list` names the choice of rows and order: another one shows its own at once.
 */
export function useKeptOrder(
  list: string,
  listed: readonly TaskDetail[],
  all: readonly TaskDetail[],
): KeptOrder {
  // A pointer that rests on a button is about to press it as much as one that moves.
  const { handlers, pointer, focus } = useListTouches('tbody', null)
  const held = pointer || focus
  const [shown, setShown] = useState({ list, ids: none })
  const before = shown.list === list ? shown.ids : none
  const rows = useMemo(
    () => (held && before.length > 0 ? inPlaces(before, listed, all) : listed),
    [held, before, listed, all],
  )
  // While it renders: another choice never shows the rows of the last one.
  if (shown.list !== list || !isSameOrder(shown.ids, rows)) setShown({ list, ids: idsOf(rows) })
  const changed = useMemo(() => rows !== listed && !isSameOrder(idsOf(listed), rows), [rows, listed])
  return { rows, changed, renew: () => setShown({ list, ids: idsOf(listed) }), touches: handlers }
}

/** The tasks of `before` as they are now, also those that are no longer listed; new ones come last. */
export function inPlaces(
  before: readonly string[],
  listed: readonly TaskDetail[],
  all: readonly TaskDetail[],
): readonly TaskDetail[] {
  const now = new Map(all.map((task) => [task.id, task]))
  const known = new Set(before)
  return [...before.flatMap((id) => now.get(id) ?? []), ...listed.filter(({ id }) => !known.has(id))]
}

const idsOf = (rows: readonly TaskDetail[]): readonly string[] => rows.map(({ id }) => id)

const isSameOrder = (ids: readonly string[], rows: readonly TaskDetail[]): boolean =>
  ids.length === rows.length && rows.every(({ id }, place) => id === ids[place])
