import { MAX_CONDITION_DEPTH } from '#shared/domains/workqueues/check-condition.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { readPath } from '#shared/lib/references.ts'

/**
 * Whether a condition is true for the state. `and` and `or` return the operand that decided, `in` looks for a
 * value in a list or for a text in a text, `var` reads a path of own properties. Everything falsy in
 * JavaScript is false, and so is an empty list. Never throws: a condition that `checkDefinition` refuses is
 * false.
 */
export function isTrue(condition: Json, state: JsonObject): boolean {
  return isTruthy(evaluate(condition, state, 1))
}

function evaluate(part: Json, state: JsonObject, depth: number): Json {
  if (typeof part !== 'object' || part === null) return part
  if (depth > MAX_CONDITION_DEPTH) return null
  if (Array.isArray(part)) return part.map((element) => evaluate(element, state, depth + 1))
  const operator = Object.keys(part)[0]
  const operand = operator === undefined ? null : part[operator]
  if (operator === 'var') return variable(operand ?? null, state, depth)
  if (!Array.isArray(operand)) return null
  if (operator === 'in') return contains(operand, state, depth)
  if (operator === 'and') return decide(operand, false, state, depth)
  if (operator === 'or') return decide(operand, true, state, depth)
  return null
}

/** The first operand whose truth is `decisive`, else the last. */
function decide(operands: Json[], decisive: boolean, state: JsonObject, depth: number): Json {
  let value: Json = null
  for (const operand of operands) {
    value = evaluate(operand, state, depth + 1)
    if (isTruthy(value) === decisive) break
  }
  return value
}

function contains(operands: Json[], state: JsonObject, depth: number): boolean {
  const needle = evaluate(operands[0] ?? null, state, depth + 1)
  const hay = evaluate(operands[1] ?? null, state, depth + 1)
  if (Array.isArray(hay)) return hay.includes(needle)
  return typeof hay === 'string' && typeof needle === 'string' && containsText(hay, needle)
}

function variable(operand: Json, state: JsonObject, depth: number): Json {
  const [path, fallback] = Array.isArray(operand) ? operand : [operand]
  if (typeof path !== 'string') return null
  const value = path === '' ? state : readPath(state, path.split('.'))
  return value ?? evaluate(fallback ?? null, state, depth + 1)
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
