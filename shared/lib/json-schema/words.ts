import type { Json } from '../json.ts'
import { isJsonObject } from './schema.ts'

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** Longest value in a message, and how many are named. */
const MAX_VALUE = 60
const MAX_VALUES = 12

/** `a number or text` */
export const typesInWords = (names: readonly string[]) =>
  names.map((name) => types[name] ?? name).join(' or ')

/** A value in a message: a text without quotation marks, anything else as JSON; cut. */
export function valueInWords(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

/** `must be one of EU, US`, `must be EU`. */
export function oneOfWords(values: readonly Json[]): string {
  const named = values.slice(0, MAX_VALUES).map(valueInWords)
  const more = values.length - named.length
  if (values.length === 1) return `must be ${named[0]}`
  return `must be one of ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** `have at least 3 characters` */
export const boundWords = (end: 'least' | 'most', limit: number, [one, many]: readonly [string, string]) =>
  `must have at ${end} ${limit} ${limit === 1 ? one : many}`

/** The type of a value as schemas name it. */
export function typeOfJson(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/** Whether two values are equal: fields in any order. */
export function sameJson(one: Json, other: Json): boolean {
  if (one === other) return true
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => sameJson(item, other[at]!))
    )
  if (!isJsonObject(one) || !isJsonObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(one[name]!, other[name]!))
  )
}

/** A text that two values have in common only if they are equal. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_name, part: Json) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
