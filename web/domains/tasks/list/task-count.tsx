import { Box } from '@chakra-ui/react'
import { useMemo } from 'react'
import { taskListMessages as texts } from '#shared/domains/tasks/list-messages.ts'
import type { ShownView } from '#web/domains/views/shown-views.ts'
import { type RowCount, ViewCount } from '#web/domains/views/view-count.tsx'
import { useOfNow } from '#web/lib/use-time.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { formatExact } from '#web/ui/time/moment.tsx'
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

/** How far a search has looked; `at` is an ISO string. */
export function SearchedTo({ at, oldestFirst }: { at: string; oldestFirst: boolean }) {
  const time = useOfNow(10_000, (now) => formatExact(new Date(at), new Date(now)))
  return (
    <Box as="p" mt="2" px="0.5" color="ink.2" textStyle="xs" data-searched-to>
      {oldestFirst ? texts.searchedBefore(time) : texts.searchedAfter(time)}
      {BETWEEN_FACTS}
      {texts.searchFurther}
    </Box>
  )
}
