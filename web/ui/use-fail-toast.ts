import { useEffect } from 'react'
import { failText, isSessionEnd } from './fail-text.ts'
import { toast } from './toast.ts'

/**
 * Tells of a failed read. The same reason again is no news: a page reads anew by itself, and each of those tries may
 * fail. The end of the session is the shell's affair and stays silent.
 */
export function useFailToast(prefix: string, error: unknown): void {
  const text = error && !isSessionEnd(error) ? failText(prefix, error) : null
  useEffect(() => {
    if (text !== null) toast.error(text)
  }, [text])
}
