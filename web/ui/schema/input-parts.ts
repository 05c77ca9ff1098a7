import { planEditorMessages as texts } from '#shared/domains/plans/editor-messages.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import {
  createReferences,
  isSchema,
  ownField,
  type InputSchema,
  type JsonPath,
} from '#shared/lib/json-schema/schema.ts'
import { readSchema, requiredOf, schemaFields, textOf, typeOf } from './read-schema.ts'

/** The part of a schema for the value at a path; an empty one where it says nothing. */
function partAt(schema: JsonObject, path: JsonPath): JsonObject {
  const resolve = createReferences(schema)
  const read = (part: InputSchema | undefined) => (part === undefined ? {} : readSchema(part, resolve))
  return path.reduce<JsonObject>((part, step) => {
    if (typeof step === 'string') return read(schemaFields(part)[step])
    const items = ownField(part, 'items')
    return read(isSchema(items) ? items : undefined)
  }, read(schema))
}

/** The names that an object in the inputs may have, the necessary ones first. */
export function namesOfInput(schema: JsonObject, path: JsonPath): { name: string; detail: string }[] {
  const part = partAt(schema, path)
  const required = new Set(requiredOf(part))
  const resolve = createReferences(schema)
  return Object.entries(schemaFields(part))
    .map(([name, field]) => {
      const read = readSchema(field, resolve)
      const words = [required.has(name) ? texts.necessary : null, typeOf(read), textOf(read, 'description')]
      return { name, detail: words.filter(Boolean).join(', ') }
    })
    .toSorted((one, other) => Number(required.has(other.name)) - Number(required.has(one.name)))
}

/** The constants that the value at a path can be. */
export function valuesOfInput(schema: JsonObject, path: JsonPath): Json[] {
  const part = partAt(schema, path)
  const [constant, choices] = [ownField(part, 'const'), ownField(part, 'enum')]
  if (constant !== undefined) return [constant]
  if (Array.isArray(choices)) return choices
  return typeOf(part) === 'boolean' ? [true, false] : []
}
