import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'

/** Where a pressed key is text: fields, editors and whatever else can be edited. */
const TEXT = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'
/** What takes the keys of the page while it is open; a list box in the page itself is not. */
const LAYER =
  '[role=menu], [role=listbox]:not([data-inline]), [role=dialog][aria-modal=true], [role=alertdialog]'

/** Whether a pressed key belongs to the page: not to a text field, an open dialog or menu, or the browser. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false
  const target = event.target instanceof Element ? event.target : null
  return !target?.closest(TEXT) && !document.querySelector(`:is(${LAYER}):not([hidden])`)
}

/** Keys as a user reads them (`j k`), with what they do. */
export type KeyNames = Readonly<Record<string, string>>

/** The named keys of what is on the screen, for the list of them. */
export const keyNames = createStore<readonly KeyNames[]>([])

function without<Entry>(entries: readonly Entry[], entry: Entry): Entry[] {
  const at = entries.indexOf(entry)
  return entries.filter((_, index) => index !== at)
}

/**
 * Keys of the page while the caller is mounted, by `KeyboardEvent.key`. A handler that returns false leaves the key to
 * the browser. `names` must be a constant.
 */
export function useKeys(keys: Readonly<Record<string, () => unknown>>, names?: KeyNames): void {
  useEffect(() => {
    if (!names) return
    keyNames.set([...keyNames.get(), names])
    // Another part with the same keys may still be there.
    return () => keyNames.set(without(keyNames.get(), names))
  }, [names])
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (act && isPageKey(event) && act() !== false) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
