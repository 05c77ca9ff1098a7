import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { VERSION } from '#server/lib/version.ts'
import type { Access } from '../auth/route-table.ts'
import { callTag, callTags } from './call-groups.ts'
import { commonMeanings } from './field-meanings/common.ts'
import { operationMeanings } from './field-meanings/operations.ts'
import { runMeanings } from './field-meanings/runs.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** A short description of the call for the reference. */
    summary?: string
    /** The answer on success; absent: 204 without a body. */
    answer?: Answer
    /** The body as the reference shows it, where the handler checks more of it than `body` does. */
    described?: z.ZodType
  }
  interface FastifyInstance {
    /** The reference of all routes as OpenAPI 3.1; complete once the app is ready. */
    openapi(): OpenApi
  }
}

export interface Answer {
  /** 200 by default. */
  status?: number
  /** Absent: a redirect, which has no body. */
  body?: z.ZodType
}

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, object>>
  components: Record<string, Record<string, object>>
}

interface Documented {
  method: string
  url: string
  access: Access
  /** Whether programs may call it with a token of an app. */
  appCalls: boolean
  schema: Parts
}

type Parts = { summary?: string; answer?: Answer } & Partial<
  Record<'params' | 'querystring' | 'body' | 'described', z.ZodType>
>
type JsonSchema = Record<string, unknown>

const errorBody = z
  .looseObject({ statusCode: z.int(), code: z.string(), message: z.string(), requestId: z.string() })
  .meta({ id: 'Error' })

/**
 * Generates the reference from the schemas that validate the requests, so that the two cannot differ. @fastify/swagger
 * (9.9.3, with fastify-type-provider-zod 7.0.0) is not used: it describes each schema twice (`App` and `AppInput`), its
 * reference to the recursive `Json` does not resolve, and answers, security and ids need the same code here.
 */
export const openapi = fp(
  async (app) => {
    const routes: Documented[] = []
    app.addHook('onRoute', ({ method, url, schema, config }) => {
      for (const one of [method].flat())
        routes.push({
          method: one,
          url,
          access: config?.platformAccess ?? 'public',
          appCalls: config?.appCalls !== undefined,
          schema: (schema ?? {}) as Parts,
        })
    })
    let document: OpenApi | undefined
    app.decorate('openapi', () => (document ??= describe(routes)))
  },
  { name: 'openapi', fastify: '5.x' },
)

function describe(routes: readonly Documented[]): OpenApi {
  const schemas: Record<string, object> = {}
  const paths: OpenApi['paths'] = {}
  const ordered = [...routes].sort((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0))
  for (const route of ordered) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'workforce-console platform',
      version: VERSION,
      description:
        'The calls of the embedded platform. Times are ISO 8601, ids are opaque, unknown query keys are refused.',
    },
    tags: callTags,
    paths,
    components: { schemas: sorted(schemas), securitySchemes },
  }
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Token of a sign-in' },
  account: {
    type: 'apiKey',
    in: 'header',
    name: 'account-id',
    description: 'Account that the call is about',
  },
  app: {
    type: 'http',
    scheme: 'basic',
    description: "Key and secret of an app's access token; the call is kept to that app",
  },
  worker: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Token signed with a private key of a worker alias, for the tasks in its hands',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'authorization',
    description: 'AWS Signature Version 4 with the access key of a worker alias',
  },
}

const security: Partial<Record<Access, object[]>> = {
  public: [],
  user: [{ bearer: [] }],
  'signed-in': [{ bearer: [] }, { app: [] }, { worker: [] }],
  account: [{ bearer: [], account: [] }],
  worker: [{ worker: [] }],
  workers: [{ worker: [] }],
  signed: [{ signature: [] }],
}

/** A body that may have no field is none to a reader. */
function hasFields(body: z.ZodType): boolean {
  const inner = body instanceof z.ZodOptional ? body.unwrap() : body
  return !(inner instanceof z.ZodObject && Object.keys(inner.shape).length === 0)
}

function operation(
  { schema, access, appCalls, method, url }: Documented,
  schemas: Record<string, object>,
): object {
  const { summary, answer, body: checked, described: body = checked } = schema
  const status = String(answer?.status ?? (answer ? 200 : 204))
  return {
    operationId: operationId(method, url),
    tags: [callTag(url)],
    summary: summary ?? '',
    security: [...(security[access] ?? []), ...(appCalls ? [{ app: [] }] : [])],
    parameters: [
      ...parameters('path', schema.params, schemas),
      ...parameters('query', schema.querystring, schemas),
    ],
    ...(body && hasFields(body) ? { requestBody: { content: json(convert(body, 'input', schemas)) } } : {}),
    responses: {
      [status]: {
        description: summary ?? '',
        ...(answer?.body ? { content: json(convert(answer.body, 'output', schemas)) } : {}),
      },
      default: { description: 'What went wrong', content: json(convert(errorBody, 'output', schemas)) },
    },
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: Record<string, object>) {
  if (!schema) return []
  const { properties = {}, required = [] } = convert(schema, 'input', schemas) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

/** A zod schema as JSON Schema; schemas with an id are collected under `components/schemas`. */
function convert(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, object>): JsonSchema {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify })
  const { $schema: _dialect, $defs, ...whole } = relocated(converted)
  Object.assign(schemas, $defs)
  return whole
}

/** Removes redundant keywords: the pattern beside a format, the bounds of safe integers. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  // The only recursive schema is that of any JSON.
  if (zodSchema._zod.def.type === 'lazy') for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  if (jsonSchema['format'] === 'date-time') delete jsonSchema['pattern']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  delete jsonSchema['propertyNames']
  delete jsonSchema['id']
}

/**
 * What a field or parameter of this name means where the schema does not describe it. A field that means something else in
 * its entity is described in the contract.
 */
const fieldMeanings: Readonly<Record<string, string>> = {
  ...commonMeanings,
  ...runMeanings,
  ...operationMeanings,
}

/** Says of the fields that their schema does not describe what their names mean. */
function explained(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(explained)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([key, part]) => [key, explained(part)])
  const { properties, ...rest } = Object.fromEntries(parts) as JsonSchema
  if (properties === undefined) return rest
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => [
    name,
    { ...(Object.hasOwn(fieldMeanings, name) && { description: fieldMeanings[name] }), ...field },
  ])
  return { ...rest, properties: Object.fromEntries(fields) }
}

function relocated(schema: object): JsonSchema {
  const text = JSON.stringify(schema)
    .replace(/"#\/\$defs\/__schema\d+"/g, '"#/components/schemas/Json"')
    .replace(/"__schema\d+":/g, '"Json":')
    .replaceAll('"#/$defs/', '"#/components/schemas/')
  return explained(JSON.parse(text)) as JsonSchema
}

/** `GET /api/apps/:id` -> `getAppsId`, `POST /queue/*` -> `postQueueAny`. */
function operationId(method: string, url: string): string {
  const words = url
    .replaceAll('*', 'any')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '' && word !== 'api')
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const sorted = <Value>(record: Record<string, Value>) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

const answer = { body: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }) }

/** `GET /api/docs`: the reference of all calls as OpenAPI 3.1. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  app.get(
    '/docs',
    { config: { platformAccess: 'public' }, schema: { summary: 'This reference', answer } },
    (_request, reply) => reply.send(app.openapi()),
  )
}
