import type pg from 'pg'
import { terminalWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Run } from '../engine/model.ts'
import type { TaskRow, WorkqueueRow } from '../db/tables/runs.ts'
import { runOfRows } from './rows.ts'
import type { ChildRun, RunStore } from '../engine/types.ts'
import { takeHold } from './holder.ts'
import { createRun } from './create.ts'
import { findDue, findHeld } from './due.ts'
import { writeRun } from './write.ts'

/** All the SQL of the engine; `pool` is not ended here. */
export function createRunStore(pool: pg.Pool): RunStore {
  const ids = async (text: string, values: unknown[]) =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id)

  return {
    create: (run, extra) => createRun(pool, run, extra),
    load: (workqueueId) => loadRun(pool, workqueueId),
    write: (write) => writeRun(pool, write),
    due: (now, limit) => findDue(pool, now, limit),
    held: (holder, taskIds) => findHeld(pool, holder, taskIds),
    hold: (lost) => takeHold(pool, lost),

    async runOfTask(accountId, taskId) {
      const text = 'select workqueue_id as id from tasks where id = $1 and account_id = $2'
      return (await ids(text, [taskId, accountId]))[0] ?? null
    },
    async isRunOf(accountId, workqueueId) {
      const text = 'select id from workqueues where id = $1 and account_id = $2'
      return (await ids(text, [workqueueId, accountId])).length > 0
    },
    async children(taskId) {
      const { rows } = await pool.query<ChildRun>(
        `select distinct on (parent_item) id, parent_item as item, status, plan_id as "planId",
           initial_state as "initialState"
         from workqueues where parent_task_id = $1 order by parent_item, created desc, id desc`,
        [taskId],
      )
      return rows
    },
    async outcome(workqueueId) {
      const { rows } = await pool.query<
        Pick<WorkqueueRow, 'name' | 'status' | 'outputs_def'> & { state: JsonObject }
      >('select name, status, state, outputs_def from workqueues where id = $1', [workqueueId])
      const row = rows[0]
      return row
        ? { name: row.name, status: row.status, state: row.state, outputsDef: row.outputs_def }
        : null
    },
    terminal: (workqueueIds) =>
      ids('select id from workqueues where id = any($1::text[]) and status = any($2::text[])', [
        workqueueIds,
        terminalWorkqueueStatuses,
      ]),
    liveChildren: (taskIds) =>
      ids(
        `select id from workqueues
         where parent_task_id = any($1::text[]) and status in ('notstarted', 'started')`,
        [taskIds],
      ),
  }
}

/**
 * The run with its tasks as of one moment: each statement sees one, and equal `seq` says that both saw the
 * same. A picture half old would be taken for the one that its `seq` names.
 */
async function loadRun(pool: pg.Pool, workqueueId: string): Promise<Run | null> {
  for (;;) {
    const tasks = await pool.query<TaskRow & { run_seq: number }>({
      name: 'run-load-tasks',
      text: `select w.seq as run_seq, t.* from workqueues w left join tasks t on t.workqueue_id = w.id
        where w.id = $1 order by t.position`,
      values: [workqueueId],
    })
    const runs = await pool.query<WorkqueueRow>({
      name: 'run-load',
      text: 'select * from workqueues where id = $1',
      values: [workqueueId],
    })
    const [row] = runs.rows
    const [first] = tasks.rows
    if (!row || !first) return null
    // A run without tasks is one row of the outer join, all of whose task columns are null.
    if (first.run_seq === row.seq) return runOfRows(row, first.id === null ? [] : tasks.rows)
  }
}
