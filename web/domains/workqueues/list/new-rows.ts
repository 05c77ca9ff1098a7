import { createStore } from '#web/lib/store.ts'
import type { WorkqueueListVariables } from '../operations.ts'

/** New rows that wait enter this long after the list was last touched, in milliseconds. */
export const ENTER_AFTER_MS = 5000

/** A list on screen that new rows do not enter, and the ids of those that wait. */
interface Held {
  /** The name of the list, by `listKey`; null when no list is held. */
  list: string | null
  ids: readonly string[]
}

const none: Held = { list: null, ids: [] }

/** The list that the user works in. The cache asks it before it inserts a row. */
export const heldList = createStore<Held>(none)

/** The same text for the same page and filters, whichever of them are left out. */
export function listKey(variables: WorkqueueListVariables): string {
  const { appId, page, perPage, status, tags, createdAfter, createdBefore, root, parentId } = variables
  const { search, stuck, sort } = variables
  const lists = [status, tags].map((values) => (values?.length ? values : null))
  const texts = [createdAfter, createdBefore, parentId, search, sort].map((value) => value ?? null)
  return JSON.stringify([appId, page, perPage, ...lists, ...texts, root ?? false, stuck ?? false])
}

/**
 * Whether a new row waits instead of entering the list: while the list is held, and once others wait. Remembers the
 * row.
 */
export function waits(variables: WorkqueueListVariables, id: string): boolean {
  const held = heldList.get()
  if (held.list !== listKey(variables)) return false
  if (!held.ids.includes(id)) heldList.set({ ...held, ids: [...held.ids, id] })
  return true
}

/** What keeps new rows out of a list: what the user does with it, or its state. */
export interface Touch {
  pointer: boolean
  focus: boolean
  selected: boolean
  scrolled: boolean
  /** Reads of it fail: a new row would have only what its event tells. */
  stale: boolean
}

/** Whether inserted rows would move what the user points at, has chosen or reads, or could not be read. */
export const isTouched = ({ pointer, focus, selected, scrolled, stale }: Touch): boolean =>
  pointer || focus || selected || scrolled || stale

/** Begins or ends the hold of a list. While rows wait the list stays held, so that they enter together. */
export function hold(list: string, touched: boolean): void {
  const held = heldList.get()
  if (held.list !== list) return heldList.set(touched ? { list, ids: [] } : none)
  if (!touched && held.ids.length === 0) heldList.set(none)
}

/** Lets the waiting rows go: the list is read again, and held from then on if it still is touched. */
export function letIn(list: string, touched: boolean): void {
  if (heldList.get().list === list) heldList.set(touched ? { list, ids: [] } : none)
}

/** Ends the hold of a list that leaves the screen. */
export function endHold(list: string): void {
  if (heldList.get().list === list) heldList.set(none)
}
