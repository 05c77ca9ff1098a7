import { useSyncExternalStore } from 'react'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { createStore } from '../store.ts'

/** Has a prefix, because other products may be served from the same host on another port. */
const KEY = 'workforce-console.page-size'

const store = createStore(stored())

function stored(): number {
  try {
    const size = Number(localStorage.getItem(KEY))
    return Number.isInteger(size) && size >= 1 && size <= MAX_PAGE_SIZE ? size : DEFAULT_PAGE_SIZE
  } catch {
    // Private windows may refuse storage.
    return DEFAULT_PAGE_SIZE
  }
}

/** The rows per page that was chosen last in this browser: those of every list whose address names none. */
export const ownPageSize = (): number => store.get()

/** The same; renders the caller again when another size is chosen. */
export const useOwnPageSize = (): number => useSyncExternalStore(store.subscribe, store.get)

/** Keeps the rows per page for every list. */
export function keepPageSize(size: number): void {
  store.set(size)
  try {
    localStorage.setItem(KEY, String(size))
  } catch {
    // Then the choice ends with the page.
  }
}
