import { sql } from 'kysely'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import type { PlanTaskStats, UsualDuration } from '#shared/domains/workqueues/stats-contract.ts'
import { countedOrder } from '../engine/progress.ts'
import type { AttentionTrx, EndedItem, OpenedItem, Subject } from './items.ts'

/** Runs under way of an app that are looked at, the oldest ones. */
const MOST_RUNS = 200
/** Late runs that have items. */
const MOST_LATE = 500

/** How long the runs of plans and their tasks usually take. */
export type ReadUsualTimes = (
  accountId: string,
  runs: readonly { planId: string | null; appId: string }[],
) => Promise<({ usual: ReadonlyMap<string, PlanTaskStats>; expected: UsualDuration | null } | null)[]>

interface RunRow {
  id: string
  accountId: string
  appId: string
  app: string
  planId: string | null
  name: string
  status: string
  activeMs: number
  activeSince: Date | null
  waiting: number
  /** It has an item. */
  known: boolean
}

interface LateRun {
  run: RunRow
  expected: UsualDuration
  usual: ReadonlyMap<string, PlanTaskStats>
}

/** The runs that take longer than 9 of 10 before them, by time in which a task of theirs was queued or ran. */
export async function lateRunItems(
  trx: AttentionTrx,
  readUsual: ReadUsualTimes,
  now: number,
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  const { rows } = await sql<RunRow>`
    select w.id, w.account_id as "accountId", w.app_id as "appId", apps.name as app, plan_id as "planId", w.name, w.status,
      active_ms as "activeMs", active_since as "activeSince", i.key is not null as known,
      coalesce(task_counts[${sql.lit(countedOrder.indexOf('notstarted') + 1)}], 0) as waiting
    from (
      select found.id from apps, lateral (
        select id from workqueues
        where account_id = apps.account_id and app_id = apps.id and status = 'started' and plan_id is not null
        order by created, id limit ${MOST_RUNS}
      ) as found
      union select key from attention_items where kind = 'runLate' and closed is null
    ) as wanted
      left join attention_items i on i.kind = 'runLate' and i.closed is null and i.key = wanted.id
      join workqueues w on w.id = wanted.id
      join apps on apps.id = w.app_id`.execute(trx)
  const late = await lateOf(rows, readUsual, now)
  const lateIds = new Set(late.map(({ run }) => run.id))
  return {
    opened: await openedOf(trx, late, now),
    closed: [
      ...rows.filter(({ id, known }) => known && !lateIds.has(id)).map(closedOf),
      ...(await deletedRuns(trx)),
    ],
  }
}

async function lateOf(rows: readonly RunRow[], readUsual: ReadUsualTimes, now: number): Promise<LateRun[]> {
  const late: LateRun[] = []
  for (const accountId of new Set(rows.map((row) => row.accountId))) {
    const runs = rows.filter((row) => row.accountId === accountId && row.status === 'started')
    const times = await readUsual(accountId, runs)
    runs.forEach((run, index) => {
      const { expected = null, usual = new Map() } = times[index] ?? {}
      if (expected && activeOf(run, now) > expected.p90Ms) late.push({ run, expected, usual })
    })
  }
  return late.slice(0, MOST_LATE)
}

const activeOf = ({ activeMs, activeSince }: RunRow, now: number): number =>
  activeMs + (activeSince === null ? 0 : Math.max(0, now - activeSince.getTime()))

async function openedOf(trx: AttentionTrx, late: readonly LateRun[], now: number): Promise<OpenedItem[]> {
  const tasks = await longestTasks(
    trx,
    late.map(({ run }) => run.id),
  )
  return late.map(({ run, expected, usual }) => {
    const task = tasks.get(run.id)
    const since = new Date(now - (activeOf(run, now) - expected.p90Ms))
    return {
      ...subjectOf(run),
      facts: {
        kind: 'runLate',
        name: run.name,
        app: run.app,
        appId: run.appId,
        workqueueId: run.id,
        activeMs: run.activeMs,
        activeSince: run.activeSince?.toISOString() ?? null,
        medianMs: expected.medianMs,
        task: task
          ? {
              id: task.id,
              name: task.name,
              since: task.started.toISOString(),
              usualMs: usual.get(task.name)?.medianMs ?? null,
            }
          : null,
      },
      appIds: [run.appId],
      since,
      hurt: { runs: 1, tasks: run.waiting, since },
    }
  })
}

const subjectOf = ({ id, accountId }: RunRow): Subject => ({ accountId, kind: 'runLate', key: id })

/** Of each run the task that runs for the longest time. */
async function longestTasks(trx: AttentionTrx, runs: readonly string[]) {
  if (runs.length === 0) return new Map<string, never>()
  const { rows } = await sql<{ run: string; id: string; name: string; started: Date }>`
    select run, task.* from unnest(${runs}::text[]) as run, lateral (
      select id, name, started from tasks where workqueue_id = run and status = 'started' and started is not null
      order by started, position limit 1) as task`.execute(trx)
  return new Map(rows.map((row) => [row.run, row]))
}

function closedOf(run: RunRow): EndedItem {
  const text =
    run.status === 'completed'
      ? closedMessages.completed
      : run.status === 'started'
        ? closedMessages.inTime
        : null
  return { ...subjectOf(run), text }
}

async function deletedRuns(trx: AttentionTrx): Promise<EndedItem[]> {
  const { rows } = await sql<{ accountId: string; key: string }>`
    select account_id as "accountId", key from attention_items i
    where kind = 'runLate' and closed is null and not exists (select from workqueues w where w.id = i.key)`.execute(
    trx,
  )
  return rows.map((row) => ({ ...row, kind: 'runLate', text: null, removed: true }))
}
