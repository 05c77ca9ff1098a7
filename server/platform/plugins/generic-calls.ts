import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Feature } from '#shared/lib/features.ts'
import { id, type Page } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, accountIdOf, authorOf } from '../auth/caller.ts'
import type { AppCalls } from '../auth/route-table.ts'
import type { Author } from '../db/audit.ts'
import { listQuery, whereQuery, type PageRequest } from '../db/listing.ts'
import type { Modified } from '../db/update-many.ts'
import { entityNameOf, notFound, type OwnedTable } from '../db/ownership.ts'
import type { ZodTypeProvider } from './validation.ts'

/** Path parameters of one entity. */
export const idParams = z.object({ id })
/** The body of a call that has no fields: absent or empty. */
export const noFields = z.strictObject({}).optional()

/** The part of a store that the reading calls need. */
export interface Readable<Filters, Key extends string, Row extends { _id: string }, Entity> {
  list(accountId: string, filters: Filters, page: PageRequest<Key>): Promise<Page<Row>>
  count(accountId: string, filters: Filters): Promise<number>
  find(accountId: string, id: string): Promise<Entity | null>
}

interface Reads<Shape extends z.ZodRawShape, Key extends string, Row extends { _id: string }, Entity> {
  table: OwnedTable
  /** Wire schemas for the reference: one entity, and a row of the list where it has fewer fields. */
  entity?: z.ZodType
  row?: z.ZodType
  /** What the list answers besides rows and total. */
  page?: z.ZodObject
  filters: z.ZodObject<Shape>
  sortKeys: readonly Key[]
  store: Readable<z.output<z.ZodObject<Shape>>, Key, Row, Entity>
  /** What programs with a token of an app may read; absent: nothing. */
  appCalls?: { lists: AppCalls; one: AppCalls }
  /** A worker may read the one whose lease its token names. */
  workersToo?: true
  /** The feature of which these calls answer fields. */
  feature?: Feature
  /** The feature that a filter of the lists belongs to. */
  listFeature?: Feature
  /** Throws NOT_FOUND when a filter names an entity that the account does not have. */
  checkFilters?(accountId: string, filters: z.output<z.ZodObject<Shape>>): Promise<void>
}

const config = { platformAccess: 'account' } as const
const counted = z.object({ count: z.int() })
export const modified = z.object({ matched: z.int(), modified: z.int() })
/** The schema of a page of a list. */
export const pageSchema = (row: z.ZodType) => z.object({ data: z.array(row), total: z.int() })
const nounsOf = (table: OwnedTable) => ({ one: entityNameOf(table), many: table })

/** Registers `GET {plural}`, `/count`, `/findOne` and `/{id}`. */
export function registerReads<
  Shape extends z.ZodRawShape,
  Key extends string,
  Row extends { _id: string },
  Entity,
>(app: FastifyInstance, reads: Reads<Shape, Key, Row, Entity>): void {
  registerLists(app, reads)
  const { table, store, entity = z.unknown(), appCalls, workersToo, feature } = reads
  const config = {
    ...configOf(appCalls?.one),
    ...(workersToo ? { workersToo } : {}),
    ...(feature ? { feature } : {}),
  }
  const get = { params: idParams, summary: `Get one ${nounsOf(table).one}`, answer: { body: entity } }
  app.withTypeProvider<ZodTypeProvider>().get(`/${table}/:id`, { config, schema: get }, async (request) => {
    const found = await store.find(accountIdOf(request), request.params.id)
    if (!found) throw notFound(table)
    return found
  })
}

const configOf = (appCalls: AppCalls | undefined) => ({ ...config, ...(appCalls ? { appCalls } : {}) })

/** Registers `GET {plural}`, `/count` and `/findOne`. */
export function registerLists<
  Shape extends z.ZodRawShape,
  Key extends string,
  Row extends { _id: string },
  Entity,
>(app: FastifyInstance, reads: Reads<Shape, Key, Row, Entity>): void {
  type Filters = z.output<z.ZodObject<Shape>>
  const { table, filters, sortKeys, store, listFeature: feature } = reads
  const config = { ...configOf(reads.appCalls?.lists), ...(feature ? { feature } : {}) }
  const api = app.withTypeProvider<ZodTypeProvider>()
  const check = reads.checkFilters ?? (async () => {})
  const querystring = listQuery(filters, sortKeys)
  const { entity = z.unknown(), row = entity } = reads
  const nouns = nounsOf(table)

  const list = {
    querystring,
    summary: `List ${nouns.many}`,
    answer: { body: pageSchema(row).extend(reads.page?.shape ?? {}) },
  }
  api.get(`/${table}`, { config, schema: list }, async (request) => {
    const accountId = accountIdOf(request)
    const [wanted, page] = split<Filters, Key>(request.query)
    await check(accountId, wanted)
    return store.list(accountId, wanted, page)
  })

  const count = { querystring, summary: `Count ${nouns.many}`, answer: { body: counted } }
  api.get(`/${table}/count`, { config, schema: count }, async (request) => {
    const accountId = accountIdOf(request)
    const [wanted] = split<Filters, Key>(request.query)
    await check(accountId, wanted)
    return { count: await store.count(accountId, wanted) }
  })

  const findOne = { querystring, summary: `The first ${nouns.one} of a list`, answer: { body: entity } }
  api.get(`/${table}/findOne`, { config, schema: findOne }, async (request) => {
    const accountId = accountIdOf(request)
    const [wanted, { sort }] = split<Filters, Key>(request.query)
    await check(accountId, wanted)
    const first = (await store.list(accountId, wanted, { page: 1, pagesize: 1, sort })).data[0]
    const found = first && (await store.find(accountId, first._id))
    if (!found) throw notFound(table)
    return found
  })
}

/** The part of a store that the writing calls need. */
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
  /** Wire schema of one entity, for the reference. */
  entity?: z.ZodType
  clock: Clock
  /** `POST {plural}`. */
  body: Body
  /** `PUT {plural}/{id}`. */
  patch: Patch
  /** `PUT {plural}?where=`: its filters, and the fields that can be set for many entities. */
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

  const { entity = z.unknown() } = writes
  const nouns = nounsOf(table)

  const create = { body, summary: `Create one ${nouns.one}`, answer: { status: 201, body: entity } }
  api.post(`/${table}`, { config, schema: create }, async (request, reply) => {
    const { accountId } = accountCallerOf(request)
    reply.code(201)
    return store.create(accountId, authorOf(request, clock), request.body as z.output<Body>)
  })

  const update = {
    params: idParams,
    body: patch,
    summary: `Change one ${nouns.one}`,
    answer: { body: entity },
  }
  api.put(`/${table}/:id`, { config, schema: update }, async (request) => {
    const { accountId } = accountCallerOf(request)
    return store.update(
      accountId,
      authorOf(request, clock),
      request.params.id,
      request.body as z.output<Patch>,
    )
  })

  const updateMany = {
    querystring: whereQuery(filters),
    body: many,
    summary: `Change all ${nouns.many} that pass a filter`,
    answer: { body: modified },
  }
  api.put(`/${table}`, { config, schema: updateMany }, async (request) => {
    const { accountId } = accountCallerOf(request)
    const { where } = request.query as { where: z.output<z.ZodObject<Shape>> }
    return store.updateMany(accountId, authorOf(request, clock), where, request.body as z.output<Many>)
  })

  const remove = { params: idParams, summary: `Delete one ${nouns.one}` }
  api.delete(`/${table}/:id`, { config, schema: remove }, async (request, reply) => {
    const { accountId } = accountCallerOf(request)
    await store.remove(accountId, authorOf(request, clock), request.params.id)
    return reply.code(204).send()
  })
}

/** Separates the filters of a list query from its page and order. `listQuery` has checked the types. */
function split<Filters, Key extends string>(query: Record<string, unknown>): [Filters, PageRequest<Key>] {
  const { page, pagesize, sort, ...filters } = query
  return [filters as Filters, { page, pagesize, sort } as PageRequest<Key>]
}
