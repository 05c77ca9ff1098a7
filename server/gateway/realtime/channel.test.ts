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
    appId: 'a',
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
    push: (prefix: Buffer) => sent.push(contentOf(prefix)),
  }
  channel.broadcast.groups.set('g', group as unknown as Group)
  channel.groupsChanged()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The content of a message; it ends where the id of each subscriber is inserted. */
function contentOf(prefix: Buffer) {
  const text = prefix.toString()
  const { payload } = JSON.parse(`${text.slice(0, text.lastIndexOf(','))}}`) as {
    payload: { data: { event: string; row: Wire } | null; extensions: { live: { resync?: boolean } } }
  }
  return payload.data ?? { resync: payload.extensions.live.resync === true }
}

/** Sends one event and waits for everything that follows within the pause of a resync. */
async function sendEvent(event: string, row: Wire) {
  channel.onEvent(event, row)
  await vi.advanceTimersByTimeAsync(1000)
}

describe('an event whose row has to be read', () => {
  it('is dropped when the row is gone', async () => {
    read.mockRejectedValue(new AppError('NOT_FOUND'))
    await sendEvent('status', { _id: 'w1', status: 'started' })
    expect(sent).toEqual([])
  })

  it('is sent as it is when the row is new and unknown to the platform, and read the next time', async () => {
    read.mockRejectedValueOnce(new AppError('NOT_FOUND'))
    await sendEvent('save', { _id: 'w1', name: 'New' })
    expect(sent).toEqual([{ event: 'save', row: { _id: 'w1', name: 'New', tags: null } }])
    read.mockResolvedValueOnce(new Map([['w1', { _id: 'w1', name: 'New', tags: ['a'] }]]))
    await sendEvent('status', { _id: 'w1', status: 'started' })
    expect(sent[1]).toMatchObject({ event: 'status', row: { name: 'New', tags: ['a'], status: 'started' } })
  })

  it.each<ErrorCode>(['SESSION_ENDED', 'FORBIDDEN', 'TOO_MANY_REQUESTS', 'BAD_REQUEST', 'UNAVAILABLE'])(
    'makes every subscriber read again after %s',
    async (code) => {
      read.mockRejectedValue(new AppError(code))
      await sendEvent('status', { _id: 'w1', status: 'started' })
      expect(sent).toEqual([{ resync: true }])
    },
  )
})

it.each(['b', { _id: 'b', name: 'Another app' }])(
  'a row of another app than the channel, %j, is not sent',
  async (appId) => {
    await sendEvent('save', { _id: 'w1', name: 'Foreign', tags: [], appId })
    expect(sent).toEqual([])
    channel.onEvent('save', [
      { _id: 'w1', appId },
      { _id: 'w2', name: 'Own', tags: [], appId: 'a' },
    ] as never)
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent.map(({ row }) => row?.['_id'])).toEqual(['w2'])
  },
)

describe('the fields of a filter', () => {
  const known = { _id: 'w1', name: 'Run', tags: ['a'] }

  it('keep their known value when an event has null, and are read when nothing is known', async () => {
    await sendEvent('save', known)
    await sendEvent('update', { _id: 'w1', name: 'Renamed', tags: null })
    expect(sent[1]).toEqual({ event: 'update', row: { ...known, name: 'Renamed' } })
    expect(read).not.toHaveBeenCalled()
    read.mockResolvedValueOnce(new Map([['w2', { _id: 'w2', name: 'Other', tags: ['b'] }]]))
    await sendEvent('update', { _id: 'w2', name: 'Other', tags: null })
    expect(sent[2]).toEqual({ event: 'update', row: { _id: 'w2', name: 'Other', tags: ['b'] } })
  })

  it('reach the filter also with the values before the event, where they were known', async () => {
    await sendEvent('save', known)
    await sendEvent('update', { _id: 'w1', tags: ['b'] })
    expect(admits.mock.calls.map(([event, , before]) => [event, before?.['tags']])).toEqual([
      ['save', undefined],
      ['update', ['a']],
    ])
  })

  it('are sent as one change when several events wait for one read', async () => {
    let answer: (rows: ReadonlyMap<string, Wire>) => void = () => {}
    read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    await sendEvent('update', { _id: 'w1', tags: ['b'] })
    await sendEvent('status', { _id: 'w1', status: 'failed' })
    answer(new Map([['w1', known]]))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([{ event: 'status', row: { ...known, tags: ['b'], status: 'failed' } }])
  })
})
