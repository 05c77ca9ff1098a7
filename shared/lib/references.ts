import type { Json } from './json.ts'

const VARIABLE_PREFIX = '$var.'

/** What an app's variable may be called. */
export const variableNamePattern = /^[A-Za-z0-9_-]{1,100}$/

/** Whether a text begins as a reference to a variable does; only `variableOf` says whether it is a good one. */
export const startsAsVariable = (text: string): boolean => text.startsWith(VARIABLE_PREFIX)

/**
 * The name that a reference `$var.{name}` reads; null when the value is no reference. As with `$state.{path}` a
 * reference is the whole string.
 */
export function variableOf(value: unknown): string | null {
  if (typeof value !== 'string' || !startsAsVariable(value)) return null
  const name = value.slice(VARIABLE_PREFIX.length)
  return variableNamePattern.test(name) ? name : null
}

const STATE_PREFIX = '$state.'

/**
 * The path of a reference `$state.{path}`, split at its dots; null when the text is no reference.
 * A reference is the whole string: text around it makes it ordinary text.
 */
export function statePath(value: unknown): string[] | null {
  if (typeof value !== 'string' || !value.startsWith(STATE_PREFIX)) return null
  const path = value.slice(STATE_PREFIX.length).split('.')
  return path.every((part) => part !== '') ? path : null
}

/** What stands at a path, by own properties only; undefined where the path leads nowhere. */
export function readPath(from: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = from
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as { [key: string]: Json })[part]
  }
  return value
}

/** Sets an own property whatever its name; plain assignment would reach the prototype by `__proto__`. */
export function setOwn(target: { [key: string]: Json }, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else target[key] = value
}
