import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { id, type Page } from '../../../shared/lib/wire.ts'
import { accountCallerOf } from '../auth/caller.ts'
import { listQuery, type PageRequest } from '../db/listing.ts'
import { notFound, type OwnedTable } from '../db/ownership.ts'
import type { ZodTypeProvider } from './validation.ts'

/** Path of one entity. */
export const idParams = z.object({ id })

/** What the reading half of the generic calls needs of a store (spec section 7). */
export interface Readable<Filters, Key extends string, Row extends { _id: string }, Entity> {
  list(accountId: string, filters: Filters, page: PageRequest<Key>): Promise<Page<Row>>
  count(accountId: string, filters: Filters): Promise<number>
  find(accountId: string, id: string): Promise<Entity | null>
}

interface Reads<Shape extends z.ZodRawShape, Key extends string, Row extends { _id: string }, Entity> {
  table: OwnedTable
  filters: z.ZodObject<Shape>
  sortKeys: readonly Key[]
  store: Readable<z.output<z.ZodObject<Shape>>, Key, Row, Entity>
  /** Throws NOT_FOUND when a filter names what the account does not have. */
  checkFilters?(accountId: string, filters: z.output<z.ZodObject<Shape>>): Promise<void>
}

const config = { platformAccess: 'account' } as const

/** Registers `GET {plural}`, `/count`, `/findOne` and `/{id}`. */
export function registerReads<
  Shape extends z.ZodRawShape,
  Key extends string,
  Row extends { _id: string },
  Entity,
>(app: FastifyInstance, reads: Reads<Shape, Key, Row, Entity>): void {
  type Filters = z.output<z.ZodObject<Shape>>
  const { table, filters, sortKeys, store } = reads
  const api = app.withTypeProvider<ZodTypeProvider>()
  const check = reads.checkFilters ?? (async () => {})
  const query = listQuery(filters, sortKeys)
  const schema = { querystring: query }

  api.get(`/${table}`, { config, schema }, async (request) => {
    const { accountId } = accountCallerOf(request)
    const [wanted, page] = split<Filters, Key>(request.query)
    await check(accountId, wanted)
    return store.list(accountId, wanted, page)
  })

  api.get(`/${table}/count`, { config, schema }, async (request) => {
    const { accountId } = accountCallerOf(request)
    const [wanted] = split<Filters, Key>(request.query)
    await check(accountId, wanted)
    return { count: await store.count(accountId, wanted) }
  })

  api.get(`/${table}/findOne`, { config, schema }, async (request) => {
    const { accountId } = accountCallerOf(request)
    const [wanted, { sort }] = split<Filters, Key>(request.query)
    await check(accountId, wanted)
    const first = (await store.list(accountId, wanted, { page: 1, pagesize: 1, sort })).data[0]
    const entity = first && (await store.find(accountId, first._id))
    if (!entity) throw notFound(table)
    return entity
  })

  api.get(`/${table}/:id`, { config, schema: { params: idParams } }, async (request) => {
    const entity = await store.find(accountCallerOf(request).accountId, request.params.id)
    if (!entity) throw notFound(table)
    return entity
  })
}

/** The filters of a list query apart from its page and order; `listQuery` has made the types true. */
function split<Filters, Key extends string>(query: Record<string, unknown>): [Filters, PageRequest<Key>] {
  const { page, pagesize, sort, ...filters } = query
  return [filters as Filters, { page, pagesize, sort } as PageRequest<Key>]
}
