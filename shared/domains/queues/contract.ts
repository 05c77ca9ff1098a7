import { z } from 'zod'
import { id, moment } from '#shared/lib/wire.ts'
import { MAX_QUEUE_PAUSE_REASON, MAX_RUNNING_LIMIT, verdictCodes } from './verdict-codes.ts'

/** A verdict in words, with the numbers of this queue. */
export const verdict = z.object({ code: z.enum(verdictCodes), text: z.string() })
export type QueueVerdict = z.infer<typeof verdict>

/** A worker process that receives tasks of a queue. */
export const poller = z.object({
  hostName: z.string(),
  version: z.string().nullable(),
  lastPollAt: moment,
  running: z.number().int().describe('Its tasks that run now'),
})
export type Poller = z.infer<typeof poller>

/** Tasks that came into a queue and left it for a worker in one minute, and how many waited at its end. */
export const queueMinute = z.object({
  at: moment,
  in: z.number().int(),
  out: z.number().int(),
  queued: z.number().int(),
})
export type QueueMinute = z.infer<typeof queueMinute>

/** So many tasks of a queue are counted one by one to tell what is before a task. */
export const MAX_LINE = 1000

/** A task that waits since `at` or later, and not since a later entry, has `before` others before it. */
export const linePlace = z.object({ at: moment, before: z.number().int() })
export type LinePlace = z.infer<typeof linePlace>

/** An app with tasks of a queue that wait for a worker or run. */
export const queueApp = z.object({
  _id: z.string(),
  name: z.string(),
  queued: z.number().int(),
  started: z.number().int(),
})
export type QueueApp = z.infer<typeof queueApp>

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
    oldestUsualMs: z
      .number()
      .nullable()
      .describe(
        'Milliseconds that the task started at `oldestStarted` usually runs in its plan; null when it is not known',
      ),
    lastStartedAt: moment
      .nullable()
      .describe('When a task was last handed out; null: not in the last two hours'),
    pollers: z.array(poller).describe('Those of the last 24 hours, last poll first'),
    polling: z.number().int().describe('Those of them that poll now or run tasks of it'),
    lastPollAt: moment.nullable().describe('When it was last polled; null: no worker has ever polled it'),
    /** Null until they are known. */
    rateIn: z.number().nullable().describe('Tasks that arrive in a second; null until it is known'),
    rateOut: z.number().nullable(),
    waitP95Ms: z
      .number()
      .int()
      .nullable()
      .describe('Milliseconds that 19 of 20 of the tasks of the last hours have waited; null without tasks'),
    verdict,
    paused: z.object({ by: z.string(), at: moment, reason: z.string().nullable() }).nullable(),
    limit: z.number().int().nullable().describe('Tasks that may run at once on all platforms'),
    apps: z.array(queueApp).describe('Apps whose tasks are queued or run, the most first'),
    minutes: z
      .array(queueMinute)
      .describe('The last 30 minutes, oldest first; minutes without tasks are there'),
    /** Ends at `MAX_LINE`. */
    line: z.array(linePlace).describe('What is before a task that waits, oldest first'),
  })
  .meta({ id: 'QueueRow' })
export type QueueRow = z.infer<typeof queueRow>

/** Body of `PUT queues/{type}/{alias}`: what is left out stays as it is. */
export const queueControl = z
  .strictObject({
    paused: z.boolean().optional(),
    reason: z.string().trim().max(MAX_QUEUE_PAUSE_REASON).optional().describe('Why it is paused'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(MAX_RUNNING_LIMIT)
      .nullable()
      .optional()
      .describe('Tasks that may run at once on all platforms; null: as many as workers take'),
  })
  .meta({ id: 'QueueControl' })
export type QueueControl = z.infer<typeof queueControl>

/**
 * `pollerCame`, `pollerGone`: a worker process began or ceased to poll; `deployment`: the one of the alias was changed;
 * `control`: a person has paused or resumed the queue, or set its limit.
 */
export const queueEventKinds = ['pollerCame', 'pollerGone', 'deployment', 'control'] as const

/** A change around a queue that may explain its figures. */
export const queueEvent = z.object({ at: moment, kind: z.enum(queueEventKinds), text: z.string() })
export type QueueEvent = z.infer<typeof queueEvent>

/** The worker of a type. */
export const queueWorker = z.object({ _id: z.string(), name: z.string() })
export type QueueWorker = z.infer<typeof queueWorker>

/** A deployment that runs the alias of a queue; `cluster` is the name of its cluster. */
export const queueDeployment = z.object({
  _id: z.string(),
  clusterId: z.string(),
  cluster: z.string(),
  replicaCount: z.number().int(),
})
export type QueueDeployment = z.infer<typeof queueDeployment>

/** `GET queues/{type}/{alias}`: the row with the events of its last 30 minutes, oldest first, and with what runs it. */
export const queueDetail = queueRow
  .extend({
    events: z.array(queueEvent),
    worker: queueWorker.nullable().describe('The worker of this type; null: no worker has it'),
    deployments: z.array(queueDeployment),
  })
  .meta({ id: 'QueueDetail' })
export type QueueDetail = z.infer<typeof queueDetail>

/** `GET queues/{type}/aliases`: an alias that a task of the type can move to, with what speaks for it; the best first. */
export const aliasEvidence = z
  .object({
    alias: z.string(),
    pollers: z.number().int().describe('Worker processes that poll it now, and their versions'),
    versions: z.array(z.string()),
    lastPollAt: moment.nullable(),
    queued: z.number().int(),
    oldestQueued: moment.nullable(),
    verdict,
    lastResult: z
      .object({ status: z.enum(['ended', 'failed']), at: moment })
      .nullable()
      .describe('How the latest attempt of this type ended there'),
    /** With the share of them that ended well; null without attempts. */
    attempts: z.number().int().describe('Attempts of the last 24 hours'),
    successRate: z.number().nullable(),
    failureSeen: z
      .boolean()
      .nullable()
      .describe('Whether the failure group that the call names was seen there; null when it names none'),
  })
  .meta({ id: 'AliasEvidence' })
export type AliasEvidence = z.infer<typeof aliasEvidence>

/** Header of a call to the queue endpoint: the host of the worker process, and the version of the worker. */
export const WORKER_HOST_HEADER = 'x-worker-host'
export const WORKER_VERSION_HEADER = 'x-worker-version'

/** Query of `GET queues/{type}/aliases`: `failure` is the id of a failure group. */
export const aliasesQuery = z.strictObject({ failure: id.optional() })

/**
 * Filters of `GET queues`. With `appId` only queues with tasks of the app, and only these counted; pollers, rates, verdict
 * and history are those of the whole queue.
 */
export const queueFilters = z.object({
  type: z.string().max(200).optional(),
  alias: z.string().max(100).optional(),
  appId: id.optional(),
})
