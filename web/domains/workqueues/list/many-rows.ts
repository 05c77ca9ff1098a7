import { useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store.ts'

/**
 * Whether the platform supports calls on many rows: assumed until a call shows otherwise, then the screens
 * stop offering them.
 */
export const manyRows = createStore(true)

export const useManyRows = (): boolean => useSyncExternalStore(manyRows.subscribe, manyRows.get)
