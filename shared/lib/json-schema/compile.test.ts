import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../json.ts'
import { checkSchema } from './check-schema.ts'
import { compileSchema, TOO_MUCH_WORK } from './compile.ts'

/** The faults as `path message`; the path of the whole is `.`. */
const told = (schema: JsonObject, value: Json) =>
  compileSchema(schema)
    .faultsOf(value)
    .map(({ path, message }) => `${path.join('/') || '.'} ${message}`)
const property = (schema: JsonObject) => ({ properties: { a: schema } })

describe('a value', () => {
  it.each<[JsonObject, Json, string]>([
    [{ type: 'number' }, '12', 'must be a number'],
    [{ type: ['integer', 'null'] }, 1.5, 'must be a whole number or null'],
    [{ enum: ['EU', 2, null] }, 'US', 'must be one of EU, 2, null'],
    [{ const: { x: [1] } }, { x: [2] }, 'must be {"x":[1]}'],
    [{ minimum: 1, multipleOf: 0.01 }, 0.005, 'must be at least 1'],
    [{ exclusiveMaximum: 3 }, 3, 'must be less than 3'],
    [{ multipleOf: 0.0001 }, 0.00751, 'must be a multiple of 0.0001'],
    [{ minLength: 1 }, '', 'must not be empty'],
    [{ maxLength: 1 }, 'é💩', 'must have at most 1 character'],
    [{ pattern: '^[A-Z]{2}$' }, 'eu', 'must match the pattern ^[A-Z]{2}$'],
    [{ format: 'date' }, '2026-02-29', 'must be a date, like 2026-03-01'],
    [{ minItems: 1 }, [], 'must have at least 1 entry'],
    [
      { contains: { type: 'string', title: 'a name' } },
      [1],
      'must have at least 1 entry that matches "a name"',
    ],
    [{ not: { type: 'null', title: 'nothing' } }, null, 'must not be "nothing"'],
    [{ oneOf: [{ type: 'number' }, { minimum: 2 }] }, 3, 'must match only one of form 1, form 2'],
    [{ anyOf: [{ type: 'number', title: 'N' }, { type: 'null' }] }, 'x', 'must match one of "N", form 2'],
  ])('that %j does not allow: %j', (schema, value, message) => {
    expect(checkSchema(schema)).toEqual([])
    expect(told(property(schema), { a: value })[0]).toBe(`a ${message}`)
  })

  it('has its faults at the fields, all of them', () => {
    const schema = {
      type: 'object',
      required: ['customer', 'lines'],
      properties: {
        customer: { type: 'number' },
        lines: { type: 'array', uniqueItems: true, items: { $ref: '#/$defs/line' } },
      },
      additionalProperties: false,
      $defs: { line: { type: 'object', required: ['sku'], properties: { qty: { type: 'integer' } } } },
    }
    expect(checkSchema(schema)).toEqual([])
    expect(told(schema, { lines: [{ qty: 'x' }, { sku: 'b' }, { sku: 'b' }], other: 1 })).toEqual([
      'customer is required',
      'lines must have no entry twice: that at 2 is a repetition',
      'lines/0/sku is required',
      'lines/0/qty must be a whole number',
      'other is not known here',
    ])
    expect(told(schema, { customer: 1, lines: [{ sku: 'a', qty: 2 }] })).toEqual([])
  })

  it('that means one of several forms has the faults of that form', () => {
    const card = {
      properties: { by: { const: 'card' }, number: { type: 'string' } },
      required: ['by', 'number'],
    }
    const cash = { properties: { by: { const: 'cash' } }, required: ['by'] }
    expect(told({ oneOf: [card, cash] }, { by: 'card' })).toEqual(['number is required'])
  })

  it('has no unknown fields beside those that a matching part names', () => {
    const schema = { allOf: [property({ type: 'number' })], unevaluatedProperties: false }
    expect(told(schema, { a: 1, b: 2 })).toEqual(['b is not known here'])
  })
})

describe('the work of a check', () => {
  it('is bounded for schemas whose alternatives double at every level', () => {
    const twice = { properties: { next: { $ref: '#' } } }
    let value: JsonObject = {}
    for (let level = 0; level < 60; level++) value = { next: value }
    expect(told({ allOf: [twice, { ...twice }] }, value)).toEqual([`. ${TOO_MUCH_WORK}`])
  })

  const names = Array.from({ length: 4000 }, (_, index) => `f${index}`)
  const many = <Part>(part: Part, count = 3000): Part[] => Array.from({ length: count }, () => part)
  it.each<[string, JsonObject, Json]>([
    ['required', { items: { required: names } }, many({})],
    [
      'properties',
      { items: { properties: Object.fromEntries(names.map((name) => [name, true])) } },
      many({}),
    ],
    ['enum', { items: { enum: names } }, many('x', 20_000)],
    ['maxLength', { allOf: many({ maxLength: 1 }) }, 'x'.repeat(200_000)],
    ['uniqueItems', { allOf: many({ uniqueItems: true }) }, [many(1, 100_000)]],
  ])('counts what each value is compared with: %s', (_keyword, schema, value) => {
    expect(told(property(schema), { a: value })).toEqual([`. ${TOO_MUCH_WORK}`])
  })

  it('allows usual schemas for 10,000 rows', () => {
    const fields = names.slice(0, 20)
    const row = Object.fromEntries(fields.map((name) => [name, 'DE']))
    const country = { enum: ['DE', ...names.slice(0, 60)] }
    const properties = Object.fromEntries(fields.map((name, at) => [name, at ? { type: 'string' } : country]))
    const rows = { type: 'array', items: { required: fields, properties, additionalProperties: false } }
    expect(told(property(rows), { a: many(row, 10_000) })).toEqual([])
  })

  it('is linear in the text for a pattern that would backtrack', () => {
    const begun = performance.now()
    expect(told(property({ pattern: '^(a+)+$' }), { a: `${'a'.repeat(5000)}!` })).toHaveLength(1)
    expect(performance.now() - begun).toBeLessThan(2000)
  })
})

describe('a schema', () => {
  it.each<[JsonObject, string]>([
    [{ type: 'text' }, 'type must be one of string'],
    [{ properties: { a: { minimum: '1' } } }, 'properties/a/minimum must be a number'],
    [{ properties: { a: 1 } }, 'properties/a must be a schema'],
    [{ items: [{}] }, 'items must be a schema'],
    [{ required: ['a', 'a'] }, 'required must be a list of different texts'],
    [{ pattern: '(?=a)' }, 'pattern is not a pattern that can be used here'],
    [{ patternProperties: { '(': true } }, 'patternProperties/( is not a pattern'],
    [{ pattern: '(x{1000}){900}' }, 'pattern is'],
    [{ $ref: 'https://example.com/a.json' }, '$ref must begin with #'],
    [{ properties: { a: { $ref: '#/$defs/gone' } } }, 'properties/a/$ref leads to nothing'],
    [{ $ref: '#/$defs/constructor', $defs: {} }, '$ref leads to nothing'],
    [{ $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } }, '$defs/a refers to itself without end'],
    [
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      '$schema must be https://json-schema.org/draft/2020-12',
    ],
    [{ title: 'x'.repeat(70_000) }, '. must have at most 64 KiB'],
  ])('with a fault is refused, naming its place: %#', (schema, told) => {
    const [fault] = checkSchema(schema)
    expect(`${fault?.path.join('/') || '.'} ${fault?.message}`).toContain(told)
  })

  it('may refer to itself for the parts of a value', () => {
    const tree = { properties: { children: { items: { $ref: '#' } } }, required: ['name'] }
    expect(checkSchema(tree)).toEqual([])
    expect(told(tree, { name: 'a', children: [{ name: 'b' }, {}] })).toEqual(['children/1/name is required'])
  })
})
