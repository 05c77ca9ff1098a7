import type { RunLog } from '../engine/model.ts'
import { isoOrNull } from '../engine/wire.ts'
import { arrayLiteral, unnest } from './columns.ts'

export const logColumns = [
  { name: 'id', type: 'text' },
  { name: 'task_id', type: 'text' },
  { name: 'attempt', type: 'integer' },
  { name: 'timestamp', type: 'timestamptz' },
  { name: 'level', type: 'text' },
  { name: 'message', type: 'text' },
  { name: 'stacktrace', type: 'text' },
]

/** A part that stores log entries for the run in `source`. */
export function logInsert(source: string, first: number): string {
  const names = logColumns.map(({ name }) => name).join(', ')
  const picked = logColumns.map(({ name }) => `c.${name}`).join(', ')
  return `logged as (
    insert into task_logs (account_id, workqueue_id, ${names})
    select ${source}.account_id, ${source}.id, ${picked} from ${source}, ${unnest(logColumns, first)})`
}

export function outboxInsert(source: string, parameter: number): string {
  return `insert into outbox (messages) select $${parameter}::text from ${source} returning id`
}

export function logArrays(logs: readonly RunLog[]): string[] {
  return [
    logs.map((entry) => entry.id),
    logs.map((entry) => entry.taskId),
    logs.map((entry) => entry.attempt),
    logs.map((entry) => isoOrNull(entry.timestamp)),
    logs.map((entry) => entry.level),
    logs.map((entry) => entry.message),
    logs.map((entry) => entry.stacktrace),
  ].map(arrayLiteral)
}
