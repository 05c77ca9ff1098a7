import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '#server/lib/errors.ts'
import type { Wire } from '../lib/wire.ts'
import { createChannel, type Channel } from './channel.ts'
import type { Group } from './group.ts'
import type { LiveField, RowFilter } from './live-field.ts'

let channel: Channel
let sent: { event?: string; row?: Wire; resync?: boolean }[]
const read = vi.fn<(id: string) => Promise<ReadonlyMap<string, Wire>>>()
const admits = vi.fn<RowFilter['admits']>()
const clock = { now: () => Date.now(), monotonic: () => Date.now() }

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  sent = []
  read.mockReset()
  admits.mockReset().mockReturnValue(true)
  const field = {
    name: 'list',
    payload: 'row',
    filterFields: ['tags'],
    volatileFields: ['state'],
    knownStatuses: [],
    toRoot: (event, row) => ({ event, row }),
  } as Partial<LiveField> as LiveField
  const counters = { events: 0, executions: 0, deliveries: 0, dropped: 0, resyncs: 0, resumes: 0 }
  channel = createChannel({
    name: 'c',
    field,
    read,
    maxWaiting: 8,
    unavailable: false,
    firstTime: () => false,
    clock,
    counters: { ...counters, rowReads: 0, malformed: 0, unknownStatuses: 0 },
    log: pino({ level: 'silent' }),
  })
  const group = {
    operation: { needed: ['name', 'tags'], execute: (data: unknown) => ({ data }) },
    filter: { admits, forget: () => {} },
    push: (prefix: Buffer) => sent.push(toldIn(prefix)),
  }
  channel.broadcast.groups.set('g', group as unknown as Group)
  channel.groupsChanged()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a message says; it ends where each subscriber's id would stand. */
function toldIn(prefix: Buffer) {
  const text = prefix.toString()
  const { payload } = JSON.parse(`${text.slice(0, text.lastIndexOf(','))}}`) as {
    payload: { data: { event: string; row: Wire } | null; extensions: { live: { resync?: boolean } } }
  }
  return payload.data ?? { resync: payload.extensions.live.resync === true }
}

/** One event, and all that comes of it within the time that a resync may take. */
async function told(event: string, row: Wire) {
  channel.onEvent(event, row)
  await vi.advanceTimersByTimeAsync(1000)
}

describe('an event whose row has to be read', () => {
  it('is dropped when the row is gone', async () => {
    read.mockRejectedValue(new AppError('NOT_FOUND'))
    await told('status', { _id: 'w1', status: 'started' })
    expect(sent).toEqual([])
  })

  it('is told as it is when the row is new and the platform does not know it yet, and read the next time', async () => {
    read.mockRejectedValueOnce(new AppError('NOT_FOUND'))
    await told('save', { _id: 'w1', name: 'New' })
    expect(sent).toEqual([{ event: 'save', row: { _id: 'w1', name: 'New', tags: null } }])
    read.mockResolvedValueOnce(new Map([['w1', { _id: 'w1', name: 'New', tags: ['a'] }]]))
    await told('status', { _id: 'w1', status: 'started' })
    expect(sent[1]).toMatchObject({ event: 'status', row: { name: 'New', tags: ['a'], status: 'started' } })
  })

  it.each<ErrorCode>(['SESSION_ENDED', 'FORBIDDEN', 'TOO_MANY_REQUESTS', 'BAD_REQUEST', 'UNAVAILABLE'])(
    'makes everybody read again after %s',
    async (code) => {
      read.mockRejectedValue(new AppError(code))
      await told('status', { _id: 'w1', status: 'started' })
      expect(sent).toEqual([{ resync: true }])
    },
  )
})

describe('what a filter looks at', () => {
  const known = { _id: 'w1', name: 'Run', tags: ['a'] }

  it('is kept as it was known when an event has it as null, and read when nothing is known', async () => {
    await told('save', known)
    await told('update', { _id: 'w1', name: 'Renamed', tags: null })
    expect(sent[1]).toEqual({ event: 'update', row: { ...known, name: 'Renamed' } })
    expect(read).not.toHaveBeenCalled()
    read.mockResolvedValueOnce(new Map([['w2', { _id: 'w2', name: 'Other', tags: ['b'] }]]))
    await told('update', { _id: 'w2', name: 'Other', tags: null })
    expect(sent[2]).toEqual({ event: 'update', row: { _id: 'w2', name: 'Other', tags: ['b'] } })
  })

  it('is shown to the filter as it was before, where it was known', async () => {
    await told('save', known)
    await told('update', { _id: 'w1', tags: ['b'] })
    expect(admits.mock.calls.map(([event, , before]) => [event, before?.['tags']])).toEqual([
      ['save', undefined],
      ['update', ['a']],
    ])
  })

  it('is sent as one change when several events wait for one read', async () => {
    let answer: (rows: ReadonlyMap<string, Wire>) => void = () => {}
    read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    await told('update', { _id: 'w1', tags: ['b'] })
    await told('status', { _id: 'w1', status: 'failed' })
    answer(new Map([['w1', known]]))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([{ event: 'status', row: { ...known, tags: ['b'], status: 'failed' } }])
  })
})
