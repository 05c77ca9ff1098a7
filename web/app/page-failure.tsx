import { useRouteError } from 'react-router-dom'
import { reasonOf } from '../ui/fail-text.ts'
import { FailedState } from '../ui/failed-state.tsx'

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
