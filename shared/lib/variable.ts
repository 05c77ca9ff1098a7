const PREFIX = '$var.'

/** What an app's variable may be called. */
export const variableNamePattern = /^[A-Za-z0-9_-]{1,100}$/

/** Whether a text begins as a reference to a variable does; only `variableOf` says whether it is a good one. */
export const startsAsVariable = (text: string): boolean => text.startsWith(PREFIX)

/**
 * The name that a reference `$var.{name}` reads; null when the value is no reference. As with `$state.{path}` a
 * reference is the whole string.
 */
export function variableOf(value: unknown): string | null {
  if (typeof value !== 'string' || !startsAsVariable(value)) return null
  const name = value.slice(PREFIX.length)
  return variableNamePattern.test(name) ? name : null
}
