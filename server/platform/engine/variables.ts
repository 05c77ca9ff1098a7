import { setOwn, variableOf } from '#shared/lib/references.ts'
import { MAX_INPUTS_SIZE } from '#shared/domains/workqueues/rules.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { TaskFailure } from './executor.ts'
import type { NamedSecret } from './redaction.ts'
import type { Run } from './run.ts'
import type { RunTask } from './task.ts'
import type { VariableReader } from './types.ts'

/**
 * Variables of an app in the inputs of its tasks: `$var.{name}`, at any depth. They are secrets, so only the
 * reference is stored and shown. Its value is inserted here, when an attempt is handed to a worker, and each
 * attempt reads the value again. Scripts receive values too. Built-in tasks never do: what they return becomes state,
 * reasons, logs and children.
 */

type Handed = Pick<RunTask, 'inputs' | 'resolvedInputs'>
type OfApp = Pick<Run, 'accountId' | 'appId'>

/** Variables that the inputs of one task may name. */
const MAX_VARIABLES = 200

/**
 * The inputs for a worker: `$state` and `$var` resolved. Reads variables only if the task names any. Throws
 * what `withVariables` and `read` throw.
 */
export async function inputsForWorker(task: Handed, run: OfApp, read: VariableReader): Promise<JsonObject> {
  const variables = await variablesOf(task, run, read)
  return variables ? withVariables(task, variables) : (task.resolvedInputs ?? {})
}

/**
 * The inputs for a built-in task: `$state` resolved, `$var` as written. A variable that a worker could not
 * receive fails it too, so that a wrong name is found.
 */
export async function inputsForBuiltin(task: Handed, run: OfApp, read: VariableReader): Promise<JsonObject> {
  const variables = await variablesOf(task, run, read)
  if (variables) withVariables(task, variables)
  return task.resolvedInputs ?? {}
}

/** The inputs for a script, which are those for a worker, and the values that they contain. */
export async function inputsForScript(task: Handed, run: OfApp, read: VariableReader): Promise<ScriptInputs> {
  const variables = await variablesOf(task, run, read)
  if (!variables) return { inputs: task.resolvedInputs ?? {}, secrets: [] }
  const inputs = withVariables(task, variables)
  return {
    inputs,
    secrets: [...variables].flatMap(([name, value]) => (value === null ? [] : { name, value })),
  }
}

export interface ScriptInputs {
  inputs: JsonObject
  secrets: NamedSecret[]
}

/** The variables that a task names; null when it names none. */
async function variablesOf({ inputs }: Handed, { accountId, appId }: OfApp, read: VariableReader) {
  const names = variableNames(inputs)
  if (names.length > MAX_VARIABLES)
    throw new TaskFailure(`Its inputs name ${names.length} variables, at most ${MAX_VARIABLES} are possible`)
  return names.length === 0 ? null : read(accountId, appId, names)
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
 * text from the state is data, and data that reads `$var.x` must not read a secret. Throws TaskFailure for
 * a variable that the app does not have or that cannot be read, and when the values make the inputs larger than
 * their limit.
 */
export function withVariables(task: Handed, variables: ReadonlyMap<string, string | null>): JsonObject {
  let size = 0
  const valueOf = (name: string): string => {
    const value = variables.get(name)
    if (value === undefined) throw new TaskFailure(`Unknown variable: $var.${name}`)
    if (value === null)
      throw new TaskFailure(
        `The variable $var.${name} cannot be read: it was sealed with another SECRETS_KEY`,
      )
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
