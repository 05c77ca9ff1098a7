import { useEffect, useEffectEvent, useRef, useState } from 'react'

const CONTROLS = 'button:not(:disabled), input, textarea, select'

/**
 * The focus of a form that opens before its content is read: on the form itself, where Enter does nothing, and then on its
 * first control. Without this it would be on Cancel, the only button that can be pressed while the content is read.
 */
export function useFocusOfForm(isRead: boolean) {
  const form = useRef<HTMLDivElement>(null)
  const [waits] = useState(!isRead)
  const isDone = useRef(!waits)
  const begin = useEffectEvent(() => {
    if (isDone.current || !isRead || document.activeElement !== form.current) return
    isDone.current = true
    form.current?.querySelector<HTMLElement>(CONTROLS)?.focus()
  })
  // Whichever comes last: the focus of the dialog, or the content.
  useEffect(() => begin(), [isRead])
  useEffect(() => {
    const onFocus = () => begin()
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  return { form, initial: waits ? form : undefined }
}
