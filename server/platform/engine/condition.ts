import { MAX_CONDITION_DEPTH } from '#shared/domains/workqueues/check-condition.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { readPath } from '#shared/lib/references.ts'
import { limitText, MAX_CONDITION_WORK } from './limits/limits.ts'

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
    super(`condition: the searches of this step go through more than ${limitText(MAX_CONDITION_WORK)}`)
    this.name = 'TooCostly'
  }
}

interface Facts {
  state: JsonObject
  work: Work
}

function evaluate(part: Json, facts: Facts, depth: number): Json {
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
function decide(operands: Json[], decisive: boolean, facts: Facts, depth: number): Json {
  let value: Json = null
  for (const operand of operands) {
    value = evaluate(operand, facts, depth + 1)
    if (isTruthy(value) === decisive) break
  }
  return value
}

function contains(operands: Json[], facts: Facts, depth: number): boolean {
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

function variable(operand: Json, facts: Facts, depth: number): Json {
  const [path, fallback] = Array.isArray(operand) ? operand : [operand]
  if (typeof path !== 'string') return null
  const value = path === '' ? facts.state : readPath(facts.state, path.split('.'))
  return value ?? evaluate(fallback ?? null, facts, depth + 1)
}

function isTruthy(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** Below this length the built-in search has no bad case that matters. */
const SHORT = 32

/**
 * Whether a text contains another, in a time that grows with the sum of their lengths (Knuth, Morris, Pratt).
 * For repetitive texts the time of the built-in search grows with their product: seconds for a state of 1 MB,
 * while nothing else runs.
 */
export function containsText(text: string, wanted: string): boolean {
  if (wanted.length <= SHORT) return text.includes(wanted)
  if (wanted.length > text.length) return false
  const borders = bordersOf(wanted)
  let matched = 0
  for (let place = 0; place < text.length; place++) {
    matched = longer(wanted, borders, matched, text.charCodeAt(place))
    if (matched === wanted.length) return true
  }
  return false
}

/** Of each prefix of a text: the length of its longest proper prefix that is also its suffix. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length)
  for (let place = 1; place < text.length; place++)
    borders[place] = longer(text, borders, borders[place - 1] ?? 0, text.charCodeAt(place))
  return borders
}

/** How much of `wanted` is matched after the next character. */
function longer(wanted: string, borders: Int32Array, matched: number, next: number): number {
  let length = matched
  while (length > 0 && wanted.charCodeAt(length) !== next) length = borders[length - 1] ?? 0
  return wanted.charCodeAt(length) === next ? length + 1 : length
}
