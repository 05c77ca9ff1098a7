import { useQuery } from 'urql'
import { lateCause } from '#shared/domains/attention/same-cause.ts'
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
 * The runs with which Attention joins one that is late in a task, so that both say the same number; null without a plan,
 * without another such run, and on a platform that does not find late runs by their plan; undefined until it is read. `run`
 * is null for a task that is not late.
 */
export function useLateAlike(
  run: RunOfLate | null,
  { name }: Pick<TaskDetail, 'name'>,
): LateAlike | null | undefined {
  const finds = [useFeature('attention'), useFeature('search')].every(Boolean)
  const { id: ownId, appId, planId } = run ?? { id: '', appId: '', planId: null }
  const pause = !finds || planId === null
  const [{ data, error }] = useQuery({
    query: lateRunsQuery,
    variables: { appId },
    requestPolicy: 'cache-and-network',
    pause,
  })
  if (pause || (error && !data)) return null
  if (!data) return undefined
  const { items, total } = data.attention
  const own = items.find(({ links }) => links.workqueueId === ownId)
  const cause = lateCause({ mutedUntil: own?.mutedUntil ?? null, late: { task: name }, links: { planId } })
  const alike = items.filter((item) => item !== own && lateCause(item) === cause)
  if (alike.length === 0) return null
  return {
    runs: alike.length,
    more: (total ?? 0) > items.length,
    to: paths.workqueues(appId, formatWorkqueueListParams({ stuck: true, search: `plan:${planId}` })),
  }
}
