import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useMutation } from 'urql'
import { failText, isConflict, isSessionEnd } from './error-text.ts'
import { toast } from './toast.tsx'

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

export interface ActionTexts<Data, Variables> {
  /** Text of the success toast; null for none. */
  success?: (data: Data, variables: Variables) => string | null
  /** Beginning of the error toast; the reason is appended. */
  failure: string | ((variables: Variables) => string)
  /** Instead of the error toast, when somebody else changed the same thing first: opens a `ConflictDialog`. */
  conflict?: () => void
}

/**
 * One mutation with its two toasts. `run` answers the data, or null when it failed (the user has been told then).
 * `running` is true from the call to the answer; `error` is why the last one failed, until the next call.
 */
export function useAction<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  texts: ActionTexts<Data, Variables>,
): { run(variables: Variables): Promise<Data | null>; running: boolean; error: CombinedError | undefined } {
  const [result, execute] = useMutation<Data, Variables>(document)
  const latest = useRef(texts)
  useEffect(() => {
    latest.current = texts
  })
  const run = useCallback(
    async (variables: Variables) => {
      const { data, error } = await execute(variables)
      const { success, failure, conflict } = latest.current
      if (error || !data) {
        if (conflict && isConflict(error, variables)) {
          conflict()
          return null
        }
        const prefix = typeof failure === 'string' ? failure : failure(variables)
        if (!isSessionEnd(error)) toast.error(failText(prefix, error))
        return null
      }
      const text = success?.(data, variables)
      if (text) toast.success(text)
      return data
    },
    [execute],
  )
  return { run, running: result.fetching, error: result.error }
}
