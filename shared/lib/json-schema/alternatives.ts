import { namedAt } from './keywords.ts'
import { pathTo, type ValuePlace } from './place.ts'
import { isJsonObject, ownField, type JsonFault, type InputSchema } from './schema.ts'

/** Schemas in a message: by title, else by number. */
export const titles = (schemas: readonly InputSchema[]) =>
  schemas
    .map((schema, index) => {
      const title = isJsonObject(schema) ? schema['title'] : undefined
      return typeof title === 'string' && title !== '' ? `"${title}"` : `form ${index + 1}`
    })
    .join(', ')

/** The faults of the alternative that is meant: the only one whose type and constants are right; else all by name. */
export function faultsOfNearest(
  schemas: readonly InputSchema[],
  each: readonly (readonly JsonFault[])[],
  place: ValuePlace,
): readonly JsonFault[] {
  const path = pathTo(place)
  const meant = each.filter(
    (faults, index) =>
      !faults.some((fault) => fault.path.length === path.length) &&
      !faults.some((fault) => isTag(schemas[index]!, fault.path[path.length])),
  )
  if (meant.length === 1) return meant[0]!
  if (each.length === 1) return each[0]!
  return [{ path, message: `must match one of ${titles(schemas)}` }]
}

/** Whether the constant value of this field distinguishes an alternative from the others. */
function isTag(schema: InputSchema, field: string | number | undefined): boolean {
  const part =
    isJsonObject(schema) && field !== undefined && ownField(namedAt(schema, 'properties'), String(field))
  return isJsonObject(part) && (Object.hasOwn(part, 'const') || Object.hasOwn(part, 'enum'))
}
