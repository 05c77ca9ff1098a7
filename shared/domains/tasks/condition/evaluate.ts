import { MAX_CONDITION_DEPTH } from './check.ts'
import { containsText } from './contains-text.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { readPath } from '#shared/lib/references.ts'

/**
 * Characters and list elements that the conditions of one step may search, together. More would block the
 * process for seconds.
 */
export const MAX_CONDITION_WORK = 64 * 1024 * 1024

/**
 * Whether a condition is true for the state. `and` and `or` return the operand that decided, `in` looks for a
 * value in a list or for a text in a text, `var` reads a path of own properties. Everything falsy in
 * JavaScript is false, and so is an empty list. A condition that `checkDefinition` refuses is false. Searches
 * are subtracted from `work`; throws TooCostly when nothing is left of it.
 */
export function isTrue(
  condition: Json,
  state: JsonObject,
  work: Work = { left: MAX_CONDITION_WORK },
): boolean {
  return isTruthy(evaluate(condition, { state, work }, 1))
}

/** Characters and list elements that may still be searched. */
export interface Work {
  left: number
}

/** The conditions of one step search more than they may. */
export class TooCostly extends Error {
  constructor() {
    super(`condition: the searches of this step go through more than ${MAX_CONDITION_WORK / 1024 / 1024} MiB`)
    this.name = 'TooCostly'
  }
}

/** What a condition is evaluated over. */
export interface ConditionFacts {
  state: JsonObject
  work: Work
}

/** The value of a part of a condition that is nested `depth` deep. */
export function evaluate(part: Json, facts: ConditionFacts, depth: number): Json {
  if (typeof part !== 'object' || part === null) return part
  if (depth > MAX_CONDITION_DEPTH) return null
  if (Array.isArray(part)) return part.map((element) => evaluate(element, facts, depth + 1))
  const operator = Object.keys(part)[0]
  const operand = operator === undefined ? null : part[operator]
  if (operator === 'var') return variable(operand ?? null, facts, depth)
  if (!Array.isArray(operand)) return null
  if (operator === 'in') return contains(operand, facts, depth)
  if (operator === 'and') return decide(operand, false, facts, depth)
  if (operator === 'or') return decide(operand, true, facts, depth)
  return null
}

/** The first operand whose truth is `decisive`, else the last. */
function decide(operands: Json[], decisive: boolean, facts: ConditionFacts, depth: number): Json {
  let value: Json = null
  for (const operand of operands) {
    value = evaluate(operand, facts, depth + 1)
    if (isTruthy(value) === decisive) break
  }
  return value
}

function contains(operands: Json[], facts: ConditionFacts, depth: number): boolean {
  const needle = evaluate(operands[0] ?? null, facts, depth + 1)
  const hay = evaluate(operands[1] ?? null, facts, depth + 1)
  spend(facts.work, needle, hay)
  if (Array.isArray(hay)) return hay.includes(needle)
  return typeof hay === 'string' && typeof needle === 'string' && containsText(hay, needle)
}

function spend(work: Work, needle: Json, hay: Json): void {
  if (typeof hay !== 'string' && !Array.isArray(hay)) return
  work.left -= hay.length + (typeof needle === 'string' && typeof hay === 'string' ? needle.length : 0)
  if (work.left < 0) throw new TooCostly()
}

function variable(operand: Json, facts: ConditionFacts, depth: number): Json {
  const [path, fallback] = Array.isArray(operand) ? operand : [operand]
  if (typeof path !== 'string') return null
  const value = path === '' ? facts.state : readPath(facts.state, path.split('.'))
  return value ?? evaluate(fallback ?? null, facts, depth + 1)
}

/** Whether a value counts as true. */
export function isTruthy(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
