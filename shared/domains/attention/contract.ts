import { z } from 'zod'
import { id, moment } from '#shared/lib/wire.ts'
import { appStats } from '../workqueues/stats-contract.ts'
import { attentionKinds } from './kinds.ts'

/** What an item leads to; on items of queues the whole type and the alias. */
const attentionLinks = z.object({
  appId: id.optional(),
  workqueueId: id.optional(),
  taskId: id.optional(),
  groupId: id.optional().describe('The failure group'),
  type: z.string().optional(),
  alias: z.string().optional(),
  workerId: id.optional(),
  clusterId: id.optional(),
  deploymentId: id.optional(),
  planId: id.optional(),
  scheduleId: id.optional(),
  ruleId: id.optional().describe('The alert rule'),
})
export type AttentionLinks = z.infer<typeof attentionLinks>

/** What fixes an item, or leads to what fixes it. */
export const attentionActions = [
  'restartGroup',
  'restartOnAlias',
  'moveToAlias',
  'openQueue',
  'openTask',
  'openRun',
  'cancelRun',
  'newKey',
  'openDeployment',
  'startWorker',
  'openRule',
  'openSchedule',
] as const
export type AttentionActionKind = (typeof attentionActions)[number]

const attentionAction = z.object({ kind: z.enum(attentionActions), label: z.string() })
export type AttentionAction = z.infer<typeof attentionAction>

/**
 * A piece of a line below the sentence. `strong` and `code` are texts; the text of a `time` is a moment, which is shown
 * in the zone of its reader, as a time of day or, on another day, with the date.
 */
const attentionPart = z.object({ kind: z.enum(['text', 'strong', 'code', 'time']), text: z.string() })
export type AttentionPart = z.infer<typeof attentionPart>

const attentionLine = z.object({ parts: z.array(attentionPart) })
export type AttentionLine = z.infer<typeof attentionLine>

/** What a run is late by, and where its slow task runs and has not run; null where that is not known. Durations in milliseconds. */
const lateRun = z.object({
  name: z.string().describe('The name of the workqueue'),
  ms: z.number().describe('How long it takes by now'),
  usualMs: z
    .number()
    .nullable()
    .describe(
      'How long it usually takes; null when it is late by a deadline or by what its definition expects',
    ),
  task: z.string().nullable().describe('The name of the task that takes the time'),
  taskMs: z.number().nullable().describe('How long the task runs by now'),
  taskUsualMs: z.number().nullable().describe('How long the task usually runs'),
  type: z.string().nullable(),
  alias: z.string().nullable(),
  version: z.string().nullable(),
  hostName: z.string().nullable(),
  notVersions: z
    .array(z.string())
    .describe('Other versions on which tasks of this type ended well in the last 24 hours'),
  notHosts: z.array(z.string()).describe('The same of hosts'),
})
export type AttentionLateRun = z.infer<typeof lateRun>

/** What waits because of an item; `minutes` since the first of it waits. */
const attentionHurt = z.object({ runs: z.number().int(), tasks: z.number().int(), minutes: z.number().int() })
export type AttentionHurt = z.infer<typeof attentionHurt>

export const attentionItem = z
  .object({
    _id: id,
    kind: z.enum(attentionKinds),
    sentence: z.string().describe('One sentence with the names and numbers of this case'),
    details: z
      .array(attentionLine)
      .describe('How many, where and since when; then what it is on and what it is not on'),
    since: moment,
    hurt: attentionHurt,
    owner: z.object({ userId: id, email: z.string() }).nullable(),
    mutedUntil: z
      .union([moment, z.literal('change')])
      .nullable()
      .describe('Until a moment, or `change`: until it changes'),
    closedBefore: moment.nullable().describe('When it was closed before it came back'),
    passedBefore: z
      .boolean()
      .describe('It was closed then because a later run had passed its task, not because all had succeeded'),
    late: lateRun.nullable().describe('Of a late run: items of one plan and task have one cause'),
    links: attentionLinks,
    actions: z
      .array(attentionAction)
      .describe('What helps, the best first; none where only a person knows what to do'),
  })
  .meta({ id: 'AttentionItem' })
export type AttentionItem = z.infer<typeof attentionItem>

/** An item that closed by itself, and why: `all 4 completed`. */
export const closedItem = z.object({
  _id: id,
  kind: z.enum(attentionKinds),
  sentence: z.string(),
  at: moment,
  text: z.string(),
  links: attentionLinks,
})
export type ClosedItem = z.infer<typeof closedItem>

/** A figure now, and at the end of each of the last 24 hours, oldest first; null where it is not known. */
const figure = z.object({
  now: z.number().nullable(),
  hours: z.array(z.object({ at: moment, value: z.number().nullable() })),
  usual: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .describe(
      'What it is at this hour on other days, from 7 days on: between the first and the third quartile',
    ),
})
export type AttentionFigure = z.infer<typeof figure>

/** Numbers of the account; ages and waits in milliseconds. */
export const attentionFigures = z.object({
  running: figure,
  failed: figure
    .extend({ before: z.number().int().nullable() })
    .describe(
      'Runs that failed in the last 24 hours, the current one included, also where they were restarted since, and in the 24 hours before',
    ),
  oldestQueued: figure.extend({ type: z.string().nullable(), alias: z.string().nullable() }),
  waitP95: figure.describe(
    '19 of 20 tasks that were handed out waited at most so long; now: in this hour and the one before',
  ),
})
export type AttentionFigures = z.infer<typeof attentionFigures>

/** What happened since a moment. */
const sinceThen = z.object({
  since: moment,
  failed: z.number().int(),
  completed: z.number().int(),
  opened: z.number().int(),
  closed: z.number().int(),
})
export type AttentionSince = z.infer<typeof sinceThen>

/** `GET attention`: items by hurt, worst first, at most 500, muted ones among them; `total` counts those that are not muted. */
export const attention = z
  .object({
    figures: attentionFigures,
    items: z.array(attentionItem),
    apps: z
      .array(appStats.omit({ hours: true }).extend({ name: z.string() }))
      .describe('The runs of the last 24 hours of each app'),
    closedToday: z.array(closedItem),
    away: sinceThen
      .nullable()
      .describe('What happened since the moment that the call names; null when it names none'),
    total: z.number().int(),
  })
  .meta({ id: 'Attention' })
export type Attention = z.infer<typeof attention>

/** Query of `GET attention`. `since`: the viewer's last look. */
export const attentionFilters = z.strictObject({
  appId: id.optional(),
  kind: z.enum(attentionKinds).optional(),
  since: moment.optional(),
})

/** Body of `POST attention/{id}/mute`: until a moment, or until the item changes. */
export const attentionMuteBody = z.strictObject({ until: z.union([moment, z.literal('change')]) })

/** Body of `POST attention/{id}/assign`; null removes the owner. */
export const attentionAssignBody = z.strictObject({ userId: id.nullable() })
