import { Box, chakra } from '@chakra-ui/react'
import { Fragment } from 'react'
import { summaryMessages as texts } from '#shared/domains/tasks/summary-messages.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { useFeature } from '#web/lib/features.ts'
import { queryText } from '#web/lib/query-string.ts'
import { paths } from '#web/paths.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { SummaryTask, TasksSummary } from './use-summary.ts'

type Counted = Pick<SummaryTask, 'name' | 'queued'> & { why: { code: string } | null }

/**
 * What is worst of each list, in words: tasks that are late, the longest wait, the name that fails most. Null where nothing is
 * to be said. `readAt` is in milliseconds since 1970.
 */
export function sumsOf(
  tasks: Record<'running' | 'queued' | 'failed', readonly Counted[]>,
  readAt: number,
): { late: string | null; oldest: string | null; worst: string | null } {
  const { running, queued, failed } = tasks
  const late = running.filter(({ why }) => why?.code === 'late').length
  const wait = oldestOf(queued, readAt)
  const [worst] = countNames(failed)
  return {
    late: late > 0 ? texts.late(late) : null,
    oldest: wait === null ? null : texts.oldest(wait),
    worst:
      worst && worst.count > 1 ? texts.ofName(worst.name, worst.count, worst.count === failed.length) : null,
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
 * What the counts of the tabs do not say, in one line, as it was when the lists were read, with the way to the failures by their
 * cause.
 */
export function SummarySums({
  appId,
  reads,
  readAt,
}: Pick<TasksSummary, 'reads' | 'readAt'> & { appId: string }) {
  const hasFailures = useFeature('failures')
  const [running, queued, failed] = [reads.running.data, reads.queued.data, reads.failed.data]
  if (!running || !queued || !failed || readAt === null) return null
  const { late, oldest, worst } = sumsOf(
    { running: running.tasksSummary, queued: queued.tasksSummary, failed: failed.tasksSummary },
    readAt,
  )
  const facts = [
    late && <chakra.span color="status.retry.fg">{late}</chakra.span>,
    oldest,
    worst && <chakra.span color="danger">{worst}</chakra.span>,
    hasFailures && failed.tasksSummary.length > 0 && (
      <TextLink
        to={paths.failures(queryText([['app', appId]]))}
        whiteSpace="nowrap"
        textDecoration="underline"
      >
        {texts.byCause}
      </TextLink>
    ),
  ]
  return (
    <Box color="ink.2" fontVariantNumeric="tabular-nums" data-sums>
      {facts
        .filter((fact) => fact !== null && fact !== false)
        .map((fact, index) => (
          <Fragment key={index}>
            {index > 0 && BETWEEN_FACTS}
            {fact}
          </Fragment>
        ))}
    </Box>
  )
}
