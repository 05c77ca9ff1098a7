import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEngineBench, owner, type EngineBench } from '#tests/support/engine.ts'
import type { Engine } from './types.ts'

let bench: EngineBench
let engine: Engine

beforeEach(async () => {
  bench = await createEngineBench()
  engine = await bench.engine()
})

afterEach(() => bench.close())

test('a chain passes its state on and completes', async () => {
  const id = await bench.run(engine, {
    a: { inputs: { n: 7 }, outputs: { n: '$state.a.n' } },
    b: { depends: ['a'], inputs: { got: '$state.a.n' }, outputs: { got: '$state.b' } },
  })
  const run = await bench.over(id)
  expect(run).toMatchObject({ status: 'completed', state: { a: { n: 7 }, b: 7 } })
  expect(run.tasks.map(({ holder, attempt }) => [holder, attempt])).toEqual([
    [null, 1],
    [null, 1],
  ])
})

test('any text in a state is kept', async () => {
  const value = 'nul \u0000 lone \ud800 quote " backslash \\ {brace}'
  const id = await bench.run(engine, {
    [value.replaceAll('\0', '')]: { inputs: { value }, outputs: { value: '$state.v' } },
  })
  expect((await bench.over(id)).state).toEqual({ v: value })
})

test('a failing noop stores its reason and a log entry with a stack trace', async () => {
  const id = await bench.run(engine, { a: { inputs: { fail: 'no\0 disk' } } })
  const run = await bench.over(id)
  expect(run.tasks[0]).toMatchObject({ status: 'failed', reason: 'no disk' })
  const { rows } = await bench.database.pool.query('select * from task_logs')
  expect(rows).toMatchObject([{ task_id: run.tasks[0]!.id, level: 'error', message: 'no disk', attempt: 1 }])
  expect((rows as { stacktrace: string }[])[0]!.stacktrace).toMatch(/Error: no disk\n +at /)
})

test('failAttempts and retry: it fails twice, waits, and ends in its third attempt', async () => {
  const retry = { max: 2, delayMs: 5, factor: 1 }
  const id = await bench.run(engine, { a: { inputs: { fail: 'x', failAttempts: 2 }, retry } })
  const run = await bench.over(id)
  expect(run.tasks[0]).toMatchObject({ status: 'ended', attempt: 3 })
})

test('a time-out fails an attempt that lasts too long', async () => {
  const id = await bench.run(engine, {
    a: { type: 'task.workforce.delay', inputs: { ms: 60_000 }, timeoutMs: 20 },
  })
  expect((await bench.over(id)).tasks[0]).toMatchObject({ status: 'failed', reason: 'Timed out after 20 ms' })
})

test('a delay with an invalid ms fails', async () => {
  const id = await bench.run(engine, { a: { type: 'task.workforce.delay', inputs: { ms: 'soon' } } })
  expect((await bench.over(id)).tasks[0]!.reason).toMatch('inputs.ms must be a number')
})

test('the message contains every fault of a definition', async () => {
  const started = bench.run(engine, { a: { depends: ['x'] }, b: { type: 'task.workforce.dance' } })
  await expect(started).rejects.toMatchObject({
    code: 'INVALID_DEFINITION',
    message: expect.stringMatching(/tasks\[0\].depends\[0\]: no task named "x"; tasks\[1\].type/) as string,
  })
})

test('ids of other accounts and unknown ids are not found, forbidden states are a conflict', async () => {
  const id = await bench.run(engine, { a: {} })
  const { tasks } = await bench.over(id)
  const by = 'eve@test'
  await expect(engine.cancelWorkqueue('other', id, by)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(engine.restartTask('other', tasks[0]!.id, by)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(engine.restartTask(owner.accountId, 'nothing', by)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(engine.cancelWorkqueue(owner.accountId, id, by)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The workqueue is completed: it cannot be cancelled',
  })
})

test('a cancel ends running tasks at once and stores its actor', async () => {
  const id = await bench.run(engine, {
    a: { type: 'task.workforce.delay', inputs: { ms: 60_000 } },
    b: { depends: ['a'] },
  })
  await engine.cancelWorkqueue(owner.accountId, id, 'bob@test')
  const run = await bench.load(id)
  expect(run).toMatchObject({ status: 'cancelled', updatedBy: 'bob@test' })
  expect(run.tasks.map(({ status }) => status)).toEqual(['skipped', 'skipped'])
})

test('a task of a worker waits in the queue', async () => {
  const id = await bench.run(
    engine,
    { a: { type: 'task.acme.render', inputs: { x: '$state.x' } } },
    { initialState: { x: 1 } },
  )
  expect(await bench.task(id, 'a')).toMatchObject({
    status: 'queued',
    resolvedInputs: { x: 1 },
    holder: null,
  })
})

test('5,000 tasks are stored and started in one step', async () => {
  const names = Array.from({ length: 5000 }, (_, index) => `t${index}`)
  const tasks = Object.fromEntries(names.map((name, index) => [name, index ? { depends: ['t0'] } : {}]))
  const id = await bench.run(engine, tasks)
  expect((await bench.over(id)).tasks.every(({ status }) => status === 'ended')).toBe(true)
})

test('each write stores in the outbox the messages that the publisher gets', async () => {
  const id = await bench.run(engine, { a: {} })
  await bench.over(id)
  const { rows } = await bench.database.pool.query<{ messages: object[] }>(
    'select messages::json from outbox order by id',
  )
  expect(rows.flatMap(({ messages }) => messages)).toEqual(JSON.parse(JSON.stringify(bench.messages)))
  expect(bench.messages.map(({ channel, event }) => `${channel.replace(id, 'ID')} ${event}`)).toEqual([
    'apps.app.workqueues save',
    'apps.app.workqueues.ID save',
    'apps.app.workqueues.ID.tasks save',
    'tasks status',
    'tasks status',
    'apps.app.workqueues.ID.tasks status',
    'apps.app.workqueues status',
    'apps.app.workqueues.ID status',
    'tasks status',
  ])
})
