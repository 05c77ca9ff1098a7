import type { Json, JsonObject } from '../json.ts'

/** A JSON Schema of draft 2020-12: an object of keywords; `true` allows every value, `false` none. */
export type InputSchema = JsonObject | boolean

/** Maximum length of a schema as JSON, in characters, and its maximum nesting. */
export const MAX_SCHEMA_SIZE = 64 * 1024
export const MAX_SCHEMA_DEPTH = 64

/** The only value of `$schema`. */
export const SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** A path into a value: names of fields and places in lists. */
export type JsonPath = readonly (string | number)[]

/** What is wrong at a place; the message continues its name: `must be a number`. */
export interface JsonFault {
  path: JsonPath
  message: string
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isSchema = (value: unknown): value is InputSchema =>
  typeof value === 'boolean' || isJsonObject(value)

/** The own field of an object: a name such as `constructor` leads to nothing else. */
export const ownField = (of: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined

/** Keywords that contain one schema, a list of them, or schemas by name. */
export const oneSchema: readonly string[] =
  'not if then else items contains additionalProperties propertyNames unevaluatedProperties unevaluatedItems'.split(
    ' ',
  )
export const listedSchemas: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
export const namedSchemas: readonly string[] = [
  '$defs',
  'definitions',
  'properties',
  'patternProperties',
  'dependentSchemas',
]

/** The schemas directly inside a schema, with their paths from it. Parts of another form are left out. */
export function schemasIn(schema: JsonObject): { path: JsonPath; schema: InputSchema }[] {
  const found: { path: JsonPath; schema: InputSchema }[] = []
  const add = (path: JsonPath, part: unknown) => {
    if (isSchema(part)) found.push({ path, schema: part })
  }
  for (const [keyword, part] of Object.entries(schema)) {
    if (oneSchema.includes(keyword)) add([keyword], part)
    else if (listedSchemas.includes(keyword) && Array.isArray(part))
      part.forEach((inner, index) => add([keyword, index], inner))
    else if (namedSchemas.includes(keyword) && isJsonObject(part))
      for (const [name, inner] of Object.entries(part)) add([keyword, name], inner)
  }
  return found
}

/** Finds what the references of a schema lead to: `#`, `#/$defs/address`, `#anchor`; undefined for anything else. */
export function createReferences(root: InputSchema): (reference: string) => InputSchema | undefined {
  const known = new Map<string, InputSchema | undefined>()
  const anchors = new Map<string, InputSchema>()
  const waiting: InputSchema[] = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'boolean') continue
    const anchor = ownField(next, '$anchor')
    if (typeof anchor === 'string' && !anchors.has(anchor)) anchors.set(anchor, next)
    waiting.push(...schemasIn(next).map(({ schema }) => schema))
  }
  const find = (reference: string): InputSchema | undefined => {
    if (!reference.startsWith('#')) return undefined
    const fragment = decoded(reference.slice(1))
    if (fragment === '') return root
    const target = fragment?.startsWith('/') ? pointed(root, fragment) : anchors.get(fragment ?? '')
    return isSchema(target) ? target : undefined
  }
  return (reference) => {
    if (!known.has(reference)) known.set(reference, find(reference))
    return known.get(reference)
  }
}

function decoded(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return null
  }
}

/** The value that a JSON pointer leads to. */
function pointed(root: Json, pointer: string): Json | undefined {
  let at: Json | undefined = root
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(at)) at = /^\d{1,6}$/.test(name) ? at[Number(name)] : undefined
    else at = isJsonObject(at) ? ownField(at, name) : undefined
  }
  return at
}
