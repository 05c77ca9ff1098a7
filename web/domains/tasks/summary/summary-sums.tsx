import { Box, chakra } from '@chakra-ui/react'
import { taskMessages as texts } from '#shared/domains/tasks/messages.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { useFeature } from '#web/lib/features.ts'
import { queryText } from '#web/lib/query-string.ts'
import { paths } from '#web/paths.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { SummaryTask, TasksSummary } from './use-summary.ts'

type Counted = Pick<SummaryTask, 'name' | 'queued'> & { why: { code: string } | null }

/** How many run, wait and have failed, in words, with what is worst of each; `readAt` is in milliseconds since 1970. */
export function sumsOf(
  tasks: Record<'running' | 'queued' | 'failed', readonly Counted[]>,
  readAt: number,
): { running: string; queued: string; failed: string; late: number } {
  const { running, queued, failed } = tasks
  const late = running.filter(({ why }) => why?.code === 'late').length
  const [worst] = countNames(failed)
  return {
    running: texts.sumRunning(running.length, late),
    queued: texts.sumQueued(queued.length, oldestOf(queued, readAt)),
    failed:
      texts.sumFailed(failed.length) +
      (worst && worst.count > 1
        ? texts.sumOfName(worst.name, worst.count, worst.count === failed.length)
        : ''),
    late,
  }
}

/** For how long the first one waits; null where none does, or where not all are listed. */
function oldestOf(queued: readonly Counted[], readAt: number): string | null {
  const moments = queued.flatMap((task) => (task.queued === null ? [] : [Date.parse(task.queued)]))
  if (moments.length === 0 || queued.length >= MAX_PAGE_SIZE) return null
  return roughDuration(Math.max(0, readAt - moments.reduce((a, b) => Math.min(a, b))))
}

/** The names of tasks, the most frequent first. */
function countNames(tasks: readonly Counted[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { name } of tasks) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
}

/**
 * The sums of the three lists in one line, as they were when they were read, with the way to the failures by their cause. Its
 * place is kept until then.
 */
export function SummarySums({
  appId,
  reads,
  readAt,
}: Pick<TasksSummary, 'reads' | 'readAt'> & { appId: string }) {
  const hasFailures = useFeature('failures')
  const { running, queued, failed } = reads
  const all = { running: running.data, queued: queued.data, failed: failed.data }
  const fails = (all.failed?.tasksSummary.length ?? 0) > 0
  const sums =
    all.running && all.queued && all.failed && readAt !== null
      ? sumsOf(
          {
            running: all.running.tasksSummary,
            queued: all.queued.tasksSummary,
            failed: all.failed.tasksSummary,
          },
          readAt,
        )
      : null
  return (
    <Box color="ink.2" minH="5" fontVariantNumeric="tabular-nums">
      {sums && (
        <>
          <chakra.span color={sums.late > 0 ? 'status.retry.fg' : undefined}>{sums.running}</chakra.span>
          {BETWEEN_FACTS}
          {sums.queued}
          {BETWEEN_FACTS}
          <chakra.span color={fails ? 'danger' : undefined}>{sums.failed}</chakra.span>
          {fails && hasFailures && (
            <>
              {BETWEEN_FACTS}
              <TextLink
                to={paths.failures(queryText([['app', appId]]))}
                whiteSpace="nowrap"
                textDecoration="underline"
              >
                {texts.byCause}
              </TextLink>
            </>
          )}
        </>
      )}
    </Box>
  )
}
