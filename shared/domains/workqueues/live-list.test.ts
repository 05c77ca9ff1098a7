import { describe, expect, it } from 'vitest'
import { applyEvent, liveScope, shouldSubscribe, type LiveRow } from './live-list.ts'

const row = (id: string, over: Partial<LiveRow> = {}): LiveRow => ({
  id,
  status: 'started',
  tags: [],
  created: `2026-03-01T10:00:${id.padStart(2, '0')}.000Z`,
  ...over,
})
const ids = (list: { rows: readonly LiveRow[] }) => list.rows.map((each) => each.id)
const first = { page: 1, perPage: 3 }

describe('applyEvent', () => {
  it('inserts a new row at the top of a page that is not full', () => {
    const next = applyEvent({ rows: [row('1')], total: 1 }, { event: 'save', workqueue: row('2') }, {}, first)
    expect(ids(next)).toEqual(['2', '1'])
    expect(next.total).toBe(2)
  })

  it('drops the last row of a full page and counts the new one', () => {
    const list = { rows: [row('3'), row('2'), row('1')], total: 9 }
    const next = applyEvent(list, { event: 'save', workqueue: row('4') }, {}, first)
    expect(ids(next)).toEqual(['4', '3', '2'])
    expect(next.total).toBe(10)
  })

  it.each(['status', 'update'] as const)('%s never inserts', (event) => {
    const list = { rows: [row('1')], total: 1 }
    expect(applyEvent(list, { event, workqueue: row('2') }, {}, first)).toBe(list)
  })

  it('never lists a row twice: a repeated save patches it', () => {
    const list = { rows: [row('2'), row('1')], total: 2 }
    const next = applyEvent(list, { event: 'save', workqueue: row('1', { status: 'completed' }) }, {}, first)
    expect(ids(next)).toEqual(['2', '1'])
    expect(next.rows[1]?.status).toBe('completed')
    expect(next.total).toBe(2)
  })

  it('inserts nothing outside page 1', () => {
    const list = { rows: [row('1')], total: 4 }
    expect(applyEvent(list, { event: 'save', workqueue: row('9') }, {}, { page: 2, perPage: 3 })).toBe(list)
  })

  it('counts a late save of a row below the full page only once', () => {
    const list = { rows: [row('5'), row('4'), row('3')], total: 5 }
    expect(applyEvent(list, { event: 'save', workqueue: row('1') }, {}, first)).toBe(list)
  })

  it.each([
    ['status', { status: ['failed'] as const }],
    ['tags', { tags: ['eu'] }],
    ['created after', { createdAfter: '2026-03-02T00:00:00.000Z' }],
    ['created before', { createdBefore: '2026-02-01T00:00:00.000Z' }],
  ])('ignores a new row that fails the filter: %s', (_, filter) => {
    const list = { rows: [], total: 0 }
    expect(applyEvent(list, { event: 'save', workqueue: row('1') }, filter, first)).toBe(list)
  })

  it('inserts a row with any one of the tags', () => {
    const event = { event: 'save', workqueue: row('1', { tags: ['us', 'eu'] }) } as const
    expect(ids(applyEvent({ rows: [], total: 0 }, event, { tags: ['eu', 'asia'] }, first))).toEqual(['1'])
  })

  it('patches a listed row that no longer passes the filter', () => {
    const list = { rows: [row('1')], total: 1 }
    const failed = row('1', { status: 'failed' })
    const next = applyEvent(list, { event: 'status', workqueue: failed }, { status: ['started'] }, first)
    expect(next.rows).toEqual([failed])
    expect(next.total).toBe(1)
  })

  it.each([
    ['cancelled', 'started'],
    ['cancelled', 'notstarted'],
    ['completed', 'notstarted'],
    ['failed', 'notstarted'],
  ])('keeps a %s row when an older event (%s) comes late', (status, late) => {
    const list = { rows: [row('1', { status })], total: 1 }
    expect(applyEvent(list, { event: 'status', workqueue: row('1', { status: late }) }, {}, first)).toBe(list)
  })

  it.each([
    ['failed', 'started'],
    ['completed', 'started'],
    ['notstarted', 'started'],
    ['started', 'cancelled'],
    ['cancelled', 'failed'],
  ])('accepts a change from %s to %s', (status, next) => {
    const list = { rows: [row('1', { status })], total: 1 }
    const after = applyEvent(list, { event: 'status', workqueue: row('1', { status: next }) }, {}, first)
    expect(after.rows[0]?.status).toBe(next)
  })
})

describe('shouldSubscribe', () => {
  const done = [row('1', { status: 'completed' }), row('2', { status: 'cancelled' })]
  it.each([
    ['page 1, nothing read yet', { page: 1, rows: null, idle: false }, true],
    ['page 1, all ended', { page: 1, rows: done, idle: false }, true],
    ['page 1, idle', { page: 1, rows: done, idle: true }, false],
    ['page 2, all ended', { page: 2, rows: done, idle: false }, false],
    ['page 2, one running', { page: 2, rows: [...done, row('3')], idle: false }, true],
    ['page 2, one waiting', { page: 2, rows: [row('3', { status: 'notstarted' })], idle: false }, true],
    ['page 2, one running, idle', { page: 2, rows: [row('3')], idle: true }, false],
    ['page 2, nothing read yet', { page: 2, rows: null, idle: false }, false],
  ])('%s', (_, situation, expected) => {
    expect(shouldSubscribe({ perPage: 10, ...situation })).toBe(expected)
  })
})

describe('liveScope', () => {
  const filter = { status: ['started'] as const, tags: ['eu'], createdAfter: '2026-03-01T00:00:00.000Z' }

  it('subscribes with the filters on page 1', () => {
    expect(liveScope({ page: 1, perPage: 25, rows: [row('1')], idle: false }, filter)).toEqual({
      perPage: 25,
      status: ['started'],
      tags: ['eu'],
      workqueueIds: null,
      createdAfter: '2026-03-01T00:00:00.000Z',
      createdBefore: null,
    })
  })

  it('subscribes with only the listed rows off page 1, in an order that does not depend on the page', () => {
    expect(liveScope({ page: 3, perPage: 25, rows: [row('2'), row('1')], idle: false }, filter)).toEqual({
      perPage: 25,
      status: null,
      tags: null,
      workqueueIds: ['1', '2'],
      createdAfter: null,
      createdBefore: null,
    })
  })

  it('is null when the list should not subscribe', () => {
    expect(liveScope({ page: 1, perPage: 25, rows: [], idle: true }, filter)).toBeNull()
  })
})
