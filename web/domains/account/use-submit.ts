import { useState } from 'react'
import { reasonOf } from '#web/ui/fail-text.ts'

/**
 * A form that asks the gateway itself: whether its answer is waited for, and why it was refused. `submit` answers
 * true when the work was done; one that is under way is not begun again.
 */
export function useSubmit() {
  const [submitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const clear = () => setFailure(null)
  const submit = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (submitting) return false
    clear()
    setSubmitting(true)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(reasonOf(error))
      return false
    } finally {
      setSubmitting(false)
    }
  }
  return { submitting, failure, clear, submit }
}
