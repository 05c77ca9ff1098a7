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
    /** Switched off, it refuses every call (403). */
    enabled: z.boolean(),
    /** What makes the initial state of a body; null: the body is the initial state. */
    mapping: jsonObject.nullable(),
    /** Runs that it starts in a minute. */
    limit: z.number().int(),
    /** Masked; in clear only in the answer of the call that makes it. */
    secret: z.string(),
    secretCreated: moment,
    /** Until when the secret before this one is valid too; null: it is not. */
    oldSecretUntil: moment.nullable(),
    /** Calls within the last 24 hours. */
    calls: z.number().int(),
    last: z
      .object({
        at: moment,
        status: z.number().int(),
        /** Why it was refused, in words; null: it was not. */
        reason: z.string().nullable(),
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
    /** The HTTP status that it was answered with. */
    status: z.number().int(),
    /** Why it was refused, in words; null: it was not. */
    reason: z.string().nullable(),
    /** Its `Idempotency-Key`, else its `webhook-id`. */
    key: z.string().nullable(),
    workqueueId: id.nullable(),
    /** An earlier call with the same key had started the run. */
    repeated: z.boolean(),
    /** How many calls this row stands for. */
    count: z.number().int(),
    /** Milliseconds until it was answered. */
    ms: z.number().int(),
    /** The address that it came from. */
    source: z.string(),
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
