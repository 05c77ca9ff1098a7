import { afterAll, expect, test, vi } from 'vitest'
import { startChild } from './child.ts'
import { findWalls } from './walls.ts'

/** Resolves the looks at the memory of a process, which wait until the test answers them. */
const looks: ((mib: number) => void)[] = []
const memoryOf = () => new Promise<number>((resolve) => looks.push(resolve))

const limits = { timeMs: 20_000, memoryMib: 64, outputBytes: 1000, logLines: 10, progressCalls: 10 }
const listener = { log: () => undefined, progress: () => undefined }
const TOO_MUCH = 1_000_000

const child = await startChild(await findWalls(), limits, memoryOf)
afterAll(() => child.kill())

const run = (ms: number) =>
  child.run(
    {
      code: `export default () => { const end = Date.now() + ${ms}; while (Date.now() < end); return { ms: ${ms} } }`,
      inputs: '{}',
      timeMs: limits.timeMs,
    },
    listener,
    new AbortController().signal,
  )

test('a look at the memory that outlasts its script does not kill the next one', async () => {
  expect(await run(400)).toMatchObject({ clean: true })
  const next = run(400)
  for (const answer of looks.splice(0)) answer(TOO_MUCH)
  expect(await next).toEqual({ settled: { outputs: '{"ms":400}' }, clean: true })
})

test('a process that is being killed takes no other script', async () => {
  looks.length = 0
  const killed = run(400)
  await vi.waitFor(() => expect(looks).toHaveLength(1))
  looks.pop()!(TOO_MUCH)
  await new Promise((resolve) => setImmediate(resolve))
  expect(child.alive).toBe(false)
  expect(await killed).toEqual({ settled: { over: 'memory' }, clean: false })
})
