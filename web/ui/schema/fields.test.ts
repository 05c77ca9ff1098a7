import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { compileSchema } from '#shared/lib/json-schema/compile.ts'
import { startOf, withDefaults, withItemMoved, withValueAt } from './edit-value.ts'
import { fieldOf, type SchemaField } from './fields.ts'

const read = (schema: JsonObject, value: Json = {}) =>
  fieldOf({ schema, value, path: [], required: true, validator: compileSchema(schema) })
/** Kind, label and a star of each field, with those inside. */
const sketch = (field: SchemaField): unknown => {
  const own = `${field.kind} ${field.label}${field.required ? '*' : ''}`
  if (field.kind === 'object') return [own, ...field.fields.map(sketch)]
  if (field.kind === 'list') return [own, ...field.items.map(sketch)]
  return field.kind === 'variant'
    ? [own, field.labels[field.chosen], field.field && sketch(field.field)]
    : own
}
const inside = (schema: JsonObject, value?: Json) => {
  const field = read({ type: 'object', properties: { a: schema } }, value === undefined ? {} : { a: value })
  return sketch((field as { fields: SchemaField[] }).fields[0]!)
}

describe('the field of a schema', () => {
  it.each<[JsonObject, Json | undefined, unknown]>([
    [{ type: 'string', title: 'Name' }, undefined, 'text Name'],
    [{ type: 'string', format: 'date' }, '2026-03-01', 'date a'],
    [{ type: 'string', format: 'date-time' }, undefined, 'moment a'],
    [{ type: 'integer' }, 3, 'number a'],
    [{ type: 'number' }, 'half typed', 'number a'],
    [{ type: 'boolean' }, true, 'flag a'],
    [{ type: ['string', 'null'] }, null, 'text a'],
    [{ enum: ['EU', 'US'] }, undefined, 'choice a'],
    [
      {
        oneOf: [
          { const: 1, title: 'One' },
          { const: 2, title: 'Two' },
        ],
      },
      1,
      'choice a',
    ],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 2, 'number a'],
    [{ type: 'array', items: { type: 'string' } }, ['x', 'y'], ['list a', 'text 1*', 'text 2*']],
    [{ type: 'array' }, [1], 'other a'],
    [{}, { any: 1 }, 'other a'],
    [{ type: 'string' }, { not: 'a text' }, 'other a'],
    [{ $ref: '#/nowhere' }, 1, 'other a'],
  ])('%j with %j', (schema, value, expected) => {
    expect(inside(schema, value)).toEqual(expected)
  })

  it('follows references and joins parts, also of a schema that contains itself', () => {
    const schema: JsonObject = {
      $defs: {
        node: { allOf: [{ $ref: '#/$defs/named' }], properties: { next: { $ref: '#/$defs/node' } } },
        named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
      $ref: '#/$defs/node',
    }
    const field = read(schema, { name: 'a', next: { name: 'b' }, more: 1 }) as Extract<
      SchemaField,
      { kind: 'object' }
    >
    expect(field.fields.slice(0, 2).map(({ path, value }) => [path, value])).toEqual([
      [['name'], 'a'],
      [['next'], { name: 'b' }],
    ])
    expect(field.more).toEqual(['more'])
  })

  const card = {
    title: 'Card',
    properties: { by: { const: 'card' }, number: { type: 'string' } },
    required: ['by', 'number'],
  }
  const cash = { properties: { by: { const: 'cash' } }, required: ['by'] }

  it('shows the form that a value has, or means', () => {
    const pay: JsonObject = { type: 'object', oneOf: [card, cash] }
    expect(inside(pay, { by: 'cash' })).toEqual(['variant a', 'cash', ['object a', 'choice by*']])
    expect(inside(pay, { by: 'card' })).toEqual([
      'variant a',
      'Card',
      ['object a', 'choice by*', 'text number*'],
    ])
    expect(inside(pay)).toEqual(['variant a', undefined, null])
  })
})

describe('an edit', () => {
  it('changes one place and leaves the rest, in its order', () => {
    const value = { z: 1, a: { list: [1, { b: 2 }] } }
    const next = withValueAt(value, ['a', 'list', 1, 'b'], 3)
    expect(next).toEqual({ z: 1, a: { list: [1, { b: 3 }] } })
    expect(Object.keys(withValueAt(value, ['z'], 2) as object)).toEqual(['z', 'a'])
    expect(withValueAt(value, ['z'], undefined)).toEqual({ a: value.a })
    expect(withValueAt(value, ['a', 'list', 0], undefined)).toEqual({ z: 1, a: { list: [{ b: 2 }] } })
    expect(withValueAt({}, ['new', 'inner'], true)).toEqual({ new: { inner: true } })
    expect(value.a.list).toEqual([1, { b: 2 }])
  })

  it('moves an item by one, and not beyond the ends', () => {
    expect(withItemMoved([1, 2, 3], 0, 1)).toEqual([2, 1, 3])
    expect(withItemMoved([1, 2, 3], 0, -1)).toEqual([1, 2, 3])
  })

  it('fills in defaults, and what is required and can only be one thing', () => {
    const schema: JsonObject = {
      type: 'object',
      required: ['kind', 'inner'],
      properties: {
        kind: { const: 'invoice' },
        region: { type: 'string', default: 'EU' },
        inner: { type: 'object', properties: { retries: { default: 3 } } },
        own: { default: 1 },
        optional: { type: 'object', properties: { x: { default: 1 } } },
      },
    }
    expect(withDefaults(schema, { own: 2 }, compileSchema(schema))).toEqual({
      own: 2,
      kind: 'invoice',
      region: 'EU',
      inner: { retries: 3 },
    })
  })

  it.each<[JsonObject, Json]>([
    [{ type: 'string' }, ''],
    [{ type: 'integer', default: 5 }, 5],
    [{ type: 'object', properties: { a: { default: 1 } } }, { a: 1 }],
    [{ enum: ['x'] }, 'x'],
    [{}, null],
  ])('begins a new entry of %j with %j', (schema, start) => {
    expect(startOf(schema, compileSchema(schema))).toEqual(start)
  })
})
