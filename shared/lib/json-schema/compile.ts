import type { Json } from '../json.ts'
import { evaluateSchema, TooMuchWork, type Evaluation } from './evaluate.ts'
import { compilePattern, type TextPattern } from './patterns.ts'
import { topOf } from './place.ts'
import { createReferences, type JsonFault, type InputSchema } from './schema.ts'

/** How many values one check may look at, counting each as often as a schema looks at it. */
const MAX_STEPS = 300_000

export const TOO_MUCH_WORK = 'takes too much work to check against its schema'

export interface JsonValidator {
  /** What is wrong with a value; empty for a valid one. */
  faultsOf(value: Json): JsonFault[]
  /** Whether a value matches a part of the schema. */
  matches(part: InputSchema, value: Json): boolean
  /** What a reference leads to. */
  resolve(reference: string): InputSchema | undefined
}

const nothingMatches: TextPattern = { test: () => false, cost: () => 1 }

/**
 * Prepares a schema for the check of values. `checkSchema` says whether it can be used; what is wrong in one that was
 * not checked matches nothing. No code is generated from a schema, and the time of a check is bounded.
 */
export function compileSchema(schema: InputSchema): JsonValidator {
  const resolve = createReferences(schema)
  const tracks = JSON.stringify(schema).includes('"unevaluated')
  const patterns = new Map<string, TextPattern>()
  const pattern = (written: string): TextPattern => {
    let known = patterns.get(written)
    if (!known) {
      const compiled = compilePattern(written)
      known = 'pattern' in compiled ? compiled.pattern : nothingMatches
      patterns.set(written, known)
    }
    return known
  }
  const faultsAt = (part: InputSchema, value: Json): JsonFault[] => {
    const faults: JsonFault[] = []
    const of: Evaluation = { resolve, pattern, tracks, left: MAX_STEPS }
    try {
      evaluateSchema(of, part, topOf(value), faults)
    } catch (error) {
      if (error instanceof TooMuchWork) return [{ path: [], message: TOO_MUCH_WORK }]
      throw error
    }
    return faults
  }
  return {
    resolve,
    faultsOf: (value) => faultsAt(schema, value),
    matches: (part, value) => faultsAt(part, value).length === 0,
  }
}
