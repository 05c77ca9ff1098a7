import type { Json, JsonObject } from '#shared/lib/json.ts'

/** The present plan with the content that it had at a revision: who saved it when, and its version, are those of now. */
export function restoredPlan(stored: JsonObject, revision: JsonObject): JsonObject {
  const { name, description, tags, initialState, outputsDef, firstTasks, errorTasks, tasks } = revision
  const content = { name, description, tags, initialState, outputsDef, firstTasks, errorTasks, tasks }
  return Object.fromEntries(
    Object.entries({ ...stored, ...content }).filter(
      (entry): entry is [string, Json] => entry[1] !== undefined,
    ),
  )
}

/**
 * What to save when `stored` has been edited to `edited`: the edited plan as it is. Only where the platform counts
 * versions it goes with that of `stored`, whatever the text says, so that a change of somebody else is found out.
 */
export function planUpdate({ version }: JsonObject, edited: JsonObject): JsonObject {
  return typeof version === 'number' && Number.isInteger(version) ? { ...edited, version } : edited
}
