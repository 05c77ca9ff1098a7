import { type RefObject, useEffect, useState } from 'react'

const CONTROLS = 'button:not(:disabled), input, textarea, select'

/**
 * The focus of a form that opens before its content is read: on the form itself, where Enter does nothing, and then on its
 * first control. Without this it would be on Cancel, the only button that can be pressed while the content is read. Returns
 * whether the form opened that early: then the dialog has to begin at the form.
 */
export function useFocusOfForm(form: RefObject<HTMLElement | null>, isRead: boolean): boolean {
  const [waits] = useState(!isRead)
  useEffect(() => {
    if (!waits || !isRead) return undefined
    const ended = new AbortController()
    const { signal } = ended
    const begin = () => {
      if (document.activeElement?.contains(form.current))
        form.current?.querySelector<HTMLElement>(CONTROLS)?.focus()
    }
    begin()
    // The dialog may set its focus after the content was read. What the user does first ends this.
    document.addEventListener('focusin', begin, { signal })
    for (const type of ['pointerdown', 'keydown'])
      document.addEventListener(type, () => ended.abort(), { signal, capture: true })
    return () => ended.abort()
  }, [form, waits, isRead])
  return waits
}
