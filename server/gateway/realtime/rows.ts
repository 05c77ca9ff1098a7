import type { Wire } from '../lib/wire.ts'

/** Rows that one channel remembers, as many as a run has tasks at most; the oldest unused go first. */
const MAX_ROWS = 5000

/**
 * What is known of the rows of a channel, to fill events that carry only changed fields (contract section 5).
 */
export interface RowMemory {
  /** The event's fields over what is known, remembered for the next event. */
  merge(id: string, fields: Wire): Wire
  /** Takes a row as just read; needed fields that the platform does not have are null from now on. */
  learn(id: string, row: Wire): void
  /** What is known of a row before an event of it is merged. */
  get(id: string): Wire | undefined
  /** Which fields are remembered. What is known so far is forgotten when there are new ones. */
  need(fields: readonly string[]): void
  clear(): void
}

/** `volatile` fields are passed on but never remembered. */
export function createRowMemory(volatile: readonly string[], limit = MAX_ROWS): RowMemory {
  const rows = new Map<string, Wire>()
  let kept: string[] = []

  const remember = (id: string, fields: Wire) => {
    const row: Record<string, unknown> = {}
    for (const field of kept) if (fields[field] !== undefined) row[field] = fields[field]
    rows.delete(id)
    rows.set(id, row)
    if (rows.size > limit) rows.delete(rows.keys().next().value as string)
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

/** Whether the row has every field of `needed`, null included. */
export function hasFields(row: Wire, needed: Iterable<string>): boolean {
  for (const field of needed) if (row[field] === undefined) return false
  return true
}

/** A row without those of `fields` that are null: they are to be filled in like what is missing. */
export function withoutNulls(row: Wire, fields: readonly string[]): Wire {
  if (!fields.some((field) => row[field] === null)) return row
  return Object.fromEntries(
    Object.entries(row).filter(([field, value]) => value !== null || !fields.includes(field)),
  )
}
