import { z } from 'zod'
import { jsonObject } from '../../lib/json.ts'
import { id, moment } from '../../lib/wire.ts'
import { definitionFields } from '../workqueues/contract.ts'

/** A saved workflow definition. `sample` marks the plans an empty platform starts with. */
export const plan = definitionFields.extend({
  _id: id,
  description: z.string(),
  initialState: jsonObject,
  sample: z.boolean(),
  version: z.number().int(),
  created: moment,
  createdBy: z.string().nullable(),
  updated: moment,
  updatedBy: z.string().nullable(),
})
export type Plan = z.infer<typeof plan>

/** `POST plans/{id}/run?appId=`. */
export const planRunBody = z.object({ initialState: jsonObject.optional() }).default({})
