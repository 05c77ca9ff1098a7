import { compileSchema } from '#shared/lib/json-schema/compile.ts'
import {
  isJsonObject,
  type InputSchema,
  type JsonFault,
  type JsonPath,
} from '#shared/lib/json-schema/schema.ts'
import type { Json } from '#shared/lib/json.ts'

const reference = /^\$(?:state|var)\./

/** Whether a value is, or contains, a reference to the state or to a variable: only a run knows what it is. */
function hasReference(value: Json | undefined): boolean {
  if (typeof value === 'string') return reference.test(value)
  if (Array.isArray(value)) return value.some(hasReference)
  return isJsonObject(value) && Object.values(value).some(hasReference)
}

function valueAt(value: Json, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)]
    return isJsonObject(at) && Object.hasOwn(at, part) ? at[String(part)] : undefined
  }, value)
}

/**
 * What is wrong in the inputs of a task as they are written, by the schema that its worker states. What depends on a
 * reference is not known before a run and is no fault; of the whole it is what a missing name says.
 */
export function faultsOfInputs(schema: InputSchema, inputs: Json): JsonFault[] {
  return compileSchema(schema)
    .faultsOf(inputs)
    .filter(({ path }) => !hasReference(valueAt(inputs, path)))
}
