import { Box, Flex } from '@chakra-ui/react'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { lastQuery } from '#web/lib/last-query.ts'
import { paths } from '#web/paths.ts'
import type { Choice } from '#web/ui/form/choices.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { ListOrGrid } from '../list/list-or-grid.tsx'
import { RunTagFilter } from '../list/run-tag-filter.tsx'
import { ChoiceChip } from './choice-chip.tsx'
import { gradeOf } from '#web/ui/display/grade.ts'
import { outcomesOf, usualPart } from './grid-columns.ts'
import { formatGridParams, type GridParams, listQueryOf, runCounts } from './grid-params.ts'
import type { PlanGrid } from './operations.ts'

const countChoices = runCounts.map((count) => ({ value: String(count), label: gridMessages.runs(count) }))

/** The plan and the filters of the grid, how its runs ended, and the way to the list. */
export function GridBar({
  appId,
  plans,
  planId,
  grid,
  query,
  onChange,
}: {
  appId: string
  plans: Choice[]
  planId: string | null
  grid: PlanGrid | undefined
  query: GridParams
  onChange(change: Partial<GridParams>): void
}) {
  return (
    <Flex align="center" justify="space-between" gap="2" wrap="wrap" mb="3.5" minH="8">
      <Flex
        align="center"
        gap="2"
        wrap="wrap"
        minW="0"
        role="group"
        aria-label="Filters"
        css={{ smDown: { '& [data-value=any]': { srOnly: true } } }}
      >
        {/* A line of its own on a phone, kept until the plan is known: nothing moves then. */}
        <Box flexBasis={{ base: 'full', sm: 'auto' }} minH={{ base: '10', sm: '0' }} display="flex">
          {planId !== null && (
            <ChoiceChip
              label={gridMessages.plan}
              choices={plans}
              value={planId}
              text={grid?.plan.name ?? gridMessages.choosePlan}
              onChange={(plan) => onChange({ plan })}
            />
          )}
        </Box>
        <ChoiceChip
          label={gridMessages.last}
          choices={countChoices}
          value={String(query.runs)}
          onChange={(value) => {
            const runs = runCounts.find((count) => String(count) === value)
            if (runs) onChange({ runs })
          }}
        />
        <RunTagFilter
          appId={appId}
          label={gridMessages.tags}
          value={query.tags}
          onChange={(tags) => onChange({ tags })}
        />
        <Box px="1" minH={{ base: '10', sm: '8' }} display="flex">
          <Switch
            checked={query.failed}
            onChange={(failed) => onChange({ failed })}
            label={gridMessages.failedOnly}
          />
        </Box>
      </Flex>
      <Flex
        align="center"
        justify="space-between"
        gap="3"
        minW="0"
        minH={{ base: '10', sm: '8' }}
        flexGrow={{ base: 1, sm: 0 }}
      >
        {grid && grid.runs.length > 0 && <Outcome grid={grid} failed={query.failed} />}
        <ListOrGrid
          appId={appId}
          current="grid"
          queries={{
            list: listQueryOf(query, grid?.plan.name, lastQuery(paths.workqueues(appId))),
            grid: formatGridParams(query),
          }}
        />
      </Flex>
    </Flex>
  )
}

const gradeColors = { good: undefined, doubtful: 'status.retry.fg', bad: 'status.failed.fg' } as const

/** `31 of 39 finished runs completed, 79 %, usually 98 %, 1 cancelled`. */
function Outcome({ grid, failed }: { grid: PlanGrid; failed: boolean }) {
  const { completed, finished, cancelled } = outcomesOf(grid.runs)
  const usual = usualPart(grid)
  const part = finished === 0 ? null : completed / finished
  const others = [
    ...(usual === null ? [] : [gridMessages.usually(usual)]),
    ...(cancelled === 0 ? [] : [gridMessages.cancelled(cancelled)]),
  ]
  return (
    <Box as="span" color="ink.2" textStyle="xs" data-outcome>
      {failed ? (
        gridMessages.failedRuns(grid.runs.length)
      ) : (
        <>
          {part !== null && (
            <>
              {gridMessages.finished(completed, finished)}
              {', '}
              <Box as="span" fontWeight="semibold" whiteSpace="nowrap" color={gradeColors[gradeOf(part)]}>
                {gridMessages.percent(part)}
              </Box>
            </>
          )}
          {others.length > 0 && `${part === null ? '' : ', '}${others.join(', ')}`}
        </>
      )}
    </Box>
  )
}
