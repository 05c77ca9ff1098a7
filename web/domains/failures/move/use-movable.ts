import { useMemo } from 'react'
import type { CombinedError } from 'urql'
import type { FailedWork } from '#web/domains/tasks/alias/alias-facts.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { attemptsText } from '../attempts-text.ts'
import { failureQuery, failureTasksQuery } from '../operations.ts'
import { LISTED, type MovableTask, type MoveDialogProps } from './moving.ts'

export interface Movable {
  failed: FailedWork
  /** What they have in common; null where reasons differ. */
  title: string | null
  /** The first tasks. */
  tasks: readonly MovableTask[]
  total: number
  /** Whether the tasks are known. */
  ready: boolean
  error: CombinedError | undefined
  reread(): void
}

const unknown: FailedWork = {
  type: '',
  aliases: [],
  versions: [],
  reason: null,
  attempts: null,
  failureId: null,
}
const noTasks: readonly MovableTask[] = []

/** The tasks that can move: those that were given, or those of a failure that can be restarted. */
export function useMovable(work: MoveDialogProps['work']): Movable {
  const given = 'tasks' in work ? work.tasks : null
  const id = 'failureId' in work ? work.failureId : ''
  const pause = given !== null
  const group = useLastRead(failureQuery, { id }, { pause })
  const page = { id, page: 1, perPage: LISTED, restartable: true }
  const rows = useLastRead(failureTasksQuery, page, { pause })
  const failure = group.data?.failure
  const read = rows.data?.failureTasks
  const known = useMemo(() => {
    if (given) {
      const reasons = new Set(given.map(({ reason }) => reason))
      const title = reasons.size === 1 ? (given[0]?.reason ?? null) : null
      return { title, tasks: given, total: given.length, failed: workOf(given), ready: true }
    }
    if (!failure || !read) return nothing
    const tasks = read.rows.map(({ workqueueId, ...row }) => ({
      ...row,
      workqueueId: workqueueId ?? '',
      type: failure.type,
      attempts: attemptsText(row),
    }))
    const { id: failureId, title, versions } = failure
    return {
      title,
      tasks,
      total: read.total,
      failed: { ...workOf(tasks), type: failure.type, failureId, versions },
      ready: true,
    }
  }, [given, failure, read])
  return {
    ...known,
    error: group.failure ?? rows.failure,
    reread() {
      group.reread()
      rows.reread()
    },
  }
}

const nothing = { failed: unknown, title: null, tasks: noTasks, total: 0, ready: false }

function workOf(tasks: readonly MovableTask[]): FailedWork {
  const [first] = tasks
  const present = (values: (string | null)[]) => [...new Set(values)].filter((value) => value !== null)
  return {
    type: first?.type ?? '',
    aliases: present(tasks.map(({ alias }) => alias)),
    versions: present(tasks.map(({ version }) => version)),
    reason: first?.reason ?? null,
    attempts: null,
    failureId: null,
  }
}
