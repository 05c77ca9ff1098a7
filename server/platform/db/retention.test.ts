import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertLog, insertRun, insertTask, type RunRow } from '#tests/support/platform-rows.ts'
import { advisoryLocks, createDatabase } from './database.ts'
import { boundedOtherwise, retentionSteps } from './retention-steps.ts'
import { createRetention } from './retention.ts'

const DAYS = 90
let platform: TestPlatform
let accountId: string
let appId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  accountId = platform.alice.accountId
  appId = (await send('apps', { name: 'A', description: 'B' }))._id
})
afterAll(() => platform.close())

const send = async (path: string, body: object) =>
  (await platform.call.post(`/api/${path}`).set(platform.alice.headers).send(body)).body
const retention = () =>
  createRetention({
    db: createDatabase(platform.pool),
    clock: platform.clock,
    log: pino({ level: 'silent' }),
    days: DAYS,
  })
const daysAgo = (days: number) => new Date(platform.clock.now() - days * 86_400_000)
const rows = async (statement: string, ...values: unknown[]) =>
  (await platform.pool.query(statement, values)).rows.map((row) => Object.values(row)[0])

/** A run with a task, a past attempt of it and a log entry. */
async function run(ended: Date | null, more: Partial<RunRow> = {}) {
  const status = ended ? 'completed' : 'started'
  const workqueueId = await insertRun(platform.pool, {
    accountId,
    appId,
    status,
    ended,
    created: daysAgo(400),
    ...more,
  })
  const taskId = await insertTask(platform.pool, { accountId, appId, workqueueId })
  await insertLog(platform.pool, { accountId, workqueueId, taskId, timestamp: daysAgo(400), message: 'x' })
  await platform.pool.query(
    `insert into task_attempts (task_id, number, account_id, workqueue_id, round, of_round, alias, status)
     values ($1, 1, $2, $3, 0, 1, 'default', 'failed')`,
    [taskId, accountId, workqueueId],
  )
  return { workqueueId, taskId }
}

test('every table is bounded by the retention or has a reason in the list', async () => {
  const tables = await rows(`select table_name from information_schema.tables where table_schema = 'public'`)
  const named = [...retentionSteps.map(({ table }) => table), ...Object.keys(boundedOtherwise)]
  expect(named.sort()).toEqual(tables.sort())
})

test('old ended runs are deleted with tasks and log; live ones and their children stay, however old', async () => {
  const [old, young, live] = [await run(daysAgo(91)), await run(daysAgo(89)), await run(null)]
  const childOfLive = await run(daysAgo(300), { parentTaskId: live.taskId })
  const childOfOld = await run(daysAgo(92), { parentTaskId: old.taskId })
  const parentOfLive = await run(daysAgo(200))
  const liveChild = await run(null, { parentTaskId: parentOfLive.taskId })
  expect(await retention().run()).toMatchObject({ workqueues: 2 })
  const stay = [young, live, childOfLive, parentOfLive, liveChild]
    .map(({ workqueueId }) => workqueueId)
    .sort()
  expect(await rows('select id from workqueues order by id')).toEqual(stay)
  expect(await rows('select workqueue_id from tasks order by 1')).toEqual(stay)
  expect(await rows('select workqueue_id from task_logs order by 1')).toEqual(stay)
  expect(await rows('select workqueue_id from task_attempts order by 1')).toEqual(stay)
  expect(stay).not.toContain(childOfOld.workqueueId)
})

test('audit rows are deleted by age, also refused sign-ins without an account', async () => {
  await platform.pool.query('delete from audit')
  await platform.pool.query(
    `insert into audit (id, account_id, actor, action, entity, at, result)
     select n::text, case when n % 2 = 0 then $1 end, 'x', 'sign-in', 'session',
       $2::timestamptz - n * interval '1 minute', 'refused' from generate_series(-50, 2500) n`,
    [accountId, daysAgo(DAYS)],
  )
  expect(await retention().run()).toMatchObject({ audit: 2500 })
  expect(await rows('select count(*)::int from audit')).toEqual([51])
})

test('old ended receipts are deleted with their rows, open ones stay', async () => {
  await platform.pool.query(
    `insert into receipts (id, account_id, action, selection, total, created, ended)
     select 'r' || n, $1, 'restart-tasks', '{"by":"ids"}', 1, $2::timestamptz, case when n > 1 then $2::timestamptz + n * interval '1 day' end
     from generate_series(1, 120) n`,
    [accountId, daysAgo(200)],
  )
  await platform.pool.query(`insert into receipt_rows select id, 1, 'x' from receipts where id like 'r%'`)
  expect(await retention().run()).toMatchObject({ receipts: 108 })
  expect(await rows(`select count(*)::int from receipt_rows`)).toEqual([12])
  expect(await rows(`select id from receipts where ended is null`)).toEqual(['r1'])
})

test('a removed variable stays while a task is under way that may have received it', async () => {
  const remove = async (name: string) => {
    const { _id } = await send(`apps/${appId}/variables`, { name, value: 'x' })
    await platform.call.delete(`/api/apps/${appId}/variables/${_id}`).set(platform.alice.headers).expect(204)
  }
  const names = () => rows('select name from removed_variables order by 1')
  const workqueueId = await insertRun(platform.pool, { accountId, appId, status: 'started' })
  const started = new Date(platform.clock.now())
  const task = { accountId, appId, workqueueId, status: 'started' as const, started }
  const id = await insertTask(platform.pool, task)
  await remove('HELD')
  await retention().run()
  expect(await names()).toEqual(['HELD'])
  await platform.pool.query("update tasks set status = 'ended' where id = $1", [id])
  expect(await retention().run()).toMatchObject({ removed_variables: 1 })
  expect(await names()).toEqual([])
})

test('of a plan the last 20 revisions stay however old, and at most 100 however new', async () => {
  const revisions = async (version: (n: number) => Date) => {
    const plan = await send('plans', { name: 'P', tasks: [] })
    for (let n = 1; n <= 150; n++)
      await platform.pool.query(
        `insert into plan_revisions (plan_id, account_id, version, name, description, definition, updated)
         values ($1, $2, $3, 'P', '', '{}', $4)`,
        [plan._id, accountId, n, version(n)],
      )
    return () => rows('select version from plan_revisions where plan_id = $1 order by 1', plan._id)
  }
  const old = await revisions(() => daysAgo(200))
  const young = await revisions(() => daysAgo(1))
  expect(await retention().run()).toMatchObject({ plan_revisions: 180 })
  expect((await old())[0]).toBe(131)
  expect(await young()).toHaveLength(100)
})

test('one process at a time', async () => {
  const other = await platform.pool.connect()
  await other.query('select pg_advisory_lock($1)', [advisoryLocks.retention])
  expect(await retention().run()).toBeNull()
  other.release(true)
  await expect.poll(() => retention().run()).not.toBeNull()
})
