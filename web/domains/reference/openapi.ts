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
  examples?: unknown[]
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
}

type Content = Record<string, { schema?: JsonSchema } | undefined>

interface Operation {
  tags?: string[]
  summary?: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, { description?: string; content?: Content } | undefined>
}

/** The parts of an OpenAPI document that the reference shows. */
export interface CallDocument {
  info?: { title?: string; version?: string; description?: string }
  tags?: { name: string; description?: string }[]
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
  /** The title. */
  name: string
  description: string
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

/** The title of a group that the document does not name: the first word of the path, `accountSettings` -> `Account settings`. */
function titleOf(path: string): string {
  const [word = 'root'] = path.split('/').filter((part) => part !== '' && part !== 'api')
  const words = word.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The calls of a document by their tags, in the order of the document; those without a tag follow, by their path. */
export function callGroups({ paths = {}, tags = [] }: CallDocument): CallGroup[] {
  const groups = new Map(tags.map(({ name, description = '' }) => [name, groupOf(name, description)]))
  const untagged = new Map<string, CallGroup>()
  for (const [path, operations] of Object.entries(paths))
    for (const method of methods) {
      const operation = operations[method]
      if (!operation) continue
      const [name = titleOf(path)] = operation.tags ?? []
      const group = groups.get(name) ?? untagged.get(name) ?? groupOf(name, '')
      if (!groups.has(name)) untagged.set(name, group)
      group.calls.push(toCall(path, method, operation))
    }
  const others = [...untagged.values()].sort((a, b) => a.name.localeCompare(b.name))
  return [...groups.values(), ...others].filter(({ calls }) => calls.length > 0)
}

const groupOf = (name: string, description: string): CallGroup => ({ name, description, calls: [] })

/** The calls that contain every word of a search. Groups without any are left out. */
export function searchCalls(groups: CallGroup[], search: string): CallGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map(({ calls, ...group }) => ({
      ...group,
      calls: calls.filter(({ text }) => words.every((word) => text.includes(word))),
    }))
    .filter(({ calls }) => calls.length > 0)
}
