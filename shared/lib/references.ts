import type { Json } from './json.ts'

const VARIABLE_PREFIX = '$var.'

/** Names that a variable of an app may have. */
export const variableNamePattern = /^[A-Za-z0-9_-]{1,100}$/

/** Whether a text has the prefix of a variable; only `variableOf` checks the name. */
export const startsAsVariable = (text: string): boolean => text.startsWith(VARIABLE_PREFIX)

/** The name in a reference `$var.{name}`; null for any other value. A reference is the whole string. */
export function variableOf(value: unknown): string | null {
  if (typeof value !== 'string' || !startsAsVariable(value)) return null
  const name = value.slice(VARIABLE_PREFIX.length)
  return variableNamePattern.test(name) ? name : null
}

const STATE_PREFIX = '$state.'

/**
 * The path of a reference `$state.{path}`, split at its dots; null for any other value. A reference is the
 * whole string.
 */
export const statePath = (value: unknown): string[] | null => referencePath(STATE_PREFIX, value)

/** The same of a reference with another prefix, such as `$body.`. */
export function referencePath(prefix: string, value: unknown): string[] | null {
  if (typeof value !== 'string' || !value.startsWith(prefix)) return null
  const path = value.slice(prefix.length).split('.')
  return path.every((part) => part !== '') ? path : null
}

/** The value at a path, by own properties only; undefined when there is none. */
export function readPath(from: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = from
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as { [key: string]: Json })[part]
  }
  return value
}

/** Sets an own property with any name; plain assignment of `__proto__` would change the prototype. */
export function setOwn(target: { [key: string]: Json }, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else target[key] = value
}
