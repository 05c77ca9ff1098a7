import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { JsonValidator } from '#shared/lib/json-schema/compile.ts'
import {
  isJsonObject,
  isSchema,
  ownField,
  type JsonPath,
  type InputSchema,
} from '#shared/lib/json-schema/schema.ts'
import { sameJson, typeOfJson } from '#shared/lib/json-schema/words.ts'
import {
  alternativesOf,
  schemaFields,
  labelOfValue,
  readSchema,
  requiredOf,
  textOf,
  typeOf,
  type Alternative,
} from './read-schema.ts'

interface FieldBase {
  path: JsonPath
  label: string
  help: string | null
  required: boolean
  value: Json | undefined
}

/** A value that has one control. */
export type LeafField = FieldBase &
  (
    | { kind: 'text'; long: boolean; secret: boolean }
    | { kind: 'number'; whole: boolean }
    | { kind: 'flag' }
    | { kind: 'date' }
    | { kind: 'moment' }
    | { kind: 'choice'; choices: { label: string; value: Json }[] }
    /** A value that no control can show: it stays as it is. */
    | { kind: 'other' }
  )

/** A control of a form, or a group of them. */
export type SchemaField =
  | LeafField
  | (FieldBase & { kind: 'object'; fields: SchemaField[]; more: string[] })
  | (FieldBase & { kind: 'list'; items: SchemaField[]; itemSchema: InputSchema; least: number; most: number })
  | (FieldBase & {
      kind: 'variant'
      labels: string[]
      chosen: number
      schemas: JsonObject[]
      field: SchemaField | null
    })

/** How deep a form shows fields; deeper values are edited as JSON. */
const MAX_DEPTH = 8

interface Asked {
  schema: InputSchema
  value: Json | undefined
  path: JsonPath
  required: boolean
  validator: JsonValidator
}

/** The field that shows a value by its schema. */
export function fieldOf({ schema, value, path, required, validator }: Asked): SchemaField {
  const read = readSchema(schema, validator.resolve)
  const base = {
    path,
    label: textOf(read, 'title') ?? nameOf(path),
    help: textOf(read, 'description'),
    required,
    value,
  }
  const other: SchemaField = { ...base, kind: 'other' }
  if (path.length > MAX_DEPTH) return other
  const choices = choicesOf(read, validator.resolve)
  if (choices) {
    const fits = value === undefined || choices.some((choice) => sameJson(choice.value, value))
    return fits || !isComposed(value) ? { ...base, kind: 'choice', choices } : other
  }
  const forms = formsOf(read, validator.resolve)
  if (forms.length > 1) return variantOf(base, forms, validator)
  const [only] = forms
  const own = only?.schema ?? read
  const type = typeOf(own)
  if (value !== undefined && value !== null && !canShow(type, value)) return other
  if (type === 'object') return objectOf(base, own, validator)
  if (type === 'array') return listOf(base, own, validator)
  return leafOf(base, own, type) ?? other
}

const nameOf = (path: JsonPath) => {
  const last = path.at(-1)
  return typeof last === 'number' ? `${last + 1}` : (last ?? '')
}

const isComposed = (value: Json) => typeof value === 'object' && value !== null

/** Whether a control of the type shows the value; what was typed into a number field may be a text. */
function canShow(type: string | null, value: Json): boolean {
  const shown = typeOfJson(value)
  if (type === 'number' || type === 'integer') return shown === 'number' || shown === 'string'
  return type === shown
}

/** The values of a choice: of `enum`, of `const`, or of forms that are constants; null for no choice. */
function choicesOf(schema: JsonObject, resolve: JsonValidator['resolve']) {
  const values = ownField(schema, 'enum')
  if (Array.isArray(values)) return values.map((value) => ({ label: labelOfValue(value), value }))
  const constant = ownField(schema, 'const')
  if (constant !== undefined)
    return [{ label: textOf(schema, 'title') ?? labelOfValue(constant), value: constant }]
  const forms = alternativesOf(schema, resolve)
  if (forms.length < 2) return null
  const choices = forms.map(({ label, schema: form }) => ({ label, value: ownField(form, 'const') }))
  return choices.every((choice): choice is { label: string; value: Json } => choice.value !== undefined)
    ? choices
    : null
}

/** The forms of a value, without the one that only says that it may be null. */
const formsOf = (schema: JsonObject, resolve: JsonValidator['resolve']): Alternative[] =>
  alternativesOf(schema, resolve).filter((form) => ownField(form.schema, 'type') !== 'null')

function leafOf(base: FieldBase, schema: JsonObject, type: string | null): LeafField | null {
  if (type === 'number' || type === 'integer') return { ...base, kind: 'number', whole: type === 'integer' }
  if (type === 'boolean') return { ...base, kind: 'flag' }
  if (type !== 'string') return null
  const format = textOf(schema, 'format')
  if (format === 'date') return { ...base, kind: 'date' }
  if (format === 'date-time') return { ...base, kind: 'moment' }
  const most = ownField(schema, 'maxLength')
  const long =
    (typeof most === 'number' && most > 200) || (typeof base.value === 'string' && base.value.includes('\n'))
  return { ...base, kind: 'text', long, secret: format === 'password' }
}

function objectOf(base: FieldBase, schema: JsonObject, validator: JsonValidator): SchemaField {
  const value = isJsonObject(base.value) ? base.value : {}
  const properties = schemaFields(schema)
  const required = new Set(requiredOf(schema))
  const fields = Object.entries(properties).map(([name, part]) =>
    fieldOf({
      schema: part,
      value: ownField(value, name),
      path: [...base.path, name],
      required: required.has(name),
      validator,
    }),
  )
  return {
    ...base,
    kind: 'object',
    fields,
    more: Object.keys(value).filter((name) => !Object.hasOwn(properties, name)),
  }
}

function listOf(base: FieldBase, schema: JsonObject, validator: JsonValidator): SchemaField {
  const items = ownField(schema, 'items')
  if (!isSchema(items) || ownField(schema, 'prefixItems') !== undefined) return { ...base, kind: 'other' }
  const value = Array.isArray(base.value) ? base.value : []
  const bound = (keyword: string, none: number) => {
    const limit = ownField(schema, keyword)
    return typeof limit === 'number' ? limit : none
  }
  return {
    ...base,
    kind: 'list',
    itemSchema: items,
    least: bound('minItems', 0),
    most: bound('maxItems', Number.POSITIVE_INFINITY),
    items: value.map((item, index) =>
      fieldOf({ schema: items, value: item, path: [...base.path, index], required: true, validator }),
    ),
  }
}

/** The form that a value has: the first that it matches, else the one whose constants and type it has. */
function variantOf(base: FieldBase, forms: readonly Alternative[], validator: JsonValidator): SchemaField {
  const { value } = base
  const matched = value === undefined ? -1 : forms.findIndex(({ schema }) => validator.matches(schema, value))
  const chosen =
    matched >= 0 || value === undefined ? matched : forms.findIndex(({ schema }) => resembles(schema, value))
  const form = forms[chosen]
  return {
    ...base,
    kind: 'variant',
    labels: forms.map(({ label }) => label),
    schemas: forms.map(({ schema }) => schema),
    chosen,
    field: form
      ? fieldOf({ schema: form.schema, value, path: base.path, required: base.required, validator })
      : null,
  }
}

function resembles(schema: JsonObject, value: Json): boolean {
  if (!canShow(typeOf(schema), value)) return false
  if (!isJsonObject(value)) return true
  return Object.entries(schemaFields(schema)).every(([name, part]) => {
    const constant = isJsonObject(part) ? ownField(part, 'const') : undefined
    return constant === undefined || sameJson(constant, ownField(value, name) ?? null)
  })
}
