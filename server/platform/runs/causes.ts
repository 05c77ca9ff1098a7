import type { Kysely } from 'kysely'
import type { Task } from '#shared/domains/tasks/contract.ts'
import type { UsualTask, WhyFacts, WhyRun } from '#shared/domains/tasks/why/facts.ts'
import { causeOfRun, causeOfTask, causesOf } from '#shared/domains/tasks/why/why.ts'
import { whyRunOf, whyTaskOf, wireCause } from '#shared/domains/tasks/why/wire.ts'
import type { Workqueue, WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { readDecisive, readRunOfTask } from './cause-reads.ts'

/** How long the tasks of a plan and its runs usually take; null where it is not known. */
type UsualTimes = Pick<WhyFacts, 'expected'> & { usual: ReadonlyMap<string, UsualTask> }
type ReadUsual = (
  accountId: string,
  runs: readonly { planId: string | null; appId: string }[],
) => Promise<(UsualTimes | null)[]>

export type Causes = ReturnType<typeof createCauses>

/** Adds to runs and tasks why they are in their state, by the rules that the screens use too. */
export function createCauses({ db, usual, clock }: { db: Kysely<Database>; usual: ReadUsual; clock: Clock }) {
  const factsOf = (times: UsualTimes | null | undefined): WhyFacts => ({
    now: clock.now(),
    usual: times?.usual ?? new Map(),
    expected: times?.expected ?? null,
  })
  const usualOf: ReadUsual = (accountId, runs) =>
    runs.length === 0 ? Promise.resolve([]) : usual(accountId, runs)

  return {
    async ofRun(accountId: string, run: Workqueue): Promise<Workqueue> {
      const [times] = await usualOf(accountId, isLive(run) ? [run] : [])
      const facts = factsOf(times)
      const known = whyRunOf(run, facts.now)
      const causes = causesOf(known, facts)
      const why = causeOfRun(known, facts)
      const tasks = run.tasks.map((task) => {
        const cause = causes.get(task._id)
        return { ...task, why: cause ? wireCause(cause) : null }
      })
      return { ...run, why: why && wireCause(why), tasks }
    },

    /** The runs of a page; one statement reads those tasks that decide. */
    async ofRows(accountId: string, rows: WorkqueueSummary[]): Promise<WorkqueueSummary[]> {
      const live = rows.filter(isLive)
      const times = await usualOf(accountId, live)
      const timesOf = new Map(live.map((row, place) => [row._id, times[place]]))
      const isMeasured = ({ _id }: WorkqueueSummary) => Boolean(timesOf.get(_id)?.usual.size)
      const decisive = await readDecisive(db, accountId, rows, isMeasured)
      return rows.map((row) => {
        const facts = factsOf(timesOf.get(row._id))
        const run: WhyRun = { ...whyRunOf({ ...row }, facts.now), ...decisive.get(row._id) }
        const why = causeOfRun(run, facts)
        return { ...row, why: why && wireCause(why) }
      })
    },

    async ofTask(accountId: string, task: Task): Promise<Task> {
      const run = task.status === 'ended' ? null : await readRunOfTask(db, accountId, task, clock.now())
      if (!run) return { ...task, why: null }
      const [times] = await usualOf(accountId, isLive(run.known) ? [run] : [])
      const why = causeOfTask(whyTaskOf({ ...task }), run.known, factsOf(times))
      return { ...task, why: why && wireCause(why) }
    },
  }
}

const isLive = ({ status }: { status: string }) => status === 'started'
