import { useRouteError } from 'react-router-dom'
import { reasonOf } from '../ui/feedback/error-text.ts'
import { FailedState } from '../ui/feedback/placeholders.tsx'

/**
 * Shown when a page could not be drawn or fetched: after a release the old pages' files are gone, and a
 * reload brings the new ones.
 */
export function PageFailure() {
  const error = useRouteError()
  return (
    <FailedState
      message={`This page could not be shown: ${reasonOf(error)}`}
      onRetry={() => window.location.reload()}
    />
  )
}
