import type { CombinedError } from 'urql'
import { lastDays } from '#shared/lib/date-presets.ts'
import type { SummaryPeriod, SummaryTab } from '#shared/domains/tasks/constants.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useLastRead, type LastRead } from '#web/lib/use-last-read.ts'
import { shownClock } from '#web/lib/settings/time-zone.ts'
import { useNow } from '#web/lib/use-time.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'
import { tasksSummaryQuery } from '../list-operations.ts'

type Answer = ResultOf<typeof tasksSummaryQuery>
export type SummaryTask = Answer['tasksSummary'][number]
export type SummaryRead = LastRead<Answer>

export interface TasksSummary {
  reads: Record<SummaryTab, SummaryRead>
  /** The first error of the three reads, once all have finished, so that it is shown once. */
  error: CombinedError | undefined
  reading: boolean
  /** When the oldest of the three was read, in milliseconds since 1970; null until all have been. */
  readAt: number | null
  /** Whether the last read of one of them failed. */
  failing: boolean
  /** Reads all three again. */
  refresh(): void
}

/** Lists of more rows together are only read on request. */
const MOST_REREAD = 1000

/**
 * The three lists of the Tasks Summary, read again every five seconds while they are short and the tab is visible. The period
 * ends today, also after midnight has passed.
 */
export function useTasksSummary(appId: string, period: SummaryPeriod): TasksSummary {
  const { from, to } = lastDays(period, new Date(useNow(10_000)), shownClock())
  const dates = { appId, startDate: from, endDate: to }
  const running = useLastRead(tasksSummaryQuery, { ...dates, status: 'started' })
  const queued = useLastRead(tasksSummaryQuery, { ...dates, status: 'queued' })
  const failed = useLastRead(tasksSummaryQuery, { ...dates, status: 'failed' })
  const all = [running, queued, failed]
  const reading = all.some((read) => read.reading)
  const listed = all.reduce((sum, { data }) => sum + (data?.tasksSummary.length ?? 0), 0)
  const { readAt, failing } = useRegularReread(all, reading || listed > MOST_REREAD)
  return {
    reads: { running, queued, failed },
    error: reading ? undefined : all.find(({ error }) => error)?.error,
    reading,
    readAt,
    failing,
    refresh: () => all.forEach(({ reread }) => reread()),
  }
}
