import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { authored, commaList, id, listSearch, moment, optionalText, text } from '#shared/lib/wire.ts'
import { definitionFields } from '../workqueues/contract.ts'
import { workqueueStatuses } from '../workqueues/statuses.ts'

/** A saved workflow definition. `sample` marks the plans of a new, empty platform. */
export const plan = definitionFields
  .extend({
    _id: id,
    description: z.string(),
    initialState: jsonObject,
    sample: z.boolean(),
    version: z.number().int(),
    ...authored,
  })
  .meta({ id: 'Plan' })
export type Plan = z.infer<typeof plan>

/** A row of `GET plans/{id}/revisions`; the newest is the current content. */
export const planRevision = plan.pick({
  version: true,
  name: true,
  description: true,
  updated: true,
  updatedBy: true,
})
export type PlanRevision = z.infer<typeof planRevision>

/**
 * `PUT plans/{id}`: the fields to change; the resulting plan is checked whole. `version` is the version that
 * the edit started from. With `version`, `name` and `tasks` the body is the whole plan: a field that it omits
 * is emptied.
 */
export const planChange = z.looseObject({ version: z.number().int().optional() })

/** Filters of `GET plans`. Plans belong to the account, so `appId` (the app-scoped view) restricts nothing. */
export const planFilters = z.object({
  appId: id.optional(),
  name: z.string().optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})

/** Filters of the lists of plans; a search looks at name and description. */
export const planListFilters = planFilters.extend(listSearch)

/** `PUT plans?where=`: the fields that may change for many plans at once. */
export const planPatch = z
  .object({ name: text(200), description: optionalText(2000) })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name or description')

/** `POST plans/{id}/run?appId=`. */
export const planRunBody = z
  .object({
    initialState: jsonObject.optional(),
    priority: definitionFields.shape.priority.describe(
      'Priority in queues, 1 (high) to 5 (low), instead of that of the plan',
    ),
    requestId: z.string().optional(),
  })
  .default({})

/** Plans that one read of their health may name. */
export const MAX_HEALTH_PLANS = 100

/** A run in the health of its plan. */
export const planHealthRun = z.object({
  _id: id,
  appId: id,
  status: z.enum(workqueueStatuses),
  created: moment,
  ended: moment.nullable(),
})
export type PlanHealthRun = z.infer<typeof planHealthRun>

/** How the newest runs of a plan went, in all apps. */
export const planHealth = z
  .object({
    _id: id,
    runs: z.array(planHealthRun).describe('The runs, newest first'),
    /** Also what 9 of 10 stay within. */
    medianMs: z
      .number()
      .nullable()
      .describe(
        'How long a run usually takes, of the last 20 completed ones; null when there are fewer than 5',
      ),
    p90Ms: z.number().nullable(),
    next: moment.nullable().describe('When the first of its schedules starts it next; null for none'),
  })
  .meta({ id: 'PlanHealth' })
export type PlanHealth = z.infer<typeof planHealth>

/** Query of `GET plans/health`. */
export const planHealthParams = z.strictObject({
  ids: commaList.pipe(z.array(id).min(1).max(MAX_HEALTH_PLANS)),
  runs: z.coerce.number().int().min(1).max(40).default(10).describe('How many runs, the newest'),
})
