import type { Json, JsonObject } from '#shared/lib/json.ts'
import { TaskFailure, type Executor } from '../executor.ts'

/** `task.workforce.plan`: runs `plan` as a child workqueue, from `initialState`, and outputs its output state. */
export const plan: Executor = async ({ inputs, runChildren }) => {
  const request = { planId: planId(inputs), initialState: objectOf(inputs.initialState) }
  const [output] = await runChildren([request], 1)
  return output ?? {}
}

export function planId(inputs: JsonObject): string {
  if (typeof inputs.plan !== 'string' || inputs.plan === '')
    throw new TaskFailure('inputs.plan must be the id of a plan')
  return inputs.plan
}

function objectOf(value: Json | undefined): JsonObject {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new TaskFailure('inputs.initialState must be an object')
  return value
}
