import { useState } from 'react'
import { reasonOf } from '#web/ui/feedback/error-text.ts'

/**
 * State of a form that calls the gateway directly: whether an answer is pending, and why the last call was
 * refused. `submit` resolves to true on success, and does nothing while a call is pending.
 */
export function useGatewaySubmit() {
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
