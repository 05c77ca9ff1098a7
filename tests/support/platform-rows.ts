import type pg from 'pg'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { builtinTypes } from '#shared/domains/tasks/constants.ts'
import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import type { WorkqueueStatus } from '#shared/domains/workqueues/contract.ts'

export interface RunRow {
  accountId: string
  appId: string
  name?: string
  status?: WorkqueueStatus
  tags?: string[]
  created?: Date
  ended?: Date | null
  parentTaskId?: string | null
  planId?: string | null
}

/** Stores a run as given, without an engine that would continue it. */
export async function insertRun(pool: pg.Pool, row: RunRow): Promise<string> {
  const id = newId()
  const created = row.created ?? new Date('2026-03-01T12:00:00.000Z')
  await pool.query(
    `insert into workqueues (id, account_id, app_id, name, description, tags, status, created, created_by, ended,
       parent_task_id, plan_id, initial_state, state)
     values ($1, $2, $3, $4, 'a run', $5, $6, $7, 'someone', $8, $9, $10, '{"a":1}', '{"a":1}')`,
    [
      id,
      row.accountId,
      row.appId,
      row.name ?? 'Run',
      row.tags ?? [],
      row.status ?? 'completed',
      created,
      row.ended ?? null,
      row.parentTaskId ?? null,
      row.planId ?? null,
    ],
  )
  return id
}

export interface StoredTask {
  accountId: string
  appId: string
  workqueueId: string
  position?: number
  name?: string
  type?: string
  alias?: string
  status?: TaskStatus
  created?: Date
  queued?: Date | null
  started?: Date | null
  ended?: Date | null
  reason?: string | null
}

export async function insertTask(pool: pg.Pool, row: StoredTask): Promise<string> {
  const id = newId()
  await pool.query(
    `insert into tasks (id, account_id, app_id, workqueue_id, position, name, type, alias, status, retry, created,
       queued, started, ended, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{"max":0,"delayMs":1000,"factor":2}', $10, $11, $12, $13, $14)`,
    [
      id,
      row.accountId,
      row.appId,
      row.workqueueId,
      row.position ?? 0,
      row.name ?? 'Task',
      row.type ?? 'task.workforce.noop',
      row.alias ?? 'default',
      row.status ?? 'ended',
      row.created ?? new Date('2026-03-01T12:00:00.000Z'),
      row.queued ?? null,
      row.started ?? null,
      row.ended ?? null,
      row.reason ?? null,
    ],
  )
  await pool.query(
    `insert into waiting_tasks (task_id, workqueue_id, attempt, queue, priority, tag, queued)
     select id, workqueue_id, attempt, queue_key(account_id, type, alias), 3, 0, queued from tasks
     where id = $1 and waiting_since is not null and type <> all($2)`,
    [id, builtinTypes],
  )
  return id
}

/** A failure group with one failed task. */
export async function insertFailure(
  pool: pg.Pool,
  row: { accountId: string; appId: string; workqueueId: string; taskId: string; title: string },
): Promise<string> {
  const { accountId, appId, workqueueId, taskId, title } = row
  const [id, at] = [newId(), new Date('2026-03-01T12:00:00.000Z')]
  const place = { appId, workqueueId, taskId, taskName: title, alias: 'default', attempt: 1 }
  await pool.query(
    `insert into failure_groups (id, account_id, fingerprint, title, type, state, first, last, runs, tasks, apps,
       open_tasks, sample)
     values ($1, $2, $1, $3, 'task.workforce.noop', 'open', $4, $4, 1, 1, 1, 1, $5)`,
    [id, accountId, title, at, JSON.stringify({ ...place, at: at.toISOString(), reason: title })],
  )
  await pool.query(
    `insert into failure_tasks (group_id, app_id, workqueue_id, task_id, account_id, plan_id, run_created, task_name,
       alias, attempt, at, reason, generation)
     values ($1, $2, $3, $4, $5, '', $6, $7, 'default', 1, $6, $7, 0)`,
    [id, appId, workqueueId, taskId, accountId, at, title],
  )
  return id
}

/** The item of a failure group with one task. */
export async function insertItem(
  pool: pg.Pool,
  row: { accountId: string; appId: string; workqueueId: string; taskId: string; title: string },
  group: string,
): Promise<string> {
  const { accountId, title, ...place } = row
  const [id, at] = [newId(), '2026-03-01T12:00:00.000Z']
  const seen = { versions: [], hosts: [], notVersions: [], apps: [title], first: at, last: at }
  const counts = { runs: 1, tasks: 1, most: 1, held: 0, restartable: 1, again: 0 }
  const facts = { kind: 'failure', title, type: 'task.workforce.noop', ...seen, ...counts, ...place }
  await pool.query(
    `insert into attention_items (id, account_id, kind, key, facts, app_ids, since, hurt_runs, hurt_tasks, opened)
     values ($1, $2, 'failure', $3, $4, $5, $6, 1, 0, $6)`,
    [id, accountId, group, facts, [place.appId], at],
  )
  return id
}

/** A team without members; its namespace is its id unless given. */
export async function insertTeam(
  pool: pg.Pool,
  accountId: string,
  name = 'Ops',
  namespace?: string,
): Promise<string> {
  const id = newId()
  await pool.query('insert into teams (id, account_id, name, namespace) values ($1, $2, $3, $4)', [
    id,
    accountId,
    name,
    namespace ?? id,
  ])
  return id
}

/** A worker without aliases. */
export async function insertWorker(
  pool: pg.Pool,
  row: { accountId: string; teamId: string; name?: string; type?: string; status?: 'active' | 'deleted' },
): Promise<string> {
  const id = newId()
  await pool.query(
    'insert into workers (id, account_id, team_id, name, type, status) values ($1, $2, $3, $4, $5, $6)',
    [
      id,
      row.accountId,
      row.teamId,
      row.name ?? 'Worker',
      row.type ?? `task.${id}.worker`,
      row.status ?? 'active',
    ],
  )
  return id
}

export async function insertLog(
  pool: pg.Pool,
  row: { accountId: string; workqueueId: string; taskId: string; timestamp: Date; message: string },
): Promise<void> {
  await pool.query(
    `insert into task_logs (id, account_id, workqueue_id, task_id, attempt, timestamp, level, message)
     values ($1, $2, $3, $4, 1, $5, 'info', $6)`,
    [newId(), row.accountId, row.workqueueId, row.taskId, row.timestamp, row.message],
  )
}

/** An engine that must not be called. */
export function idleEngine(): Engine {
  const refuse = () => Promise.reject(new Error('The engine must not be called in this test'))
  return {
    startWorkqueue: refuse,
    cancelWorkqueue: refuse,
    restartTask: refuse,
    endTask: refuse,
    fromWorker: refuse,
    start: async () => {},
    stop: async () => {},
  }
}

/** An engine that knows no run and no task. */
export function absentEngine(): Engine {
  const absent = () => Promise.reject(new AppError('NOT_FOUND'))
  return {
    ...idleEngine(),
    startWorkqueue: absent,
    cancelWorkqueue: absent,
    restartTask: absent,
    endTask: absent,
    fromWorker: absent,
  }
}
