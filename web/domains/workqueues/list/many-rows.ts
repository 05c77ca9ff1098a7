import { useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store.ts'

/**
 * Whether the platform has calls on many rows. That it has none is only known once one was tried; from then on nothing
 * is offered that needs them.
 */
export const manyRows = createStore(true)

export const useManyRows = (): boolean => useSyncExternalStore(manyRows.subscribe, manyRows.get)
