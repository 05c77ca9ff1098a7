import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A batcher whose batches the test resolves. */
function setUp(maxBatch = 100) {
  const asked: { questions: readonly number[]; answer(): void; fail(error: Error): void }[] = []
  const call = createBatcher<number, string>({
    maxBatch,
    ask: (questions) =>
      new Promise((resolve, reject) => {
        asked.push({ questions, answer: () => resolve(questions.map(String)), fail: reject })
      }),
  })
  return { asked, call }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('calls of one event-loop turn form one batch, and each gets its own answer', async () => {
  const { asked, call } = setUp()
  const answers = Promise.all([1, 2, 3].map(call))
  await turn()
  expect(asked.map(({ questions }) => questions)).toEqual([[1, 2, 3]])
  asked[0]?.answer()
  expect(await answers).toEqual(['1', '2', '3'])
})

test('calls during a running batch form the next ones, up to the limit', async () => {
  const { asked, call } = setUp(2)
  const first = call(1)
  await turn()
  const later = Promise.all([2, 3, 4].map(call))
  await turn()
  expect(asked).toHaveLength(1)
  asked[0]?.answer()
  await first
  await turn()
  asked[1]?.answer()
  await turn()
  asked[2]?.answer()
  await later
  expect(asked.map(({ questions }) => questions)).toEqual([[1], [2, 3], [4]])
})

test('a failure rejects the calls of its batch, and the next batch runs', async () => {
  const { asked, call } = setUp()
  const failed = Promise.allSettled([1, 2].map(call))
  await turn()
  asked[0]?.fail(new Error('away'))
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = call(3)
  await turn()
  asked[1]?.answer()
  expect(await next).toBe('3')
})
