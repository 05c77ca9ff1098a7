import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEngineBench, type EngineBench } from '#tests/support/engine.ts'

let bench: EngineBench

beforeEach(async () => {
  bench = await createEngineBench()
})

afterEach(() => bench.close())

const pace = { period: 50, first: 10 }
const work = { type: 'task.team.work' }

test('deadlines are kept by the timers of the process', async () => {
  // Its sweep finds nothing in time.
  const engine = await bench.engine({ pace: { period: 60_000, first: 60_000 } })
  const id = await bench.run(engine, { a: { ...work, deadlineMs: 100 } })
  expect((await bench.over(id)).tasks[0]).toMatchObject({
    status: 'failed',
    reason: 'The task was not done within its deadline of 0.1 s',
  })
})

test('deadlines that pass while no process runs are found by the next one', async () => {
  const first = await bench.engine()
  const task = await bench.run(first, { a: { ...work, deadlineMs: 300, onDeadline: 'tell' }, b: work })
  const whole = await bench.run(first, { a: work, b: { depends: ['a'] } }, { deadlineMs: 300 })
  await first.stop()
  const { due } = await bench.task(task, 'a')
  expect(due).not.toBeNull()
  await bench.engine({ pace })
  const told = await bench.until(task, ({ late }) => late !== null)
  expect(told).toMatchObject({
    status: 'notstarted',
    late: due,
    tasks: [{ status: 'queued', late: due }, {}],
  })
  const failed = await bench.over(whole)
  expect(failed).toMatchObject({ status: 'failed', due: null })
  expect(failed.tasks.map(({ status }) => status)).toEqual(['failed', 'notstarted'])
})

test('a deadline and a report at the same moment: one of them holds', async () => {
  const [here, there] = [await bench.engine({ pace }), await bench.engine({ pace })]
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => bench.run(here, { a: { ...work, deadlineMs: 1000 } })),
  )
  const answers = await Promise.all(
    ids.map(async (id) => {
      const { id: taskId, due } = await bench.task(id, 'a')
      const about = { taskId, by: { actor: 'worker:default' } }
      const taken = { ...about, at: Date.now(), type: 'taken', attempt: 0, holder: null } as const
      try {
        // A busy machine may be late with this already.
        await there.fromWorker(id, taken)
        await new Promise((resolve) => setTimeout(resolve, due! - Date.now()))
        await there.fromWorker(id, { ...about, at: Date.now(), type: 'ended', attempt: 1, result: {} })
        return 'ended'
      } catch (error) {
        return (error as { code: string }).code
      }
    }),
  )
  for (const [index, id] of ids.entries()) {
    const { status } = (await bench.over(id)).tasks[0]!
    expect(answers[index]).toBe(status === 'ended' ? 'ended' : 'CONFLICT')
  }
})
