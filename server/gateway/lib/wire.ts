/**
 * An entity as a platform has answered it, unchecked. `Entity` is what the contract says of it; platforms write the same
 * answer differently (docs/platform-contract.md#entities), so its fields are read one by one (`readers`), never directly.
 */
export type Wire<Entity = unknown> = Readonly<Record<string, unknown>> & { readonly [contract]?: Entity }

declare const contract: unique symbol

export const isWire = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The id, whichever way it is spelled. Empty when the entity has none. */
export const wireId = (entity: Wire) => String(entity['_id'] ?? entity['id'] ?? '')

/** One entity, bare or in `data`. */
export function entityOf<Entity>(answer: unknown): Wire<Entity> {
  if (!isWire(answer)) return {}
  const inner = answer['data']
  return !('_id' in answer) && isWire(inner) ? inner : answer
}

/** An entity that was asked for by its app, which a platform need not repeat in the answer. */
export const inApp = <Entity>(entity: Wire<Entity>, appId: string | null): Wire<Entity> =>
  entity['appId'] ? entity : { ...entity, appId }

/**
 * The rows of a list and the number of all rows, at least those of the list. Of a platform that answers more rows than were
 * asked for (`most`) the first ones are used: a browser cannot show thousands at once.
 */
export function pageOf<Entity>(answer: unknown, most = Infinity): { rows: Wire<Entity>[]; total: number } {
  const rows = rowsOf<Entity>(answer)
  const list = isWire(answer) && isWire(answer['data']) ? answer['data'] : answer
  const total = isWire(list) ? asInteger(list['total']) : null
  return { rows: rows.slice(0, most), total: Math.max(total ?? 0, rows.length) }
}

/** The rows of a list: bare, in `data`, in `docs`, or under a named key such as `members`. */
export function rowsOf<Entity>(answer: unknown, name = 'docs'): Wire<Entity>[] {
  if (Array.isArray(answer)) return entitiesIn(answer)
  if (!isWire(answer)) return []
  return rowsOf(answer[name] ?? answer['data'], name)
}

/** The entities of a list, other members dropped; empty when the value is not a list. */
export const entitiesIn = (value: unknown) => (Array.isArray(value) ? value.filter(isWire) : [])

/**
 * The entity that a call has added to a list: the answer itself, or the last one of the list in the answer.
 */
export function addedOf<Entity>(answer: unknown, list: string): Wire<Entity> {
  const entity = entityOf<Entity>(answer)
  return entitiesIn(entity[list]).at(-1) ?? entity
}

export function asText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Some platforms write their numbers as text. */
export function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' && decimal.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** An integer that GraphQL takes as Int, else null. */
export function asInteger(value: unknown): number | null {
  const number = asNumber(value)
  return number !== null && number === (number | 0) ? number : null
}

const decimal = /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i

/** Digits alone are milliseconds since 1970, as a number would be; four of them are a year. */
const epoch = /^\d{5,}$/

export function asMoment(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const time = new Date(typeof value === 'string' && epoch.test(value) ? Number(value) : value)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/**
 * The bare entity of an answer; some platforms put it into `data` (docs/platform-contract.md#calls). `has`
 * names a member that the bare entity always has.
 */
export function unwrap(answer: unknown, has: string): unknown {
  if (typeof answer !== 'object' || answer === null || has in answer) return answer
  return (answer as { data?: unknown }).data ?? answer
}
