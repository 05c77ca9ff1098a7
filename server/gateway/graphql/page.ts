import type { ObjectRef } from '@pothos/core'
import type { Capabilities, Feature } from '#shared/lib/features.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { builder } from './builder.ts'
import type { Wire } from '../lib/wire.ts'

/** One page of a list, and the count of all rows. */
export interface WirePage<Entity> {
  rows: Wire<Entity>[]
  total: number
}

/** The GraphQL type of a page, such as `WorkerPage` of `Worker`. */
export const pageType = <Entity>(
  name: string,
  row: ObjectRef<typeof builder.$inferSchemaTypes, Wire<Entity>>,
) =>
  builder.objectRef<WirePage<Entity>>(name).implement({
    fields: (t) => ({
      rows: t.field({ type: [row], resolve: (page) => page.rows }),
      total: t.exposeInt('total'),
    }),
  })

/** Which page of a list, and its sort order if not the list's default. */
export interface PageArgs {
  page: number
  perPage: number
  /** As the platform accepts it: `name`, or `-name` for descending. */
  sort?: string | null
}

/** The same as query parameters of a platform's list call. The sort order is sent only when the user chose one. */
export const pageQuery = ({ page, perPage, sort }: PageArgs) => ({
  page,
  pagesize: perPage,
  sort: sort ?? undefined,
})

/** Which page of a list that is searched. */
export interface SearchedPageArgs extends PageArgs {
  search?: string | null
}

/** The same as query parameters. */
export const searchedPageQuery = ({ search, ...page }: SearchedPageArgs) => ({
  ...pageQuery(page),
  search: search || undefined,
})

const LIST_SEARCH: Feature = 'listSearch'

/** The arguments of a list that is searched in these texts. */
export const searchedPageArgs = (texts: string) => {
  const description = `Words, all of which are in ${texts}; on a platform with the feature \`${LIST_SEARCH}\`.`
  return { ...pageArgs(), ...builder.args((t) => ({ search: t.string({ description }) })) }
}

/** The query without its search on a platform without it, which would refuse the list. */
export async function withKnownSearch<Query extends SearchedPageArgs>(
  query: Query,
  capabilities: () => Promise<Capabilities | null>,
): Promise<Query> {
  const isKnown = !query.search || (await capabilities())?.features.includes(LIST_SEARCH)
  return isKnown ? query : { ...query, search: null }
}

/** `page` from 1, `perPage` and `sort`. The platform refuses values out of range. */
export const pageArgs = (perPage: number = DEFAULT_PAGE_SIZE) =>
  builder.args((t) => ({
    page: t.int({ required: true, defaultValue: 1 }),
    perPage: t.int({ required: true, defaultValue: perPage }),
    sort: t.string(),
  }))
