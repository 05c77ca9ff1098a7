import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { JsonValidator } from '#shared/lib/json-schema/compile.ts'
import { isJsonObject, ownField, type JsonPath, type InputSchema } from '#shared/lib/json-schema/schema.ts'
import { alternativesOf, schemaFields, readSchema, requiredOf, typeOf } from './read-schema.ts'

/** The value with another one at a path; `undefined` removes it. Objects on the way are made. */
export function withValueAt(
  value: Json | undefined,
  path: JsonPath,
  next: Json | undefined,
): Json | undefined {
  const [first, ...rest] = path
  if (first === undefined) return next
  if (Array.isArray(value) && typeof first === 'number') {
    const inner = withValueAt(value[first], rest, next)
    return inner === undefined ? value.toSpliced(first, 1) : value.toSpliced(first, 1, inner)
  }
  const fields = isJsonObject(value) ? value : {}
  const name = String(first)
  const inner = withValueAt(ownField(fields, name), rest, next)
  if (inner !== undefined)
    return Object.hasOwn(fields, name) ? mapped(fields, name, inner) : { ...fields, [name]: inner }
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
}

/** In place, so that the fields keep their order. */
const mapped = (fields: JsonObject, name: string, value: Json): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([key, own]) => [key, key === name ? value : own]))

/** A list with the item at a place moved by one. */
export function withItemMoved(list: readonly Json[], at: number, by: 1 | -1): Json[] {
  const item = list[at]
  if (item === undefined || at + by < 0 || at + by >= list.length) return [...list]
  return list.toSpliced(at, 1).toSpliced(at + by, 0, item)
}

/** How deep defaults are filled in: a schema may contain itself. */
const MAX_DEPTH = 8

/**
 * The value with what its schema gives: defaults, and constants and groups that are required. What is there stays.
 */
export function withDefaults(
  schema: InputSchema,
  value: Json | undefined,
  { resolve }: Pick<JsonValidator, 'resolve'>,
  depth = 0,
): Json | undefined {
  const read = readSchema(schema, resolve)
  const begun = value === undefined ? ownField(read, 'default') : value
  if (begun === undefined && ownField(read, 'const') !== undefined) return ownField(read, 'const')
  if (depth > MAX_DEPTH || typeOf(read) !== 'object' || (begun !== undefined && !isJsonObject(begun)))
    return begun
  const required = new Set(requiredOf(read))
  let filled: JsonObject = isJsonObject(begun) ? begun : {}
  for (const [name, part] of Object.entries(schemaFields(read))) {
    const known = ownField(filled, name)
    const given =
      known === undefined && !required.has(name)
        ? defaultOf(part, resolve)
        : withDefaults(part, known, { resolve }, depth + 1)
    if (given !== undefined && given !== known) filled = { ...filled, [name]: given }
  }
  return filled
}

/** Of a field that may be missing only its default is filled in. */
const defaultOf = (schema: InputSchema, resolve: JsonValidator['resolve']) =>
  ownField(readSchema(schema, resolve), 'default')

/** What a new entry of a list, or another form of a value, begins with. */
export function startOf(schema: InputSchema, validator: Pick<JsonValidator, 'resolve'>): Json {
  const given = withDefaults(schema, undefined, validator)
  if (given !== undefined) return given
  const read = readSchema(schema, validator.resolve)
  const [form] = alternativesOf(read, validator.resolve)
  if (form) return startOf(form.schema, validator)
  const choices = ownField(read, 'enum')
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0]
  const type = typeOf(read)
  if (type === 'array') return []
  if (type === 'boolean') return false
  return type === 'number' || type === 'integer' ? 0 : type === 'string' ? '' : null
}
