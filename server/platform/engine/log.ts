import type { LogEntry } from '#shared/domains/tasks/contract.ts'
import { iso, type FieldsOf, type Moment } from './fields.ts'

/** A log entry of an attempt. */
export interface RunLog {
  id: string
  taskId: string
  attempt: number
  timestamp: Moment
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  stacktrace: string | null
}

/** The columns of `task_logs` are these names in snake case. */
export const logFields = {
  id: { kind: 'text', changes: 'never' },
  taskId: { kind: 'text', changes: 'never' },
  attempt: { kind: 'integer', changes: 'never' },
  timestamp: { kind: 'moment', changes: 'never' },
  level: { kind: 'text', changes: 'never' },
  message: { kind: 'text', changes: 'never' },
  stacktrace: { kind: 'text', changes: 'never' },
} as const satisfies FieldsOf<RunLog>

export function wireLog(entry: Omit<RunLog, 'level'> & { level: string }): LogEntry {
  return {
    _id: entry.id,
    taskId: entry.taskId,
    attempt: entry.attempt,
    timestamp: iso(entry.timestamp),
    level: entry.level,
    message: entry.message,
    stacktrace: entry.stacktrace,
  }
}
