import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { JsonValidator } from '#shared/lib/json-schema/compile.ts'
import { isJsonObject, isSchema, ownField, type InputSchema } from '#shared/lib/json-schema/schema.ts'

/** How often references are followed and parts joined: a schema may refer to itself. */
const MAX_STEPS = 20

/** A schema as a form reads it: its references followed and the parts of `allOf` joined. */
export function readSchema(
  schema: InputSchema,
  resolve: JsonValidator['resolve'],
  steps = MAX_STEPS,
): JsonObject {
  if (typeof schema === 'boolean' || steps === 0) return {}
  const { $ref: reference, allOf, ...own } = schema
  const target = typeof reference === 'string' ? resolve(reference) : undefined
  const parts = [
    ...(target === undefined ? [] : [target]),
    ...(Array.isArray(allOf) ? allOf.filter(isSchema) : []),
  ]
  return parts.reduce<JsonObject>((joined, part) => join(readSchema(part, resolve, steps - 1), joined), own)
}

/** The keywords of both; those of `over` have precedence, fields and required names are added. */
function join(under: JsonObject, over: JsonObject): JsonObject {
  const joined = { ...under, ...over }
  const properties = { ...schemaFields(under), ...schemaFields(over) }
  if (Object.keys(properties).length > 0) joined['properties'] = properties
  const required = [...requiredOf(under), ...requiredOf(over)]
  if (required.length > 0) joined['required'] = [...new Set(required)]
  return joined
}

/** The schemas of the fields of an object. */
export function schemaFields(schema: JsonObject): Record<string, InputSchema> {
  const properties = ownField(schema, 'properties')
  if (!isJsonObject(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, InputSchema] => isSchema(entry[1])),
  )
}

/** The names of the fields that an object must have. */
export function requiredOf(schema: JsonObject): string[] {
  const required = ownField(schema, 'required')
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** The type that a field shows; `null` beside another one means that it may be empty. */
export function typeOf(schema: JsonObject): string | null {
  const type = ownField(schema, 'type')
  const names = (Array.isArray(type) ? type : [type]).filter(
    (name) => typeof name === 'string' && name !== 'null',
  )
  if (names.length === 1) return names[0] as string
  if (names.length > 1) return null
  if (isJsonObject(ownField(schema, 'properties'))) return 'object'
  return isSchema(ownField(schema, 'items')) ? 'array' : null
}

/** One of several forms of a value, as a choice names it. */
export interface Alternative {
  label: string
  schema: JsonObject
}

/** The forms of `oneOf` or `anyOf`, each with what all have in common; empty where there are none. */
export function alternativesOf(schema: JsonObject, resolve: JsonValidator['resolve']): Alternative[] {
  const { oneOf, anyOf, ...common } = schema
  const listed = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : []
  return listed.filter(isSchema).map((part, index) => {
    const own = readSchema(part, resolve)
    const { title, ...rest } = join(common, own)
    const label = textOf(own, 'title') ?? labelOfConstants(own) ?? `Form ${index + 1}`
    return { label, schema: title === undefined || own['title'] === title ? rest : { ...rest, title } }
  })
}

/** The constant of a form, which distinguishes it from the others: `card`. */
function labelOfConstants(schema: JsonObject): string | null {
  const own = ownField(schema, 'const')
  if (own !== undefined) return labelOfValue(own)
  for (const part of Object.values(schemaFields(schema))) {
    const constant = isJsonObject(part) ? ownField(part, 'const') : undefined
    if (constant !== undefined) return labelOfValue(constant)
  }
  return typeOf(schema)
}

export const labelOfValue = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

export function textOf(schema: JsonObject, keyword: string): string | null {
  const text = ownField(schema, keyword)
  return typeof text === 'string' && text.trim() !== '' ? text : null
}
