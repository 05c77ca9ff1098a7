import type { SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import {
  createWorkerAliases,
  receive,
  sendReport,
  sqsClient,
  type WorkerAlias,
} from '#tests/support/worker.ts'

/** In which order tasks are handed out, and that exactly those wait that are queued. */

let platform: TestPlatform
let engine: Engine
let appId: string
let worker: WorkerAlias
let beta: WorkerAlias
let client: SQSClient
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  appId = (await platform.send('post', 'apps', { name: 'App', description: 'a' })).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})
beforeEach(async () => {
  const type = `task.test.${newId()}`
  const aliases = await createWorkerAliases(platform, platform.alice.accountId, type, ['default', 'beta'])
  worker = aliases.default
  beta = aliases.beta
  client = sqsClient(platform, worker)
})

/** Starts a run of so many tasks that may run at once. */
async function start(name: string, count: number, priority?: number): Promise<string> {
  const tasks = Array.from({ length: count }, (_, index) => ({ name: `${name}${index}`, type: worker.type }))
  const { status, body } = await platform.send('post', `workqueues?appId=${appId}`, { name, tasks, priority })
  expect(status).toBe(201)
  return body._id
}

/** The names of the next tasks. */
async function take(count: number): Promise<string[]> {
  const tasks = await receive(client, worker, { MaxNumberOfMessages: count })
  const { rows } = await platform.pool.query<{ id: string; name: string }>(
    'select id, name from tasks where id = any($1)',
    [tasks.map(({ taskId }) => taskId)],
  )
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  return tasks.map(({ taskId }) => nameOf.get(taskId) ?? '')
}

/** The next tasks, one at a time. */
async function takeSingly(count: number): Promise<string[]> {
  const names: string[] = []
  for (let taken = 0; taken < count; taken++) names.push(...(await take(1)))
  return names
}

/** Tasks that wait according to their status, and those in the order. */
async function expectConsistent(): Promise<void> {
  const { rows } = await platform.pool.query(
    `select t.id, w.task_id from
       (select * from tasks where status = 'queued' and type not like 'task.workforce.%') t
       full join waiting_tasks w on w.task_id = t.id and w.attempt = t.attempt
         and w.queue = queue_key(t.account_id, t.type, t.alias)
     where t.id is null or w.task_id is null`,
  )
  expect(rows).toEqual([])
}

describe('runs take turns', () => {
  test('a single task waits for one round of a run with many', async () => {
    await start('big', 50)
    expect(await take(10)).toEqual(Array.from({ length: 10 }, (_, index) => `big${index}`))
    await start('single', 1)
    await start('pair', 2)
    expect(await takeSingly(6)).toEqual(['big10', 'single0', 'pair0', 'big11', 'pair1', 'big12'])
    await expectConsistent()
  })

  test('a receive of ten is one turn of a run, after which the others catch up', async () => {
    await start('big', 50)
    await start('other', 20)
    await start('single', 1)
    expect(new Set((await take(10)).map((name) => name.replace(/\d/g, '')))).toEqual(new Set(['big']))
    expect((await take(10)).map((name) => name.replace(/\d/g, ''))).toEqual(Array(10).fill('other'))
    // What its own run has not enough of is filled from the others.
    const third = await take(10)
    expect(third).toContain('single0')
    expect(third).toHaveLength(10)
    await expectConsistent()
  })

  test('a run that adds tasks is behind those that it has in the queue', async () => {
    await start('b', 3)
    const tasks = [0, 1, 2].map((index) => ({ name: `a${index}`, type: worker.type }))
    const late = { name: 'a3', type: worker.type, depends: ['a0'] }
    await platform.send('post', `workqueues?appId=${appId}`, { name: 'a', tasks: [...tasks, late] })
    const first = [...(await receive(client, worker)), ...(await receive(client, worker))]
    for (const task of first) await sendReport(platform, worker, task, { status: 'ended' })
    expect(await takeSingly(5)).toEqual(['b1', 'a1', 'b2', 'a2', 'a3'])
    await expectConsistent()
  })

  test('two callers at once get no task twice', async () => {
    await start('many', 40)
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(5)))
    expect(new Set(taken.flat()).size).toBe(40)
    await expectConsistent()
  })
})

describe('priorities', () => {
  test('go before rounds, are those of the plan or of the start, and are answered', async () => {
    await start('low', 2, 5)
    await start('usual', 2)
    const tasks = [{ name: 'plan0', type: worker.type }]
    const plan = (await platform.send('post', 'plans', { name: 'Urgent', priority: 2, tasks })).body
    expect(plan.priority).toBe(2)
    const ofPlan = await platform.send('post', `workqueues?appId=${appId}`, { plan: plan._id })
    expect(ofPlan.body.priority).toBe(2)
    const raised = await platform.send('post', `workqueues?appId=${appId}`, { plan: plan._id, priority: 1 })
    expect(raised.body.priority).toBe(1)
    const low = await platform.send('post', `plans/${plan._id}/run?appId=${appId}`, { priority: 5 })
    expect(low.body.priority).toBe(5)
    const { rows } = await platform.pool.query('select name from workqueues where id = $1', [raised.body._id])
    expect(rows).toEqual([{ name: 'Urgent' }])
    expect(await takeSingly(7)).toEqual(['plan0', 'plan0', 'usual0', 'usual1', 'low0', 'plan0', 'low1'])
  })

  test.each([[0], [6], [1.5], ['high']])('%j is refused by its name', async (priority) => {
    const { status, body } = await platform.send('post', `workqueues?appId=${appId}`, {
      name: 'run',
      tasks: [],
      priority,
    })
    expect([status, body.message]).toEqual([422, expect.stringContaining('priority')])
  })

  test('pass to the runs that tasks start', async () => {
    const tasks = [{ name: 'child', type: worker.type }]
    const plan = (await platform.send('post', 'plans', { name: 'Child', tasks })).body._id
    const parent = [{ name: 'parent', type: 'task.workforce.plan', inputs: { plan } }]
    await start('usual', 1)
    await platform.send('post', `workqueues?appId=${appId}`, { name: 'parent', tasks: parent, priority: 1 })
    await expect
      .poll(async () => (await platform.pool.query('select from waiting_tasks')).rowCount)
      .toBeGreaterThan(1)
    expect(await takeSingly(2)).toEqual(['child', 'usual0'])
  })
})

test('a task waits in the order exactly while it is queued', async () => {
  const id = await start('all', 6)
  await start('gone', 2)
  await expectConsistent()
  const [taken] = await receive(client, worker)
  await expectConsistent()
  // A worker that gives it back by its visibility, a task that fails, and one that is moved.
  await sendReport(platform, worker, taken!, { status: 'failed', reason: 'no' })
  await expectConsistent()
  const { rows } = await platform.pool.query<{ id: string }>(
    `select id from tasks where workqueue_id = $1 and status = 'queued' order by position`,
    [id],
  )
  expect((await platform.send('post', `tasks/${rows[0]!.id}/restart/alias/beta`)).body).toMatchObject({
    status: 'queued',
  })
  await expectConsistent()
  expect((await receive(sqsClient(platform, beta), beta)).map(({ taskId }) => taskId)).toEqual([rows[0]!.id])
  await platform.send('post', `tasks/${rows[1]!.id}/skip`, { reason: 'not needed' })
  await expectConsistent()
  await platform.send('post', `workqueues/${id}/end`, { status: 'cancelled' })
  await expectConsistent()
  await platform.pool.query('delete from workqueues')
  expect((await platform.pool.query('select from waiting_tasks')).rowCount).toBe(0)
})
