import { readPath, setOwn, statePath } from '#shared/lib/references.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'

/** The inputs with every `$state.{path}` replaced by its value, null where there is none. */
export function resolveInputs(inputs: JsonObject, state: JsonObject): JsonObject {
  return resolveObject(inputs, state)
}

function resolve(part: Json, state: JsonObject): Json {
  if (typeof part === 'string') {
    const path = statePath(part)
    return path ? (readPath(state, path) ?? null) : part
  }
  if (typeof part !== 'object' || part === null) return part
  return Array.isArray(part) ? part.map((element) => resolve(element, state)) : resolveObject(part, state)
}

function resolveObject(object: JsonObject, state: JsonObject): JsonObject {
  const resolved: JsonObject = {}
  for (const [name, value] of Object.entries(object)) setOwn(resolved, name, resolve(value, state))
  return resolved
}

/** What a task's `outputs` select from its result: each value with its path. Absent fields write nothing. */
export function selectOutputs(
  outputs: Readonly<Record<string, string>>,
  result: JsonObject,
): { path: string[]; value: Json }[] {
  const selected: { path: string[]; value: Json }[] = []
  for (const [field, target] of Object.entries(outputs)) {
    const path = statePath(target)
    const value = Object.hasOwn(result, field) ? result[field] : undefined
    if (path && value !== undefined) selected.push({ path, value })
  }
  return selected
}

/** A copy of the state with a value written at a path; missing objects are created. */
export function writePath(state: JsonObject, path: readonly string[], value: Json): JsonObject {
  return written(state, path, 0, value) as JsonObject
}

function written(at: Json | undefined, path: readonly string[], index: number, value: Json): Json {
  const part = path[index]
  if (part === undefined) return value
  const below = at !== undefined ? readPath(at, [part]) : undefined
  const next = written(below, path, index + 1, value)
  if (Array.isArray(at) && isPlaceIn(at, part)) return at.with(Number(part), next)
  const copy: JsonObject = {}
  if (typeof at === 'object' && at !== null && !Array.isArray(at)) {
    for (const [name, own] of Object.entries(at)) setOwn(copy, name, own)
  }
  setOwn(copy, part, next)
  return copy
}

const isPlaceIn = (list: Json[], part: string) => /^\d+$/.test(part) && Number(part) < list.length
