import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/lib/json.ts'
import { readRows } from './rows.ts'

const read = (text: string, schema: JsonObject | null = null, base: JsonObject = {}) => {
  const rows = readRows(text, base, schema)
  if ('reason' in rows) throw new Error(rows.reason)
  return rows
}
const states = (...asked: Parameters<typeof read>) => read(...asked).rows.map(({ state }) => state)
const reason = (text: string) => readRows(text, {}, null)

describe('CSV', () => {
  it('puts values at the places that the first line names, over the initial state', () => {
    const text = 'customer,address.city,lines.0\n7,"Berlin, Mitte",x\n8,,"say ""no"""\n'
    expect(states(text, null, { region: 'EU', address: { zip: '1' }, lines: ['a', 'b'] })).toEqual([
      { region: 'EU', address: { zip: '1', city: 'Berlin, Mitte' }, lines: ['x', 'b'], customer: 7 },
      { region: 'EU', address: { zip: '1' }, lines: ['say "no"', 'b'], customer: 8 },
    ])
  })

  it('recognises numbers and flags by the whole column, and says so', () => {
    const { columns, rows } = read('n;mixed;zip;flag\r\n1.5;1;007;true\r\n-2;x;123;false\r\n')
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['n', 'number'],
      ['mixed', 'string'],
      ['zip', 'string'],
      ['flag', 'boolean'],
    ])
    expect(rows.map(({ state }) => state)).toEqual([
      { n: 1.5, mixed: '1', zip: '007', flag: true },
      { n: -2, mixed: 'x', zip: '123', flag: false },
    ])
  })

  it('follows the types of the schema, and names the faults of each row', () => {
    const schema = {
      required: ['name'],
      properties: {
        name: { type: 'string' },
        count: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
        in: { type: 'object', properties: { on: { type: 'boolean' } } },
      },
    }
    const { rows } = read('name\tcount\ttags\tin.on\n12\t3\t["a"]\tTRUE\n\tmany\t\t\n', schema)
    expect(rows).toEqual([
      { number: 1, state: { name: '12', count: 3, tags: ['a'], in: { on: true } }, faults: [] },
      { number: 2, state: { count: 'many' }, faults: ['name is required', 'count must be a whole number'] },
    ])
  })

  it('names a row with more values than the first line has', () => {
    expect(read('a,b\n1,2,3').rows[0]?.faults).toEqual(['has 3 values, the first line 2'])
  })
})

it('JSON is a list of objects, one object, or one in each line', () => {
  expect(states('[{"a": 1}, {"a": {"b": 2}}]', null, { a: 0, z: 1 })).toEqual([
    { a: 1, z: 1 },
    { a: { b: 2 }, z: 1 },
  ])
  expect(states('{"a": 1}')).toEqual([{ a: 1 }])
  expect(states('{"a": 1}\n{"a": 2}\n')).toEqual([{ a: 1 }, { a: 2 }])
  expect(read('[1]').rows[0]?.faults).toEqual(['must be an object: { … }'])
})

it('nothing is no row, and what cannot be read has a reason', () => {
  expect(read(' \n').rows).toEqual([])
  expect(reason('[{"a": ')).toEqual({ reason: expect.stringContaining('Not valid JSON') })
  expect(reason('a,a\n1,2')).toEqual({ reason: 'The column a is there twice.' })
  expect(reason('a,,b\n1,2,3')).toEqual({ reason: expect.stringContaining('Column 2 has no name') })
  // Read without a fault it would be one row.
  expect(reason('a,b\n1,2\n"x,3\n4,5')).toEqual({ reason: 'Row 2 has a quote without its other one.' })
  expect(reason('"a,b\n1,2')).toEqual({ reason: 'The first line has a quote without its other one.' })
  expect(reason('__proto__.x\n1')).toEqual({ reason: 'A column cannot be named __proto__.' })
  const large = { reason: expect.stringContaining('2 MB of initial states') }
  expect(reason(`a\n${`${'é'.repeat(2000)}\n`.repeat(600)}`)).toEqual(large)
  expect(readRows(`a\n${'1\n'.repeat(1000)}`, { text: 'x'.repeat(3000) }, null)).toEqual(large)
  expect(reason(`a\n${'1\n'.repeat(1001)}`)).toEqual({ reason: expect.stringContaining('1,001 rows') })
})
