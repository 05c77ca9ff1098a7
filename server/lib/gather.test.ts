import { expect, test } from 'vitest'
import { createGather } from './gather.ts'

/** A gather whose batches the test answers. */
function setUp(most = 100) {
  const asked: { questions: readonly number[]; answer(): void; fail(error: Error): void }[] = []
  const gather = createGather<number, string>({
    most,
    ask: (questions) =>
      new Promise((resolve, reject) => {
        asked.push({ questions, answer: () => resolve(questions.map(String)), fail: reject })
      }),
  })
  return { asked, gather }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('calls of one event-loop turn form one batch, and each gets its own answer', async () => {
  const { asked, gather } = setUp()
  const answers = Promise.all([1, 2, 3].map(gather))
  await turn()
  expect(asked.map(({ questions }) => questions)).toEqual([[1, 2, 3]])
  asked[0]?.answer()
  expect(await answers).toEqual(['1', '2', '3'])
})

test('calls during a running batch form the next ones, up to the limit', async () => {
  const { asked, gather } = setUp(2)
  const first = gather(1)
  await turn()
  const later = Promise.all([2, 3, 4].map(gather))
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
  const { asked, gather } = setUp()
  const failed = Promise.allSettled([1, 2].map(gather))
  await turn()
  asked[0]?.fail(new Error('away'))
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = gather(3)
  await turn()
  asked[1]?.answer()
  expect(await next).toBe('3')
})
