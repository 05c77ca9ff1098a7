import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEngineBench, owner, type EngineBench } from '#tests/support/engine.ts'

let bench: EngineBench

beforeEach(async () => {
  bench = await createEngineBench()
})

afterEach(() => bench.close())

/** The sweep finds what is tested here; the shipped times are a second. */
const pace = { period: 200, first: 50 }

const delay = (ms: number) => ({ type: 'task.workforce.delay', inputs: { ms } })

test('the tasks of a stopped process are executed again, counted and logged', async () => {
  const first = await bench.engine()
  const id = await bench.run(first, { a: delay(60_000), b: delay(1) })
  await bench.until(id, ({ tasks }) => tasks[1]!.status === 'ended')
  await first.stop()
  const { tasks } = await bench.load(id)
  expect(tasks[0]).toMatchObject({ status: 'started', attempt: 1 })
  await bench.engine({ pace })
  const run = await bench.until(id, (now) => now.tasks[0]!.attempt === 2)
  expect(run.tasks[0]).toMatchObject({ status: 'started', tries: 1 })
  expect(run.tasks[1]).toMatchObject({ status: 'ended', attempt: 1 })
  const { rows } = await bench.database.pool.query(
    'select level, message from task_logs where attempt = 1 and level = $1',
    ['warn'],
  )
  expect(rows).toEqual([
    { level: 'warn', message: 'The process that executed attempt 1 has ended; attempt 2 follows' },
  ])
})

test('what another process has started can be ended here, whatever snapshot this one has kept', async () => {
  const [first, second] = [await bench.engine(), await bench.engine()]
  const id = await bench.run(first, { a: { type: 'task.team.work' } })
  const report = { at: Date.now(), taskId: (await bench.task(id, 'a')).id, by: { actor: 'worker:default' } }
  await second.fromWorker(id, { ...report, type: 'taken', attempt: 0, holder: null })
  await first.fromWorker(id, { ...report, type: 'ended', attempt: 1, result: {} })
  expect((await bench.over(id)).tasks[0]).toMatchObject({ status: 'ended', attempt: 1 })
})

test('a process that loses its session drops its tasks and takes them over again', async () => {
  const engine = await bench.engine({ pace })
  const id = await bench.run(engine, { a: delay(400) })
  const before = await bench.task(id, 'a')
  await bench.database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  )
  const run = await bench.over(id)
  expect(run.tasks[0]).toMatchObject({ status: 'ended', attempt: 2 })
  expect(before).toMatchObject({ status: 'started', attempt: 1 })
})

test('writes continue after every connection breaks', async () => {
  const engine = await bench.engine()
  const chain = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `t${index}`,
      { ...delay(2), depends: index ? [`t${index - 1}`] : [] },
    ]),
  )
  const id = await bench.run(engine, chain)
  for (let round = 0; round < 3; round++) {
    await bench.until(id, ({ tasks }) => tasks[round * 10]!.status === 'ended')
    await bench.database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  expect((await bench.over(id)).status).toBe('completed')
})

test('retries and time-outs whose timers died with their process are found', async () => {
  const first = await bench.engine()
  const retry = { max: 1, delayMs: 500, factor: 1 }
  const id = await bench.run(first, { a: { inputs: { fail: 'x', failAttempts: 1 }, retry } })
  await bench.until(id, ({ tasks }) => tasks[0]!.status === 'retry')
  await first.stop()
  await bench.engine({ pace })
  expect((await bench.over(id)).tasks[0]).toMatchObject({ status: 'ended', attempt: 2 })
})

test('an engine that has stopped rejects calls instead of leaving them pending', async () => {
  const engine = await bench.engine()
  const id = await bench.run(engine, { a: {} })
  await bench.over(id)
  await engine.stop()
  await expect(engine.cancelWorkqueue(owner.accountId, id, owner.actor)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
})

test('cancelling by another process ends the execution here', async () => {
  let aborted = false
  const here = await bench.engine({
    pace,
    executors: {
      'task.workforce.delay': ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true
            resolve({})
          })
        }),
    },
  })
  const id = await bench.run(here, { a: delay(1) })
  const there = await bench.engine()
  await there.cancelWorkqueue(owner.accountId, id, owner.actor)
  const deadline = Date.now() + 5000
  while (!aborted && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(aborted).toBe(true)
})
