import type { Json, JsonObject } from '#shared/lib/json.ts'

/** Spaces per level of JSON in an editor. */
const INDENT = 4

export type Parsed<Value> = { value: Value } | { reason: string }

/** The value of a JSON text, or the reason why it is invalid. */
export function parseJson(text: string): Parsed<unknown> {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

/** The object of a JSON text, or the reason why it is invalid. An empty text is an empty object. */
export function parseJsonObject(text: string): Parsed<JsonObject> {
  if (text.trim() === '') return { value: {} }
  const parsed = parseJson(text)
  if ('reason' in parsed) return parsed
  const { value } = parsed
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { value: value as JsonObject } : { reason: 'it must be an object: { … }' }
}

/** Formats a value as JSON text for an editor. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, INDENT)
}

/** Formats a JSON text for an editor; a text that is not JSON stays unchanged. */
export function prettyJson(text: string): string {
  const parsed = parseJson(text)
  return 'reason' in parsed ? text : formatJson(parsed.value)
}

/** A copy of a read value without the `__typename` fields that the client's cache asks for. JSON values only. */
export function withoutTypenames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTypenames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__typename')
      .map(([key, member]) => [key, withoutTypenames(member)]),
  )
}

/** The length of a list or an object: `[214 items]`, `{3 keys}`. */
export function lengthText(value: object): string {
  if (Array.isArray(value))
    return `[${value.length.toLocaleString('en')} ${value.length === 1 ? 'item' : 'items'}]`
  const keys = Object.keys(value).length
  return `{${keys.toLocaleString('en')} ${keys === 1 ? 'key' : 'keys'}}`
}

/** A value in at most `most` characters: a longer list or object by its length, any other value cut. */
export function briefJson(value: Json, most: number): string {
  const text = JSON.stringify(value)
  if (text.length <= most) return text
  return typeof value === 'object' && value !== null ? lengthText(value) : `${text.slice(0, most - 1)}…`
}
