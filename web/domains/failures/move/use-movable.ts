import { useMemo } from 'react'
import { type CombinedError, useClient } from 'urql'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import type { FailedWork } from '#web/domains/tasks/alias/alias-facts.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { attemptsText } from '../attempts-text.ts'
import { failureQuery, failureTasksQuery } from '../operations.ts'
import type { QueueAddress } from '../stored-receipts.ts'
import { isQueued, LISTED, type MovableTask, type MoveDialogProps } from './moving.ts'
import { queuedTasksQuery } from './operations.ts'

export interface Movable {
  work: FailedWork
  /** What they have in common; null where reasons differ. */
  title: string | null
  /** The first tasks. */
  tasks: readonly MovableTask[]
  /** As many as one action takes. */
  total: number
  /** Whether the tasks are known. */
  ready: boolean
  error: CombinedError | undefined
  reread(): void
  /** Reads all tasks, where not all are listed. */
  readAll(): Promise<{ tasks: readonly MovableTask[] | undefined; error: CombinedError | undefined }>
}

type Work = MoveDialogProps['work']
type FailureTasks = ResultOf<typeof failureTasksQuery>['failureTasks']
type QueuedTasks = ResultOf<typeof queuedTasksQuery>['tasks']

const unknown: FailedWork = {
  type: '',
  aliases: [],
  versions: [],
  reason: null,
  attempts: null,
  failureId: null,
}
const noQueue: QueueAddress = { type: '', alias: '' }

/** The tasks that can move: those that were given, those of a failure that can be restarted, or those of a queue. */
export function useMovable(work: Work): Movable {
  const client = useClient()
  const id = 'failureId' in work ? work.failureId : null
  const queue = 'queue' in work ? work.queue : null
  const group = useLastRead(failureQuery, { id: id ?? '' }, { pause: id === null })
  const failed = useLastRead(failureTasksQuery, failedPage(id, LISTED), { pause: id === null })
  const queued = useLastRead(queuedTasksQuery, queuedPage(queue, LISTED), { pause: queue === null })
  const failure = group.data?.failure
  const failedRows = failed.data?.failureTasks
  const queuedRows = queued.data?.tasks
  const known = useMemo(() => {
    if ('tasks' in work) return ofTasks(work)
    if ('queue' in work) return queuedRows ? ofQueue(work.queue, queuedRows) : nothing
    return failure && failedRows ? ofFailure(failure, failedRows) : nothing
  }, [work, failure, failedRows, queuedRows])
  return {
    ...known,
    error: group.failure ?? failed.failure ?? queued.failure,
    reread() {
      for (const { reread } of queue ? [queued] : [group, failed]) reread()
    },
    async readAll() {
      if (known.tasks.length >= known.total) return { tasks: known.tasks, error: undefined }
      const fresh = { requestPolicy: 'network-only' } as const
      if (queue) {
        const page = queuedPage(queue, MAX_PAGE_SIZE)
        const { data, error } = await client.query(queuedTasksQuery, page, fresh)
        return { tasks: data?.tasks.rows.map(queuedTask), error }
      }
      const { data, error } = await client.query(failureTasksQuery, failedPage(id, MAX_PAGE_SIZE), fresh)
      return { tasks: data?.failureTasks.rows.map((row) => failedTask(row, known.work.type)), error }
    },
  }
}

const failedPage = (id: string | null, perPage: number) => ({
  id: id ?? '',
  page: 1,
  perPage,
  restartable: true,
})
const queuedPage = (queue: QueueAddress | null, perPage: number) => {
  const { type, alias } = queue ?? noQueue
  return { type: [type], alias: [alias], perPage }
}

const nothing = { work: unknown, title: null, tasks: [] as MovableTask[], total: 0, ready: false }

function ofTasks(work: Extract<Work, { tasks: unknown }>) {
  const { tasks } = work
  const reasons = new Set(tasks.map(({ reason }) => reason))
  const title = reasons.size === 1 && !isQueued(work) ? (tasks[0]?.reason ?? null) : null
  const { failure } = work
  const common = {
    ...workOf(tasks),
    failureId: failure?.id ?? null,
    suggestedAlias: failure?.suggestedAlias?.alias ?? null,
  }
  const own = isQueued(work)
    ? { ...common, attempts: tasks.length === 1 ? 1 : null, waits: true as const }
    : common
  return { title, tasks, total: tasks.length, work: own, ready: true }
}

function ofFailure(failure: ResultOf<typeof failureQuery>['failure'], { rows, total }: FailureTasks) {
  const { id: failureId, type, title, versions } = failure
  const suggestedAlias = failure.suggestedAlias?.alias ?? null
  const tasks = rows.map((row) => failedTask(row, type))
  const work = { ...workOf(tasks), type, failureId, versions, suggestedAlias }
  return { title, tasks, total, work, ready: true }
}

function ofQueue({ type, alias }: QueueAddress, { rows, total }: QueuedTasks) {
  const work = { ...unknown, type, aliases: [alias], waits: true as const }
  return {
    title: null,
    tasks: rows.map(queuedTask),
    total: Math.min(total, MAX_PAGE_SIZE),
    work,
    ready: true,
  }
}

const failedTask = (row: FailureTasks['rows'][number], type: string): MovableTask => ({
  ...row,
  workqueueId: row.workqueueId ?? '',
  type,
  attempts: attemptsText(row),
})

const queuedTask = ({
  workqueueId,
  workqueueName,
  workqueueDescription,
  queued,
  ...row
}: QueuedTasks['rows'][number]): MovableTask => ({
  ...row,
  workqueueId: workqueueId ?? '',
  workqueueName: workqueueName ?? workqueueDescription,
  version: null,
  reason: null,
  at: queued,
  attempts: null,
  waiting: null,
})

function workOf(tasks: readonly MovableTask[]): FailedWork {
  const [first] = tasks
  const present = (values: (string | null)[]) => [...new Set(values)].filter((value) => value !== null)
  return {
    ...unknown,
    type: first?.type ?? '',
    aliases: present(tasks.map(({ alias }) => alias)),
    versions: present(tasks.map(({ version }) => version)),
    reason: first?.reason ?? null,
  }
}
