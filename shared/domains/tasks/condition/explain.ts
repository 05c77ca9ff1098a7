import type { Json, JsonObject } from '#shared/lib/json.ts'
import { MAX_CONDITION_DEPTH } from './check.ts'
import { evaluate, isTruthy, MAX_CONDITION_WORK, type ConditionFacts, type Work } from './evaluate.ts'

/** Characters of a value, and elements of a list; more are cut. */
const MAX_VALUE = 40
const MAX_ELEMENTS = 8
/** Operands of one `or` that are named. */
const MAX_OPERANDS = 3
/** Characters of a whole explanation. */
const MAX_TEXT = 240

/**
 * Why a condition is false, with the values that its evaluation has seen: `crypto not in regions (EU, UK, US, AP)`. Of
 * nested conditions only those that decided are named. Without a state it says what the definition says: `crypto not in
 * regions`. Empty where there is nothing to say. Throws TooCostly like the evaluation.
 */
export function explainCondition(
  condition: Json,
  state: JsonObject | null,
  work: Work = { left: MAX_CONDITION_WORK },
): string {
  return cut(whyFalse(condition, state && { state, work }, 1), MAX_TEXT)
}

/** Without the values in parentheses: `crypto not in regions`. */
export function withoutValues(explanation: string): string {
  return explanation.replace(/ \((?:"(?:[^"\\]|\\.)*"|[^"()])*\)/g, '')
}

type Facts = ConditionFacts | null

function whyFalse(part: Json, facts: Facts, depth: number): string {
  if (depth > MAX_CONDITION_DEPTH) return 'nested too deep'
  if (typeof part !== 'object' || part === null) return valueText(part)
  if (Array.isArray(part)) return 'empty list'
  const operator = Object.keys(part)[0]
  const operand = operator === undefined ? null : (part[operator] ?? null)
  if (operator === 'var')
    return `${pathOf(operand)} is ${facts ? valueText(valueOf(part, facts, depth)) : 'false'}`
  if (!Array.isArray(operand)) return ''
  if (operator === 'in') return membership(operand, facts, depth)
  if (operator === 'or') return joined(operand, ' and ', facts, depth)
  if (operator !== 'and') return ''
  const decisive = facts && operand.find((one) => !isTruthy(valueOf(one, facts, depth + 1)))
  return decisive === null || decisive === undefined
    ? joined(operand, ' or ', facts, depth)
    : whyFalse(decisive, facts, depth + 1)
}

function joined(operands: Json[], word: string, facts: Facts, depth: number): string {
  const named = operands.slice(0, MAX_OPERANDS).map((operand) => whyFalse(operand, facts, depth + 1))
  const more = operands.length - named.length
  if (more > 0) named.push(`${more} more`)
  return [...new Set(named)].filter(Boolean).join(word)
}

function membership([needle = null, hay = null]: Json[], facts: Facts, depth: number): string {
  return `${operandText(needle, facts, depth + 1)} not in ${operandText(hay, facts, depth + 1)}`
}

/** A literal as it is; of everything else its source, and the value in parentheses. */
function operandText(part: Json, facts: Facts, depth: number): string {
  if (Array.isArray(part) && part.every(isPlain)) return listText(part)
  if (isPlain(part)) return valueText(part)
  const source = sourceText(part, depth)
  return facts ? `${source} (${bare(valueOf(part, facts, depth))})` : source
}

/** The part of a definition in words. */
function sourceText(part: Json, depth: number): string {
  if (depth > MAX_CONDITION_DEPTH) return '…'
  if (isPlain(part)) return valueText(part)
  if (Array.isArray(part)) return cut(part.map((one) => sourceText(one, depth + 1)).join(', '), MAX_VALUE)
  const operator = Object.keys(part)[0] ?? ''
  const operand = part[operator] ?? null
  if (operator === 'var') return pathOf(operand)
  if (!Array.isArray(operand)) return '…'
  return cut(operand.map((one) => sourceText(one, depth + 1)).join(` ${operator} `), MAX_VALUE)
}

/** The path that a `var` reads; the whole state has none. */
function pathOf(operand: Json): string {
  const path = Array.isArray(operand) ? operand[0] : operand
  return typeof path === 'string' && path !== '' ? cut(path, 2 * MAX_VALUE) : 'state'
}

const isPlain = (part: Json) => typeof part !== 'object' || part === null

const valueOf = (part: Json, facts: ConditionFacts, depth: number) => evaluate(part, facts, depth)

/** A value inside parentheses. */
const bare = (value: Json) => (Array.isArray(value) ? listText(value) : valueText(value))

const listText = (list: Json[]) => {
  const named = list.slice(0, MAX_ELEMENTS).map(valueText)
  if (list.length > MAX_ELEMENTS) named.push(`${list.length - MAX_ELEMENTS} more`)
  return named.length === 0 ? 'empty' : named.join(', ')
}

/** A value in short; a text that could be taken for something else is in quotes. */
function valueText(value: Json): string {
  if (value === null) return 'not set'
  if (Array.isArray(value))
    return value.length === 0 ? 'empty' : `${value.length} value${value.length === 1 ? '' : 's'}`
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return String(value)
  if (value === '') return 'empty'
  const text = cut(value, MAX_VALUE)
  return /^[\p{L}\p{N}_.:@/+…-]+(?: [\p{L}\p{N}_.:@/+…-]+)*$/u.test(text) ? text : JSON.stringify(text)
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
