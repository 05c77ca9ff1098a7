import { describe, expect, it } from 'vitest'
import { joinChanges } from '#shared/realtime/events.ts'
import { createListFilter } from './list-filter.ts'

const row = (fields: object = {}) => ({
  _id: '1',
  status: 'started',
  tags: ['a'],
  created: '2026-01-02T00:00:00.000Z',
  ...fields,
})

describe('a live list', () => {
  it('without filters gets everything', () => {
    expect(createListFilter({}).admits('update', row())).toBe(true)
  })

  it('gets new rows that pass, and no others', () => {
    const filter = createListFilter({ status: ['started'], tags: ['a', 'b'] })
    expect(filter.admits('save', row())).toBe(true)
    expect(filter.admits('save', row({ _id: '2', status: 'notstarted' }))).toBe(false)
    expect(filter.admits('save', row({ _id: '3', tags: ['c'] }))).toBe(false)
  })

  it('gets changes of rows that may be listed, although they no longer pass', () => {
    const filter = createListFilter({ status: ['started'] })
    expect(filter.admits('status', row({ status: 'completed' }))).toBe(true)
    expect(filter.admits('update', row({ status: 'completed' }))).toBe(true)
  })

  it('gets no changes of a new row until it passes, and all of them from then on', () => {
    const filter = createListFilter({ status: ['started'] })
    expect(filter.admits('save', row({ status: 'notstarted' }))).toBe(false)
    expect(filter.admits('update', row({ status: 'notstarted' }))).toBe(false)
    expect(filter.admits('status', row({ status: 'started' }))).toBe(true)
    expect(filter.admits('status', row({ status: 'failed' }))).toBe(true)
  })

  it('assumes again after a gap that a row may be listed', () => {
    const filter = createListFilter({ status: ['started'] })
    filter.admits('save', row({ status: 'notstarted' }))
    filter.forget()
    expect(filter.admits('status', row({ status: 'completed' }))).toBe(true)
  })

  describe('with a filter of tags, for a row that had other tags', () => {
    const [left, listed] = [row({ tags: ['b'] }), row()]

    it('gets the change and all that follow it, until everything is read again', () => {
      const filter = createListFilter({ tags: ['a'] })
      expect(filter.admits('update', left, listed)).toBe(true)
      expect(filter.admits('status', { ...left, status: 'failed' }, left)).toBe(true)
      filter.forget()
      expect(filter.admits('status', { ...left, status: 'failed' }, left)).toBe(false)
    })

    it('gets the change when the run ends in the same message, for any pair of events', () => {
      for (const events of [
        ['update', 'status'],
        ['status', 'update'],
        ['save', 'update'],
      ] as const) {
        const [earlier, later] = events.map((event) => ({ event, row: { ...left, status: 'completed' } }))
        const { event, row: joined } = joinChanges(earlier!, later!)
        expect(createListFilter({ tags: ['a'] }).admits(event, joined, listed)).toBe(true)
      }
    })

    it('gets nothing of an unknown row, because it would get the changes of every row', () => {
      const filter = createListFilter({ tags: ['a'] })
      expect(filter.admits('update', left)).toBe(false)
      expect(filter.admits('status', { ...left, status: 'failed' }, left)).toBe(false)
    })

    it('gets nothing when the tags failed before, when the row is new, and when its status never passed', () => {
      const filter = createListFilter({ tags: ['a'], status: ['started'] })
      expect(filter.admits('update', left, left)).toBe(false)
      expect(filter.admits('save', left)).toBe(false)
      const waits = row({ _id: '2', status: 'notstarted' })
      expect(filter.admits('save', waits)).toBe(false)
      expect(filter.admits('update', { ...waits, tags: ['b'] }, waits)).toBe(false)
    })
  })

  it('never gets a row that fails by its tags or its date', () => {
    const filter = createListFilter({ tags: ['b'] })
    expect(filter.admits('status', row())).toBe(false)
    const dated = createListFilter({
      createdAfter: '2026-01-02T00:00:00Z',
      createdBefore: '2026-01-03T00:00:00Z',
    })
    expect(dated.admits('update', row())).toBe(true)
    expect(dated.admits('update', row({ created: '2026-01-01T23:59:59.999Z' }))).toBe(false)
  })

  it('with ids gets those rows only, whatever their status', () => {
    const filter = createListFilter({ workqueueIds: ['1'], status: ['started'] })
    expect(filter.admits('status', row({ status: 'failed' }))).toBe(true)
    expect(filter.admits('save', row({ _id: '2' }))).toBe(false)
  })
})
