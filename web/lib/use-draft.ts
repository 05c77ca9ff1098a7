import { useState } from 'react'

export interface FormDraft<Values> {
  /** The stored values until something is changed, then the edit. */
  values: Values
  /** The version that the edit started from; the stored one while there is none. */
  version: number | null
  dirty: boolean
  change(part: Partial<Values>): void
  /** Lets the edit go. */
  reset(): void
}

/**
 * What a form edits. As long as nothing is changed it follows what is stored; an edit stays as it is when something
 * newer is read, with the version it is based on, so that saving it tells of a conflict. Values are compared by identity.
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
  }
}
