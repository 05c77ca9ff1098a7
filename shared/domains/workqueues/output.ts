import type { Json, JsonObject } from '#shared/lib/json.ts'
import { readPath, setOwn, statePath } from '#shared/lib/references.ts'

/**
 * The output state of a run: the whole state without `outputsDef`; for an object, the object with each
 * `$state.{path}` replaced (null where the state has nothing); for an array, its paths as keys.
 */
export function selectOutput(outputsDef: Json | null | undefined, state: JsonObject): JsonObject {
  if (outputsDef === null || outputsDef === undefined) return state
  if (Array.isArray(outputsDef)) {
    const selected: JsonObject = {}
    for (const path of outputsDef) {
      if (typeof path === 'string')
        setOwn(selected, bare(path), readPath(state, bare(path).split('.')) ?? null)
    }
    return selected
  }
  const selected = typeof outputsDef === 'object' ? select(outputsDef, state) : null
  return selected !== null && typeof selected === 'object' && !Array.isArray(selected) ? selected : {}
}

function select(part: Json, state: JsonObject): Json {
  const path = statePath(part)
  if (path) return readPath(state, path) ?? null
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((element) => select(element, state))
  const selected: JsonObject = {}
  for (const [name, value] of Object.entries(part)) setOwn(selected, name, select(value, state))
  return selected
}

/** A path in an `outputsDef` array may start with `$state.` or not. */
const bare = (path: string) => (path.startsWith('$state.') ? path.slice('$state.'.length) : path)
