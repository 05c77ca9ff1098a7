import { expect, test } from 'vitest'
import type { PlanOfApp } from './stats-scope.ts'
import { cachedTimes, type UsualTimes } from './usual-times.ts'

/** Times whose median is the number of the call; `pass` moves the clock. */
function open({ failing = 0 } = {}) {
  const calls: (readonly PlanOfApp[])[] = []
  let at = 0
  let failsAt = failing
  async function read(_accountId: string, plans: readonly PlanOfApp[]): Promise<UsualTimes[]> {
    calls.push(plans)
    if (calls.length === failsAt) throw new Error('away')
    return plans.map(() => ({ usual: new Map(), expected: { medianMs: calls.length, p90Ms: 0 } }))
  }
  const times = cachedTimes(read, () => at)
  const medians = async (...planIds: (string | null)[]) =>
    (
      await times(
        'n',
        planIds.map((planId) => ({ planId, appId: 'a' })),
      )
    ).map((each) => each?.expected?.medianMs ?? null)
  const fail = (call: number) => (failsAt = call)
  return { calls, times, medians, fail, pass: (ms: number) => (at += ms) }
}

test('the plans of a page are read by one call, each plan once', async () => {
  const { calls, medians } = open()
  expect(await medians('p1', null, 'p2', 'p1')).toEqual([1, null, 1, 1])
  expect(calls).toEqual([
    [
      { planId: 'p1', appId: 'a' },
      { planId: 'p2', appId: 'a' },
    ],
  ])
  expect(await medians(null)).toEqual([null])
  expect(calls).toHaveLength(1)
})

test('what is older than 10 seconds is answered at once and read again for the next caller', async () => {
  const { calls, medians, pass } = open()
  await medians('p1')
  pass(5000)
  expect(await medians('p1', 'p2')).toEqual([1, 2])
  expect(calls[1]).toEqual([{ planId: 'p2', appId: 'a' }])
  pass(5000)
  expect(await medians('p1', 'p2')).toEqual([1, 2])
  expect(calls[2]).toEqual([{ planId: 'p1', appId: 'a' }])
  expect(await medians('p1', 'p2')).toEqual([3, 2])
  expect(calls).toHaveLength(3)
})

test('callers do not wait for a read of old times, and it is made once', async () => {
  let finish = () => {}
  const answer = { usual: new Map(), expected: null }
  let calls = 0
  let at = 0
  const times = cachedTimes(
    async (_accountId, plans) => {
      if (++calls > 1) await new Promise<void>((resolve) => (finish = resolve))
      return plans.map(() => ({ ...answer, expected: { medianMs: calls, p90Ms: 0 } }))
    },
    () => at,
  )
  const median = async () => (await times('n', [{ planId: 'p', appId: 'a' }]))[0]?.expected?.medianMs
  await median()
  at = 10_000
  expect([await median(), await median()]).toEqual([1, 1])
  expect(calls).toBe(2)
  finish()
  await Promise.resolve()
  await expect.poll(median).toBe(2)
})

test('times that are older than a minute are not answered any more', async () => {
  const { medians, pass } = open()
  await medians('p1')
  pass(60_000)
  expect(await medians('p1')).toEqual([2])
})

test('when old times cannot be read again they are still answered, and the next caller tries again', async () => {
  const { medians, pass, fail } = open()
  await medians('p1')
  fail(2)
  pass(10_000)
  expect(await medians('p1')).toEqual([1])
  await Promise.resolve()
  expect(await medians('p1')).toEqual([1])
  await expect.poll(() => medians('p1')).toEqual([3])
})

test('the same plan of another account or app is another one', async () => {
  const { calls, times } = open()
  await times('n', [{ planId: 'p', appId: 'a' }])
  await times('s', [{ planId: 'p', appId: 'a' }])
  await times('n', [{ planId: 'p', appId: 'b' }])
  expect(calls).toHaveLength(3)
})

test('a failed read is not kept', async () => {
  const { medians } = open({ failing: 1 })
  await expect(medians('p1')).rejects.toThrow('away')
  expect(await medians('p1')).toEqual([2])
})

test('a page of more plans than are kept is whole, also while old ones are read again', async () => {
  const { medians, pass } = open()
  const plans = Array.from({ length: 700 }, (_, index) => `p${index}`)
  expect(await medians(...plans)).toEqual(plans.map(() => 1))
  pass(10_000)
  const again = await medians(...plans)
  expect(again.filter((each) => each === 1)).toHaveLength(500)
  expect(again.filter((each) => each === 2)).toHaveLength(200)
})
