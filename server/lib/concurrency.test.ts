import { describe, expect, test } from 'vitest'
import { createFairPermits, createPermits } from './concurrency.ts'

test('runs at most the given number at a time, in order of calls, whatever fails', async () => {
  const permits = createPermits(2)
  const begun: number[] = []
  let [now, most] = [0, 0]
  const work = (n: number) =>
    permits.run(async () => {
      begun.push(n)
      most = Math.max(most, ++now)
      await new Promise((resolve) => setImmediate(resolve))
      now--
      if (n % 3 === 0) throw new Error(`${n}`)
      return n
    })
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(work))
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3)
})

describe('fair permits', () => {
  const deferred = () => {
    let done = (): void => undefined
    const promise = new Promise<void>((resolve) => (done = resolve))
    return { promise, done: () => done() }
  }

  test('are shared out in turn, however many calls an owner has', async () => {
    const permits = createFairPermits(1, 100)
    const first = deferred()
    const order: string[] = []
    const call = (owner: string, name: string) => permits.run(owner, async () => void order.push(name))
    const calls = [permits.run('a', () => first.promise)]
    for (let number = 1; number <= 3; number++) calls.push(call('a', `a${number}`))
    calls.push(
      call('b', 'b1'),
      permits.run('a', async () => void order.push('now'), { urgent: true }),
    )
    expect([permits.waiting('a'), permits.waiting('b'), permits.waiting('c')]).toEqual([3, 1, 0])
    first.done()
    await Promise.all(calls)
    expect([permits.waiting('a'), permits.waiting('b')]).toEqual([0, 0])
    expect(order).toEqual(['now', 'a1', 'b1', 'a2', 'a3'])
  })

  test('bound the size of what runs at once, and let a single larger call pass', async () => {
    const permits = createFairPermits(4, 10)
    const gates = [deferred(), deferred(), deferred()]
    const begun: number[] = []
    const calls = [6, 6, 50].map((size, index) =>
      permits.run('a', () => (begun.push(size), gates[index]!.promise), { size }),
    )
    await Promise.resolve()
    expect(begun).toEqual([6])
    gates[0]!.done()
    await calls[0]
    expect(begun).toEqual([6, 6])
    gates[1]!.done()
    await calls[1]
    expect(begun).toEqual([6, 6, 50])
    gates[2]!.done()
    await calls[2]
  })

  test('are given back by a call that fails', async () => {
    const permits = createFairPermits(1, 1)
    await expect(permits.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(permits.run('b', () => Promise.resolve(1))).resolves.toBe(1)
  })
})
