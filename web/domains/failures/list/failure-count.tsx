import { useMemo } from 'react'
import type { ShownView } from '#web/domains/views/shown-views.ts'
import { type RowCount, ViewCount } from '#web/domains/views/view-count.tsx'
import { failureCountQuery } from '../operations.ts'
import { failureFilterVariables, failureViews } from './failure-list-params.ts'

/** How many failures a view has. */
export function FailureCount({ view, shown }: { view: ShownView; shown: RowCount | undefined }) {
  const variables = useMemo(() => failureFilterVariables(failureViews.queryOf(view.query)), [view.query])
  return (
    <ViewCount
      query={failureCountQuery}
      variables={variables}
      countOf={(data) => data.failures}
      shown={shown}
      failed={view.failed}
    />
  )
}
