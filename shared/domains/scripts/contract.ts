import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import {
  authored,
  bytesOf,
  id,
  listSearch,
  moment,
  namedReference,
  optionalText,
  reference,
  text,
} from '#shared/lib/wire.ts'

/** Maximum size of a script's code: 1 MiB. */
export const MAX_CODE_BYTES = 1024 * 1024

/** A script in lists, without its code. */
export const scriptSummary = z
  .object({
    _id: id,
    name: z.string(),
    description: z.string(),
    type: z.string(),
    teamId: namedReference,
    version: z.int(),
    ...authored,
  })
  .meta({ id: 'ScriptSummary' })
export type ScriptSummary = z.infer<typeof scriptSummary>

/** `GET scripts/{id}`. */
export const script = scriptSummary.extend({ code: z.string() }).meta({ id: 'Script' })
export type Script = z.infer<typeof script>

/** Stored as written, white space included. */
const code = z
  .string()
  .refine((value) => bytesOf(value) <= MAX_CODE_BYTES, `must have at most ${MAX_CODE_BYTES} bytes`)

/** `POST scripts`: without a type it is the name, which is what the console sends. */
export const scriptBody = z
  .object({
    name: text(200),
    teamId: reference,
    type: text(200).optional(),
    description: optionalText(2000).default(''),
    code: code.default(''),
  })
  .transform((body) => ({ ...body, type: body.type ?? body.name }))
export type ScriptBody = z.output<typeof scriptBody>

const changes = { name: text(200), description: optionalText(2000), code }

/**
 * `PUT scripts/{id}`. The team cannot change; `teamId` is accepted only unchanged. `version` is the version
 * that the edit started from; a script that is read and written back contains it.
 */
export const scriptPatch = z
  .object({ ...changes, teamId: reference, version: z.int() })
  .partial()
  .refine(({ name, description, code }) => [name, description, code].some((value) => value !== undefined), {
    error: 'must set name, description or code',
  })
export type ScriptPatch = z.output<typeof scriptPatch>

/** `PUT scripts?where=`: the fields that may change for many scripts at once. */
export const scriptPatchMany = z
  .object({ name: changes.name, description: changes.description })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name or description')

/** `POST scripts/{id}/test`; `code` is what the editor has, if it is not saved. */
export const scriptTestBody = z.strictObject({ inputs: jsonObject.default({}), code: code.optional() })
export type ScriptTestBody = z.output<typeof scriptTestBody>

/** How a test run ended: with outputs, or with an error and the line of the script that it names. */
export const scriptTest = z
  .object({
    outputs: jsonObject.nullable(),
    error: z
      .object({ reason: z.string(), trace: z.string().nullable(), line: z.int().nullable() })
      .nullable(),
    log: z.array(z.string()),
    progress: z.number().nullable(),
    ms: z.int(),
  })
  .meta({ id: 'ScriptTest' })
export type ScriptTest = z.infer<typeof scriptTest>

/** Filters of `PUT scripts?where=`. */
export const scriptFilters = z.object({
  name: z.string().optional(),
  teamId: id.optional(),
  type: z.string().optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})

/** Filters of the lists of scripts; a search looks at name, description and team. */
export const scriptListFilters = scriptFilters.extend(listSearch)
