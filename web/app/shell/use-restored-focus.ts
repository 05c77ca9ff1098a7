import { useEffect, type RefObject } from 'react'

/** Parts of a page that the focus falls back to, the innermost first: the row of a button, the panel of a row. */
const parts = '[role="row"], [role="table"], section, header, form, main'
const openDialog = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]'

/**
 * Browsers drop the focus when what has it is taken away (a row that was deleted, a button that no longer applies) or
 * disabled (a button whose call is under way). What is enabled again gets it back. What has gone leaves it to the nearest
 * part of the page that it stood in, so that Tab goes on from the same place and no screen reader is sent to the top.
 */
export function useRestoredFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // What had the focus last, and what had it last on the page itself: menus and dialogs come and go.
    let last: HTMLElement | null = null
    let around: HTMLElement[] = []

    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      last = target
      if (main.current?.contains(target)) around = withAncestors(target)
    }
    // A click beside everything takes the focus away on purpose.
    const forget = () => (last = null)
    const keep = () => {
      if (!last || document.activeElement !== document.body || !document.hasFocus()) return
      if (last.isConnected) return isEnabled(last) && last.focus({ preventScroll: true })
      // A dialog that is still open looks after its own.
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

/** An element and all that it stands in, from the inside out. */
function withAncestors(element: HTMLElement): HTMLElement[] {
  const found = [element]
  for (let each = element.parentElement; each; each = each.parentElement) found.push(each)
  return found
}
