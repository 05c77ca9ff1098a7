import type { Kysely } from 'kysely'
import type { Task } from '#shared/domains/tasks/contract.ts'
import type { UsualTask, WhyFacts, WhyRun } from '#shared/domains/tasks/why/facts.ts'
import { causeOfRun, causeOfTask, causeOfTaskAlone, causesOf } from '#shared/domains/tasks/why/why.ts'
import { whyQueuesOf, whyRunOf, whyTaskOf, wireCause } from '#shared/domains/tasks/why/wire.ts'
import type { QueueRow } from '#shared/domains/queues/contract.ts'
import type { Workqueue, WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { readDecisive, readRestarts, readPlansOf, readRunOfTask } from './cause-reads.ts'

/** How long the tasks of a plan and its runs usually take; null where it is not known. */
type UsualTimes = Pick<WhyFacts, 'expected'> & { usual: ReadonlyMap<string, UsualTask> }
type ReadUsual = (
  accountId: string,
  runs: readonly { planId: string | null; appId: string }[],
) => Promise<(UsualTimes | null)[]>

/** What is known of the queues of an account, as `GET queues` answers it. */
type ReadQueues = (accountId: string) => Promise<readonly QueueRow[]>

export type Causes = ReturnType<typeof createCauses>

/** Adds to runs and tasks why they are in their state, by the rules that the screens use too. */
export function createCauses({ db, usual, queues, clock }: CauseParts) {
  const factsOf = (times: UsualTimes | null | undefined, known?: KnownQueues): WhyFacts => ({
    now: clock.now(),
    usual: times?.usual ?? new Map(),
    expected: times?.expected ?? null,
    queues: known,
  })
  /** Only for those who ask about tasks that wait. */
  const queuesOf = async (accountId: string, isAsked: boolean): Promise<KnownQueues> =>
    isAsked ? whyQueuesOf(await queues(accountId)) : undefined
  const usualOf: ReadUsual = (accountId, runs) =>
    runs.length === 0 ? Promise.resolve([]) : usual(accountId, runs)

  return {
    async ofRun(accountId: string, run: Workqueue): Promise<Workqueue> {
      const waits = run.tasks.some(({ status }) => status === 'queued')
      const [[times], known] = await Promise.all([
        usualOf(accountId, isLive(run) ? [run] : []),
        queuesOf(accountId, waits),
      ])
      const facts = factsOf(times, known)
      const asked = whyRunOf(run, facts.now)
      const causes = causesOf(asked, facts)
      const why = causeOfRun(asked, facts)
      const tasks = run.tasks.map((task) => {
        const cause = causes.get(task._id)
        return { ...task, why: cause ? wireCause(cause) : null }
      })
      return { ...run, why: why && wireCause(why), tasks }
    },

    /** The runs of a page; one statement reads those tasks that decide. */
    async ofRows(accountId: string, rows: WorkqueueSummary[]): Promise<WorkqueueSummary[]> {
      const live = rows.filter(isLive)
      const [times, known] = await Promise.all([
        usualOf(accountId, live),
        queuesOf(accountId, rows.some(mayWait)),
      ])
      const timesOf = new Map(live.map((row, place) => [row._id, times[place]]))
      const isMeasured = ({ _id, expectedMs, late }: WorkqueueSummary) =>
        Boolean(timesOf.get(_id)?.usual.size) || expectedMs !== undefined || late !== undefined
      const decisive = await readDecisive(db, accountId, rows, isMeasured)
      const restarted = live.flatMap(({ _id, restarts }) => (restarts ? [_id] : []))
      const restarts = await readRestarts(db, accountId, restarted)
      return rows.map((row) => {
        const facts = factsOf(timesOf.get(row._id), known)
        const run: WhyRun = {
          ...whyRunOf({ ...row }, facts.now),
          ...decisive.get(row._id),
          restarted: restarts.get(row._id) ?? null,
        }
        const why = causeOfRun(run, facts)
        return { ...row, why: why && wireCause(why) }
      })
    },

    /** Tasks of any runs that run or are queued: what follows from each of them alone. */
    async ofTasks(accountId: string, tasks: readonly Task[]): Promise<Task[]> {
      const running = tasks.filter(({ status }) => status === 'started')
      const runs = await readPlansOf(db, accountId, running)
      const [times, known] = await Promise.all([
        usualOf(accountId, runs),
        queuesOf(accountId, running.length < tasks.length),
      ])
      const timesOf = new Map(runs.map(({ id }, place) => [id, times[place]]))
      return tasks.map((task) => {
        const facts = factsOf(timesOf.get(task.workQueueId), known)
        const why = causeOfTaskAlone(whyTaskOf({ ...task }), task.workQueueStatus ?? '', facts)
        return { ...task, why: why && wireCause(why) }
      })
    },

    async ofTask(accountId: string, task: Task): Promise<Task> {
      const run = task.status === 'ended' ? null : await readRunOfTask(db, accountId, task, clock.now())
      if (!run) return { ...task, why: null }
      const [[times], known] = await Promise.all([
        usualOf(accountId, isLive(run.known) ? [run] : []),
        queuesOf(accountId, task.status === 'queued'),
      ])
      const why = causeOfTask(whyTaskOf({ ...task }), run.known, factsOf(times, known))
      return { ...task, why: why && wireCause(why) }
    },
  }
}

interface CauseParts {
  db: Kysely<Database>
  usual: ReadUsual
  queues: ReadQueues
  clock: Clock
}

type KnownQueues = WhyFacts['queues']

/** Whether a task of the run waits; counts of rows of an earlier version are not known. */
const mayWait = ({ status, taskCounts = {} }: WorkqueueSummary) =>
  (status === 'started' || status === 'notstarted') &&
  (Boolean(taskCounts['queued']) || Object.values(taskCounts).every((count) => count === 0))

const isLive = ({ status }: { status: string }) => status === 'started'
