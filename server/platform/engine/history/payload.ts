import type { JsonObject } from '#shared/lib/json.ts'
import type { PastAttempt } from './past-attempt.ts'
import { resolveInputs, selectOutputs, writeOutputs } from '../state.ts'

/** A result of a task as it is stored; null: it was not kept. */
export interface StoredResult {
  /** Where its fields were written to. */
  outputs: Readonly<Record<string, string>>
  result: JsonObject | null
}

/** The state of a run after these results, in their order; null when one that it needs was not kept. */
export function stateAfter(initialState: JsonObject, results: readonly StoredResult[]): JsonObject | null {
  const written = []
  for (const { outputs, result } of results) {
    if (result !== null) written.push(...selectOutputs(outputs, result))
    else if (Object.keys(outputs).length > 0) return null
  }
  return writeOutputs(initialState, written)
}

/** Inputs as they were resolved in that state. */
export const resolvedIn = (inputs: JsonObject, state: JsonObject): JsonObject =>
  resolveInputs(inputs, state, Number.POSITIVE_INFINITY).resolved

/** What an attempt has returned; null without a result, and when it is not known. */
export function outputsOf(
  { status, stateNo, resultNo }: Pick<PastAttempt, 'status' | 'stateNo' | 'resultNo'>,
  result: JsonObject | null,
): JsonObject | null {
  if (status !== 'ended') return null
  const wasEmpty = resultNo === null && stateNo !== null
  return result ?? (wasEmpty ? {} : null)
}
