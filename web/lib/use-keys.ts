import { useEffect, useRef } from 'react'

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

/**
 * Keys of the page while the caller is mounted, by `KeyboardEvent.key`. A handler that returns false leaves the key to
 * the browser.
 */
export function useKeys(keys: Readonly<Record<string, () => unknown>>): void {
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
