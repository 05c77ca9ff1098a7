import { sql } from 'kysely'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import type { PlanTaskStats, UsualDuration } from '#shared/domains/workqueues/stats-contract.ts'
import { countedOrder } from '../engine/progress.ts'
import type { AttentionTrx, EndedItem, OpenedItem, Subject } from './items.ts'
import { activeOf, readCauses, sinceRestart, type Activity, type RunningTask } from './late-causes.ts'

/** Runs under way of an app that are looked at, the oldest ones. */
const MOST_RUNS = 200
/** Late runs that have items. */
const MOST_LATE = 500

/** How long the runs of plans and their tasks usually take. */
export type ReadUsualTimes = (
  accountId: string,
  runs: readonly { planId: string | null; appId: string }[],
) => Promise<({ usual: ReadonlyMap<string, PlanTaskStats>; expected: UsualDuration | null } | null)[]>

interface RunRow extends Activity {
  id: string
  accountId: string
  appId: string
  app: string
  planId: string | null
  name: string
  status: string
  waiting: number
  /** It has an item. */
  known: boolean
  /** The task that its item names. */
  namedTask: string | null
}

interface LateRun {
  run: RunRow
  expected: UsualDuration
  usual: ReadonlyMap<string, PlanTaskStats>
  task: RunningTask
}

/** What was found about runs: those that are late, and those that wait because of another open item. */
interface Found {
  late: LateRun[]
  blocked: Set<string>
}

/**
 * The runs that take longer than 9 of 10 before them, by time in which a task of theirs was queued or ran since the last
 * restart, because a task of theirs runs for longer than usual. A run that waits because of another open item is part of
 * that one.
 */
export async function lateRunItems(
  trx: AttentionTrx,
  readUsual: ReadUsualTimes,
  now: number,
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  const { rows } = await sql<RunRow>`
    select w.id, w.account_id as "accountId", w.app_id as "appId", apps.name as app, plan_id as "planId", w.name, w.status,
      active_ms as "activeMs", active_since as "activeSince", i.key is not null as known,
      i.facts #>> '{task,name}' as "namedTask",
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
  const { late, blocked } = await findLate(trx, rows, readUsual, now)
  const lateIds = new Set(late.map(({ run }) => run.id))
  return {
    opened: late.map((run) => openedOf(run, now)),
    closed: [
      ...rows.filter(({ id, known }) => known && !lateIds.has(id)).map((run) => closedOf(run, blocked)),
      ...(await deletedRuns(trx)),
    ],
  }
}

async function findLate(
  trx: AttentionTrx,
  rows: readonly RunRow[],
  readUsual: ReadUsualTimes,
  now: number,
): Promise<Found> {
  const long: Omit<LateRun, 'task'>[] = []
  for (const accountId of new Set(rows.map((row) => row.accountId))) {
    const runs = rows.filter((row) => row.accountId === accountId && row.status === 'started')
    const times = await readUsual(accountId, runs)
    runs.forEach((run, index) => {
      const { expected = null, usual = new Map() } = times[index] ?? {}
      if (expected && activeOf(run, now) > expected.p90Ms) long.push({ run, expected, usual })
    })
  }
  const causes = await readCauses(
    trx,
    long.map(({ run }) => run.id),
  )
  const late = long.flatMap(({ run: found, expected, usual }) => {
    const cause = causes.get(found.id)
    if (!cause || cause.blocked) return []
    const run = { ...found, ...sinceRestart(found, cause.restarted) }
    const task = cause.tasks.find((running) => isSlow(running, { expected, usual }, now))
    return task && activeOf(run, now) > expected.p90Ms ? [{ run, expected, usual, task }] : []
  })
  const blocked = new Set([...causes.values()].filter((cause) => cause.blocked).map(({ run }) => run))
  return { late: late.slice(0, MOST_LATE), blocked }
}

/** It runs for longer than 19 of 20 before it; one that has never ended, for longer than the whole run usually takes. */
function isSlow(
  { name, started }: RunningTask,
  { expected, usual }: Pick<LateRun, 'expected' | 'usual'>,
  now: number,
): boolean {
  const times = usual.get(name)
  return now - started.getTime() > (times?.p95Ms ?? times?.medianMs ?? expected.medianMs)
}

function openedOf({ run, expected, usual, task }: LateRun, now: number): OpenedItem {
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
      task: {
        id: task.id,
        name: task.name,
        since: task.started.toISOString(),
        usualMs: usual.get(task.name)?.medianMs ?? null,
      },
    },
    appIds: [run.appId],
    since,
    hurt: { runs: 1, tasks: run.waiting, since },
  }
}

const subjectOf = ({ id, accountId }: RunRow): Subject => ({ accountId, kind: 'runLate', key: id })

/** Why the item of a run is over; null where another item or a person has ended it. */
function closedOf(run: RunRow, blocked: ReadonlySet<string>): EndedItem {
  const ended = run.namedTask === null ? null : closedMessages.taskEnded(run.namedTask)
  const running = blocked.has(run.id) ? null : ended
  const text =
    run.status === 'completed' ? closedMessages.completed : run.status === 'started' ? running : null
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
