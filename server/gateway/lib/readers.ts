import type { z } from 'zod'
import type { Json } from '#shared/lib/json.ts'
import { UNKNOWN_MOMENT } from '#shared/lib/time-text.ts'
import { asInteger, asMoment, asNumber, asText, entitiesIn, isWire, wireId, type Wire } from './wire.ts'

/** Reads one field of an entity; the shape that Pothos takes as `resolve`. */
export type Read<Value, Entity = unknown> = (entity: Wire<Entity>) => Value

/** How a field of the contract is read. An id is a text, or a reference where the contract allows the whole entity. */
type Kind<Field, Value = NonNullable<z.output<Field>>> =
  Bare<Field> extends z.ZodISODateTime
    ? 'moment'
    : [Value] extends [string]
      ? 'text'
      : [Value] extends [number]
        ? 'number'
        : [Value] extends [boolean]
          ? 'flag'
          : [Value] extends [readonly string[]]
            ? 'texts'
            : [Value] extends [readonly object[]]
              ? 'entities'
              : [Value] extends [string | { _id: string }]
                ? 'reference'
                : 'json'

/** The schema of a field without `nullable` and `optional`. */
type Bare<Field> =
  Field extends z.ZodNullable<infer Inner>
    ? Bare<Inner>
    : Field extends z.ZodOptional<infer Inner>
      ? Bare<Inner>
      : Field

/** The keys of the contract whose fields are of one of these kinds. */
type Keys<Shape, Kinds extends string> = {
  [Key in keyof Shape & string]: Kind<Shape[Key]> extends Kinds ? Key : never
}[keyof Shape & string]

type Element<Shape extends z.ZodRawShape, Key extends keyof Shape> =
  NonNullable<z.output<Shape[Key]>> extends readonly (infer Row)[] ? Row : never

/**
 * Readers of one entity of the contract: a key that the contract does not have, or has with another kind, fails to compile.
 * At run time they are tolerant, because platforms write the same answer differently: what is missing becomes its default.
 */
interface Readers<Shape extends z.ZodRawShape, Entity> {
  /** Text, empty by default. Other scalars become text. */
  text(key: Keys<Shape, 'text'>): Read<string, Entity>
  textOrNull(key: Keys<Shape, 'text'>): Read<string | null, Entity>
  /** A list of texts; other members are dropped. */
  texts(key: Keys<Shape, 'texts'>): Read<string[], Entity>
  /** A number, null when missing or not a number. */
  numberOrNull(key: Keys<Shape, 'number'>): Read<number | null, Entity>
  /** A 32-bit integer, null when missing or anything else: GraphQL would fail the whole answer. */
  integerOrNull(key: Keys<Shape, 'number'>): Read<number | null, Entity>
  /** The same, 0 when missing. */
  count(key: Keys<Shape, 'number'>): Read<number, Entity>
  flagOrNull(key: Keys<Shape, 'flag'>): Read<boolean | null, Entity>
  /** A moment as an ISO string, null when missing or not a moment. */
  momentOrNull(key: Keys<Shape, 'moment'>): Read<string | null, Entity>
  /** A moment that is required: of the first key that has one, else the time inside an id of 24 hex digits, else `UNKNOWN_MOMENT`. */
  moment(...keys: Keys<Shape, 'moment'>[]): Read<string, Entity>
  /** The id of another entity, which a platform answers bare or whole. */
  referenceId(key: Keys<Shape, 'text' | 'reference'>): Read<string | null, Entity>
  /** The name of another entity if it came whole, else null. */
  referenceName(key: Keys<Shape, 'text' | 'reference'>): Read<string | null, Entity>
  /** An object, empty when missing. */
  object<Key extends Keys<Shape, 'json' | 'reference'>>(
    key: Key,
  ): Read<Wire<Exclude<z.output<Shape[Key]>, string | null | undefined>>, Entity>
  /** A list of entities; other members are dropped. */
  entities<Key extends Keys<Shape, 'entities'>>(key: Key): Read<Wire<Element<Shape, Key>>[], Entity>
  /** Whether the platform answers the field at all, null included. */
  has(key: keyof Shape & string): Read<boolean, Entity>
  /** Any JSON value, null when missing. */
  jsonOrNull(key: Keys<Shape, 'json' | 'entities'>): Read<Json, Entity>
}

/** The readers of an entity. Another spelling of a platform is a contract with one more optional key. */
export function readers<Shape extends z.ZodRawShape>(
  _contract: z.ZodObject<Shape>,
): Readers<Shape, z.output<z.ZodObject<Shape>>> {
  return uncheckedReaders as unknown as Readers<Shape, z.output<z.ZodObject<Shape>>>
}

/** The same for any key, for code that goes over the keys of a contract. */
export const uncheckedReaders = {
  text: (key: string) => (entity: Wire) => asText(entity[key]) ?? '',
  textOrNull: (key: string) => (entity: Wire) => asText(entity[key]),
  texts: (key: string) => (entity: Wire) => listOf(entity[key]).flatMap((part) => asText(part) ?? []),
  numberOrNull: (key: string) => (entity: Wire) => asNumber(entity[key]),
  integerOrNull: (key: string) => (entity: Wire) => asInteger(entity[key]),
  count: (key: string) => (entity: Wire) => asInteger(entity[key]) ?? 0,
  flagOrNull: (key: string) => (entity: Wire) => {
    const value = entity[key]
    return typeof value === 'boolean' ? value : null
  },
  momentOrNull: (key: string) => (entity: Wire) => asMoment(entity[key]),
  moment:
    (...keys: string[]) =>
    (entity: Wire) => {
      for (const key of keys) {
        const found = asMoment(entity[key])
        if (found) return found
      }
      const id = wireId(entity)
      return /^[0-9a-f]{24}$/i.test(id)
        ? new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString()
        : UNKNOWN_MOMENT
    },
  referenceId: (key: string) => (entity: Wire) => {
    const other = entity[key]
    return (isWire(other) ? wireId(other) : asText(other)) || null
  },
  referenceName: (key: string) => (entity: Wire) => {
    const other = entity[key]
    return isWire(other) ? asText(other['name']) : null
  },
  object: (key: string) => (entity: Wire) => {
    const value = entity[key]
    return isWire(value) ? value : {}
  },
  has: (key: string) => (entity: Wire) => entity[key] !== undefined,
  entities: (key: string) => (entity: Wire) => entitiesIn(entity[key]),
  jsonOrNull: (key: string) => (entity: Wire) => (entity[key] ?? null) as Json,
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
