import { useMemo } from 'react'
import type { ShownView } from '#web/domains/views/shown-views.ts'
import { type RowCount, ViewCount } from '#web/domains/views/view-count.tsx'
import { taskCountQuery } from '../list-operations.ts'
import { taskViews } from './params.ts'
import { taskFilterVariables } from './variables.ts'

/** How many tasks a view has. */
export function TaskCount({
  appId,
  view,
  shown,
}: {
  appId: string
  view: ShownView
  shown: RowCount | undefined
}) {
  const variables = useMemo(
    () => taskFilterVariables(appId, taskViews.queryOf(view.query)),
    [appId, view.query],
  )
  return (
    <ViewCount
      query={taskCountQuery}
      variables={variables}
      countOf={(data) => data.tasks}
      shown={shown}
      failed={view.failed}
    />
  )
}
