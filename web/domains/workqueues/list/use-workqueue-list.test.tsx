import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IDLE_MS } from '#web/realtime/use-idle.ts'
import { resync } from '#web/realtime/live-status.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { createBed, page, row, withFeatures } from '../test-bed.tsx'
import type { Answers } from '#tests/support/web-gateway.ts'
import { heldList, hold, listKey } from './new-rows.ts'
import { defaultWorkqueueListParams, type WorkqueueListParams } from './workqueue-list-params.ts'
import { useWorkqueueList, workqueueListVariables } from './use-workqueue-list.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Advances the time by `ms` and waits for pending work. */
const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The same in steps, so that the hook renders between two timers. */
async function passSlowly(ms: number) {
  for (let passed = 0; passed < ms; passed += 500) await pass(500)
}

async function show(
  list: Answers[string],
  first: Partial<WorkqueueListParams> = {},
  features: readonly string[] = [],
) {
  const bed = createBed({ WorkqueueList: list, ...(features.length > 0 && withFeatures(...features)) })
  const hook = renderHook(({ query }) => useWorkqueueList('a1', query), {
    wrapper: bed.Wrapper,
    initialProps: { query: { ...defaultWorkqueueListParams, ...first } },
  })
  await pass(1)
  return {
    bed,
    hook,
    ids: () => hook.result.current.rows.map((each) => each.id),
    go: async (query: Partial<WorkqueueListParams>) => {
      hook.rerender({ query: { ...defaultWorkqueueListParams, ...query } })
      await pass(1)
    },
  }
}

const ended = (number: number) => row(number, { status: 'completed', ended: '2026-03-02T10:00:00.000Z' })

describe('live events', () => {
  it('put a new workqueue on top of a full page and count it', async () => {
    const { bed, hook, ids } = await show(() => page([row(2), row(1)], 7), { perPage: 2 })
    bed.send('save', row(3))
    await pass()
    expect(ids()).toEqual(['w3', 'w2'])
    expect(hook.result.current.total).toBe(8)
  })

  it('patch a listed row, and keep one that no longer matches the filter', async () => {
    const { bed, hook, ids } = await show(() => page([row(2), row(1)]), { status: ['started'] })
    bed.send('status', ended(1))
    await pass()
    expect(ids()).toEqual(['w2', 'w1'])
    expect(hook.result.current.rows[1]?.status).toBe('completed')
  })

  it('do not add a new workqueue that does not match the filters', async () => {
    const { bed, hook, ids } = await show(() => page([row(1)]), { status: ['failed'] })
    bed.send('save', row(2))
    await pass()
    expect(ids()).toEqual(['w1'])
    expect(hook.result.current.total).toBe(1)
  })

  it('add nothing after page 1', async () => {
    const { bed, ids } = await show(() => page([row(1)], 11), { page: 2 })
    bed.send('save', row(20))
    await pass()
    expect(ids()).toEqual(['w1'])
  })

  it('list a row once, although the read that follows has it too', async () => {
    const rows = [row(1)]
    const { bed, hook, ids } = await show(() => page([...rows]))
    bed.send('save', row(2))
    rows.unshift(row(2))
    bed.send('save', row(2))
    await pass(2000)
    expect(ids()).toEqual(['w2', 'w1'])
    expect(hook.result.current.total).toBe(2)
  })
})

describe('the subscription', () => {
  const open = (bed: ReturnType<typeof createBed>) => bed.open().map((each) => each.variables)

  it('subscribes on page 1 by the filters', async () => {
    const { bed } = await show(() => page([ended(1)]), { tags: ['eu'], perPage: 25, status: ['started'] })
    expect(open(bed)).toMatchObject([{ appId: 'a1', perPage: 25, tags: ['eu'], status: ['started'] }])
  })

  it('subscribes after page 1 by the listed rows', async () => {
    const { bed } = await show(() => page([row(2), row(1)], 12), { page: 2 })
    expect(open(bed)).toMatchObject([{ perPage: 10, workqueueIds: ['w1', 'w2'] }])
  })

  it('does not subscribe after page 1 when every listed workqueue has ended', async () => {
    const { bed, hook } = await show(() => page([ended(2), ended(1)], 12), { page: 2 })
    expect(open(bed)).toEqual([])
    expect(hook.result.current.listening).toBe(false)
  })

  it('ends after page 1 with the end of the last running row', async () => {
    const { bed } = await show(() => page([row(1)], 11), { page: 2 })
    expect(open(bed)).toHaveLength(1)
    bed.send('status', ended(1))
    await pass()
    expect(open(bed)).toEqual([])
  })

  it('subscribes again when the filter changes, and has one subscription at a time', async () => {
    const { bed, go } = await show(() => page([row(1)]))
    await go({ tags: ['eu'] })
    expect(open(bed)).toMatchObject([{ tags: ['eu'] }])
  })

  it('ends with the page', async () => {
    const { bed, hook } = await show(() => page([row(1)]))
    hook.unmount()
    await pass()
    expect(open(bed)).toEqual([])
  })
})

describe('idle and return', () => {
  it('stops after five minutes without input, and on return continues and reads again', async () => {
    const info = vi.spyOn(toast, 'info')
    const { bed } = await show(() => page([row(1)]))
    await pass(IDLE_MS - 1000)
    expect(bed.open()).toHaveLength(1)
    await pass(1000)
    expect(bed.open()).toEqual([])
    expect(info.mock.calls).toEqual([['Inactivity detected: disabling live updates']])

    const before = bed.callsOf('WorkqueueList').length
    act(() => void document.dispatchEvent(new Event('keydown')))
    await pass(1)
    expect(bed.open()).toHaveLength(1)
    expect(info).toHaveBeenLastCalledWith('Activity detected: enabling live updates')
    expect(bed.callsOf('WorkqueueList').length).toBe(before + 1)
  })

  it('shows nothing where nothing was live', async () => {
    const info = vi.spyOn(toast, 'info')
    await show(() => page([ended(1)], 11), { page: 2 })
    await pass(IDLE_MS)
    expect(info).not.toHaveBeenCalled()
  })
})

describe('reading', () => {
  it('reads again after the subscription has started, so that no change in between is lost', async () => {
    let rows = [row(1)]
    const { hook } = await show(() => page(rows))
    rows = [ended(1)]
    await pass(1000)
    expect(hook.result.current.rows[0]?.status).toBe('completed')
  })

  it('reads again after a lost connection', async () => {
    const { bed } = await show(() => page([row(1)]))
    await pass(1000)
    const before = bed.callsOf('WorkqueueList').length
    resync.raise()
    resync.raise()
    await pass(1000)
    expect(bed.callsOf('WorkqueueList').length).toBe(before + 1)
  })

  it('keeps the old rows while another page loads', async () => {
    let answer: (rows: unknown) => void = () => undefined
    const { hook, ids, go } = await show(({ page: wanted }) =>
      wanted === 1 ? page([row(2)], 11) : new Promise((resolve) => (answer = resolve)),
    )
    await go({ page: 2 })
    expect(ids()).toEqual(['w2'])
    expect(hook.result.current.loading).toBe(true)
    answer(page([row(1)], 11))
    await pass(1)
    expect(ids()).toEqual(['w1'])
    expect(hook.result.current.loading).toBe(false)
  })

  it('keeps the rows when a later read fails, and shows why', async () => {
    const error = vi.spyOn(toast, 'error')
    let down = false
    const failure = { errors: [{ message: 'The platform cannot be reached' }] }
    const { hook, ids } = await show(() => (down ? failure : page([row(1)])))
    down = true
    hook.result.current.reread()
    await pass(1)
    expect(ids()).toEqual(['w1'])
    expect(hook.result.current.failure).toBeUndefined()
    expect(error).toHaveBeenCalledWith('Error loading workqueues: The platform cannot be reached')
  })

  it('has an error to show when there are no rows', async () => {
    vi.spyOn(toast, 'error').mockReturnValue(undefined)
    const { hook } = await show(() => ({ errors: [{ message: 'no' }] }))
    expect(hook.result.current.failure?.message).toContain('no')
    expect(hook.result.current.loading).toBe(false)
  })

  it('keeps the error while it reads again', async () => {
    vi.spyOn(toast, 'error').mockReturnValue(undefined)
    let reads = 0
    const { hook } = await show(() => {
      reads += 1
      return reads === 1 ? { errors: [{ message: 'no' }] } : new Promise(() => undefined)
    })
    hook.result.current.reread()
    await pass(1)
    expect(reads).toBe(2)
    expect(hook.result.current.failure?.message).toContain('no')
    expect(hook.result.current.loading).toBe(false)
  })

  it('shows an error once, and again after it was resolved', async () => {
    const error = vi.spyOn(toast, 'error').mockReturnValue(undefined)
    let down = true
    const { hook } = await show(() => (down ? { errors: [{ message: 'no' }] } : page([row(1)])))
    await pass(2000)
    expect(error).toHaveBeenCalledTimes(1)
    down = false
    hook.result.current.reread()
    await pass(1)
    expect(hook.result.current.failure).toBeUndefined()
    down = true
    hook.result.current.reread()
    await pass(1)
    expect(error).toHaveBeenCalledTimes(2)
  })

  it('ignores an answer that is older than an event', async () => {
    let answer: (rows: unknown) => void = () => undefined
    let slow = false
    const { bed, hook } = await show(() =>
      slow ? new Promise((resolve) => (answer = resolve)) : page([row(1)]),
    )
    await pass(1000)
    slow = true
    hook.result.current.reread()
    await pass(1)
    bed.send('status', ended(1))
    await pass(1)
    answer(page([row(1)]))
    await pass(1)
    expect(hook.result.current.rows[0]?.status).toBe('completed')
  })
})

const firstPage = listKey(workqueueListVariables('a1', defaultWorkqueueListParams))

describe('the children of runs', () => {
  it('are left out, unless they are asked for', async () => {
    const { bed, go } = await show(() => page([row(1)]))
    const asked = () => bed.callsOf('WorkqueueList').at(-1)?.variables
    expect(asked()).toEqual({ appId: 'a1', page: 1, perPage: 10, root: true })
    await go({ flat: true })
    expect(asked()).toEqual({ appId: 'a1', page: 1, perPage: 10 })
    await go({ parent: 'w9' })
    expect(asked()).toEqual({ appId: 'a1', page: 1, perPage: 10, parentId: 'w9' })
  })

  it('enter no list of runs at the top, but one of all runs', async () => {
    const { bed, ids, go } = await show(() => page([row(1)]), {}, ['attempts'])
    await pass(1000)
    bed.send('save', row(2, { parentTaskId: 't1' }))
    await pass()
    expect(ids()).toEqual(['w1'])
    await go({ flat: true })
    await pass(1000)
    bed.send('save', row(3, { parentTaskId: 't1' }))
    await pass()
    expect(ids()).toEqual(['w3', 'w1'])
  })

  it('change the counts of their parent: the page is read again', async () => {
    let rows = [row(1)]
    const { bed, hook } = await show(() => page(rows), {}, ['attempts'])
    await pass(1000)
    const before = hook.result.current.familyEvents
    const counts = { __typename: 'ChildCounts' as const, total: 1, failed: 1, running: 0 }
    rows = [row(1, { children: counts })]
    bed.send('status', row(2, { parentTaskId: 't1', status: 'failed' }))
    await passSlowly(5000)
    expect(hook.result.current.rows[0]?.children).toMatchObject({ total: 1, failed: 1 })
    expect(hook.result.current.familyEvents).toBe(before + 1)
  })
})

describe('what live events do not contain', () => {
  const why = {
    __typename: 'Why' as const,
    code: 'failed',
    since: null,
    text: 'A failed: no',
    short: 'failed',
  }

  it('is read after an event of a listed run', async () => {
    let rows = [row(1)]
    const { bed, hook } = await show(() => page(rows), {}, ['why'])
    await pass(1000)
    rows = [row(1, { status: 'failed', why, ended: '2026-03-02T10:00:00.000Z' })]
    bed.send('status', row(1, { status: 'failed', ended: '2026-03-02T10:00:00.000Z' }))
    await passSlowly(4000)
    expect(hook.result.current.rows[0]).toMatchObject({ status: 'failed', why: { text: 'A failed: no' } })
  })

  it('is read every ten seconds while a listed run runs', async () => {
    const { bed } = await show(() => page([row(1)]), {}, ['why'])
    await pass(1000)
    const before = bed.callsOf('WorkqueueList').length
    await passSlowly(30_000)
    expect(bed.callsOf('WorkqueueList').length).toBe(before + 3)
  })

  it('is not read when every listed run has ended, nor on a platform without it', async () => {
    for (const [rows, features] of [
      [[ended(1)], ['why']],
      [[row(1)], ['stats']],
    ] as const) {
      const { bed, hook } = await show(() => page([...rows]), {}, features)
      await pass(1000)
      const before = bed.callsOf('WorkqueueList').length
      await passSlowly(60_000)
      expect(bed.callsOf('WorkqueueList').length).toBe(before)
      hook.unmount()
    }
  })

  it('is kept when an event patches its run', async () => {
    const { bed, hook } = await show(() => page([row(1, { why, inputs: { customer: 1 } })]), {}, ['why'])
    await pass(1000)
    const { why: _why, inputs: _inputs, ...event } = row(1, { status: 'failed' })
    bed.send('save', event)
    await pass()
    expect(hook.result.current.rows[0]).toMatchObject({
      status: 'failed',
      why: { text: why.text },
      inputs: { customer: 1 },
    })
  })

  it('with a filter is read in place, so that a row that has left the filter stays', async () => {
    let rows = [row(2), row(1)]
    const { bed, ids } = await show(() => page(rows), { status: ['started'] }, ['why'])
    await pass(1000)
    rows = [row(2)]
    bed.send('status', row(1, { status: 'cancelled' }))
    await passSlowly(5000)
    expect(bed.callsOf('WorkqueueList').at(-1)?.variables).toMatchObject({ createdBefore: row(2).created })
    expect(ids()).toEqual(['w2', 'w1'])
  })

  it('on a later page is read from the first listed run on, so that no row moves', async () => {
    const { bed, ids } = await show(() => page([row(2), row(1)], 12), { page: 2 }, ['why'])
    await pass(1000)
    await passSlowly(10_000)
    expect(bed.callsOf('WorkqueueList').at(-1)?.variables).toMatchObject({
      page: 1,
      createdBefore: row(2).created,
    })
    expect(ids()).toEqual(['w2', 'w1'])
  })
})

describe('a list that is held', () => {
  afterEach(() => heldList.set({ list: null, ids: [] }))

  it('does not take a new row, and remembers it', async () => {
    const { bed, ids } = await show(() => page([row(1)]))
    await pass(1000)
    hold(firstPage, true)
    bed.send('save', row(2))
    await pass()
    expect(ids()).toEqual(['w1'])
    expect(heldList.get().ids).toEqual(['w2'])
  })

  it('is read again in place after a lost connection: its rows change, and none moves', async () => {
    let rows = [row(1)]
    const { bed, hook, ids } = await show(({ createdBefore }) =>
      page(rows.filter((each) => !createdBefore || each.created <= String(createdBefore))),
    )
    await pass(1000)
    hold(firstPage, true)
    rows = [row(2), ended(1)]
    resync.raise()
    await pass(1000)
    expect(bed.callsOf('WorkqueueList').at(-1)?.variables).toMatchObject({ createdBefore: row(1).created })
    expect(ids()).toEqual(['w1'])
    expect(hook.result.current.rows[0]?.status).toBe('completed')
  })
})
