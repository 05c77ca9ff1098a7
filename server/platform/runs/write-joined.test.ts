import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngineBench, type EngineBench } from '#tests/support/engine.ts'
import { testPool } from '#tests/support/database.ts'
import type { Engine, RunStore, RunWrite } from '../engine/types.ts'
import { createRunStore } from './store.ts'

let bench: EngineBench
let engine: Engine
let pool: pg.Pool
let store: RunStore
beforeAll(async () => {
  bench = await createEngineBench()
  engine = await bench.engine()
  pool = testPool(bench.database.url, 4)
  store = createRunStore(pool)
})
afterAll(async () => {
  await engine.stop()
  await pool.end()
  await bench.close()
})

/** A run whose task waits for a worker, so that no process writes it meanwhile, and a write of it. */
async function writeOf(updatedBy: string): Promise<RunWrite> {
  const id = await bench.run(engine, { a: { type: 'task.test.any' } })
  const before = (await store.load(id))!
  const [task] = before.tasks
  const patch = { status: 'started', attempt: 1, updatedBy } as const
  return {
    before,
    run: { updatedBy },
    tasks: [{ task: { ...task!, ...patch }, patch }],
    past: [],
    logs: [],
    messages: [{ channel: 'test', event: 'update', data: { _id: id } }],
    failures: [],
  }
}
const stored = async ({ before }: RunWrite) => {
  const run = (await store.load(before.id))!
  return [run.seq - before.seq, run.updatedBy, run.tasks[0]!.status]
}

test('writes that come together are each stored once, with their own messages', async () => {
  const writes = await Promise.all(['a', 'b', 'c', 'd'].map(writeOf))
  const answers = await Promise.all(writes.map((write) => store.write(write)))
  expect(new Set(answers.map((answer) => answer?.outboxId)).size).toBe(4)
  for (const [index, write] of writes.entries()) {
    expect(await stored(write)).toEqual([1, write.run.updatedBy, 'started'])
    const { rows } = await pool.query<{ messages: string }>('select messages from outbox where id = $1', [
      answers[index]!.outboxId,
    ])
    expect(rows[0]!.messages).toContain(write.before.id)
  }
  const waiting = await pool.query('select from waiting_tasks where workqueue_id = any($1)', [
    writes.map(({ before }) => before.id),
  ])
  expect(waiting.rowCount).toBe(0)
})

test('a write of a run that has moved on is void, and the others are not', async () => {
  const [late, ...others] = await Promise.all(['a', 'b', 'c'].map(writeOf))
  await store.write(late!)
  const answers = await Promise.all(
    [late!, ...others].map((write) => store.write({ ...write, run: { updatedBy: 'z' } })),
  )
  expect(answers.map((answer) => answer !== null)).toEqual([false, true, true])
  expect(await stored(late!)).toEqual([1, 'a', 'started'])
  for (const write of others) expect((await stored(write))[1]).toBe('z')
})

test('a value that the database refuses fails its own write only', async () => {
  const [good, bad, other] = await Promise.all(['a', 'b', 'c'].map(writeOf))
  const writes = [good!, { ...bad!, run: { updatedBy: 'no\0text' } }, other!]
  const answers = await Promise.allSettled(writes.map((write) => store.write(write)))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await stored(bad!)).toEqual([0, 'ada@test', 'queued'])
  expect(await stored(other!)).toEqual([1, 'c', 'started'])
})
