import { useMemo, useState } from 'react'
import type { Cause, WhyRun, WhyTask } from '#shared/domains/tasks/why/facts.ts'
import { causeOfRun, causesOf } from '#shared/domains/tasks/why/why.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { useShownZone } from '#web/lib/settings/time-zone.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { useQueueFacts } from '#web/lib/queues/use-queue-facts.ts'
import type { ShownPlanStats } from '../stats/use-plan-stats.ts'
import type { WorkqueueDetail } from './operations.ts'

/** The causes of a run and of its tasks at this moment. */
export interface RunCauses {
  cause: Cause | null
  /** By the id of the task; a task without a cause has none. */
  causes: ReadonlyMap<string, Cause>
}

/** The causes with when the queues that they follow from were last read, while these cannot be read; else null. */
interface ShownCauses extends RunCauses {
  queuesStaleSince: number | null
}

/** Above this number of tasks the sentences are renewed every ten seconds instead of every second. */
const MANY_TASKS = 1000

const goesOn: readonly string[] = ['queued', 'started', 'retry']
const noUsual = new Map<string, never>()

/**
 * Why a run and its tasks are in their state. Renewed with every change; while a task runs or waits for a worker also
 * as time passes, up to the loss of the connection or the last read of the queues: what is old does not age.
 */
export function useCauses(
  run: WorkqueueDetail,
  tasks: WorkqueueDetail['tasks'],
  stats: ShownPlanStats | null,
): ShownCauses {
  const { queues, staleSince } = useQueueFacts(tasks.some(({ status }) => status === 'queued'))
  const ticks = tasks.some((task) => goesOn.includes(task.status))
  const step = tasks.length > MANY_TASKS ? 10_000 : 1000
  const moment = useOfNow(step === 1000 ? 500 : 10_000, (now) =>
    ticks ? Math.floor(Math.min(knownUntil(now), staleSince ?? Infinity) / step) * step : settledAt(run),
  )
  const facts = useMemo(() => whyRun(run, tasks), [run, tasks])
  const zone = useShownZone()
  const fresh = useMemo(() => {
    const surroundings = {
      now: moment,
      zone,
      usual: stats?.usual ?? noUsual,
      expected: stats?.expected ?? null,
      queues,
    }
    const asked = { ...facts, activeMs: activeAt(run, moment) }
    return { cause: causeOfRun(asked, surroundings), causes: causesOf(asked, surroundings) }
  }, [run, facts, stats, queues, moment, zone])
  const [kept, setKept] = useState<{ fresh: RunCauses; shown: RunCauses }>({ fresh, shown: fresh })
  if (kept.fresh !== fresh) setKept({ fresh, shown: keepUnchanged(kept.shown, fresh) })
  return { ...kept.shown, queuesStaleSince: staleSince }
}

/** Nothing in a run that rests depends on the moment; its end is one that stays. */
const settledAt = ({ ended, started, created }: WorkqueueDetail) => Date.parse(ended ?? started ?? created)

/** Milliseconds in which a task ran or was ready to run, up to `now`; null when the platform does not tell. */
export function activeAt(run: Pick<WorkqueueDetail, 'activeMs' | 'activeSince'>, now: number): number | null {
  if (run.activeMs === null) return null
  return run.activeMs + (run.activeSince ? Math.max(0, now - Date.parse(run.activeSince)) : 0)
}

function whyRun(run: WorkqueueDetail, tasks: WorkqueueDetail['tasks']): WhyRun {
  return {
    status: run.status,
    started: run.started,
    ended: run.ended,
    activeMs: null,
    updatedBy: run.updatedBy,
    errorTasks: run.errorTasks,
    firstTasks: run.firstTasks,
    state: run.state as JsonObject | null,
    expectedMs: run.expectedMs,
    deadlineMs: run.deadlineMs,
    due: run.due,
    late: run.late,
    tasks: tasks.map(whyTask),
  }
}

function whyTask(task: WorkqueueDetail['tasks'][number]): WhyTask {
  return {
    ...task,
    retry: task.retry as WhyTask['retry'],
    condition: task.condition as Json,
    continueOnError: task.continueOnError ?? false,
  }
}

const isSame = (a: Cause | undefined | null, b: Cause | null) =>
  a === b ||
  (a != null &&
    b !== null &&
    a.text === b.text &&
    a.code === b.code &&
    a.action?.label === b.action?.label &&
    a.action?.taskId === b.action?.taskId)

/** The new causes, where a cause that says the same keeps its identity, so that only changed tasks render. */
function keepUnchanged(known: RunCauses, next: RunCauses): RunCauses {
  let changed = known.causes.size !== next.causes.size
  const causes = new Map<string, Cause>()
  for (const [id, cause] of next.causes) {
    const shown = known.causes.get(id)
    const same = shown && isSame(shown, cause)
    causes.set(id, same ? shown : cause)
    changed ||= !same
  }
  return {
    cause: isSame(known.cause, next.cause) ? known.cause : next.cause,
    causes: changed ? causes : known.causes,
  }
}
