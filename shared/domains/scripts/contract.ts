import { z } from 'zod'
import {
  authored,
  bytesOf,
  id,
  moment,
  namedReference,
  optionalText,
  reference,
  text,
} from '#shared/lib/wire.ts'

/** Code of a script at most: 1 MiB. */
export const MAX_CODE_BYTES = 1024 * 1024

/** A script as lists answer it: without its code, which may be long. */
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

/** Kept as it is written, white space included. */
const code = z
  .string()
  .refine((value) => bytesOf(value) <= MAX_CODE_BYTES, `must have at most ${MAX_CODE_BYTES} bytes`)

/** `POST scripts`: the console sends the name as type (spec section 5); a call without a type means the same. */
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
 * `PUT scripts/{id}`. A script stays with its team, so `teamId` may come along only as it is. `version` is what the edit
 * was based on; a script written back as it was read carries it by itself.
 */
export const scriptPatch = z
  .object({ ...changes, teamId: reference, version: z.int() })
  .partial()
  .refine(({ name, description, code }) => [name, description, code].some((value) => value !== undefined), {
    error: 'must set name, description or code',
  })
export type ScriptPatch = z.output<typeof scriptPatch>

/** `PUT scripts?where=`: the fields that make sense for many scripts at once. */
export const scriptPatchMany = z
  .object({ name: changes.name, description: changes.description })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name or description')

/** Filters of `GET scripts`. */
export const scriptFilters = z.object({
  name: z.string().optional(),
  teamId: id.optional(),
  type: z.string().optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})
