import { z } from 'zod'
import { id, moment } from '#shared/lib/wire.ts'

/** What the figures of a queue mean; the order is from the best to the worst. */
export const verdictCodes = [
  'idle',
  'early',
  'steady',
  'clears',
  'limit',
  'paused',
  'growing',
  'stalled',
  'nobody',
] as const
export type VerdictCode = (typeof verdictCodes)[number]

/** A verdict in words, with the numbers of this queue. */
export const verdict = z.object({ code: z.enum(verdictCodes), text: z.string() })
export type Verdict = z.infer<typeof verdict>

/** A worker process that receives tasks of a queue. */
export const poller = z.object({
  hostName: z.string(),
  version: z.string().nullable(),
  lastPollAt: moment,
  /** Its tasks that run now. */
  running: z.number().int(),
})
export type Poller = z.infer<typeof poller>

/** Tasks that came into a queue and left it for a worker in one minute. */
export const queueMinute = z.object({ at: moment, in: z.number().int(), out: z.number().int() })
export type QueueMinute = z.infer<typeof queueMinute>

/** A row of `GET queues`: the tasks of one type and alias. Rates are tasks a second over the last 10 minutes. */
export const queueRow = z
  .object({
    type: z.string(),
    alias: z.string(),
    retry: z.number().int(),
    queued: z.number().int(),
    started: z.number().int(),
    oldestQueued: moment.nullable(),
    oldestStarted: moment.nullable(),
    /** Last poll first. */
    pollers: z.array(poller),
    /** Null until they are known. */
    rateIn: z.number().nullable(),
    rateOut: z.number().nullable(),
    verdict,
    paused: z.object({ by: z.string(), at: moment, reason: z.string().nullable() }).nullable(),
    /** Tasks that may run at once on all platforms. */
    limit: z.number().int().nullable(),
    /** The last 30 minutes, oldest first; minutes without tasks are there. */
    minutes: z.array(queueMinute),
  })
  .meta({ id: 'QueueRow' })
export type QueueRow = z.infer<typeof queueRow>

/** `GET queues/{type}/{alias}/aliases`: an alias that a task of the type can move to, with what speaks for it. */
export const aliasEvidence = z
  .object({
    alias: z.string(),
    pollers: z.number().int(),
    versions: z.array(z.string()),
    queued: z.number().int(),
    oldestQueued: moment.nullable(),
    verdict,
    /** How the latest attempt of this type ended there. */
    lastResult: z.object({ status: z.enum(['ended', 'failed']), at: moment }).nullable(),
    /** Share of attempts of the last 24 hours that ended well; null without attempts. */
    successRate: z.number().nullable(),
    /** Whether the failure group that the call names was seen there; null when it names none. */
    failureSeen: z.boolean().nullable(),
  })
  .meta({ id: 'AliasEvidence' })
export type AliasEvidence = z.infer<typeof aliasEvidence>

/** Filters of `GET queues`. */
export const queueFilters = z.object({
  type: z.string().max(200).optional(),
  alias: z.string().max(100).optional(),
  appId: id.optional(),
})
