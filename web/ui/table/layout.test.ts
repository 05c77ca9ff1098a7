import { describe, expect, it } from 'vitest'
import type { Column } from './column.ts'
import { arranged, tableLayoutOf, moved, ownLayout, resized, toggled } from './layout.ts'

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  header: key.toUpperCase(),
  render: () => key,
  ...more,
})
const columns = [
  column('name', { primary: true }),
  column('text'),
  column('tasks', { noRoom: true }),
  column('status'),
  column('id', { optional: true }),
  column('menu', { header: '' }),
]
const keysOf = (layout = ownLayout, all = columns) => arranged(all, layout).map(({ key }) => key)

describe('a layout', () => {
  it('of the table shows what is not optional and has room', () => {
    expect(keysOf()).toEqual(['name', 'text', 'status', 'menu'])
  })

  it('has the columns in their order, the name first and actions last', () => {
    expect(keysOf({ columns: ['status', 'gone', 'id'], widths: {} })).toEqual([
      'name',
      'status',
      'id',
      'menu',
    ])
  })

  it('keeps a column without room for a wider page', () => {
    const hidden = toggled(columns, ownLayout, 'text')
    expect(hidden.columns).toEqual(['tasks', 'status'])
    const wide = columns.map((each) => ({ ...each, noRoom: false }))
    expect(keysOf(hidden, wide)).toEqual(['name', 'tasks', 'status', 'menu'])
  })

  it('puts a shown column where the table has it', () => {
    const without = toggled(columns, ownLayout, 'text')
    expect(toggled(columns, without, 'text').columns).toEqual(['text', 'tasks', 'status'])
    expect(toggled(columns, ownLayout, 'id').columns).toEqual(['text', 'tasks', 'status', 'id'])
  })

  it('moves a column by one place, not past an end', () => {
    expect(moved(columns, ownLayout, 'status', -1).columns).toEqual(['text', 'status', 'tasks'])
    expect(moved(columns, ownLayout, 'status', 1)).toBe(ownLayout)
    expect(moved(columns, ownLayout, 'id', -1)).toBe(ownLayout)
  })

  it('has widths within bounds, and a column of a chosen width keeps it', () => {
    const layout = resized(resized(ownLayout, 'text', 1), 'status', 5000)
    expect(layout.widths).toEqual({ text: 60, status: 800 })
    expect(arranged(columns, layout)[1]).toMatchObject({ width: '60px', fixed: true })
  })

  it.each([null, 'x', 7, [], { columns: 'name', widths: { a: 'wide' } }])(
    'that was stored as %j is that of the table',
    (stored) => expect(tableLayoutOf(stored)).toEqual(ownLayout),
  )
})
