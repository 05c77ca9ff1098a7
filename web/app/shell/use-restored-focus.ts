import { useEffect, type RefObject } from 'react'

/**
 * Parts of a page that may receive the focus, the innermost first: the row of a button, the panel of a row.
 */
const parts = '[role="row"], [role="table"], section, header, form, main'
const openDialog = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]'

/**
 * Restores the focus that a browser drops when the focused element is removed (a deleted row, a button that
 * no longer applies) or disabled (a button whose request is in progress). An element that is enabled again
 * gets the focus back. For a removed element the nearest remaining part of the page that contained it gets
 * the focus, so that Tab continues there and a screen reader does not start again at the top.
 */
export function useRestoredFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // The last focused element, and the last one on the page itself: menus and dialogs open and close.
    let last: HTMLElement | null = null
    let around: HTMLElement[] = []

    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      last = target
      if (main.current?.contains(target)) around = withAncestors(target)
    }
    // A click on an empty area removes the focus on purpose.
    const forget = () => (last = null)
    const keep = () => {
      if (!last || document.activeElement !== document.body || !document.hasFocus()) return
      if (last.isConnected) return isEnabled(last) && last.focus({ preventScroll: true })
      // An open dialog manages the focus itself.
      if (document.querySelector(openDialog)) return
      last = null
      const next = around.find(
        (each, index) => each.isConnected && isEnabled(each) && (index === 0 || each.matches(parts)),
      )
      if (next && next !== around[0] && !next.hasAttribute('tabindex')) next.tabIndex = -1
      next?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', forget, { capture: true })
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [main])
}

const isEnabled = (element: HTMLElement) => !element.matches(':disabled')

/** An element and its ancestors, from the inside out. */
function withAncestors(element: HTMLElement): HTMLElement[] {
  const found = [element]
  for (let each = element.parentElement; each; each = each.parentElement) found.push(each)
  return found
}
