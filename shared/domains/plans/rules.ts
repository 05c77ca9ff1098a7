import type { Json, JsonObject } from '../../lib/json.ts'

/** What an empty field of a definition looks like; name and tasks may not be empty, and the answer says so. */
const blanks: JsonObject = {
  name: '',
  description: '',
  tags: [],
  initialState: {},
  outputsDef: null,
  firstTasks: [],
  errorTasks: [],
  tasks: null,
}

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
 * What to save when `stored` has been edited to `edited`. A field that was taken out goes along as an empty one, as a
 * platform may leave fields alone that a change does not name. The version is that of `stored`, whatever the text says.
 */
export function planUpdate(stored: JsonObject, edited: JsonObject): JsonObject {
  const removed = Object.entries(blanks).filter(([field]) => field in stored && !(field in edited))
  const { version } = stored
  const update = { ...Object.fromEntries(removed), ...edited }
  return version === undefined ? update : { ...update, version }
}
