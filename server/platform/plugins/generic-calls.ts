import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { id, type Page } from '../../../shared/lib/wire.ts'
import type { Clock } from '../../lib/clock.ts'
import { accountCallerOf, authorOf } from '../auth/caller.ts'
import type { Author } from '../db/audit.ts'
import { listQuery, whereQuery, type PageRequest } from '../db/listing.ts'
import { notFound, type OwnedTable } from '../db/ownership.ts'
import type { Modified } from '../db/update-many.ts'
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

/** What the writing half of the generic calls needs of a store. */
export interface Writable<Body, Patch, Filters, Many, Entity> {
  create(accountId: string, author: Author, body: Body): Promise<Entity>
  update(accountId: string, author: Author, id: string, patch: Patch): Promise<Entity>
  updateMany(accountId: string, author: Author, filters: Filters, patch: Many): Promise<Modified>
  remove(accountId: string, author: Author, id: string): Promise<void>
}

interface Writes<
  Body extends z.ZodType,
  Patch extends z.ZodType,
  Shape extends z.ZodRawShape,
  Many extends z.ZodType,
  Entity,
> {
  table: OwnedTable
  clock: Clock
  /** `POST {plural}`. */
  body: Body
  /** `PUT {plural}/{id}`. */
  patch: Patch
  /** `PUT {plural}?where=`: its filters, and the fields that make sense for many entities at once. */
  filters: z.ZodObject<Shape>
  many: Many
  store: Writable<z.output<Body>, z.output<Patch>, z.output<z.ZodObject<Shape>>, z.output<Many>, Entity>
}

/** Registers `POST {plural}`, `PUT {plural}/{id}`, `PUT {plural}?where=` and `DELETE {plural}/{id}`. */
export function registerWrites<
  Body extends z.ZodType,
  Patch extends z.ZodType,
  Shape extends z.ZodRawShape,
  Many extends z.ZodType,
  Entity,
>(app: FastifyInstance, writes: Writes<Body, Patch, Shape, Many, Entity>): void {
  const { table, clock, body, patch, filters, many, store } = writes
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.post(`/${table}`, { config, schema: { body } }, async (request, reply) => {
    const { accountId } = accountCallerOf(request)
    reply.code(201)
    return store.create(accountId, authorOf(request, clock), request.body as z.output<Body>)
  })

  api.put(`/${table}/:id`, { config, schema: { params: idParams, body: patch } }, async (request) => {
    const { accountId } = accountCallerOf(request)
    return store.update(
      accountId,
      authorOf(request, clock),
      request.params.id,
      request.body as z.output<Patch>,
    )
  })

  const querystring = whereQuery(filters)
  api.put(`/${table}`, { config, schema: { querystring, body: many } }, async (request) => {
    const { accountId } = accountCallerOf(request)
    const { where } = request.query as { where: z.output<z.ZodObject<Shape>> }
    return store.updateMany(accountId, authorOf(request, clock), where, request.body as z.output<Many>)
  })

  api.delete(`/${table}/:id`, { config, schema: { params: idParams } }, async (request, reply) => {
    const { accountId } = accountCallerOf(request)
    await store.remove(accountId, authorOf(request, clock), request.params.id)
    return reply.code(204).send()
  })
}

/** The filters of a list query apart from its page and order; `listQuery` has made the types true. */
function split<Filters, Key extends string>(query: Record<string, unknown>): [Filters, PageRequest<Key>] {
  const { page, pagesize, sort, ...filters } = query
  return [filters as Filters, { page, pagesize, sort } as PageRequest<Key>]
}
