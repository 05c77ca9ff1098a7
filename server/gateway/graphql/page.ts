import type { ObjectRef } from '@pothos/core'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { builder } from './builder.ts'
import type { Wire } from '../lib/wire.ts'

/** One page of a list and the count of all rows. */
export interface Page<Entity> {
  rows: Wire<Entity>[]
  total: number
}

/** The type of a list's answer: `WorkerPage` of `Worker`. */
export const pageType = <Entity>(
  name: string,
  row: ObjectRef<typeof builder.$inferSchemaTypes, Wire<Entity>>,
) =>
  builder.objectRef<Page<Entity>>(name).implement({
    fields: (t) => ({
      rows: t.field({ type: [row], resolve: (page) => page.rows }),
      total: t.exposeInt('total'),
    }),
  })

/** Which page of a list is asked for, and in which order where not in the list's own. */
export interface PageArgs {
  page: number
  perPage: number
  /** As the platform takes it: `name`, or `-name` for descending. */
  sort?: string | null
}

/** The same as parameters of a platform's list call. Only a user's choice of an order is sent. */
export const pageQuery = ({ page, perPage, sort }: PageArgs) => ({
  page,
  pagesize: perPage,
  sort: sort ?? undefined,
})

/** `page` from 1, `perPage` and `sort`; the platform refuses what is out of bounds. */
export const pageArgs = (perPage: number = DEFAULT_PAGE_SIZE) =>
  builder.args((t) => ({
    page: t.int({ required: true, defaultValue: 1 }),
    perPage: t.int({ required: true, defaultValue: perPage }),
    sort: t.string(),
  }))
