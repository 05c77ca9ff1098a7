/** What the reference reads of a JSON schema; anything else in it is ignored. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  description?: string
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
}

type Content = Record<string, { schema?: JsonSchema } | undefined>

interface Operation {
  summary?: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, { description?: string; content?: Content } | undefined>
}

/** The parts of an OpenAPI document that the reference shows. */
export interface CallDocument {
  info?: { title?: string; version?: string; description?: string }
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, JsonSchema> }
}

export interface PlatformCall {
  /** Unique in the document, and the part of the address after `#`. */
  id: string
  method: string
  path: string
  summary: string
  /** Ways to sign in; all schemes of one of them are needed. Empty when none is. */
  access: string[][]
  parameters: Parameter[]
  body: JsonSchema | undefined
  answers: { status: string; schema: JsonSchema | undefined }[]
  /** What a search looks through, in lower case. */
  text: string
}

export interface CallGroup {
  name: string
  calls: PlatformCall[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

const schemaOf = (content: Content | undefined) => content?.['application/json']?.schema

function toCall(path: string, method: string, operation: Operation): PlatformCall {
  const { summary = '', security = [], parameters = [], responses = {} } = operation
  const body = schemaOf(operation.requestBody?.content)
  const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})]
  return {
    id: method + path.replaceAll(/[^\w*]+/g, '-'),
    method: method.toUpperCase(),
    path,
    summary,
    access: security.map((schemes) => Object.keys(schemes)).filter((schemes) => schemes.length > 0),
    parameters,
    body,
    answers: Object.entries(responses)
      .filter(([status]) => status !== 'default')
      .map(([status, response]) => ({ status, schema: schemaOf(response?.content) })),
    text: `${method} ${path} ${summary} ${names.join(' ')}`.toLowerCase(),
  }
}

/** The first word of a path below `/api` names its group; `/healthz` and `/queue` are by themselves. */
const groupOf = (path: string) =>
  path.split('/').filter((part) => part !== '' && part !== 'api')[0] ?? 'health'

/** The calls of a document by the first word of their path, in the order of the document. */
export function callGroups({ paths = {} }: CallDocument): CallGroup[] {
  const groups = new Map<string, PlatformCall[]>()
  for (const [path, operations] of Object.entries(paths))
    for (const method of methods) {
      const operation = operations[method]
      if (!operation) continue
      const name = groupOf(path)
      groups.set(name, [...(groups.get(name) ?? []), toCall(path, method, operation)])
    }
  return [...groups].map(([name, calls]) => ({ name, calls })).sort((a, b) => a.name.localeCompare(b.name))
}

/** The calls that contain every word of a search. Groups without any are left out. */
export function searchCalls(groups: CallGroup[], search: string): CallGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map(({ name, calls }) => ({
      name,
      calls: calls.filter(({ text }) => words.every((word) => text.includes(word))),
    }))
    .filter(({ calls }) => calls.length > 0)
}
