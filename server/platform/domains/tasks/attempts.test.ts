import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunAttempt, TaskAttempt, TaskPayload } from '#shared/domains/tasks/attempts-contract.ts'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Definition, Workqueue } from '#shared/domains/workqueues/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import {
  createWorkerAlias,
  receive,
  sendReport,
  sqsClient,
  type TaskMessage,
  type WorkerAlias,
} from '#tests/support/worker.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'

let platform: TestPlatform
let engine: Engine
let appId: string
let worker: WorkerAlias

beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  appId = (await platform.send('post', 'apps', { name: 'App', description: 'An app' })).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})
beforeEach(async () => {
  worker = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
})

const noop = (name: string, task: Partial<TaskDefinition> = {}): TaskDefinition => ({
  name,
  type: 'task.workforce.noop',
  ...task,
})
const ours = (name: string, task: Partial<TaskDefinition> = {}) => noop(name, { type: worker.type, ...task })
const at0 = (max: number) => ({ max, delayMs: 0, factor: 1 })

async function get<Answer>(path: string): Promise<Answer> {
  const { status, body } = await platform.send('get', path)
  expect([path, status]).toEqual([path, 200])
  return body as Answer
}
const readRun = (id: string) => get<Workqueue>(`workqueues/${id}`)
const attemptsOf = async (taskId: string) =>
  (await get<{ data: TaskAttempt[] }>(`tasks/${taskId}/attempts`)).data
const payloadOf = (taskId: string, attempt?: number) =>
  get<TaskPayload>(`tasks/${taskId}/payload${attempt ? `?attempt=${attempt}` : ''}`)

/** Starts a run; resolves with it and its tasks by name. */
async function start(tasks: TaskDefinition[], more: Partial<Definition> = {}) {
  const options = { accountId: platform.alice.accountId, appId, actor: 'ada@test' }
  const id = await engine.startWorkqueue({ name: 'run', tasks, ...more }, options)
  const run = await readRun(id)
  const ids = Object.fromEntries(run.tasks.map(({ name, _id }) => [name, _id]))
  return { id, ids: ids as Record<string, string> }
}
const until = (id: string, status: string) =>
  expect.poll(async () => (await readRun(id)).status, { timeout: 10_000, interval: 20 }).toBe(status)

async function lease(): Promise<TaskMessage> {
  const [message] = await receive(sqsClient(platform, worker), worker, { WaitTimeSeconds: 5 })
  if (!message) throw new Error('no message')
  return message
}
const report = async (message: TaskMessage, body: Record<string, unknown>) =>
  expect((await sendReport(platform, worker, message, body)).status).toBe(200)

describe('the attempts of a task', () => {
  test('are numbered over retries and restarts, and say who began them', async () => {
    const { id, ids } = await start([
      noop('a', { inputs: { fail: 'no disk', failAttempts: 3 }, retry: at0(1) }),
    ])
    const a = ids['a'] ?? ''
    await until(id, 'failed')
    await platform.send('post', `tasks/${a}/restart`, {}).expect(200)
    await until(id, 'completed')
    const moment = new Date(platform.clock.now()).toISOString()
    const attempt = {
      alias: 'default',
      version: null,
      hostName: null,
      queuedAt: moment,
      startedAt: moment,
      endedAt: moment,
      status: 'failed',
      reason: 'no disk',
      lease: null,
      actor: 'ada@test',
    }
    const restarted = { round: 1, actor: 'alice@example.test' }
    expect(await get(`tasks/${a}/attempts`)).toEqual({
      data: [
        { ...attempt, number: 1, round: 0, ofRound: 1 },
        { ...attempt, number: 2, round: 0, ofRound: 2 },
        { ...attempt, ...restarted, number: 3, ofRound: 1 },
        { ...attempt, ...restarted, number: 4, ofRound: 2, status: 'ended', reason: null },
      ],
      total: 4,
    })
    expect(await get(`tasks/${a}/attempts?pagesize=3&page=2`)).toMatchObject({
      data: [{ number: 4 }],
      total: 4,
    })
    expect(await readRun(id)).toMatchObject({ restarts: 1 })
  })

  test('of a worker hold, return and lose their lease', async () => {
    const { id, ids } = await start([ours('a', { retry: at0(2) })])
    const a = ids['a'] ?? ''
    expect(await attemptsOf(a)).toMatchObject([{ number: 1, status: 'queued', startedAt: null, lease: null }])
    await report(await lease(), { status: 'failed', reason: 'no ink', version: '2.1.0', hostName: 'crane' })
    await lease()
    expect(await attemptsOf(a)).toMatchObject([
      { number: 1, status: 'failed', lease: 'returned', version: '2.1.0', hostName: 'crane' },
      { number: 2, status: 'started', lease: 'held', version: null, hostName: null, endedAt: null },
    ])
    platform.clock.advance(31_000)
    await report(await lease(), { status: 'ended' })
    await until(id, 'completed')
    expect(await attemptsOf(a)).toMatchObject([
      { number: 1, ofRound: 1 },
      { number: 2, ofRound: 2, status: 'failed', lease: 'lost' },
      { number: 3, ofRound: 3, status: 'ended', lease: 'returned', reason: null },
    ])
  })

  test('that a cancel stops have its reason', async () => {
    const { id, ids } = await start([ours('a')])
    await lease()
    await platform.send('post', `workqueues/${id}/end`, { status: 'cancelled' }).expect(200)
    expect(await attemptsOf(ids['a'] ?? '')).toMatchObject([
      { number: 1, status: 'skipped', reason: 'Cancelled by alice@example.test' },
    ])
  })

  test('that others have followed are listed for the whole run, in pages', async () => {
    const failing = { inputs: { fail: 'no', failAttempts: 2 }, retry: at0(2) }
    const { id, ids } = await start([noop('a', failing), noop('b'), noop('c', failing)])
    await until(id, 'completed')
    const { data, total } = await get<{ data: RunAttempt[]; total: number }>(`workqueues/${id}/attempts`)
    expect(total).toBe(4)
    expect(data.map(({ taskId, number }) => `${taskId} ${number}`).sort()).toEqual(
      [1, 2].flatMap((number) => [`${ids['a']} ${number}`, `${ids['c']} ${number}`]).sort(),
    )
    const pages = await Promise.all(
      [1, 2].map((page) => get<{ data: RunAttempt[] }>(`workqueues/${id}/attempts?pagesize=3&page=${page}`)),
    )
    expect(pages.flatMap((page) => page.data)).toEqual(data)
    await platform.send('get', `workqueues/${id}/attempts?pagesize=20001`).expect(400)
  })

  test('go with their run', async () => {
    const { id } = await start([noop('a', { inputs: { fail: 'no', failAttempts: 1 }, retry: at0(1) })])
    await until(id, 'completed')
    await platform.send('delete', `workqueues/${id}`).expect(204)
    const { rowCount } = await platform.pool.query('select from task_attempts where workqueue_id = $1', [id])
    expect(rowCount).toBe(0)
  })
})

describe('the payload of an attempt', () => {
  test('is what it was given and what it returned', async () => {
    const inputs = { amount: '$state.amount', list: ['$state.none', 1.5], big: 9007199254740991 }
    const { id, ids } = await start([noop('a', { inputs, outputs: { amount: '$state.paid' } })], {
      initialState: { amount: 100.25 },
    })
    await until(id, 'completed')
    const resolved = { amount: 100.25, list: [null, 1.5], big: 9007199254740991 }
    expect(await payloadOf(ids['a'] ?? '')).toEqual({ attempt: 1, inputs, resolved, outputs: resolved })
    const unknown = await platform.send('get', `tasks/${ids['a']}/payload?attempt=2`)
    expect([unknown.status, unknown.body.message]).toEqual([404, 'The task has no attempt 2'])
    await platform.send('get', `tasks/${ids['a']}/payload?attempt=0`).expect(400)
  })

  test('before its turn is only what the definition says', async () => {
    const { ids } = await start([ours('a'), noop('b', { depends: ['a'], inputs: { n: '$state.n' } })])
    const none = { resolved: null, outputs: null }
    expect(await payloadOf(ids['b'] ?? '')).toEqual({ attempt: 0, inputs: { n: '$state.n' }, ...none })
    expect(await payloadOf(ids['a'] ?? '')).toEqual({ attempt: 1, inputs: {}, resolved: {}, outputs: null })
  })

  test('of an earlier attempt is in the state of its time, also when one write has changed it several times', async () => {
    const failing = { fail: 'not yet', failAttempts: 1, last: '$state.last', of: '$state.of.w2' }
    const write = (n: number) =>
      ours(`w${n}`, { outputs: { name: '$state.last', self: `$state.of.w${n}`, all: '$state.of' } })
    const { id, ids } = await start([noop('reads', { inputs: failing }), write(1), write(2), write(3)], {
      initialState: { last: 'nothing' },
    })
    // Reports that arrive in one turn are one write.
    const messages = await Promise.all([lease(), lease(), lease()])
    await Promise.all(
      messages.map((message) =>
        report(message, { status: 'ended', outputs: { name: message.taskId, self: { n: message.taskId } } }),
      ),
    )
    await until(id, 'failed')
    const { last } = (await readRun(id)).state
    await platform.send('post', `tasks/${ids['reads']}/restart`, {}).expect(200)
    await until(id, 'completed')
    const reads = ids['reads'] ?? ''
    expect((await payloadOf(reads, 1)).resolved).toMatchObject({ last: 'nothing', of: null })
    expect((await payloadOf(reads, 2)).resolved).toMatchObject({ last, of: { n: ids['w2'] } })
    expect(await payloadOf(reads)).toMatchObject({ attempt: 2, outputs: { last } })
  })

  test('of an error task that has run again is that of each time', async () => {
    const { id, ids } = await start(
      [
        ours('a', { inputs: { last: '$state.last' } }),
        noop('clean', { inputs: { was: '$state.cleaned', n: '$state.n' }, outputs: { n: '$state.cleaned' } }),
      ],
      { errorTasks: ['clean'], initialState: { n: 7 } },
    )
    for (const _ of [1, 2]) {
      await report(await lease(), { status: 'failed', reason: 'no' })
      await until(id, 'failed')
      await platform.send('post', `tasks/${ids['a']}/restart`, {}).expect(200)
    }
    await report(await lease(), { status: 'ended', outputs: {} })
    await until(id, 'completed')
    const clean = ids['clean'] ?? ''
    expect(await payloadOf(clean, 1)).toMatchObject({
      resolved: { was: null, n: 7 },
      outputs: { was: null, n: 7 },
    })
    expect(await payloadOf(clean, 2)).toMatchObject({ resolved: { was: 7 }, outputs: { was: 7 } })
    expect(await attemptsOf(clean)).toHaveLength(2)
  })

  test('of a map is the results of its items, of a plan its state', async () => {
    const plan = {
      name: 'Item',
      initialState: {},
      tasks: [noop('one', { inputs: { n: '$state.item' }, outputs: { n: '$state.n' } })],
    }
    const planId = (await platform.send('post', 'plans', plan).expect(201)).body._id as string
    const inputs = { items: [1, 2, 3], plan: planId, as: 'item' }
    const { id, ids } = await start([noop('all', { type: 'task.workforce.map', inputs })])
    await until(id, 'completed')
    expect((await payloadOf(ids['all'] ?? '')).outputs).toEqual({
      results: [1, 2, 3].map((n) => ({ item: n, n })),
    })
    const run = await readRun(id)
    expect(run).toMatchObject({ children: { total: 3, failed: 0, running: 0 }, parent: null, plan: null })
    const { data } = await get<{ data: Workqueue[] }>(`workqueues?parentId=${id}`)
    expect(data).toHaveLength(3)
    expect(data[0]).toMatchObject({
      parent: { workqueueId: id, taskId: ids['all'] },
      plan: { _id: planId, version: 1 },
      strip: 'e',
    })
    const roots = await get<{ data: Workqueue[] }>(`workqueues?root=true&pagesize=9999`)
    expect(roots.data.map(({ _id }) => _id)).toContain(id)
    expect(roots.data.filter(({ parentTaskId }) => parentTaskId !== null)).toEqual([])
    expect(await get(`workqueues/count?parentId=${id}`)).toEqual({ count: 3 })
  })

  test('of a mebibyte is whole', async () => {
    const text = 'x'.repeat(1_000_000)
    const { id, ids } = await start(
      [ours('a', { inputs: { text: '$state.text' }, retry: at0(1), outputs: { text: '$state.text' } })],
      { initialState: { text } },
    )
    await report(await lease(), { status: 'failed' })
    await report(await lease(), { status: 'ended', outputs: { text: `${text}y` } })
    await until(id, 'completed')
    const first = await payloadOf(ids['a'] ?? '', 1)
    expect([first.resolved?.['text'] === text, first.outputs]).toEqual([true, null])
    expect((await payloadOf(ids['a'] ?? '')).outputs?.['text']).toBe(`${text}y`)
  })

  test('has no values of secrets, whatever a worker returns', async () => {
    const value = 'k3y-of-the-bank-9000'
    await platform.send('post', `apps/${appId}/variables`, { name: 'BANK', value }).expect(201)
    const { id, ids } = await start([
      ours('a', { inputs: { key: '$var.BANK' }, retry: at0(1), outputs: { echo: '$state.echo' } }),
    ])
    const first = await lease()
    expect(first.inputs).toEqual({ key: value })
    const told = { version: value, hostName: `host ${value}` }
    await report(first, { status: 'failed', reason: `refused ${value}`, ...told })
    const outputs = { echo: value, [value]: [`Bearer ${value}`] }
    await report(await lease(), { status: 'ended', outputs, ...told })
    await until(id, 'completed')
    const a = ids['a'] ?? ''
    const seen = [await payloadOf(a, 1), await payloadOf(a, 2), await attemptsOf(a), await readRun(id)]
    expect(JSON.stringify(seen)).not.toContain('k3y-of')
    expect(seen[1]).toMatchObject({
      inputs: { key: '$var.BANK' },
      resolved: { key: '$var.BANK' },
      outputs: { echo: '$var.BANK' },
    })
  })

  test('from before results were numbered is answered as far as it is known', async () => {
    const { id, ids } = await start([
      noop('w', { inputs: { n: 1 }, outputs: { n: '$state.n' } }),
      ours('a', { depends: ['w'], inputs: { n: '$state.n' }, retry: at0(2) }),
    ])
    await report(await lease(), { status: 'failed' })
    await report(await lease(), { status: 'failed' })
    // As the upgrade leaves the rows.
    await engine.stop()
    await platform.pool.query(
      `update tasks set state_no = null, result_no = null, result = null where workqueue_id = $1`,
      [id],
    )
    await platform.pool.query('update task_attempts set state_no = null where workqueue_id = $1', [id])
    expect(await payloadOf(ids['w'] ?? '')).toMatchObject({ resolved: { n: 1 }, outputs: null })
    expect((await payloadOf(ids['a'] ?? '', 1)).resolved).toBeNull()
    expect((await payloadOf(ids['a'] ?? '')).resolved).toEqual({ n: 1 })
    // An attempt of today, after a result from before.
    await platform.pool.query('update task_attempts set state_no = 0 where workqueue_id = $1', [id])
    expect((await payloadOf(ids['a'] ?? '', 1)).resolved).toBeNull()
  })
})
