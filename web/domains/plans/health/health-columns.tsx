import { Box, Flex, Skeleton } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { RunStrip } from './run-strip.tsx'
import type { PlanHealths, RunsOfPlan } from './use-plan-health.ts'

/** The columns that say how the runs of each plan went. */
export function healthColumns({
  of: health,
  failed,
  hasSchedules,
}: {
  of: PlanHealths['of']
  /** It could not be read. */
  failed: boolean
  hasSchedules: boolean
}): Column<{ id: string }>[] {
  const known = (id: string, show: (runs: RunsOfPlan) => ReactNode) => {
    const runs = health.get(id)
    if (runs) return show(runs)
    return failed ? <Weak>{planMessages.healthUnread}</Weak> : <Skeleton height="12px" width="80%" />
  }
  const next: Column<{ id: string }> = {
    key: 'next',
    header: planMessages.nextRun,
    width: '104px',
    fixed: true,
    render: ({ id }) => {
      const at = health.get(id)?.next
      return at && <RelativeTime value={at} />
    },
  }
  return [
    {
      key: 'runs',
      header: planMessages.lastRuns,
      width: '120px',
      card: 'end',
      fixed: true,
      render: ({ id }) => known(id, ({ runs }) => runs.length > 0 && <RunStrip runs={runs} />),
    },
    {
      key: 'last',
      header: planMessages.lastRun,
      width: '136px',
      card: 'start',
      fixed: true,
      render: ({ id }) => known(id, ({ runs: [run] }) => <LastRun run={run} />),
    },
    ...(hasSchedules ? [next] : []),
  ]
}

const Weak = ({ children }: { children: ReactNode }) => (
  <Box as="span" color="ink.3">
    {children}
  </Box>
)

/** Two lines in every row of a table, whatever the time says, so that all rows have one height. */
const lines = {
  display: 'inline-flex',
  direction: { base: 'row', md: 'column' },
  align: { base: 'center', md: 'flex-start' },
  justify: 'center',
  wrap: { base: 'wrap', md: 'nowrap' },
  columnGap: '2',
  minH: { md: '10' },
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
} as const

function LastRun({ run }: { run: RunsOfPlan['runs'][number] | undefined }) {
  if (!run)
    return (
      <Flex as="span" {...lines}>
        <Weak>{planMessages.neverRan}</Weak>
      </Flex>
    )
  const told = (
    <Flex as="span" {...lines}>
      <StatusBadge status={run.status} size="sm" />
      <RelativeTime value={run.created} />
    </Flex>
  )
  return run.appId === null ? told : <TextLink to={paths.workqueue(run.appId, run.id)}>{told}</TextLink>
}
