import type { AttentionRow } from '../operations.ts'
import type { ListedItem } from './joined-items.ts'

/** A closed item stays so long with its reason, in milliseconds. */
export const LEAVES_AFTER_MS = 5000

/** An item on the screen; `closedAt`: it is gone, and shown a moment longer. */
export interface ShownItem {
  item: ListedItem
  closedAt: number | null
}

const waits = ({ hurt }: AttentionRow) => (hurt.runs ?? 0) + (hurt.tasks ?? 0)
/** A text that sorts like the moment; what has no moment is last. */
const sinceOf = ({ since }: AttentionRow) => since ?? '~'

/** By what waits behind an item, then for how long, then by age. */
export function compareHurt(a: AttentionRow, b: AttentionRow): number {
  return (
    waits(b) - waits(a) ||
    (b.hurt.minutes ?? 0) - (a.hurt.minutes ?? 0) ||
    (sinceOf(a) < sinceOf(b) ? -1 : sinceOf(a) > sinceOf(b) ? 1 : 0)
  )
}

/** Puts what leaves back where it was: behind the item that it followed. */
function keepPlaces(before: readonly ShownItem[], rows: readonly ShownItem[], leaving: ReadonlySet<string>) {
  const result = [...rows]
  before.forEach((shown, place) => {
    if (!leaving.has(shown.item.id)) return
    const previous = before[place - 1]?.item.id
    const at = result.findIndex(({ item }) => item.id === previous)
    result.splice(at + 1, 0, shown)
  })
  return result
}

/**
 * What is shown next. `open` are all open items, worst first; `listed` those of them that the chosen list has. An item
 * that is no longer open leaves after five seconds. While the list is `held`, rows keep their places, also those that are over,
 * and new ones wait.
 */
export function nextShown(
  before: readonly ShownItem[],
  {
    open,
    listed,
    held,
    now,
  }: { open: ReadonlySet<string>; listed: readonly ListedItem[]; held: boolean; now: number },
): ShownItem[] {
  const byId = new Map(listed.map((item) => [item.id, item]))
  const leaving = new Set<string>()
  const kept = before.flatMap((shown): ShownItem[] => {
    const item = byId.get(shown.item.id)
    if (item) return [{ item, closedAt: null }]
    if (open.has(shown.item.id)) return []
    const closedAt = shown.closedAt ?? now
    if (!held && now - closedAt >= LEAVES_AFTER_MS) return []
    leaving.add(shown.item.id)
    return [{ item: shown.item, closedAt }]
  })
  if (held) return kept
  const rows = listed.map((item) => ({ item, closedAt: null }))
  return leaving.size === 0 ? rows : keepPlaces(kept, rows, leaving)
}

/** Whether two lists look the same, so that the shown one can stay. */
export function isSameShown(a: readonly ShownItem[], b: readonly ShownItem[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ item, closedAt }, place) => item === b[place]?.item && closedAt === b[place].closedAt)
  )
}
