import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { id, moment, optionalText } from '#shared/lib/wire.ts'
import { logLevels } from './contract.ts'

/** Limits of one report; texts in characters, outputs as JSON in bytes. */
export const MAX_REPORT_LOGS = 1000
export const MAX_LOG_TEXT = 65_536
export const MAX_REASON = 20_000
export const MAX_OUTPUTS_BYTES = 1_048_576

const logText = z.string().max(MAX_LOG_TEXT, `must have at most ${MAX_LOG_TEXT} characters`)

/** Reports of one call. */
export const MAX_REPORTS = 100

/** The reasons of attempts whose worker has given none. */
export const unstated = {
  failed: 'Failed without a reason',
  retry: 'The worker asked for another try',
} as const
export const unstatedReasons: readonly string[] = Object.values(unstated)

/** Longest name that a worker may give a failure. */
const MAX_FINGERPRINT = 200

/** A log entry as a worker sends it; without a timestamp it gets that of the report. */
const reportedLog = z.object({
  timestamp: moment.optional(),
  level: z.enum(logLevels).default('info'),
  message: logText,
  stacktrace: logText.nullish(),
})

/** A text, or `{ text, fingerprint }`. */
const reason = z.union([
  optionalText(MAX_REASON).transform((text) => ({ text, fingerprint: null })),
  z.strictObject({
    text: optionalText(MAX_REASON),
    fingerprint: optionalText(MAX_FINGERPRINT)
      .nullish()
      .transform((name) => name || null),
  }),
])

/** `POST tasks/{id}/report`: progress or result of an attempt, sent by its worker. */
export const reportBody = z.object({
  lease: z.string().min(1).max(64).describe("The lease in the message's body"),
  status: z.enum(['started', 'ended', 'failed', 'retry']),
  progress: z.number().min(0).max(1).optional().describe('How far it is, from 0 to 1'),
  outputs: jsonObject.default({}).describe('Result fields, of an ended task'),
  reason: reason
    .optional()
    .describe(
      'Why it failed or asks for a retry; with a `fingerprint`, which groups it with others of the same name',
    ),
  retryTime: moment.optional().describe("When the retry is due; absent: as the task's retry rule says"),
  logs: z.array(reportedLog).max(MAX_REPORT_LOGS, `must have at most ${MAX_REPORT_LOGS} entries`).default([]),
  /** The worker's description of itself. */
  version: optionalText(100).optional().describe('The version of the worker, displayed as version @ host'),
  hostName: optionalText(253).optional(),
  execution: optionalText(128)
    .optional()
    .describe('What the worker calls this execution of the message: another text each time that it gets one'),
})
export type Report = z.infer<typeof reportBody>

/** What the database can look up. */
const storable = id.refine((text) => !text.includes('\0'), 'must not hold NUL')

/**
 * `POST tasks/reports`: reports on tasks of one alias. Only what names the tasks is checked of the whole; each report is judged
 * alone (`oneReport`).
 */
export const reportsBody = z
  .array(
    z.looseObject({ taskId: storable, lease: storable }).meta({
      description: 'Besides these the fields of POST tasks/{id}/report',
    }),
  )
  .min(1, 'must have at least one report')
  .max(MAX_REPORTS, `must have at most ${MAX_REPORTS} reports`)

/** One of several reports, judged alone. */
export const oneReport = z.strictObject({ ...reportBody.shape, taskId: storable })

/** What became of each report, in their order: the status that it would have got alone. */
export const reportResults = z.array(
  z.object({ taskId: z.string(), status: z.int(), message: z.string().optional() }),
)
export type ReportResult = z.infer<typeof reportResults>[number]
