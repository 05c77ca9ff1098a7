import { sql } from 'kysely'
import { alertMessages } from '#shared/domains/alerts/messages.ts'
import type { AttentionTrx } from '../attention/items.ts'
import { readRunContexts } from './contexts.ts'
import { addPending, type AlertEvent } from './pending.ts'

/** Runs that one transaction takes. */
const RUNS_TAKEN = 200
/** How long the groups of a failed run are waited for, in milliseconds. */
const GROUPS_MS = 2000

interface EndedRun {
  id: string
  accountId: string
  appId: string
  app: string
  name: string
  planId: string | null
  status: 'failed' | 'completed'
  isChild: boolean
  ended: Date
  reason: string | null
  recovers: boolean
}

/**
 * Whether a run that succeeded ends failures: it was restarted, or the run of its plan before it has failed. `w` is the
 * run; a condition on it.
 */
export const recovers = sql`(w.restarts > 0 or coalesce((
  select max(f.created) from workqueues f
  where f.plan_id = w.plan_id and f.app_id = w.app_id and f.status = 'failed' and f.created < w.created
) > coalesce((
  select max(c.created) from workqueues c
  where c.plan_id = w.plan_id and c.app_id = w.app_id and c.status = 'completed' and c.created < w.created
), '-infinity'), false))`

/** Takes runs that have ended, as the database has noted them; resolves with whether more may wait. */
export async function takeRunEnds(trx: AttentionTrx, now: number): Promise<boolean> {
  const { rows: taken } = await sql<{ id: string }>`
    delete from alert_run_ends where id = any(array(
      select id from alert_run_ends order by id limit ${RUNS_TAKEN}))
    returning run_id as id`.execute(trx)
  if (taken.length === 0) return false
  const ids = [...new Set(taken.map(({ id }) => id))]
  const { rows } = await sql<EndedRun>`
    select w.id, w.account_id as "accountId", w.app_id as "appId", a.name as app, w.name, w.plan_id as "planId",
      w.status, w.parent_task_id is not null as "isChild", coalesce(w.ended, ${new Date(now)}) as ended,
      (select t.reason from tasks t where t.workqueue_id = w.id and t.status = 'failed'
        order by t.ended nulls last, t.position limit 1) as reason,
      w.status = 'completed' and ${recovers} as recovers
    from workqueues w join apps a on a.id = w.app_id
    where w.id = any(${ids}::text[]) and w.status in ('failed', 'completed') order by w.ended`.execute(trx)
  const runs = rows.filter(({ status, recovers: isBack }) => status === 'failed' || isBack)
  const contexts = await readRunContexts(
    trx,
    runs.map(({ id }) => id),
  )
  const events = runs.map((run) => eventOf(run, contexts.get(run.id)))
  await addPending(trx, events, now)
  return taken.length === RUNS_TAKEN
}

/** What at most one message an hour is sent about: the runs of a plan in an app. */
export const runGroup = ({ appId, planId }: Pick<EndedRun, 'appId' | 'planId'>) => `${appId} ${planId ?? ''}`

function eventOf(run: EndedRun, context: { tags: string[]; types: string[] } | undefined): AlertEvent {
  const isFailed = run.status === 'failed'
  const group = runGroup(run)
  return {
    accountId: run.accountId,
    subject: `run ${run.status} ${group}`,
    groupKey: `run ${group}`,
    context: {
      appIds: [run.appId],
      planIds: run.planId === null ? [] : [run.planId],
      tags: context?.tags ?? [],
      types: context?.types ?? [],
    },
    notice: {
      kind: isFailed ? 'runFailed' : 'runRecovered',
      sentence: isFailed
        ? alertMessages.runFailed(run.name, run.app, run.reason)
        : alertMessages.runRecovered(run.name, run.app),
      at: run.ended.toISOString(),
      links: { appId: run.appId, workqueueId: run.id },
      runIds: [run.id],
    },
    delayMs: isFailed ? GROUPS_MS : 0,
    isChild: run.isChild,
  }
}
