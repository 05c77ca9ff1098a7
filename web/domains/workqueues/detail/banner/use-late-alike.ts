import { useQuery } from 'urql'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { useFeature } from '#web/lib/features.ts'
import { paths } from '#web/paths.ts'
import { formatWorkqueueListParams } from '#web/domains/workqueues/list/workqueue-list-params.ts'
import type { WorkqueueDetail } from '../operations.ts'
import { lateRunsQuery } from './operations.ts'

export type RunOfLate = Pick<WorkqueueDetail, 'id' | 'appId' | 'planId'>

/** The other runs of a plan that are late in the task of the same name. */
export interface LateAlike {
  runs: number
  /** There may be further ones. */
  more: boolean
  /** The list of all late runs of the plan. */
  to: string
}

/**
 * What one read of the late runs of a plan tells about a task that is late; null without a plan, without another such run,
 * and on a platform that does not find late runs by their plan; undefined until it is read. `run` is null for a task that
 * is not late.
 */
export function useLateAlike(
  run: RunOfLate | null,
  { name }: Pick<TaskDetail, 'name'>,
): LateAlike | null | undefined {
  const finds = [useFeature('attention'), useFeature('search')].every(Boolean)
  const { id: ownId, appId, planId } = run ?? { id: '', appId: '', planId: null }
  const pause = !finds || planId === null
  const search = `plan:${planId ?? ''}`
  const [{ data, error }] = useQuery({
    query: lateRunsQuery,
    variables: { appId, search },
    requestPolicy: 'cache-and-network',
    pause,
  })
  if (pause || (error && !data)) return null
  if (!data) return undefined
  const { rows, total, more } = data.workqueues
  // The sentence of a late run names the task that it is late in.
  const alike = rows.filter(
    (row) =>
      row.id !== ownId &&
      row.planId === planId &&
      row.why?.code === 'late' &&
      ` ${row.why.text} `.includes(` ${name} `),
  )
  if (alike.length === 0) return null
  return {
    runs: alike.length,
    more: more === true || total > rows.length,
    to: paths.workqueues(appId, formatWorkqueueListParams({ stuck: true, search })),
  }
}
