import type { Json, JsonObject } from '#shared/lib/json.ts'
import { isJsonObject } from '#shared/lib/json-schema/schema.ts'
import { sameJson } from '#shared/lib/json-schema/words.ts'

/** A value that differs from that of the run; undefined where one side has none. */
export interface ValueChange {
  /** Names of fields, and of tasks by their name: `tasks`, `weigh`, `inputs`, `lot`. */
  path: readonly string[]
  before: Json | undefined
  now: Json | undefined
}

type Value = Json | undefined

/** The values in which two definitions differ: objects by field, tasks by name, other lists as a whole. */
export function valueChanges(before: Value, now: Value, path: readonly string[] = []): ValueChange[] {
  const [old, own] = [membersOf(before), membersOf(now)]
  if (!old || !own) {
    const isSame = before !== undefined && now !== undefined && sameJson(before, now)
    return isSame ? [] : [{ path, before, now }]
  }
  return [...new Set([...Object.keys(old), ...Object.keys(own)])].flatMap((key) =>
    valueChanges(memberOf(old, key), memberOf(own, key), [...path, key]),
  )
}

const memberOf = (of: JsonObject, key: string): Value => (Object.hasOwn(of, key) ? of[key] : undefined)

/** The fields of an object, or the elements of a list by their names; null for a value that is compared as a whole. */
function membersOf(value: Value): JsonObject | null {
  if (isJsonObject(value)) return value
  if (!Array.isArray(value) || value.length === 0) return null
  const named = value.map((each): [string, Json] | null =>
    isJsonObject(each) && typeof each['name'] === 'string' ? [each['name'], each] : null,
  )
  const members = named.filter((each) => each !== null)
  const names = new Set(members.map(([name]) => name))
  return names.size === value.length ? Object.fromEntries(members) : null
}
