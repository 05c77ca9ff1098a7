import { attemptCount } from '#shared/domains/tasks/why/attempts.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import type { failureTasksQuery } from './operations.ts'

type Row = ResultOf<typeof failureTasksQuery>['failureTasks']['rows'][number]

/** `3/3`: the place of the failed attempt since the restart before it; its number where no more is known, null without one. */
export function attemptsText({
  tries,
  retries,
  attempt,
}: Pick<Row, 'tries' | 'retries' | 'attempt'>): string | null {
  if (tries === null) return attempt === null ? null : String(attempt)
  return attemptCount({ tries, attempt, retry: retries === null ? null : { max: retries } })
}
