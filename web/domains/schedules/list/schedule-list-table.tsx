import { Box, Button, Flex } from '@chakra-ui/react'
import { CalendarClock, CalendarX, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { IfMayChange, useRights } from '#web/lib/rights.tsx'
import type { LastRead } from '#web/lib/use-last-read.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import type { PagingQuery } from '#web/lib/paging.ts'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { resumeScheduleMutation, type ScheduleInList } from '../operations.ts'
import { scheduleColumns } from './schedule-columns.tsx'

export interface ScheduleTableProps {
  label: string
  read: Pick<LastRead<unknown>, 'current' | 'failure' | 'error' | 'reread'>
  page: { rows: ScheduleInList[]; total: number } | undefined
  paging: PagingQuery
  onPage(next: PagingQuery): void
  mine: boolean
  /** The editor stands beside the list. */
  narrow?: boolean
  /** The schedule in the editor. */
  open?: string | null
  /** In the page of a plan, in a panel of it. */
  ofPlan?: boolean
  filtered: boolean
  onClear(): void
  toOf(schedule: ScheduleInList): string
  onPause(schedule: ScheduleInList): void
  onBackfill(schedule: ScheduleInList): void
  /** Absent: where none can be made. */
  onNew?: () => void
}

/** Beside the editor the results have room from this width of the page on, in pixels. */
const RESULTS_PX = 1400

/** Schedules with their next times and results; one that has missed a time says why, and offers to start it. */
export function ScheduleListTable({
  label,
  mine,
  narrow = false,
  open = null,
  ofPlan = false,
  filtered,
  onClear,
  toOf,
  onPause,
  onBackfill,
  onNew,
  ...list
}: ScheduleTableProps) {
  const { mayChange } = useRights()
  const isPhone = useNarrowerThan(PHONE_PX)
  const tight = useNarrowerThan(RESULTS_PX) && narrow
  const resume = useAction(resumeScheduleMutation, {
    failure: texts.resumeFailed,
    success: ({ resumeSchedule }) => texts.resumed(resumeSchedule.name),
  })
  const columns = useMemo(
    () =>
      scheduleColumns({
        mine,
        narrow,
        open,
        tight,
        isPhone,
        toOf,
        onPause,
        onResume: ({ id }) => void resume.run({ id }),
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the handlers only name what they get
    [mine, narrow, open, tight, isPhone],
  )
  return (
    <Box css={{ '& tr:has([aria-current="true"])': { bg: 'accent.soft' } }}>
      <PagedTable
        {...list}
        label={label}
        columns={columns}
        framed={!ofPlan}
        stickyHead={!ofPlan}
        steady
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        renderDetail={(schedule) =>
          schedule.missed && <MissedLine schedule={schedule} onBackfill={onBackfill} />
        }
        failed={texts.loadFailed}
        quiet
        empty={
          filtered ? (
            <EmptyState
              icon={<SearchX size={20} />}
              title={texts.noMatch}
              action={<Button onClick={onClear}>{texts.clear}</Button>}
            />
          ) : (
            <EmptyState
              icon={<CalendarClock size={20} />}
              title={texts.empty}
              description={texts.emptyText}
              action={
                onNew &&
                mayChange && (
                  <Button variant="solid" onClick={onNew}>
                    {texts.new}
                  </Button>
                )
              }
            />
          )
        }
      />
    </Box>
  )
}

/** Why a time was missed, and what was started instead. */
function MissedLine({
  schedule,
  onBackfill,
}: {
  schedule: ScheduleInList
  onBackfill(schedule: ScheduleInList): void
}) {
  return (
    <Flex gap="2" align="center" wrap="wrap" color="ink.2">
      <Box color="status.retry.fg" lineHeight="0">
        <CalendarX size={15} aria-hidden />
      </Box>
      <Box flex="1" minW="200px">
        {schedule.missed?.text}
      </Box>
      <IfMayChange>
        <Button size="sm" variant="ghost" color="accent" onClick={() => onBackfill(schedule)}>
          {texts.backfill}
        </Button>
      </IfMayChange>
    </Flex>
  )
}
