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

/** One list answer: the rows of the page and the count of all that match. */
export interface Page<Row> {
  data: Row[]
  total: number
}
