import { useState } from 'react'
import type { KeptForm } from './use-kept-draft.ts'

export interface FormDraft<Values> {
  /** The stored values until something is changed, then the edit. */
  values: Values
  /** The version that the edit is based on; the stored one while there is no edit. */
  version: number | null
  dirty: boolean
  change(part: Partial<Values>): void
  /** Discards the edit. */
  reset(): void
  /**
   * For a `DraftKeeper`. A restored edit keeps the version that it is based on, so that saving it reports a
   * conflict.
   */
  kept: Omit<KeptForm<{ values: Values; version: number | null }>, 'form'>
}

/**
 * The values that a form edits. Without a change they follow the stored ones; an edit stays when newer values
 * are read, with the version it is based on, so that saving it reports a conflict. Values are compared by
 * identity.
 */
export function useDraft<Values extends object>(stored: Values, version: number | null): FormDraft<Values> {
  const [edit, setEdit] = useState<{ base: Values; values: Values; version: number | null } | null>(null)
  return {
    values: edit?.values ?? stored,
    version: edit ? edit.version : version,
    dirty: edit !== null,
    change(part) {
      setEdit((previous) => {
        const from = previous ?? { base: stored, values: stored, version }
        const values = { ...from.values, ...part }
        const names = Object.keys(values) as (keyof Values)[]
        return names.some((name) => values[name] !== from.base[name]) ? { ...from, values } : null
      })
    },
    reset: () => setEdit(null),
    kept: {
      values: { values: edit?.values ?? stored, version: edit ? edit.version : version },
      dirty: edit !== null,
      onRestore: (left) => setEdit({ base: stored, values: left.values, version: left.version }),
    },
  }
}
