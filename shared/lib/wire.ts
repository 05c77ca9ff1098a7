import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_LIST_SEARCH, MAX_PAGE_SIZE } from './list-limits.ts'

/** An entity's id. Opaque, because other platforms have their own forms. */
export const id = z.string().min(1).max(64)

/** An ISO 8601 timestamp with a zone, as in every answer of a platform. */
export const moment = z.iso.datetime({ offset: true })

/** Trimmed, non-empty text. */
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

/** The filter `search` of a list: words, all of which a row has in its texts. */
export const listSearch = { search: z.string().trim().max(MAX_LIST_SEARCH).optional() }

/** A tag contains no comma, because queries join tags by commas. */
export const tag = text(100).refine((value) => !value.includes(','), 'must not contain a comma')

/** Who created and who last changed an entity, and when; spread into its schema. */
export const authored = {
  created: moment,
  createdBy: z.string().nullable(),
  updated: moment,
  updatedBy: z.string().nullable(),
}

/** Another entity by id and display name. */
export const namedReference = z.object({ _id: id, name: z.string() })

/** The id of an entity; also accepts the whole entity, of which only `_id` is used. */
export const reference = z
  .union([id, z.object({ _id: id })], { error: 'must be an id' })
  .transform((value) => (typeof value === 'string' ? value : value._id))

/** Length of a text in UTF-8, in bytes. */
export const bytesOf = (value: string) => new TextEncoder().encode(value).length

/** Answer of a list: the rows of the page and the number of all matching rows. */
export interface Page<Row> {
  data: Row[]
  total: number
}

/** `page` and `pagesize` of every list call; both arrive as text in a query string. */
export const pagingQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pagesize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
})

/** Rows to skip before the first row of a page. */
export function offsetOf(paging: { page: number; pagesize: number }): number {
  return (paging.page - 1) * paging.pagesize
}

/**
 * List filters that select rows to be changed: unknown ones are refused, and at least one must restrict the
 * rows. An empty list means "any", as in list calls, and does not restrict.
 */
export const restricting = <Filters extends z.ZodObject>(filters: Filters) =>
  filters.strict().refine((value) => Object.values(value).some(restricts), 'must hold at least one filter')

const restricts = (filter: unknown) =>
  Array.isArray(filter) ? filter.length > 0 : filter !== undefined && filter !== null

/** Names a request that starts something, so that a repeated request starts nothing more. */
export const REQUEST_HEADER = 'idempotency-key'

/**
 * Header of a `GET {plural}/{id}` whose answer shows a secret to a user: which secret, as a variable's name
 * or `alias/beta`. Such a call is audited.
 */
export const REVEAL_HEADER = 'x-reveal'
export const revealed = text(100)
/** Beside a secret that is empty because it cannot be read: another key has sealed it. */
export const unreadable = z.boolean().optional()
/** `masked` asks for an answer with masks in the place of secrets; such a read is not audited. */
export const SECRETS_HEADER = 'x-secrets'

/**
 * The caller's name for a request that starts something, in the field `requestId` or in a header: a repeated request is
 * answered with the result of the first one.
 */
export const requestName = text(100)
