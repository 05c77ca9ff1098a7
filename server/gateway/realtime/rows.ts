import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { Wire } from '../lib/wire.ts'

/**
 * Rows that one channel remembers, the largest number of tasks of a run; the least recently used go first.
 */
const MAX_ROWS = 5000

/** The known rows of a channel, to complete events that have only the changed fields. */
export interface RowMemory {
  /** Merges the event into the known fields and remembers the result. */
  merge(id: string, fields: Wire): Wire
  /** Remembers a row that was read; required fields that the platform does not have are null from now on. */
  learn(id: string, row: Wire): void
  /** What is known of a row before an event is merged. */
  get(id: string): Wire | undefined
  /** Sets the fields that are remembered. New ones clear what is known. */
  need(fields: readonly string[]): void
  clear(): void
}

/** `volatile` fields are passed on but never remembered. */
export function createRowMemory(volatile: readonly string[], limit = MAX_ROWS): RowMemory {
  const rows = new BoundedMap<string, Wire>(limit)
  let kept: string[] = []

  const remember = (id: string, fields: Wire) => {
    const row: Record<string, unknown> = {}
    for (const field of kept) if (fields[field] !== undefined) row[field] = fields[field]
    rows.set(id, row)
  }
  return {
    merge(id, fields) {
      const known = rows.get(id)
      const row = known ? { ...known, ...fields } : fields
      remember(id, row)
      return row
    },
    learn(id, row) {
      const whole: Record<string, unknown> = { ...row }
      for (const field of kept) whole[field] ??= null
      remember(id, whole)
    },
    get: (id) => rows.get(id),
    need(fields) {
      const next = fields.filter((field) => !volatile.includes(field))
      if (next.some((field) => !kept.includes(field))) rows.clear()
      kept = next
    },
    clear: () => rows.clear(),
  }
}

/** Whether the row has every field of `needed`; null counts as a value. */
export function hasFields(row: Wire, needed: Iterable<string>): boolean {
  for (const field of needed) if (row[field] === undefined) return false
  return true
}

/** The row without those of `fields` that are null; they are completed like missing ones. */
export function withoutNulls(row: Wire, fields: readonly string[]): Wire {
  if (!fields.some((field) => row[field] === null)) return row
  return Object.fromEntries(
    Object.entries(row).filter(([field, value]) => value !== null || !fields.includes(field)),
  )
}
