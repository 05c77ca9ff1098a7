import type { Json, JsonObject } from '../json.ts'
import { compilePattern } from './patterns.ts'
import {
  createReferences,
  isJsonObject,
  isSchema,
  listedSchemas,
  MAX_SCHEMA_DEPTH,
  MAX_SCHEMA_SIZE,
  namedSchemas,
  oneSchema,
  ownField,
  SCHEMA_DIALECT,
  schemasIn,
  type JsonFault,
  type JsonPath,
  type InputSchema,
} from './schema.ts'

type Rule = (value: Json) => string | null

const isTextList = (value: Json) => Array.isArray(value) && value.every((each) => typeof each === 'string')
const rule =
  (test: (value: Json) => boolean, words: string): Rule =>
  (value) =>
    test(value) ? null : `must be ${words}`

const text = rule((value) => typeof value === 'string', 'text')
const number = rule((value) => typeof value === 'number', 'a number')
const flag = rule((value) => typeof value === 'boolean', 'true or false')
const count = rule(
  (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  'a whole number of at least 0',
)
const names = rule(
  (value) => isTextList(value) && new Set(value as string[]).size === (value as string[]).length,
  'a list of different texts',
)
const typeNames = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
const type: Rule = (value) =>
  (Array.isArray(value) ? value : [value]).every((name) => typeNames.includes(name as string)) &&
  !(Array.isArray(value) && value.length === 0)
    ? null
    : `must be one of ${typeNames.join(', ')}, or a list of these`
const refused =
  (words: string): Rule =>
  () =>
    words
const local: Rule = (value) =>
  typeof value === 'string' && value.startsWith('#')
    ? null
    : 'must begin with #: it can only lead to a part of this schema'

const rules: Readonly<Record<string, Rule>> = {
  $schema: (value) => (value === SCHEMA_DIALECT ? null : `must be ${SCHEMA_DIALECT}`),
  $ref: local,
  $anchor: rule(
    (value) => typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._]{0,99}$/.test(value),
    'a name',
  ),
  $dynamicRef: refused('is not possible here: use $ref'),
  $dynamicAnchor: refused('is not possible here: use $anchor'),
  type,
  enum: rule((value) => Array.isArray(value) && value.length > 0, 'a list with at least one entry'),
  multipleOf: rule((value) => typeof value === 'number' && value > 0, 'a number of more than 0'),
  maximum: number,
  exclusiveMaximum: number,
  minimum: number,
  exclusiveMinimum: number,
  maxLength: count,
  minLength: count,
  pattern: (value) => text(value) ?? faultOfPattern(value as string),
  maxItems: count,
  minItems: count,
  uniqueItems: flag,
  maxContains: count,
  minContains: count,
  maxProperties: count,
  minProperties: count,
  required: names,
  dependentRequired: rule(
    (value) => isJsonObject(value) && Object.values(value).every(isTextList),
    'an object of lists of texts',
  ),
  format: text,
  title: text,
  description: text,
}

function faultOfPattern(written: string): string | null {
  const compiled = compilePattern(written)
  return 'reason' in compiled ? compiled.reason : null
}

/** What keeps a value from being a schema that can be used; empty for one that can. */
export function checkSchema(schema: Json): JsonFault[] {
  if (!isJsonObject(schema)) return [{ path: [], message: 'must be an object: a JSON Schema' }]
  if (JSON.stringify(schema).length > MAX_SCHEMA_SIZE)
    return [{ path: [], message: `must have at most ${MAX_SCHEMA_SIZE / 1024} KiB` }]
  const faults: JsonFault[] = []
  const resolve = createReferences(schema)
  const known = new Set<InputSchema>()
  const waiting: { path: JsonPath; schema: InputSchema }[] = [{ path: [], schema }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, schema: part } = next
    if (typeof part === 'boolean' || known.has(part)) continue
    known.add(part)
    if (path.length > MAX_SCHEMA_DEPTH)
      return [{ path, message: `is nested deeper than ${MAX_SCHEMA_DEPTH}` }]
    faults.push(...faultsOfKeywords(part, path))
    const reference = ownField(part, '$ref')
    if (typeof reference === 'string' && reference.startsWith('#')) {
      const target = resolve(reference)
      if (target === undefined)
        faults.push({ path: [...path, '$ref'], message: `leads to nothing: ${reference.slice(0, 60)}` })
      else waiting.push({ path: [...path, '$ref'], schema: target })
    }
    // Last in, first out: faults come in the order of the schema.
    waiting.push(
      ...schemasIn(part)
        .reverse()
        .map((inner) => ({ path: [...path, ...inner.path], schema: inner.schema })),
    )
  }
  return faults.length > 0 ? faults : endlessReferences(schema, resolve)
}

function faultsOfKeywords(schema: JsonObject, path: JsonPath): JsonFault[] {
  return Object.entries(schema).flatMap(([keyword, value]): JsonFault[] => {
    const at = [...path, keyword]
    if (Object.hasOwn(rules, keyword)) {
      const message = rules[keyword]!(value)
      return message === null ? [] : [{ path: at, message }]
    }
    if (keyword === '$id' && path.length > 0) return [{ path: at, message: 'is only possible at the top' }]
    if (oneSchema.includes(keyword)) return isSchema(value) ? [] : [{ path: at, message: 'must be a schema' }]
    if (listedSchemas.includes(keyword)) {
      if (!Array.isArray(value) || value.length === 0)
        return [{ path: at, message: 'must be a list of schemas' }]
      return value.flatMap((part, index) =>
        isSchema(part) ? [] : [{ path: [...at, index], message: 'must be a schema' }],
      )
    }
    if (!namedSchemas.includes(keyword)) return []
    if (!isJsonObject(value)) return [{ path: at, message: 'must be an object of schemas' }]
    return Object.entries(value).flatMap(([name, part]): JsonFault[] => {
      if (!isSchema(part)) return [{ path: [...at, name], message: 'must be a schema' }]
      const reason = keyword === 'patternProperties' ? faultOfPattern(name) : null
      return reason === null ? [] : [{ path: [...at, name], message: reason }]
    })
  })
}

/** Schemas that refer to themselves for the same value, which has no end. */
function endlessReferences(
  root: JsonObject,
  resolve: (reference: string) => InputSchema | undefined,
): JsonFault[] {
  const state = new Map<InputSchema, 'open' | 'done'>()
  const samePlace = (schema: JsonObject): InputSchema[] => {
    const reference = ownField(schema, '$ref')
    const target = typeof reference === 'string' ? resolve(reference) : undefined
    const inner = schemasIn(schema).filter(({ path: [keyword] }) => sameValue.includes(keyword as string))
    return [...(target === undefined ? [] : [target]), ...inner.map((part) => part.schema)]
  }
  const isEndless = (schema: InputSchema): boolean => {
    if (typeof schema === 'boolean' || state.get(schema) === 'done') return false
    if (state.get(schema) === 'open') return true
    state.set(schema, 'open')
    const endless = samePlace(schema).some(isEndless)
    state.set(schema, 'done')
    return endless
  }
  const waiting: { path: JsonPath; schema: InputSchema }[] = [{ path: [], schema: root }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, schema } = next
    if (isEndless(schema)) return [{ path, message: 'refers to itself without end' }]
    if (typeof schema !== 'boolean')
      waiting.push(
        ...schemasIn(schema).map((inner) => ({ path: [...path, ...inner.path], schema: inner.schema })),
      )
  }
  return []
}

const sameValue = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']
