import { useEffect } from 'react'
import { failText, isSessionEnd } from './fail-text.ts'
import { toast } from './toast.ts'

/** Tells of a failed read once per failure. The end of the session is the shell's affair and stays silent. */
export function useFailToast(prefix: string, error: unknown): void {
  useEffect(() => {
    if (error && !isSessionEnd(error)) toast.error(failText(prefix, error))
  }, [prefix, error])
}
