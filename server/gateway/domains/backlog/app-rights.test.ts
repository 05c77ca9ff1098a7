import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#server/lib/errors.ts'
import { createAppRights } from './app-rights.ts'

let now: number
let answers: unknown[]
let ifReadable: () => void
const then = vi.fn()

beforeEach(() => {
  now = 0
  then.mockReset()
  const call = async <T>() => {
    const answer = answers.shift()
    if (answer instanceof AppError) throw answer
    return answer as T
  }
  const rights = createAppRights({ now: () => now, monotonic: () => now })
  ifReadable = () => rights.ifReadable(call, 'a1', then)
})

/** Two events of an app, five seconds apart; returns how many of them were counted. */
async function twoEvents(...given: unknown[]) {
  answers = given
  for (const at of [0, 5001]) {
    now = at
    ifReadable()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return then.mock.calls.length
}

it('counts the events of a readable app, and asks once', async () => {
  expect(await twoEvents({ _id: 'a1' }, new AppError('NOT_FOUND'))).toBe(2)
  expect(answers).toHaveLength(1)
})

it.each(['NOT_FOUND', 'FORBIDDEN'] as const)('remembers that an app is %s', async (code) => {
  expect(await twoEvents(new AppError(code), { _id: 'a1' })).toBe(0)
  expect(answers).toHaveLength(1)
})

it.each(['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'BAD_REQUEST', 'PLATFORM_DOWN'] as const)(
  'asks again a moment after %s',
  async (code) => {
    expect(await twoEvents(new AppError(code), { _id: 'a1' })).toBe(1)
  },
)

it('pauses after a failure of the platform', async () => {
  answers = [new AppError('TOO_MANY_REQUESTS'), { _id: 'a1' }]
  for (let event = 0; event < 3; event++) {
    ifReadable()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(answers).toHaveLength(1)
})
