import type { Kysely, Transaction } from 'kysely'
import type { RunAttempt, TaskAttempt } from '#shared/domains/tasks/attempts-contract.ts'
import { offsetOf, type Page } from '#shared/lib/wire.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readPage } from '#server/platform/db/listing.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import { latestAttempt, wireAttempt, type PastAttempt } from '#server/platform/engine/history/past-attempt.ts'
import type { RunTask } from '#server/platform/engine/task.ts'
import {
  attemptAliases,
  attemptOfRow,
  taskAliases,
  taskOfRow,
  type SelectedAttempt,
} from '#server/platform/runs/rows.ts'

interface Paging {
  page: number
  pagesize: number
}

/** A task with all its attempts at one moment, oldest first. */
export interface TaskHistory {
  task: RunTask
  workqueueId: string
  attempts: PastAttempt[]
  /** Whether the last attempt is the task itself. */
  hasLatest: boolean
}

export type AttemptStore = ReturnType<typeof createAttemptStore>

/** The attempts of tasks. Every statement names the account. */
export function createAttemptStore(db: Kysely<Database>) {
  return {
    /** Every attempt of a task, oldest first; the latest one is that of the task itself. */
    async ofTask(accountId: string, taskId: string, page: Paging): Promise<Page<TaskAttempt>> {
      const { attempts } = await inSnapshot(db, (trx) => readHistory(trx, accountId, taskId))
      const from = offsetOf(page)
      return { data: attempts.slice(from, from + page.pagesize).map(wireAttempt), total: attempts.length }
    },

    /** Of all tasks of a run: the attempts that others have followed, oldest first. */
    async ofRun(accountId: string, workqueueId: string, page: Paging): Promise<Page<RunAttempt>> {
      await requireOwn(db, accountId, 'workqueues', workqueueId)
      const rows = db
        .selectFrom('task_attempts')
        .select(attemptAliases)
        .where('account_id', '=', accountId)
        .where('workqueue_id', '=', workqueueId)
      const order = ['queued', 'task_id', 'number'].map((column) => ({ column, descending: false }))
      const { data, total } = await readPage(db, rows, order, page)
      const isAll = page.page === 1 && data.length < page.pagesize
      return { data: data.map(wireRunAttempt), total: isAll ? data.length : total }
    },
  }
}

const wireRunAttempt = (row: SelectedAttempt): RunAttempt => ({
  taskId: row.taskId,
  ...wireAttempt(attemptOfRow(row)),
})

/** All statements see the rows of one moment. */
export const inSnapshot = <Result>(
  db: Kysely<Database>,
  read: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** NOT_FOUND when the account has no such task. */
export async function readHistory(
  trx: Transaction<Database>,
  accountId: string,
  taskId: string,
): Promise<TaskHistory> {
  const found = await trx
    .selectFrom('tasks')
    .select(taskAliases)
    .select((eb) => [
      'workqueue_id as workqueueId',
      eb
        .selectFrom('workqueues')
        .select('created_by')
        .whereRef('workqueues.id', '=', 'tasks.workqueue_id')
        .as('starter'),
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', taskId)
    .executeTakeFirst()
  if (!found) throw notFound('tasks')
  const { workqueueId, starter, ...row } = found
  const past = await trx
    .selectFrom('task_attempts')
    .select(attemptAliases)
    .where('account_id', '=', accountId)
    .where('task_id', '=', taskId)
    .orderBy('number')
    .execute()
  const task = taskOfRow(row)
  const latest = latestAttempt(task, starter, past.at(-1)?.number ?? 0)
  const attempts = past.map(attemptOfRow)
  if (latest) attempts.push(latest)
  return { task, workqueueId, attempts, hasLatest: latest !== null }
}
