import type { Wire } from '../graphql/wire.ts'

/** Rows that one channel remembers; the oldest unused go first. */
const MAX_ROWS = 1000

/**
 * What is known of the rows of a channel, to fill events that carry only changed fields (contract section 5).
 */
export interface RowMemory {
  /** The event's fields over what is known, remembered for the next event. */
  merge(id: string, fields: Wire): Wire
  /** Takes a row as just read; fields that the platform does not have are known to be null from now on. */
  learn(id: string, row: Wire, needed: Iterable<string>): void
  clear(): void
}

/** `volatile` fields are passed on but never remembered. */
export function createRowMemory(volatile: readonly string[], limit = MAX_ROWS): RowMemory {
  const rows = new Map<string, Wire>()

  const remember = (id: string, row: Wire) => {
    const kept = { ...row }
    for (const field of volatile) delete (kept as Record<string, unknown>)[field]
    rows.delete(id)
    rows.set(id, kept)
    if (rows.size > limit) rows.delete(rows.keys().next().value as string)
  }
  return {
    merge(id, fields) {
      const known = rows.get(id)
      const row = known ? { ...known, ...fields } : fields
      remember(id, row)
      return row
    },
    learn(id, row, needed) {
      const whole: Record<string, unknown> = { ...row }
      for (const field of needed) whole[field] ??= null
      remember(id, whole)
    },
    clear: () => rows.clear(),
  }
}

/** Whether the row has every field of `needed`, null included. */
export function hasFields(row: Wire, needed: Iterable<string>): boolean {
  for (const field of needed) if (row[field] === undefined) return false
  return true
}
