import type { Json, JsonObject } from '#shared/lib/json.ts'
import { readPath, referencePath, setOwn } from '#shared/lib/references.ts'
import { bytesOf } from '#shared/lib/wire.ts'
import { MAX_HOOK_STATE } from './constants.ts'
import { hookMessages } from './messages.ts'

/** A place in a mapping that is wrong. */
export interface MappingFault {
  path: (string | number)[]
  message: string
}

/** Whether a text is meant as a reference to the body: `$bodyguard` is not. */
const isMeant = (text: string) => text === '$body' || text.startsWith('$body.')

/** The path of `$body` and `$body.a.b`; null for any other value. */
const bodyPath = (value: Json): string[] | null => (value === '$body' ? [] : referencePath('$body.', value))

/** References that cannot be read, such as `$body..name`. */
export function mappingFaults(mapping: JsonObject): MappingFault[] {
  const faults: MappingFault[] = []
  const visit = (value: Json, path: (string | number)[]) => {
    if (typeof value === 'string') {
      if (isMeant(value) && bodyPath(value) === null)
        faults.push({ path, message: hookMessages.badReference })
    } else if (Array.isArray(value)) value.forEach((item, index) => visit(item, [...path, index]))
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
  }
  visit(mapping, [])
  return faults
}

/** The mapping makes more of a body than an initial state may have. */
export class MappedTooLarge extends Error {}

/**
 * The initial state that a mapping makes of a body: references are replaced by what the body has there, all else stays. What
 * the body does not have is left out of objects and null in lists. Throws MappedTooLarge; sizes are summed up before anything
 * is copied, because one mapping may name a large body many times.
 */
export function applyMapping(mapping: JsonObject, body: Json): JsonObject {
  let size = 0
  const sizes = new Map<string, number>()
  const resolve = (value: Json): Json | undefined => {
    if (typeof value === 'string') {
      const path = bodyPath(value)
      if (path === null) return value
      const found = readPath(body, path)
      if (found === undefined) return undefined
      const known = sizes.get(value) ?? bytesOf(JSON.stringify(found))
      sizes.set(value, known)
      size += known
      if (size > MAX_HOOK_STATE) throw new MappedTooLarge()
      return found
    }
    if (Array.isArray(value)) return value.map((item) => resolve(item) ?? null)
    return value !== null && typeof value === 'object' ? mapped(value) : value
  }
  const mapped = (from: JsonObject): JsonObject => {
    const made: JsonObject = {}
    for (const [key, value] of Object.entries(from)) {
      const found = resolve(value)
      if (found !== undefined) setOwn(made, key, found)
    }
    return made
  }
  return mapped(mapping)
}
