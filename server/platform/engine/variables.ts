import { setOwn, variableOf } from '#shared/lib/references.ts'
import { MAX_INPUTS_SIZE } from '#shared/domains/workqueues/rules.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { TaskFailure } from './executor.ts'
import type { Run } from './run.ts'
import type { RunTask } from './task.ts'
import type { VariableReader } from './types.ts'

/**
 * Variables of an app in the inputs of its tasks: `$var.{name}`, at any depth. They are secrets, so only the
 * reference is stored and shown; its value is inserted here, when an attempt is handed to its executor, and
 * each attempt reads the value again.
 */

type Handed = Pick<RunTask, 'inputs' | 'resolvedInputs'>

/**
 * The inputs for an executor or a worker: `$state` and `$var` resolved. Reads variables only if the task
 * names any. Throws what `withVariables` and `read` throw.
 */
export async function inputsFor(
  task: Handed,
  run: Pick<Run, 'accountId' | 'appId'>,
  read: VariableReader,
): Promise<JsonObject> {
  const names = variableNames(task.inputs)
  if (names.length === 0) return task.resolvedInputs ?? {}
  return withVariables(task, await read(run.accountId, run.appId, names))
}

/** The variables that inputs name, each once. */
export function variableNames(inputs: JsonObject): string[] {
  const names = new Set<string>()
  collect(inputs, names)
  return [...names]
}

function collect(part: Json, names: Set<string>): void {
  if (typeof part === 'object' && part !== null) {
    for (const inner of Object.values(part)) collect(inner, names)
    return
  }
  const name = variableOf(part)
  if (name !== null) names.add(name)
}

/**
 * The resolved inputs with the values of variables where the task's author wrote `$var.{name}`. Only there:
 * text from the state is data, and data that reads `$var.x` must not read a secret. Throws TaskFailure
 * `Unknown variable: $var.x`, and when the values make the inputs larger than their limit.
 */
export function withVariables(task: Handed, variables: ReadonlyMap<string, string>): JsonObject {
  let size = 0
  const valueOf = (name: string): string => {
    const value = variables.get(name)
    if (value === undefined) throw new TaskFailure(`Unknown variable: $var.${name}`)
    size += value.length
    if (size > MAX_INPUTS_SIZE)
      throw new TaskFailure(`Its variables would make the inputs larger than ${MAX_INPUTS_SIZE / 1024} KiB`)
    return value
  }
  return putIntoObject(task.inputs, task.resolvedInputs ?? {}, valueOf)
}

type ValueOf = (name: string) => string

/** `resolved` has the form of `written`, except below values that came from the state. */
function putInto(written: Json, resolved: Json, valueOf: ValueOf): Json {
  if (typeof written !== 'object' || written === null) {
    const name = variableOf(written)
    return name === null ? resolved : valueOf(name)
  }
  if (Array.isArray(written))
    return written.map((part, index) => putInto(part, (resolved as Json[])[index] ?? null, valueOf))
  return putIntoObject(written, resolved as JsonObject, valueOf)
}

function putIntoObject(written: JsonObject, resolved: JsonObject, valueOf: ValueOf): JsonObject {
  const put: JsonObject = {}
  for (const [name, part] of Object.entries(written))
    setOwn(put, name, putInto(part, resolved[name] ?? null, valueOf))
  return put
}
