import { Box, Flex } from '@chakra-ui/react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { RunStrip } from './run-strip.tsx'
import type { RunsOfPlan } from './use-plan-health.ts'

/** The columns that say how the runs of each plan went. */
export function healthColumns(health: ReadonlyMap<string, RunsOfPlan>): Column<{ id: string }>[] {
  return [
    {
      key: 'runs',
      header: planMessages.lastRuns,
      width: '130px',
      card: 'end',
      fixed: true,
      render: ({ id }) => {
        const runs = health.get(id)?.runs ?? []
        return runs.length > 0 && <RunStrip runs={runs} />
      },
    },
    {
      key: 'last',
      header: planMessages.lastRun,
      width: '240px',
      card: 'start',
      fixed: true,
      render: ({ id }) => <LastRun health={health.get(id)} />,
    },
  ]
}

function LastRun({ health }: { health: RunsOfPlan | undefined }) {
  const run = health?.runs[0]
  if (!health) return null
  if (!run)
    return (
      <Box as="span" color="ink.3">
        {planMessages.neverRan}
      </Box>
    )
  const told = (
    <Flex as="span" display="inline-flex" align="center" wrap="wrap" columnGap="2" rowGap="0.5">
      <StatusBadge status={run.status} size="sm" />
      <RelativeTime value={run.created} />
    </Flex>
  )
  return run.appId === null ? told : <TextLink to={paths.workqueue(run.appId, run.id)}>{told}</TextLink>
}
