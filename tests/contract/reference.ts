import { createRequire } from 'node:module'
import { expect } from 'vitest'
import { callOf } from './calls.ts'

/** The parts of an OpenAPI 3.1 document that are checked here. */
interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components?: object
}
interface Operation {
  requestBody?: Content
  responses: Record<string, Content>
}
interface Content {
  content?: { 'application/json'?: { schema: object } }
}
interface Ajv {
  compile(schema: object): Check
  errorsText(errors: unknown): string
}
type Check = ((value: unknown) => boolean) & { errors?: unknown }

export interface Exchange {
  method: string
  path: string
  sent: unknown
  status: number
  body: unknown
}

/** Checks one exchange against the platform's own reference of the call. */
export type Reference = (exchange: Exchange) => void

/** The reference at `GET /api/docs`; without one a platform's answers are not checked. */
export async function readReference(base: string): Promise<Reference> {
  const answer = await fetch(`${base}/api/docs`, { headers: { accept: 'application/json' } })
  const document = answer.ok ? ((await answer.json().catch(() => null)) as OpenApi | null) : null
  if (!document?.openapi.startsWith('3.')) return () => {}
  const ajv = createAjv()
  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      operations.set(`${method.toUpperCase()} ${path}`, operation)
  const checks = new Map<object, Check>()

  function expectValid(what: string, schema: object, value: unknown): void {
    const check = checks.get(schema) ?? ajv.compile({ ...schema, components: document?.components })
    checks.set(schema, check)
    expect(check(value), `${what}: ${ajv.errorsText(check.errors)}`).toBe(true)
  }

  return ({ method, path, sent, status, body }) => {
    const call = callOf([...operations.keys()], method, path)
    const operation = operations.get(call ?? '')
    // An unknown path has no operation; only 404 is allowed.
    if (!operation) return expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 404`)
    const documented =
      operation.responses[status] ?? (status >= 400 ? operation.responses['default'] : undefined)
    if (!documented) throw new Error(`${call} answered ${status}, which is not in its reference`)
    const answered = documented.content?.['application/json']?.schema
    if (answered) expectValid(`${call} ${status}`, answered, body)
    else expect(body, `${call} ${status} has no body`).toBeUndefined()
    const taken = operation.requestBody?.content?.['application/json']?.schema
    if (taken && status < 300 && sent !== undefined) expectValid(`${call} body`, taken, trimmed(sent))
  }
}

/** A body after the platform has trimmed its texts, which JSON Schema cannot express. */
const trimmed = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_key, value: unknown) =>
    typeof value === 'string' ? value.trim() : value,
  )

/** The validator that Fastify depends on, and its formats. */
function createAjv(): Ajv {
  const fastify = createRequire(createRequire(import.meta.url).resolve('fastify'))
  const compiler = createRequire(fastify.resolve('@fastify/ajv-compiler'))
  const { default: Ajv2020 } = compiler('ajv/dist/2020.js') as { default: new (options: object) => Ajv }
  const addFormats = compiler('ajv-formats') as (ajv: Ajv) => Ajv
  return addFormats(new Ajv2020({ strict: false, allErrors: true }))
}
