import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import {
  createWorkerAlias,
  leaseOfAll,
  receive,
  sendReport,
  sendReports,
  sqsClient,
  type TaskMessage,
  type TokenClaims,
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
  const app = { name: 'App', description: 'An app' }
  appId = (await platform.call.post('/api/apps').set(platform.alice.headers).send(app)).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})
beforeEach(async () => {
  worker = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
})

/** Tasks of one run, leased by the worker, in the order of their definitions. */
async function leased<Tasks extends Partial<TaskDefinition>[]>(by: WorkerAlias, ...tasks: Tasks) {
  const named = tasks.map((task, index) => ({ name: `t${index}`, type: by.type, ...task }))
  const options = { accountId: by.accountId, appId, actor: 'ada@test' }
  const run = await engine.startWorkqueue({ name: 'run', tasks: named }, options)
  const messages = await receive(sqsClient(platform, by), by, { MaxNumberOfMessages: 10 })
  if (messages.length !== tasks.length) throw new Error(`${messages.length} of ${tasks.length} were received`)
  const { body } = await platform.call.get(`/api/workqueues/${run}`).set(platform.alice.headers)
  const order = (body.tasks as { _id: string }[]).map(({ _id }) => _id)
  messages.sort((one, other) => order.indexOf(one.taskId) - order.indexOf(other.taskId))
  return messages as unknown as { [Place in keyof Tasks]: TaskMessage }
}

const on = ({ taskId, lease }: TaskMessage, report: Record<string, unknown> = { status: 'ended' }) => ({
  taskId,
  lease,
  ...report,
})
const send = (reports: ReturnType<typeof on>[], claims?: TokenClaims) =>
  sendReports(platform, worker, reports, claims)
const statuses = ({ body }: { body: unknown }) => (body as { status: number }[]).map(({ status }) => status)
const get = async (path: string) =>
  (await platform.call.get(`/api/${path}`).set(platform.alice.headers).expect(200)).body

describe('reports of one call', () => {
  test('are applied like single ones, whatever they tell', async () => {
    const logs = [{ level: 'warn', message: 'half' }]
    const [a, b, c, d] = await leased(worker, { outputs: { sum: '$state.sum' } }, {}, {}, {})
    const { status, body } = await send([
      on(a, { status: 'ended', outputs: { sum: 42 } }),
      on(b, { status: 'started', progress: 0.5, logs, hostName: 'crane-07', version: '2' }),
      on(c, { status: 'failed', reason: 'no ink' }),
      on(d, { status: 'retry', reason: 'busy' }),
    ])
    expect(status).toBe(200)
    expect(body).toEqual([a, b, c, d].map(({ taskId }) => ({ taskId, status: 200 })))
    expect(await get(`workqueues/${a.workQueueId}`)).toMatchObject({
      state: { sum: 42 },
      tasks: [
        { status: 'ended' },
        { status: 'started', progress: 0.5, hostName: 'crane-07', version: '2' },
        { status: 'failed', reason: 'no ink' },
        { reason: 'busy' },
      ],
    })
    const entries = await get(`workqueues/${a.workQueueId}/logs?athena=true`)
    expect(entries[b.taskId]).toMatchObject([{ level: 'warn', message: 'half', attempt: 1 }])
  })

  test('are judged alone, with the status and message of a single one', async () => {
    const [good, over, wrong, large, half, more] = await leased(worker, {}, {}, {}, {}, {}, {})
    await sendReport(platform, worker, over, { status: 'ended' })
    const other = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
    const [foreign] = await leased(other, {})
    const bobs = await createWorkerAlias(platform, platform.bob.accountId, worker.type)
    const { status, body } = await send([
      on(wrong, { status: 'started', progress: 2, outputs: [] }),
      on(over),
      on(foreign),
      on({ ...foreign, taskId: newId() }),
      on({ ...good, lease: newId() }),
      on(large, { status: 'ended', outputs: { text: 'x'.repeat(1_048_577) } }),
      on(half, { status: 'failed', reason: 'a\u0000b' }),
      on(more, { status: 'ended', zork: 1 }),
      on(good),
    ])
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        taskId: wrong.taskId,
        status: 400,
        message: expect.stringMatching(/^Progress must be.*Outputs must/),
      },
      { taskId: over.taskId, status: 409, message: 'The lease of the task has ended' },
      { taskId: foreign.taskId, status: 403, message: 'The task is not one of the alias of this key' },
      expect.objectContaining({ status: 403 }),
      { taskId: good.taskId, status: 409, message: 'The lease of the task has ended' },
      { taskId: large.taskId, status: 413, message: expect.stringMatching(/^Outputs must/) },
      { taskId: half.taskId, status: 400, message: expect.stringMatching(/NUL/) },
      { taskId: more.taskId, status: 400, message: 'Zork is not known here' },
      { taskId: good.taskId, status: 200 },
    ])
    const ofBob = await sendReports(platform, bobs, [on(wrong), on(large)])
    expect(statuses(ofBob)).toEqual([403, 403])
    expect(statuses(await send([on(wrong), on(large), on(half)]))).toEqual([200, 200, 200])
  })

  test('on one task are applied in their order', async () => {
    await platform.call
      .post(`/api/apps/${appId}/variables`)
      .set(platform.alice.headers)
      .send({ name: 'ORDER', value: '5678-order' })
      .expect(201)
    const [a, b] = await leased(worker, { inputs: { key: '$var.ORDER' }, outputs: { x: '$state.x' } }, {})
    const { body } = await send([
      on(a, { status: 'started', logs: [{ message: 'one' }] }),
      on(a, { status: 'ended', outputs: { x: 'is 5678-order' } }),
      on(a, { status: 'ended' }),
      on(b),
      on(b, { status: 'started' }),
    ])
    expect(statuses({ body })).toEqual([200, 200, 409, 200, 409])
    // The value of a variable that the task has received is replaced, as in a single report.
    expect((await get(`workqueues/${a.workQueueId}`)).state).toEqual({ x: 'is $var.ORDER' })
  })

  test('keep the lease of a deleted message, which ends when its worker is silent', async () => {
    const [a] = await leased(worker, {})
    const acknowledged = new Date(platform.clock.now() + 10_000)
    await platform.pool.query(
      'update task_leases set acknowledged = true, visible_until = $2 where task_id = $1',
      [a.taskId, acknowledged],
    )
    expect(statuses(await send([on(a, { status: 'started' })]))).toEqual([200])
    const { rows } = await platform.pool.query('select visible_until from task_leases where task_id = $1', [
      a.taskId,
    ])
    expect(rows[0].visible_until.getTime()).toBeGreaterThan(acknowledged.getTime())
  })
})

describe('a call is refused as a whole', () => {
  test.each<[string, number, TokenClaims]>([
    ['without a valid signature', 401, { kid: 'unknown' }],
    ['expired', 401, { expiresIn: -1 }],
    ['for another console', 401, { aud: 'https://elsewhere.example.test' }],
    ['with a token for other leases', 403, { lease: newId() }],
  ])('%s', async (_what, status, claims) => {
    const [a, b] = await leased(worker, {}, {})
    const answer = await send([on(a), on(b)], claims)
    expect(answer.status).toBe(status)
    expect(statuses(await send([on(b), on(a)]))).toEqual([200, 200])
  })

  test('with fewer, more or other leases than those of its token', async () => {
    const [a, b, c] = await leased(worker, {}, {}, {})
    for (const [signed, sent] of [
      [[a, b], [a]],
      [[a], [a, b]],
      [
        [a, b],
        [a, c],
      ],
      [[a], [a, a]],
    ] as [TaskMessage[], TaskMessage[]][]) {
      const lease = leaseOfAll(signed.map((each) => each.lease))
      expect(
        (
          await send(
            sent.map((each) => on(each)),
            { lease },
          )
        ).status,
      ).toBe(403)
    }
    expect(statuses(await send([on(a), on(b), on(c)]))).toEqual([200, 200, 200])
  })

  test('the second time, also when both come at once, and on a single report', async () => {
    const [a, b] = await leased(worker, {}, {})
    const jti = newId()
    const started = [on(a, { status: 'started' }), on(b, { status: 'started' })]
    const twice = await Promise.all([send(started, { jti }), send(started, { jti })])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await sendReport(platform, worker, a, { status: 'ended' }, { jti })).status).toBe(401)
    await platform.pool.query('delete from alias_keys where id = $1', [worker.keyId])
    expect((await send([on(a)])).status).toBe(401)
  })

  test('when it is empty, too long, too large, or does not say what it is about', async () => {
    const [a] = await leased(worker, {})
    const messageOf = async (reports: ReturnType<typeof on>[]) => {
      const { status, body } = await send(reports)
      return `${status} ${body.message}`
    }
    expect(await messageOf([])).toBe('400 The body must have at least one report')
    expect(await messageOf(Array(101).fill(on(a)))).toBe('400 The body must have at most 100 reports')
    expect(await messageOf([on(a), on({ ...a, taskId: '' })])).toMatch(/^400 .*task.*must not be empty/i)
    const { lease: _, ...without } = on(a)
    expect(await messageOf([without as ReturnType<typeof on>])).toMatch(/^400 .*lease is required/i)
    expect(await messageOf([on({ ...a, lease: 'a\u0000' })])).toMatch(/^400 .*lease must not hold NUL/i)
    expect((await send([on(a, { outputs: 'x'.repeat(2_200_000) })])).status).toBe(413)
    const object = await platform.call.post('/api/tasks/reports').send({})
    expect(object.status).toBe(401)
  })
})
