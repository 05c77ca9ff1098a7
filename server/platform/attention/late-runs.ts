import { sql } from 'kysely'
import type { LateRunFacts, TaskPlace } from '#shared/domains/attention/facts.ts'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import { expectedOfRun } from '#shared/domains/tasks/why/deadline.ts'
import type { PlanTaskStats, UsualDuration } from '#shared/domains/workqueues/stats-contract.ts'
import { countedOrder } from '../engine/progress.ts'
import { goodPlacesOf, type GoodPlaces } from '../failures/good-places.ts'
import type { AttentionTrx, EndedItem, OpenedItem, Subject } from './items.ts'
import {
  activeOf,
  readCauses,
  sinceRestart,
  type Activity,
  type LateCause,
  type RunningTask,
} from './late-causes.ts'

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
  created: Date
  expectedMs: number | null
  deadlineMs: number | null
  due: Date | null
  late: Date | null
  /** It has an item. */
  known: boolean
  /** The task that its item names. */
  namedTask: string | null
}

/** A run that takes longer than expected, or is past a deadline. */
interface LateRun {
  run: RunRow
  /** Since when it is late. */
  since: Date
  /** How long a run, or the task, should take or may take. */
  boundMs: number
  limit?: LateRunFacts['limit']
  task: RunningTask | null
  usualMs: number | null
}

/** What was found about runs: those that are late, and those that wait because of another open item. */
interface Found {
  late: LateRun[]
  blocked: Set<string>
}

/**
 * The runs past a deadline, and those that take longer than expected: than 9 of 10 before them, by time in which a task of theirs was queued or ran since the last
 * restart, because a task of theirs runs for longer than usual. A run that a failure holds up, or that is late only because it waits
 * in a queue, is part of the open item of that one.
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
      w.created, w.expected_ms as "expectedMs", w.deadline_ms as "deadlineMs", w.due, w.late,
      coalesce(task_counts[${sql.lit(countedOrder.indexOf('notstarted') + 1)}], 0) as waiting
    from (
      select found.id from apps, lateral (
        select id from workqueues
        where account_id = apps.account_id and app_id = apps.id and status = 'started'
          and (plan_id is not null or expected_ms is not null)
        order by created, id limit ${MOST_RUNS}
      ) as found
      union (select id from workqueues
        where late is not null and status in ('notstarted', 'started') order by late limit ${MOST_LATE})
      union select key from attention_items where kind = 'runLate' and closed is null
    ) as wanted
      left join attention_items i on i.kind = 'runLate' and i.closed is null and i.key = wanted.id
      join workqueues w on w.id = wanted.id
      join apps on apps.id = w.app_id`.execute(trx)
  const { late, blocked } = await findLate(trx, rows, readUsual, now)
  const lateIds = new Set(late.map(({ run }) => run.id))
  const types = late.flatMap(({ run: { accountId }, task }) => (task ? [{ accountId, type: task.type }] : []))
  const good = await goodPlacesOf(trx, types, now)
  return {
    opened: late.map((one) => openedOf(one, good.get(`${one.run.accountId} ${one.task?.type}`))),
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
  const long: Measured[] = []
  for (const accountId of new Set(rows.map((row) => row.accountId))) {
    const runs = rows.filter((row) => row.accountId === accountId && row.status === 'started')
    const times = await readUsual(accountId, runs)
    runs.forEach((run, index) => {
      const { usual = new Map() } = times[index] ?? {}
      const expected = expectedOfRun(run, { expected: times[index]?.expected ?? null })
      if (expected && activeOf(run, now) > expected.p90Ms) long.push({ run, expected, usual })
    })
  }
  const overdue = rows.filter(({ late, status }) => late !== null && isUnderWay(status))
  const causes = await readCauses(
    trx,
    [...new Set([...long.map(({ run }) => run), ...overdue])].map(({ id }) => id),
  )
  const late = new Map<string, LateRun>()
  for (const run of overdue) {
    const found = pastDeadline(run, causes.get(run.id))
    if (found) late.set(run.id, found)
  }
  for (const measured of long) {
    const { id } = measured.run
    const found = late.has(id) ? null : longerThanExpected(measured, causes.get(id), now)
    if (found) late.set(id, found)
  }
  const blocked = new Set(
    [...causes.values()].filter(({ waits, failed }) => waits || failed).map(({ run }) => run),
  )
  return { late: [...late.values()].slice(0, MOST_LATE), blocked }
}

/** A run that has been active for longer than expected. */
interface Measured {
  run: RunRow
  expected: UsualDuration
  usual: ReadonlyMap<string, PlanTaskStats>
}

const isUnderWay = (status: string) => status === 'started' || status === 'notstarted'

/** A run past its deadline, or with a task past its own; what it waits for does not excuse it. */
function pastDeadline(run: RunRow, cause: LateCause | undefined): LateRun | null {
  const { deadlineMs, due, late, created } = run
  if (late === null || !cause) return null
  if (deadlineMs !== null && due === null) {
    const measured = { ...run, activeMs: 0, activeSince: created }
    return {
      run: measured,
      since: late,
      boundMs: deadlineMs,
      limit: 'deadline',
      task: cause.tasks[0] ?? null,
      usualMs: null,
    }
  }
  const task = cause.overdue
  return task && { run, since: late, boundMs: task.deadlineMs, limit: 'taskDeadline', task, usualMs: null }
}

function longerThanExpected(
  { run: found, expected, usual }: Measured,
  cause: LateCause | undefined,
  now: number,
): LateRun | null {
  if (!cause || cause.failed) return null
  const run = { ...found, ...sinceRestart(found, cause.restarted) }
  const slow = cause.tasks.find((running) => isSlow(running, { expected, usual }, now))
  // What the definition expects holds for the run as a whole, whichever task takes the time; a queue with an item takes it itself.
  const task = slow ?? (run.expectedMs === null || cause.waits ? null : cause.tasks[0])
  if (!task || activeOf(run, now) <= expected.p90Ms) return null
  return {
    run,
    since: new Date(now - (activeOf(run, now) - expected.p90Ms)),
    boundMs: expected.medianMs,
    limit: run.expectedMs === null ? undefined : 'expected',
    task,
    usualMs: task.expectedMs ?? usual.get(task.name)?.medianMs ?? null,
  }
}

/** It runs for longer than 19 of 20 before it; one that has never ended, for longer than the whole run usually takes. */
function isSlow(
  { name, started, expectedMs }: RunningTask,
  { expected, usual }: Pick<Measured, 'expected' | 'usual'>,
  now: number,
): boolean {
  const times = usual.get(name)
  return now - started.getTime() > (expectedMs ?? times?.p95Ms ?? times?.medianMs ?? expected.medianMs)
}

function openedOf(
  { run, since, boundMs, limit, task, usualMs }: LateRun,
  good: GoodPlaces | undefined,
): OpenedItem {
  const facts: LateRunFacts = {
    kind: 'runLate',
    name: run.name,
    app: run.app,
    appId: run.appId,
    workqueueId: run.id,
    activeMs: run.activeMs,
    activeSince: run.activeSince?.toISOString() ?? null,
    medianMs: boundMs,
    planId: run.planId,
    task: task && {
      id: task.id,
      name: task.name,
      since: task.started.toISOString(),
      usualMs,
      ...placeOf(task, good),
    },
  }
  if (limit !== undefined) facts.limit = limit
  return {
    ...subjectOf(run),
    facts,
    appIds: [run.appId],
    since,
    hurt: { runs: 1, tasks: run.waiting, since },
  }
}

/** Other versions and hosts are said where those of the task are known. */
function placeOf({ type, alias, version, hostName }: RunningTask, good: GoodPlaces | undefined): TaskPlace {
  const besides = (places: readonly string[] | undefined, own: string | null) =>
    own === null ? [] : (places?.filter((place) => place !== own).toSorted() ?? [])
  return {
    type,
    alias,
    version,
    hostName,
    notVersions: besides(good?.versions, version),
    notHosts: besides(good?.hosts, hostName),
  }
}

const subjectOf = ({ id, accountId }: RunRow): Subject => ({ accountId, kind: 'runLate', key: id })

/** Why the item of a run is over; null where another item or a person has ended it. */
function closedOf(run: RunRow, blocked: ReadonlySet<string>): EndedItem {
  const ended = run.namedTask === null ? null : closedMessages.taskEnded(run.namedTask)
  const running = blocked.has(run.id) ? null : ended
  const text = run.status === 'completed' ? closedMessages.completed : isUnderWay(run.status) ? running : null
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
