import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { moment, optionalText } from '#shared/lib/wire.ts'
import { logLevels } from './contract.ts'

/** Bounds of one report; texts in characters, outputs as JSON in bytes. */
export const MAX_REPORT_LOGS = 1000
export const MAX_LOG_TEXT = 65_536
export const MAX_OUTPUTS_BYTES = 1_048_576

const logText = z.string().max(MAX_LOG_TEXT, `must have at most ${MAX_LOG_TEXT} characters`)

/** A log entry as a worker sends it; without a moment it is of the report's. */
const reportedLog = z.object({
  timestamp: moment.optional(),
  level: z.enum(logLevels).default('info'),
  message: logText,
  stacktrace: logText.nullish(),
})

/** `POST tasks/{id}/report` (contract section 6): how a worker is getting on, or what came of it. */
export const reportBody = z.object({
  /** The lease in the message's body. */
  lease: z.string().min(1).max(64),
  status: z.enum(['started', 'ended', 'failed', 'retry']),
  /** 0 to 1. */
  progress: z.number().min(0).max(1).optional(),
  /** Result fields, of an ended task. */
  outputs: jsonObject.default({}),
  /** Why it failed or wants another try. */
  reason: optionalText(20_000).optional(),
  /** When it wants that try; absent: when the task's own rule gives it. */
  retryTime: moment.optional(),
  logs: z.array(reportedLog).max(MAX_REPORT_LOGS, `must have at most ${MAX_REPORT_LOGS} entries`).default([]),
  /** What the worker says of itself; shown as version @ host. */
  version: optionalText(100).optional(),
  hostName: optionalText(253).optional(),
})
export type Report = z.infer<typeof reportBody>
