import type { Json, JsonObject } from '#shared/lib/json.ts'

/** The current plan with the content of a revision; author, time and version stay current. */
export function restoredPlan(stored: JsonObject, revision: JsonObject): JsonObject {
  const { name, description, tags, initialState, inputSchema, outputsDef, firstTasks, errorTasks, tasks } =
    revision
  const { expectedMs, deadlineMs, onDeadline, priority } = revision
  const states = { initialState, inputSchema, outputsDef }
  const times = { expectedMs, deadlineMs, onDeadline }
  const content = { name, description, tags, ...states, firstTasks, errorTasks, ...times, priority, tasks }
  return Object.fromEntries(
    Object.entries({ ...stored, ...content }).filter(
      (entry): entry is [string, Json] => entry[1] !== undefined,
    ),
  )
}

/**
 * Body of a save when `stored` was edited to `edited`. Where the platform counts versions it carries the
 * version of `stored`, whatever the text contains, so that a concurrent change is detected.
 */
export function planUpdate({ version }: JsonObject, edited: JsonObject): JsonObject {
  return typeof version === 'number' && Number.isInteger(version) ? { ...edited, version } : edited
}
