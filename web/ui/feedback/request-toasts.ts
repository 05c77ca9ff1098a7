import { useCallback, useEffect, useEffectEvent } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useMutation } from 'urql'
import type { LastRead } from '#web/lib/use-last-read.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { failText, isConflict, isReported } from './error-text.ts'
import { toast, UNDO } from './toast.tsx'

/**
 * Shows a toast for a failed read, once for each error object. A page that polls keeps one error object while
 * its attempts fail for the same reason (`useLastRead`). Does nothing for an error that the frame of the pages
 * reports.
 */
export function useFailToast(prefix: string, error: unknown): void {
  const showToast = useEffectEvent(() => {
    if (error && !isReported(error)) toast.error(failText(prefix, error))
  })
  useEffect(() => showToast(), [error])
}

/** The error of a read whose place on the page does not say it, because it still has earlier data; for a toast. */
export const rereadError = ({ failure, error }: Pick<LastRead<unknown>, 'failure' | 'error'>) =>
  failure ? undefined : error

export interface ActionTexts<Data, Variables> {
  /** Text of the success toast; null for none. */
  success?: (data: Data, variables: Variables) => string | null
  /** Takes back what was done; offered in the success toast. */
  undo?: (variables: Variables) => void
  /** Beginning of the error toast; the reason is appended. */
  failure: string | ((variables: Variables) => string)
  /**
   * Called instead of the error toast when another user changed the same object first: opens a
   * `ConflictDialog`.
   */
  conflict?: () => void
}

/**
 * One mutation with its success and error toasts. `run` returns the data, or null when it failed and was
 * reported. `running` is true from the call to the response; `error` is the error of the last call, until the
 * next one.
 */
export function useAction<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  texts: ActionTexts<Data, Variables>,
): { run(variables: Variables): Promise<Data | null>; running: boolean; error: CombinedError | undefined } {
  const [result, execute] = useMutation<Data, Variables>(document)
  const latest = useLatest(texts)
  const run = useCallback(
    async (variables: Variables) => {
      const { data, error } = await execute(variables)
      const { success, undo, failure, conflict } = latest.current
      if (error || !data) {
        if (conflict && isConflict(error, variables)) {
          conflict()
          return null
        }
        const prefix = typeof failure === 'string' ? failure : failure(variables)
        if (!isReported(error)) toast.error(failText(prefix, error))
        return null
      }
      const text = success?.(data, variables)
      if (text) toast.success(text, undo && { label: UNDO, onClick: () => undo(variables) })
      return data
    },
    [execute, latest],
  )
  return { run, running: result.fetching, error: result.error }
}
