import type { Json, JsonObject } from '#shared/lib/json.ts'

/** Longer texts are cut. */
const SHOWN_TEXT = 400

export type Value = Json | undefined

export const isObject = (value: Value): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two values are equal, whatever the order of their keys. */
export function isSameJson(a: Value, b: Value): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, index) => isSameJson(each, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  )
}

/** A value on one line, with spaces after commas and colons. */
export function inlineJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inlineJson).join(', ')}]`
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inlineJson(each)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return JSON.stringify(value)
}

/** A value on one line, cut when it is long. */
export function shortJson(value: Value, most = SHOWN_TEXT): string {
  if (value === undefined) return 'none'
  const text = inlineJson(value)
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
