import type { Json } from '#shared/lib/json.ts'

/**
 * Entities as a platform answers them. Platforms dress the same answer a little differently (contract
 * section 4), so fields are read here one by one and a missing one becomes its default, never a failure.
 */
export type Wire = Readonly<Record<string, unknown>>

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
    const value = asNumber(entity[key])
    return value !== null && value === (value | 0) ? value : null
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

/** One entity, bare or in `data`. */
export function entityOf(answer: unknown): Wire {
  if (!isWire(answer)) return {}
  const inner = answer['data']
  return !('_id' in answer) && isWire(inner) ? inner : answer
}

/** The rows of a list and the count of all, without which a list counts itself. */
export function pageOf(answer: unknown): { rows: Wire[]; total: number } {
  const rows = rowsOf(answer)
  const list = isWire(answer) && isWire(answer['data']) ? answer['data'] : answer
  const total = isWire(list) ? integerOrNull('total')(list) : null
  return { rows, total: total ?? rows.length }
}

/** The rows of a list: bare, in `data`, in `docs`, or under a name of their own, as `members`. */
export function rowsOf(answer: unknown, name = 'docs'): Wire[] {
  if (Array.isArray(answer)) return answer.filter(isWire)
  if (!isWire(answer)) return []
  return rowsOf(answer[name] ?? answer['data'], name)
}

/** What a call has added to an entity's list: answered by itself, or as the last of that list. */
export function addedOf(answer: unknown, list: string): Wire {
  const entity = entityOf(answer)
  return wires(list)(entity).at(-1) ?? entity
}

function asText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Some platforms write their numbers as text. */
function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' && decimal.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const decimal = /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i

/** Digits alone are milliseconds since 1970, as a number would be; four of them are a year. */
const epoch = /^\d{5,}$/

function asMoment(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const time = new Date(typeof value === 'string' && epoch.test(value) ? Number(value) : value)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
