import { useEffect, useRef } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import { keepTypedAhead, paletteAsked, takeTypedAhead } from '../palette/typed-ahead.ts'

/** An open dialog other than the palette, which takes its own keys. */
const DIALOG = '[role=dialog][aria-modal=true], [role=alertdialog]'

/**
 * Ctrl K and Cmd K call `onPress` everywhere, also in text fields and editors, but not below another dialog. What is typed
 * before the palette is there becomes its text.
 */
export function usePaletteKey(isOpen: boolean, onPress: () => void): void {
  const latest = useLatest({ isOpen, onPress })
  const asked = useRef('')
  useEffect(
    () =>
      paletteAsked.subscribe((text) => {
        if (latest.current.isOpen) return
        asked.current = text
        latest.current.onPress()
      }),
    [latest],
  )
  useEffect(() => {
    if (!isOpen) return
    keepTypedAhead(asked.current)
    asked.current = ''
    return () => void takeTypedAhead()
  }, [isOpen])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey) return
      if (event.altKey || event.shiftKey || event.repeat) return
      if (!latest.current.isOpen && document.querySelector(DIALOG)) return
      event.preventDefault()
      // Editors have commands that begin with the same keys.
      event.stopPropagation()
      latest.current.onPress()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [latest])
}
