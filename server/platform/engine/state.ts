import { readPath, setOwn, statePath } from '#shared/lib/references.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { Scale } from './limits/weigh.ts'

/**
 * The inputs with every `$state.{path}` replaced by its value, null where there is none, and their size as JSON.
 * Throws TooLarge as soon as the sum of what is resolved passes the limit.
 */
export function resolveInputs(
  inputs: JsonObject,
  state: JsonObject,
  limit: number,
): { resolved: JsonObject; bytes: number } {
  const scale = new Scale('inputs', limit, 'resolved')
  const resolved = resolveObject(inputs, state, scale)
  return { resolved, bytes: scale.bytes }
}

function resolve(part: Json, state: JsonObject, scale: Scale): Json {
  if (typeof part === 'string') {
    const path = statePath(part)
    const value = path ? (readPath(state, path) ?? null) : part
    scale.value(value)
    return value
  }
  if (typeof part !== 'object' || part === null) {
    scale.value(part)
    return part
  }
  return Array.isArray(part) ? resolveList(part, state, scale) : resolveObject(part, state, scale)
}

function resolveList(list: Json[], state: JsonObject, scale: Scale): Json[] {
  scale.add(2)
  return list.map((element, index) => {
    scale.enter(index)
    const resolved = resolve(element, state, scale)
    scale.leave()
    return resolved
  })
}

function resolveObject(object: JsonObject, state: JsonObject, scale: Scale): JsonObject {
  scale.add(2)
  const resolved: JsonObject = {}
  for (const [name, value] of Object.entries(object)) {
    scale.enter(name)
    setOwn(resolved, name, resolve(value, state, scale))
    scale.leave()
  }
  return resolved
}

/** A field of a result and the path in the state that it is written to. */
export interface Output {
  field: string
  path: string[]
  value: Json
}

/** What a task's `outputs` select from its result: each field with its path. Absent fields write nothing. */
export function selectOutputs(outputs: Readonly<Record<string, string>>, result: JsonObject): Output[] {
  const selected: Output[] = []
  for (const [field, target] of Object.entries(outputs)) {
    const path = statePath(target)
    const value = Object.hasOwn(result, field) ? result[field] : undefined
    if (path && value !== undefined) selected.push({ field, path, value })
  }
  return selected
}

type Placed = Pick<Output, 'path' | 'value'>
type Container = JsonObject | Json[]

/**
 * A copy of the state with the values written at their paths, in order; missing objects are created. Each object
 * is copied at most once, however many values are written into it.
 */
export function writeOutputs(state: JsonObject, outputs: readonly Placed[]): JsonObject {
  const own = new Set<Container>()
  let root: Container = state
  for (const { path, value } of outputs) {
    let parent: Container | null = null
    let at: Json | undefined = root
    path.forEach((part, index) => {
      const node = ownNode(at, part, own)
      if (parent) put(parent, path[index - 1]!, node)
      else root = node
      parent = node
      at = readPath(node, [part])
    })
    if (parent) put(parent, path.at(-1)!, value)
  }
  return root as JsonObject
}

/** The container as a copy that may be changed; what cannot have such a part is replaced by an object. */
function ownNode(at: Json | undefined, part: string, own: Set<Container>): Container {
  const isContainer = typeof at === 'object' && at !== null
  const kept = isContainer && (!Array.isArray(at) || isPlaceIn(at, part)) ? at : {}
  if (own.has(kept)) return kept
  const copy = Array.isArray(kept) ? kept.slice() : copyOf(kept)
  own.add(copy)
  return copy
}

function copyOf(object: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const [name, value] of Object.entries(object)) setOwn(copy, name, value)
  return copy
}

function put(container: Container, part: string, value: Json): void {
  if (Array.isArray(container)) container[Number(part)] = value
  else setOwn(container, part, value)
}

const isPlaceIn = (list: Json[], part: string) => /^\d+$/.test(part) && Number(part) < list.length
