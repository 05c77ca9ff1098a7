import type { FieldMap } from '@pothos/core'
import { z } from 'zod'
import { id, namedReference } from '#shared/lib/wire.ts'
import { wireId, type Wire } from '../lib/wire.ts'
import { uncheckedReaders } from '../lib/readers.ts'
import type { builder } from './builder.ts'

type FieldBuilder<Entity> = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  Wire<Entity>
>

/**
 * The fields of an object type, made once from the contract of its entity: `_id` becomes `id`, every other key a field of
 * its name. `omit` from the contract what the schema leaves out or names differently, and `pick` from one that has
 * secrets; a field that follows in the same literal replaces one of these.
 *
 * Texts and lists of texts are never null, because they have an empty value. Everything else is null where a platform
 * leaves it out.
 */
export function contractFields<Shape extends z.ZodRawShape, Entity extends z.output<z.ZodObject<Shape>>>(
  t: FieldBuilder<Entity>,
  contract: z.ZodObject<Shape>,
): FieldMap {
  return Object.fromEntries(
    Object.entries(contract.shape).map(([key, field]) =>
      key === '_id'
        ? ['id', t.id({ resolve: wireId })]
        : [key, fieldOf(t as FieldBuilder<unknown>, key, field)],
    ),
  )
}

function fieldOf(t: FieldBuilder<unknown>, key: string, field: z.core.$ZodType) {
  const { bare, nullable } = bareOf(field)
  if (isReference(bare)) return t.id({ nullable: true, resolve: read.referenceId(key) })
  if (bare instanceof z.ZodISODateTime)
    return t.field({ type: 'DateTime', nullable: true, resolve: read.momentOrNull(key) })
  if (bare instanceof z.ZodString || bare instanceof z.ZodEnum)
    return nullable
      ? t.string({ nullable: true, resolve: read.textOrNull(key) })
      : t.string({ resolve: read.text(key) })
  if (bare instanceof z.ZodNumber)
    return bare.isInt
      ? t.int({ nullable: true, resolve: read.integerOrNull(key) })
      : t.float({ nullable: true, resolve: read.numberOrNull(key) })
  if (bare instanceof z.ZodBoolean) return t.boolean({ nullable: true, resolve: read.flagOrNull(key) })
  if (bare instanceof z.ZodArray && bare.element instanceof z.ZodString)
    return t.stringList({ resolve: read.texts(key) })
  // As JSON its fields would all be shown, secrets included.
  if (bare instanceof z.ZodArray)
    throw new Error(`${key}: a list of entities needs an object type, omit it here`)
  return t.field({ type: 'JSON', nullable: true, resolve: read.jsonOrNull(key) })
}

const read = uncheckedReaders

function bareOf(field: z.core.$ZodType): { bare: z.core.$ZodType; nullable: boolean } {
  if (field instanceof z.ZodNullable) return { bare: bareOf(field.unwrap()).bare, nullable: true }
  return field instanceof z.ZodOptional ? bareOf(field.unwrap()) : { bare: field, nullable: false }
}

/** Another entity: by its id, whole, or either way. */
const isReference = (field: z.core.$ZodType): boolean =>
  field === id ||
  field === namedReference ||
  (field instanceof z.ZodUnion && field.options.every(isReference))
