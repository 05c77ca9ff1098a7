import type pg from 'pg'
import { isoOrNull } from '../engine/wire.ts'
import type { Run, RunTask } from '../engine/model.ts'
import type { RunWrite } from '../engine/types.ts'
import { columnArrays, holdersOf, rareColumns } from './columns.ts'
import { logArrays } from './inserts.ts'
import { columnsOf, MOST_FEW, statementOf, type Parts } from './statement.ts'

/** Writes what has changed of a run; null when the run has moved on since `before`, and then nothing is changed. */
export async function writeRun(pool: pg.Pool, write: RunWrite): Promise<{ outboxId: string | null } | null> {
  const parts = partsOf(write)
  const { rows } = await pool.query<{ outbox: string | null }>({
    ...statementOf(parts),
    values: valuesOf(write, parts),
  })
  const row = rows[0]
  return row ? { outboxId: row.outbox } : null
}

function partsOf({ before, run, tasks, logs, messages }: RunWrite): Parts {
  const each = tasks.map(({ task, patch }) => ({
    rare: differsRarely(task, before.tasks[task.position]),
    inputs: patch.resolvedInputs !== undefined,
  }))
  const few = each.length <= MOST_FEW
  return {
    state: run.state !== undefined,
    few: few ? each : [],
    many: few ? null : { rare: each.some(({ rare }) => rare), inputs: each.some(({ inputs }) => inputs) },
    logs: logs.length > 0,
    messages: messages.length > 0,
  }
}

function differsRarely(task: RunTask, before: RunTask | undefined): boolean {
  return !before || rareColumns.some((column) => column.value(task) !== column.value(before))
}

function changedTasks(before: Run, changes: RunWrite['tasks']): RunTask[] {
  const tasks = before.tasks.slice()
  for (const { task } of changes) tasks[task.position] = task
  return tasks
}

function valuesOf({ before, run, tasks, logs, messages }: RunWrite, parts: Parts): unknown[] {
  const after = { ...before, ...run }
  const values: unknown[] = [
    before.id,
    before.seq,
    after.status,
    isoOrNull(after.started),
    isoOrNull(after.ended),
    after.updatedBy,
    holdersOf(changedTasks(before, tasks)),
  ]
  if (parts.state) values.push(JSON.stringify(after.state))
  parts.few.forEach((brought, index) => {
    const task = tasks[index]?.task
    if (task) values.push(...columnsOf(brought).map((column) => column.value(task)))
  })
  if (parts.many) {
    // Inputs that were not resolved anew stay where they are: they may be large.
    const sent = tasks.map(({ task, patch }) =>
      patch.resolvedInputs || !parts.many?.inputs ? task : { ...task, resolvedInputs: null },
    )
    values.push(sent.length, ...columnArrays(columnsOf(parts.many), sent))
  }
  if (parts.logs) values.push(...logArrays(logs))
  if (parts.messages) values.push(JSON.stringify(messages))
  return values
}
