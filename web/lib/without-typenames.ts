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
