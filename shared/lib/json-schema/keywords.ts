import type { JsonObject } from '../json.ts'
import { isJsonObject, isSchema, ownField, type InputSchema } from './schema.ts'

/** Which kinds of keywords a schema has, kept because the same schema is applied to many values. */
interface Kinds {
  inPlace: boolean
  entries: boolean
  fields: boolean
  /** The steps that its names and texts take for each value: few schemas have so many that it is more than none. */
  weight: number
}

const keywords = {
  inPlace: '$ref allOf anyOf oneOf not if dependentSchemas'.split(' '),
  entries: 'uniqueItems minItems maxItems prefixItems items contains unevaluatedItems'.split(' '),
  fields:
    'required dependentRequired minProperties maxProperties properties patternProperties additionalProperties propertyNames unevaluatedProperties'.split(
      ' ',
    ),
}
const knownKinds = new WeakMap<JsonObject, Kinds>()

/** The kinds of keywords of a schema. */
export function kindsOf(schema: JsonObject): Kinds {
  let kinds = knownKinds.get(schema)
  if (!kinds) {
    const has = (names: readonly string[]) => names.some((name) => Object.hasOwn(schema, name))
    kinds = {
      inPlace: has(keywords.inPlace),
      entries: has(keywords.entries),
      fields: has(keywords.fields),
      weight: weightOf(schema),
    }
    knownKinds.set(schema, kinds)
  }
  return kinds
}

/** Names are looked up in each value, texts are compared with it. */
function weightOf(schema: JsonObject): number {
  const names = ['properties', 'dependentRequired', 'dependentSchemas'].flatMap((keyword) =>
    Object.keys(namedAt(schema, keyword)),
  )
  const texts = ['required', 'enum', 'const'].map((keyword) => ownField(schema, keyword) ?? 0)
  return Math.floor(names.length / 8) + Math.floor(JSON.stringify(texts).length / 512)
}

/** The schema of a keyword that has one. */
export const schemaAt = (schema: JsonObject, keyword: string): InputSchema | undefined => {
  const part = ownField(schema, keyword)
  return isSchema(part) ? part : undefined
}

/** The schemas of a keyword that has a list of them. */
export const listAt = (schema: JsonObject, keyword: string): InputSchema[] => {
  const part = ownField(schema, keyword)
  return Array.isArray(part) ? part.filter(isSchema) : []
}

/** What a keyword has by name, such as `properties`; each part may be a schema. */
export const namedAt = (schema: JsonObject, keyword: string): JsonObject => {
  const part = ownField(schema, keyword)
  return isJsonObject(part) ? part : {}
}
