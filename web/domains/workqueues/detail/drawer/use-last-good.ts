import { useQuery } from 'urql'
import type { JsonObject } from '#shared/lib/json.ts'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useLastGood } from '#web/domains/workqueues/compare/use-last-good.ts'
import { taskPayloadQuery } from '#web/domains/tasks/attempt-operations.ts'
import { comparedTasksQuery } from './operations.ts'
import type { DrawerProps } from './drawer-props.ts'

type Compared = ResultOf<typeof comparedTasksQuery>['workqueue']

/** The task of the same name in the last good run. */
export interface LastGoodTask {
  runId: string
  started: string | null
  plan: Compared['plan']
  task: Compared['tasks'][number]
  /** As it was handed out; null while it is read and where it is not known. */
  resolved: JsonObject | null
}

/** What the last good run knows of a task; null without one and where it has no such task, undefined until it is read. */
export function useLastGoodTask({
  run: own,
  task,
}: Pick<DrawerProps, 'run' | 'task'>): LastGoodTask | null | undefined {
  const lastGood = useLastGood(own)
  const [{ data, error }] = useQuery({
    query: comparedTasksQuery,
    variables: { id: lastGood?.id ?? '' },
    pause: !lastGood,
  })
  const run = lastGood && data?.workqueue.id === lastGood.id ? data.workqueue : null
  const same = run?.tasks.find(({ name }) => name === task.name) ?? null
  const resolved = useResolved(same)
  if (lastGood === undefined || (lastGood && !run && !error)) return undefined
  if (!lastGood || !run || !same) return null
  return { runId: run.id, started: lastGood.started, plan: run.plan, task: same, resolved }
}

/** The inputs of the latest attempt of a task as they were handed out; null without a task and until they are known. */
export function useResolved(task: { id: string } | null): JsonObject | null {
  const offered = useFeature('payloads')
  const [{ data, operation }] = useQuery({
    query: taskPayloadQuery,
    variables: { taskId: task?.id ?? '' },
    pause: !offered || task === null,
  })
  const isOwn = task !== null && operation?.variables.taskId === task.id
  return isOwn ? ((data?.taskPayload.resolved ?? null) as JsonObject | null) : null
}
