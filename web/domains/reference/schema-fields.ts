import type { JsonSchema } from './openapi.ts'

export interface CallField {
  /** The names from the top, `data[].name`. */
  name: string
  type: string
  required: boolean
  /** Default, limits and format in words. */
  note: string
}

type Schemas = Record<string, JsonSchema>

/** Levels of nested objects whose fields are listed. */
const DEPTH = 3

const refName = ({ $ref }: JsonSchema) => $ref?.split('/').at(-1)

/** The schema that a reference names, with that name. */
function resolve(schema: JsonSchema, schemas: Schemas): { schema: JsonSchema; name: string | undefined } {
  const name = refName(schema)
  return { schema: name === undefined ? schema : (schemas[name] ?? {}), name }
}

const choices = (schema: JsonSchema) => schema.anyOf ?? schema.oneOf

/** A type in words: `string`, `App[]`, `"owner" or "member"`, `string or null`. */
export function typeText(schema: JsonSchema): string {
  const name = refName(schema)
  if (name !== undefined) return name === 'Json' ? 'any JSON' : name
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const parts = choices(schema)
  if (parts) return [...new Set(parts.map(typeText))].join(' or ')
  if (schema.type === 'array') return `${schema.items ? typeText(schema.items) : 'any'}[]`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return schema.type ?? 'any'
}

/** Default, limits and format of a value in words; empty where there are none. */
export function noteText(schema: JsonSchema): string {
  const { format, default: preset, minimum, maximum, maxLength, maxItems, description } = schema
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : maximum !== undefined && `at most ${maximum}`
  return [
    description,
    preset !== undefined && `default ${JSON.stringify(preset)}`,
    range,
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`,
    format === 'date-time' ? 'ISO 8601' : format,
  ]
    .filter((part) => part !== undefined && part !== false)
    .join(', ')
}

/** The fields of an object and of the objects in it, for a table. An array's are those of its items. */
export function fieldsOf(schema: JsonSchema, schemas: Schemas): CallField[] {
  return below(schema, schemas, '', new Set())
}

function below(given: JsonSchema, schemas: Schemas, prefix: string, open: ReadonlySet<string>): CallField[] {
  const { schema, name } = resolve(given, schemas)
  if (name !== undefined && open.has(name)) return []
  const inside = name === undefined ? open : new Set([...open, name])
  if (schema.items) return below(schema.items, schemas, `${prefix}[]`, inside)
  const object = choices(schema)?.find((part) => resolve(part, schemas).schema.properties)
  if (object) return below(object, schemas, prefix, inside)
  if (prefix.split('.').length > DEPTH) return []
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    const required = schema.required?.includes(key) ?? false
    return [
      { name: path, type: typeText(value), required, note: noteText(value) },
      ...below(value, schemas, path, inside),
    ]
  })
}

/** An example of a body with the required fields, or with all where none is. */
export function exampleOf(given: JsonSchema, schemas: Schemas, depth = 0): unknown {
  const { schema } = resolve(given, schemas)
  if (schema.default !== undefined && depth > 0) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = choices(schema) ?? []
  if (choice) return exampleOf(choice, schemas, depth)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array')
    return schema.items && depth < DEPTH ? [exampleOf(schema.items, schemas, depth + 1)] : []
  if (type === 'object' || schema.properties) {
    const keys = schema.required?.length ? schema.required : Object.keys(schema.properties ?? {})
    if (depth >= DEPTH) return {}
    return Object.fromEntries(
      keys.map((key) => [key, exampleOf(schema.properties?.[key] ?? {}, schemas, depth + 1)]),
    )
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  if (type === 'boolean') return true
  if (type === 'null') return null
  return schema.format === 'date-time' ? '2026-01-31T09:00:00.000Z' : 'text'
}
