import { z } from 'zod'

/** An entity's id. Opaque on purpose: a foreign platform chooses its own form. */
export const id = z.string().min(1).max(64)

/** A moment as an ISO 8601 string with a zone, as every platform answer carries it. */
export const moment = z.iso.datetime({ offset: true })

/** Trimmed text that must not be empty (spec section 5: inputs are trimmed). */
export const text = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`)

/** Trimmed text that may be empty. */
export const optionalText = (max: number) => z.string().trim().max(max, `must have at most ${max} characters`)

/** A comma-separated query value as a list: `a,b` -> `['a', 'b']`, empty parts dropped. */
export const commaList = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    (Array.isArray(value) ? value : value.split(',')).map((part) => part.trim()).filter(Boolean),
  )

/** A query value `true` or `false`. */
export const queryFlag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A tag holds no comma: queries join tags by commas. */
export const tag = text(100).refine((value) => !value.includes(','), 'a tag holds no comma')

/** Who made and who last changed an entity, and when; spread into its schema. */
export const authored = {
  created: moment,
  createdBy: z.string().nullable(),
  updated: moment,
  updatedBy: z.string().nullable(),
}

/** Another entity by its id and the name to show for it. */
export const namedReference = z.object({ _id: id, name: z.string() })

/** The id of an entity that may come whole, as a read has answered it: only its `_id` counts (spec section 5). */
export const reference = z
  .union([id, z.object({ _id: id })], { error: 'must be an id' })
  .transform((value) => (typeof value === 'string' ? value : value._id))

/** Bytes of a text in UTF-8. */
export const bytesOf = (value: string) => new TextEncoder().encode(value).length

/** One list answer: the rows of the page and the count of all that match. */
export interface Page<Row> {
  data: Row[]
  total: number
}
