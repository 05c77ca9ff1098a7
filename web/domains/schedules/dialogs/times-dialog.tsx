import { Box, Button } from '@chakra-ui/react'
import { useState } from 'react'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import type { PagingQuery } from '#web/lib/paging.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { timeResult, resultWord } from '../list/results.tsx'
import { clockOf, dateWord, clockTime } from '../list/time-words.ts'
import type { ScheduleInList, ScheduleTime } from '../operations.ts'
import { scheduleTimesQuery } from './operations.ts'

/** Every time of a schedule and what became of it, newest first. */
export function TimesDialog({
  schedule,
  mine,
  onClose,
}: {
  schedule: Pick<ScheduleInList, 'id' | 'appId' | 'name' | 'timeZone'>
  /** Times in the zone of the user. */
  mine: boolean
  onClose(): void
}) {
  const [paging, setPaging] = useState<PagingQuery>({ page: 1, perPage: DEFAULT_PAGE_SIZE })
  const { page, perPage } = paging
  const read = useLastRead(scheduleTimesQuery, { id: schedule.id, page, perPage })
  return (
    <Dialog
      title={texts.timesTitle(schedule.name)}
      open
      onClose={onClose}
      size="lg"
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <PagedTable
        label={texts.times}
        columns={columnsOf(schedule, mine)}
        framed={false}
        read={read}
        page={read.data?.scheduleOccurrences}
        rowId={({ id }) => id}
        failed={texts.timesFailed}
        quiet
        empty={<EmptyState title={texts.noTimes} />}
        paging={paging}
        onPage={setPaging}
      />
    </Dialog>
  )
}

function columnsOf(
  { appId, timeZone }: Pick<ScheduleInList, 'appId' | 'timeZone'>,
  mine: boolean,
): Column<ScheduleTime>[] {
  const clock = clockOf(timeZone, mine)
  return [
    {
      key: 'at',
      header: texts.time,
      primary: true,
      render: ({ at, run }) => {
        const text = at ? `${dateWord(clock, Date.parse(at))} ${clockTime(clock, Date.parse(at))}` : '-'
        return run && appId ? <TextLink to={paths.workqueue(appId, run.runId)}>{text}</TextLink> : text
      },
    },
    {
      key: 'result',
      header: texts.result,
      render: (time) => (
        <>
          {time.run ? <StatusBadge size="sm" status={time.run.status} /> : resultWord(timeResult(time))}
          {time.text && (
            <Box textStyle="xs" color="ink.2" overflowWrap="anywhere">
              {time.text}
            </Box>
          )}
        </>
      ),
    },
    {
      key: 'by',
      header: texts.source,
      render: ({ by, source }) => by ?? (source === 'backfill' ? texts.byBackfill : texts.clock),
    },
  ]
}
