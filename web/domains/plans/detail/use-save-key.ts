import { useEffect } from 'react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { useLatest } from '#web/lib/use-latest.ts'

const names = { 'Ctrl S': planMessages.saveKey }
const noKeys = {}

/** Ctrl S and Cmd S save, also from the editor; the browser never saves the page. */
export function useSaveKey(onSave: () => void): void {
  useKeys(noKeys, names)
  const latest = useLatest(onSave)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isSave || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat) latest.current()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [latest])
}
