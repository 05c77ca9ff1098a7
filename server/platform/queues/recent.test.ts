import { expect, test } from 'vitest'
import { recently } from './recent.ts'

/** A read whose answers the test gives, and a clock that it moves. */
function setUp() {
  const reads: { key: string; answer(value: string): void; fail(): void }[] = []
  let now = 0
  const recent = recently<string>(
    (key) =>
      new Promise((resolve, reject) => {
        reads.push({ key, answer: resolve, fail: () => reject(new Error('no database')) })
      }),
    () => now,
  )
  return { recent, reads, pass: (ms: number) => void (now += ms) }
}

test('calls at the same time share one read, and later ones its answer', async () => {
  const { recent, reads, pass } = setUp()
  const calls = [recent('a'), recent('a'), recent('b')]
  expect(reads.map(({ key }) => key)).toEqual(['a', 'b'])
  reads[0]!.answer('one')
  reads[1]!.answer('two')
  expect(await Promise.all(calls)).toEqual(['one', 'one', 'two'])
  pass(500)
  expect(await recent('a')).toBe('one')
  expect(reads).toHaveLength(2)
})

test('an answer is read again in the background, and never used when it is older than a second', async () => {
  const { recent, reads, pass } = setUp()
  const first = recent('a')
  reads[0]!.answer('one')
  await first
  pass(600)
  expect(await recent('a')).toBe('one')
  expect(await recent('a')).toBe('one')
  expect(reads).toHaveLength(2)
  pass(600)
  // The read in the background was asked for 600 ms ago, and has not answered yet.
  const waiting = recent('a')
  expect(reads).toHaveLength(2)
  reads[1]!.answer('two')
  expect(await waiting).toBe('two')
  pass(1100)
  const third = recent('a')
  expect(reads).toHaveLength(3)
  reads[2]!.answer('three')
  expect(await third).toBe('three')
})

test('the error of a read reaches its callers and is not kept', async () => {
  const { recent, reads } = setUp()
  const failing = recent('a')
  reads[0]!.fail()
  await expect(failing).rejects.toThrow('no database')
  const next = recent('a')
  reads[1]!.answer('one')
  expect(await next).toBe('one')
})
