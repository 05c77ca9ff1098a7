import { expect, test } from 'vitest'
import type { PlanOfApp } from './stats-sql.ts'
import { cachedTimes, type UsualTimes } from './usual-times.ts'

/** Times whose median is the number of the call; `pass` moves the clock. */
function open({ failing = 0 } = {}) {
  const calls: (readonly PlanOfApp[])[] = []
  let at = 0
  async function read(_accountId: string, plans: readonly PlanOfApp[]): Promise<UsualTimes[]> {
    calls.push(plans)
    if (calls.length <= failing) throw new Error('away')
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
  return { calls, times, medians, pass: (ms: number) => (at += ms) }
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

test('only what is not known, or is older than 10 seconds, is read again', async () => {
  const { calls, medians, pass } = open()
  await medians('p1')
  pass(5000)
  expect(await medians('p1', 'p2')).toEqual([1, 2])
  expect(calls[1]).toEqual([{ planId: 'p2', appId: 'a' }])
  pass(5000)
  expect(await medians('p1', 'p2')).toEqual([3, 2])
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

test('a page of more plans than are kept is whole', async () => {
  const { medians } = open()
  const plans = Array.from({ length: 700 }, (_, index) => `p${index}`)
  expect(await medians(...plans)).toEqual(plans.map(() => 1))
})
