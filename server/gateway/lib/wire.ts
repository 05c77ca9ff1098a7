import type { Json } from '#shared/lib/json.ts'

/**
 * An entity as a platform has answered it, unchecked. `Entity` is what the contract says of it; platforms write the same
 * answer differently (docs/platform-contract.md#entities), so its fields are read one by one (`readers`), never directly.
 */
export type Wire<Entity = unknown> = Readonly<Record<string, unknown>> & { readonly [contract]?: Entity }

declare const contract: unique symbol

export const isWire = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads one field of an entity; the shape that Pothos takes as `resolve`. */
export type Read<T> = (entity: Wire) => T

/** The id, whichever way it is spelled. Empty when the entity has none. */
export const wireId: Read<string> = (entity) => String(entity['_id'] ?? entity['id'] ?? '')

/** Text, empty by default. Other scalars are shown as text. */
export const text =
  (key: string): Read<string> =>
  (entity) =>
    asText(entity[key]) ?? ''

export const textOrNull =
  (key: string): Read<string | null> =>
  (entity) =>
    asText(entity[key])

/** A number, null when missing or not a number. */
export const numberOrNull =
  (key: string): Read<number | null> =>
  (entity) =>
    asNumber(entity[key])

/** An integer that GraphQL takes as Int, null when missing or anything else: what is larger would fail the whole answer. */
export const integerOrNull =
  (key: string): Read<number | null> =>
  (entity) => {
    return asInteger(entity[key])
  }

export const flagOrNull =
  (key: string): Read<boolean | null> =>
  (entity) => {
    const value = entity[key]
    return typeof value === 'boolean' ? value : null
  }

/** A list of texts; anything else in it is left out. */
export const texts =
  (key: string): Read<string[]> =>
  (entity) => {
    const value = entity[key]
    return Array.isArray(value) ? value.flatMap((part) => asText(part) ?? []) : []
  }

/** A list of entities; anything else in it is left out. */
export const wires =
  (key: string): Read<Wire[]> =>
  (entity) => {
    const value = entity[key]
    return Array.isArray(value) ? value.filter(isWire) : []
  }

/** Any JSON value, null when missing. */
export const jsonOrNull =
  (key: string): Read<Json> =>
  (entity) =>
    (entity[key] ?? null) as Json

/** A moment as an ISO string, null when missing or not a moment. */
export const momentOrNull =
  (key: string): Read<string | null> =>
  (entity) =>
    asMoment(entity[key])

/**
 * A moment that the screens cannot do without: of the first key that has one, else the moment inside an id of
 * 24 hex digits, else 1970.
 */
export const moment =
  (...keys: string[]): Read<string> =>
  (entity) => {
    for (const key of keys) {
      const found = asMoment(entity[key])
      if (found) return found
    }
    const id = wireId(entity)
    const seconds = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) : 0
    return new Date(seconds * 1000).toISOString()
  }

/** The id of another entity, which a platform answers bare or whole (spec section 3: `teamId`). */
export const referenceId =
  (key: string): Read<string | null> =>
  (entity) => {
    const other = entity[key]
    return (isWire(other) ? wireId(other) : text(key)(entity)) || null
  }

/** The name of another entity where it came whole, else null. */
export const referenceName =
  (key: string): Read<string | null> =>
  (entity) => {
    const other = entity[key]
    return isWire(other) ? textOrNull('name')(other) : null
  }

/** One entity, bare or in `data`. */
export function entityOf<Entity>(answer: unknown): Wire<Entity> {
  if (!isWire(answer)) return {}
  const inner = answer['data']
  return !('_id' in answer) && isWire(inner) ? inner : answer
}

/** The rows of a list and the count of all, without which a list counts itself. */
export function pageOf<Entity>(answer: unknown): { rows: Wire<Entity>[]; total: number } {
  const rows = rowsOf<Entity>(answer)
  const list = isWire(answer) && isWire(answer['data']) ? answer['data'] : answer
  const total = isWire(list) ? asInteger(list['total']) : null
  return { rows, total: total ?? rows.length }
}

/** The rows of a list: bare, in `data`, in `docs`, or under a name of their own, as `members`. */
export function rowsOf<Entity>(answer: unknown, name = 'docs'): Wire<Entity>[] {
  if (Array.isArray(answer)) return answer.filter(isWire)
  if (!isWire(answer)) return []
  return rowsOf(answer[name] ?? answer['data'], name)
}

/** What a call has added to an entity's list: answered by itself, or as the last of that list. */
export function addedOf<Entity>(answer: unknown, list: string): Wire<Entity> {
  const entity = entityOf<Entity>(answer)
  const added = entity[list]
  return (Array.isArray(added) && added.filter(isWire).at(-1)) || entity
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
 * A bare entity out of an answer: foreign platforms put one into `data` (contract section 4).
 * `has` names a member that the bare entity always has.
 */
export function unwrap(answer: unknown, has: string): unknown {
  if (typeof answer !== 'object' || answer === null || has in answer) return answer
  return (answer as { data?: unknown }).data ?? answer
}
