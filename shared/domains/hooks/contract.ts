import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { authored, bytesOf, id, moment, namedReference, text } from '#shared/lib/wire.ts'
import { DEFAULT_HOOK_LIMIT, MAX_HOOK_MAPPING } from './constants.ts'
import { mappingFaults } from './mapping.ts'
import { hookMessages } from './messages.ts'

/** A start address of a plan: programs that know its secret start runs by `POST hooks/{id}`. */
export const hook = z
  .object({
    _id: id,
    appId: id,
    planId: id,
    name: z.string(),
    app: namedReference,
    plan: namedReference,
    enabled: z.boolean().describe('Whether it is on; switched off, it refuses every call (403)'),
    mapping: jsonObject
      .nullable()
      .describe('What makes the initial state of a body; null: the body is the initial state'),
    limit: z.number().int().describe('Runs that it starts in a minute'),
    secret: z.string().describe('Masked; in clear only in the answer of the call that makes it'),
    secretCreated: moment,
    oldSecretUntil: moment
      .nullable()
      .describe('Until when the secret before this one is valid too; null: it is not'),
    calls: z.number().int().describe('Calls within the last 24 hours'),
    last: z
      .object({
        at: moment,
        status: z.number().int(),
        reason: z.string().nullable().describe('Why it was refused, in words; null: it was not'),
        workqueueId: id.nullable(),
      })
      .nullable(),
    version: z.number().int(),
    ...authored,
  })
  .meta({ id: 'Hook' })
export type Hook = z.infer<typeof hook>

/** A call of a start address. Calls that were refused alike in a row are one row. */
export const hookCall = z
  .object({
    _id: id,
    at: moment,
    status: z.number().int().describe('The HTTP status that it was answered with'),
    reason: z.string().nullable().describe('Why it was refused, in words; null: it was not'),
    key: z.string().nullable().describe('Its `Idempotency-Key`, else its `webhook-id`'),
    workqueueId: id.nullable(),
    repeated: z.boolean().describe('An earlier call with the same key had started the run'),
    count: z.number().int().describe('How many calls this row stands for'),
    ms: z.number().int().describe('Milliseconds until it was answered'),
    source: z.string().describe('The address that it came from'),
  })
  .meta({ id: 'HookCall' })
export type HookCall = z.infer<typeof hookCall>

/** Filters of `GET hooks`. */
export const hookFilters = z.object({ appId: id.optional(), planId: id.optional() })

const mapping = jsonObject
  .superRefine((value, context) => {
    if (bytesOf(JSON.stringify(value)) > MAX_HOOK_MAPPING)
      context.addIssue({ code: 'custom', message: hookMessages.mappingSize(MAX_HOOK_MAPPING / 1024) })
    for (const { path, message } of mappingFaults(value)) context.addIssue({ code: 'custom', path, message })
  })
  .nullable()

const fields = { name: text(100), mapping, enabled: z.boolean(), limit: z.int().min(1) }

/** `POST plans/{id}/hooks`. */
export const hookBody = z.strictObject({
  appId: id,
  name: fields.name,
  mapping: fields.mapping.default(null),
  enabled: fields.enabled.default(true),
  limit: fields.limit.default(DEFAULT_HOOK_LIMIT),
})
export type HookBody = z.output<typeof hookBody>

/** `PUT hooks/{id}`: what is left out stays. `version`: the one that the edit started from. */
export const hookPatch = z
  .strictObject({ ...fields, version: z.int() })
  .partial()
  .refine((patch) => Object.keys(patch).some((name) => name !== 'version'), 'must set a field')
export type HookPatch = z.output<typeof hookPatch>

/** Answer of `POST hooks/{id}/secret`: the new secret in clear, this one time. */
export const hookSecret = z.object({ secret: z.string(), oldSecretUntil: moment }).meta({ id: 'HookSecret' })
export type HookSecret = z.infer<typeof hookSecret>

/** Answer of `POST hooks/{id}`: the run that the call, or an earlier one with the same key, has started. */
export const hookStart = z.object({ workqueueId: id }).meta({ id: 'HookStart' })
export type HookStart = z.infer<typeof hookStart>
