import { useEffect, useEffectEvent } from 'react'
import { failText, isSessionEnd } from './fail-text.ts'
import { toast } from './toast.ts'

/**
 * Tells of a failed read, once for each error. A page that reads anew by itself keeps one error while its tries fail
 * for the same reason (`useLastRead`). The end of the session is the shell's affair and stays silent.
 */
export function useFailToast(prefix: string, error: unknown): void {
  const tell = useEffectEvent(() => {
    if (error && !isSessionEnd(error)) toast.error(failText(prefix, error))
  })
  useEffect(() => tell(), [error])
}
