import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { authored, id, moment, optionalText, text } from '#shared/lib/wire.ts'
import { definitionFields } from '../workqueues/contract.ts'

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

/** `PUT plans?where=`: the fields that may change for many plans at once. */
export const planPatch = z
  .object({ name: text(200), description: optionalText(2000) })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name or description')

/** `POST plans/{id}/run?appId=`. */
export const planRunBody = z
  .object({ initialState: jsonObject.optional(), requestId: z.string().optional() })
  .default({})
