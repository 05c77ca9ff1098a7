import type { JsonSchema } from './openapi.ts'

export interface CallField {
  /** The names from the top, `data[].name`; of an object with any keys `{key}`. */
  name: string
  type: string
  required: boolean
  /** What the value is. */
  meaning: string
  /** Default and limits in words. */
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
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties)
    return mapText(schema.additionalProperties)
  return schema.format === 'date-time' ? 'ISO 8601 time' : (schema.type ?? 'any')
}

/** `object of LogEntry[]`: what stands under any key. */
function mapText(any: JsonSchema): string {
  const kind = typeText(any)
  return kind.startsWith('any') ? 'object' : `object of ${kind}`
}

const notNull = (schema: JsonSchema) => choices(schema)?.find(({ type }) => type !== 'null')

/** Default and limits of a value in words; empty where there are none. */
export function noteText(schema: JsonSchema): string {
  const {
    format,
    default: preset,
    minimum,
    maximum,
    maxLength,
    maxItems,
  } = {
    ...notNull(schema),
    ...schema,
  }
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : maximum !== undefined && `at most ${maximum}`
  return [
    preset !== undefined && `default ${JSON.stringify(preset)}`,
    range,
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`,
    format === 'date-time' ? undefined : format,
  ]
    .filter((part) => part !== undefined && part !== false)
    .join(', ')
}

/** A field as a row of a table. */
export const rowOfField = (name: string, schema: JsonSchema, required: boolean): CallField => ({
  name,
  type: typeText(schema),
  required,
  meaning: schema.description ?? '',
  note: noteText(schema),
})

/**
 * The fields of an object and of the objects in it, for a table. An array's are those of its items; of several forms all are
 * listed, and required is what each of them asks for.
 */
export function fieldsOf(schema: JsonSchema, schemas: Schemas): CallField[] {
  return below(schema, schemas, '', new Set())
}

function below(given: JsonSchema, schemas: Schemas, prefix: string, open: ReadonlySet<string>): CallField[] {
  const { schema, name } = resolve(given, schemas)
  if (name !== undefined && open.has(name)) return []
  const inside = name === undefined ? open : new Set([...open, name])
  if (schema.items) return below(schema.items, schemas, `${prefix}[]`, inside)
  const forms = choices(schema)?.map((part) => below(part, schemas, prefix, inside))
  if (forms) return joined(forms.filter((fields) => fields.length > 0))
  if (prefix.split('.').length > DEPTH) return []
  const at = (key: string) => (prefix === '' ? key : `${prefix}.${key}`)
  const listed = (key: string, value: JsonSchema) => [
    rowOfField(at(key), value, schema.required?.includes(key) ?? false),
    ...below(value, schemas, at(key), inside),
  ]
  const any = anyField(schema, schemas)
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, value]) => listed(key, value)),
    ...(any ? below(any, schemas, at('{key}'), inside) : []),
  ]
}

/** What stands under any key of an object, where that is known. */
function anyField({ additionalProperties: any }: JsonSchema, schemas: Schemas): JsonSchema | undefined {
  if (typeof any !== 'object' || refName(any) === 'Json') return undefined
  return Object.keys(resolve(any, schemas).schema).length > 0 ? any : undefined
}

/** The fields of all forms of an object, each once. */
function joined(forms: readonly CallField[][]): CallField[] {
  const all = new Map(forms.flat().map((field) => [field.name, field]))
  const isEverywhere = (name: string) =>
    forms.every((fields) => fields.some((field) => field.name === name && field.required))
  return [...all.values()].map((field) => ({ ...field, required: isEverywhere(field.name) }))
}

/** An example of a body with the required fields, or with all where none is. */
export function exampleOf(given: JsonSchema, schemas: Schemas, name = '', depth = 0): unknown {
  const { schema } = resolve(given, schemas)
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined && depth > 0) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = choices(schema) ?? []
  if (choice) return exampleOf(choice, schemas, name, depth)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array')
    return schema.items && depth < DEPTH ? [exampleOf(schema.items, schemas, name, depth + 1)] : []
  if (type === 'object' || schema.properties) {
    const keys = schema.required?.length ? schema.required : Object.keys(schema.properties ?? {})
    const any = keys.length === 0 && anyField(schema, schemas)
    if (depth >= DEPTH) return {}
    const fields = keys.map((key): [string, JsonSchema] => [key, schema.properties?.[key] ?? {}])
    return Object.fromEntries(
      (any ? [...fields, ['key', any] as const] : fields).map(([key, value]) => [
        key,
        exampleOf(value, schemas, key, depth + 1),
      ]),
    )
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  if (type === 'boolean') return true
  if (type === 'null') return null
  return textExample(name, schema)
}

/** A text in the form that its format or its name asks for. */
function textExample(name: string, { format }: JsonSchema): string {
  if (format === 'date-time') return '2026-01-31T09:00:00.000Z'
  if (format === 'email' || name === 'email') return 'ana@example.com'
  if (/(^|_)id$|Ids?$|^ids$/.test(name)) return '6b0ae88d036c677ac51b462e'
  if (/url$/i.test(name)) return 'https://example.com/'
  return 'text'
}
