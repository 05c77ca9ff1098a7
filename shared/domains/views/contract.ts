import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { authored, id, text } from '#shared/lib/wire.ts'

/** Longest query of a view, as JSON. */
const MAX_QUERY = 4000
/** Columns of a view. */
const MAX_COLUMNS = 60
/** Views that one user has in an account. */
export const MAX_VIEWS = 100

/** What a list is filtered by: the query of the screen's address, or its parameters by name. */
const query = z.union([z.string(), jsonObject])
const width = z.int().min(1).max(10_000)

/** A saved view of a screen's list. */
export const view = z
  .object({
    _id: id,
    name: z.string(),
    screen: z.string().describe('Which screen it is for, such as `workqueues`'),
    query,
    columns: z
      .array(z.string())
      .nullable()
      .describe('Keys of the columns, in their order; null: those of the screen'),
    widths: z.record(z.string(), width).nullable().describe('Widths of columns in pixels'),
    sort: z.string().nullable().describe('`name`, or `-name` for descending; null: the order of the screen'),
    shared: z.boolean().describe('Whether all members of the account see it'),
    owner: z.object({ userId: id, email: z.string() }),
    editable: z
      .boolean()
      .describe(
        'Whether the caller may change and delete it: its owner, and for a shared one also owners of the account',
      ),
    ...authored,
  })
  .meta({ id: 'View' })
export type StoredView = z.infer<typeof view>

const fields = {
  name: text(100),
  query: query.refine(
    (value) => JSON.stringify(value).length <= MAX_QUERY,
    `must have at most ${MAX_QUERY} characters`,
  ),
  columns: z.array(text(64)).max(MAX_COLUMNS).nullable().optional(),
  widths: z.record(text(64), width).nullable().optional(),
  sort: text(200).nullable().optional(),
}

/** `POST views`. */
export const viewBody = z.strictObject({ ...fields, screen: text(64), shared: z.boolean().default(false) })
export type ViewBody = z.output<typeof viewBody>

/** `PUT views/{id}`: what is left out stays; the screen never changes. */
export const viewPatch = z
  .strictObject({ ...fields, shared: z.boolean() })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name, query, columns, widths, sort or shared')
export type ViewPatch = z.output<typeof viewPatch>

/** Filters of `GET views`. */
export const viewFilters = z.object({ screen: text(64).optional() })
