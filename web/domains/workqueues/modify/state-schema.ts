import type { Json, JsonObject } from '#shared/lib/json.ts'
import { isJsonObject } from '#shared/lib/json-schema/schema.ts'
import { isSecretName } from '#web/ui/schema/secret-names.ts'

/** A schema with a field for each value of a state, for the form of a run whose plan has none. */
export function schemaOfState(state: JsonObject): JsonObject {
  return { type: 'object', properties: propertiesOf(state) }
}

const propertiesOf = (of: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, schemaOf(value, name)]))

function schemaOf(value: Json, name: string): JsonObject {
  if (Array.isArray(value)) return { type: 'array', ...itemsOf(value) }
  if (isJsonObject(value)) return { type: 'object', properties: propertiesOf(value) }
  if (typeof value === 'string') return { type: 'string', ...(isSecretName(name) && { format: 'password' }) }
  // A value of null has no control of its own: the form says that it is edited as JSON.
  return value === null ? {} : { type: typeof value }
}

/** Elements of one plain type get fields; others are edited as JSON. */
function itemsOf(list: readonly Json[]): JsonObject {
  const types = new Set(list.map((each) => (each === null ? 'null' : typeof each)))
  const [type] = types
  return types.size === 1 && type !== undefined && type !== 'object' && type !== 'null'
    ? { items: { type } }
    : {}
}
