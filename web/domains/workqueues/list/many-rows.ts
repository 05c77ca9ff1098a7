import { useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store.ts'

/**
 * Whether the platform supports calls on many rows: assumed until a call shows otherwise, then the screens
 * stop offering them.
 */
export const bulkSupport = createStore(true)

export const useBulkSupport = (): boolean => useSyncExternalStore(bulkSupport.subscribe, bulkSupport.get)
