import type { SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { QueueRow } from '#shared/domains/queues/contract.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { newUser } from '#tests/support/platform-people.ts'
import { createWorkerAlias, receive, sendReport, sqsClient, type WorkerAlias } from '#tests/support/worker.ts'

let platform: TestPlatform
let engine: Engine
let appId: string
let worker: WorkerAlias
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
  worker = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
  client = sqsClient(platform, worker)
})

async function start(count: number): Promise<void> {
  const tasks = Array.from({ length: count }, (_, index) => ({ name: `t${index}`, type: worker.type }))
  await platform.send('post', `workqueues?appId=${appId}`, { name: 'run', tasks }).expect(201)
}
const control = (body: object, type = worker.type, who?: Member) =>
  platform.send('put', `queues/${type}/default`, body, who)
const row = async (): Promise<QueueRow> =>
  (await platform.send('get', `queues?type=${worker.type}`)).body.data[0]
const take = (count = 10, wait = 0) =>
  receive(client, worker, { MaxNumberOfMessages: count, WaitTimeSeconds: wait })
const end = (task: { taskId: string; lease: string }) =>
  sendReport(platform, worker, task, { status: 'ended' })
/** Sorted, because the clock of the test stands still. */
const records = async (): Promise<string[]> =>
  (await platform.send('get', `audit?entity=${encodeURIComponent(`${worker.type}/default`)}`)).body.data
    .map(({ action, reason, detail }: Record<string, unknown>) => `${action}: ${reason ?? detail ?? ''}`)
    .sort()

describe('a pause', () => {
  test('hands nothing out, lets go on what runs, and says who, when and why', async () => {
    await start(3)
    const [running] = await take(1)
    const { status, body } = await control({ paused: true, reason: ' Bad release ' })
    expect(status).toBe(200)
    const author = platform.alice.email
    expect(body.paused).toEqual({ by: author, at: expect.any(String), reason: 'Bad release' })
    expect(body.verdict).toEqual({ code: 'paused', text: expect.stringMatching(/^paused by alice/) })
    expect(await take()).toEqual([])
    expect((await end(running!)).status).toBe(200)
    expect(await row()).toMatchObject({ queued: 2, started: 0 })
    await control({ paused: false })
    expect(await take()).toHaveLength(2)
    expect((await row()).paused).toBeNull()
    expect(await records()).toEqual(['queue.pause: Bad release', 'queue.resume: '])
  })

  test('a call that waits gets its tasks when it ends', async () => {
    await control({ paused: true })
    await start(1)
    const waiting = take(1, 20)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const from = performance.now()
    await control({ paused: false })
    expect(await waiting).toHaveLength(1)
    expect(performance.now() - from).toBeLessThan(5000)
  })

  test('for another reason is a change of its author; the same one again changes nothing', async () => {
    const carol = await newUser(platform, 'carol', { of: platform.alice, role: 'member' })
    const first = (await control({ paused: true, reason: 'One' })).body.paused
    platform.clock.advance(1000)
    for (const body of [{ paused: true, reason: 'One' }, { paused: true }])
      expect((await control(body, worker.type, carol)).body.paused).toEqual(first)
    platform.told.length = 0
    const { paused } = (await control({ paused: true, reason: 'Two' }, worker.type, carol)).body
    expect(paused).toEqual({ by: carol.email, at: expect.any(String), reason: 'Two' })
    expect(Date.parse(paused.at) - Date.parse(first.at)).toBe(1000)
    expect(platform.told.map(({ event, data }) => [event, data])).toEqual([
      ['update', { type: worker.type, alias: 'default' }],
    ])
    expect((await control({ reason: 'Three' })).body.paused).toMatchObject({
      by: platform.alice.email,
      reason: 'Three',
    })
    expect(await records()).toEqual(['queue.pause: One', 'queue.pause: Three', 'queue.pause: Two'])
  })

  test.each([{ paused: false }, { limit: null }])(
    '%j is answered to all who send it at once',
    async (body) => {
      await control({ paused: true })
      await control({ limit: 2 })
      if ('limit' in body) await control({ paused: false })
      else await control({ limit: null })
      const other = await platform.pool.connect()
      await other.query('begin')
      await other.query('select from queue_controls where type = $1 for update', [worker.type])
      const calls = Array.from({ length: 4 }, async () => (await control(body)).status)
      const waiting = async () =>
        (await other.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount
      await expect.poll(waiting).toBeGreaterThan(1)
      await other.query('commit')
      other.release()
      expect(await Promise.all(calls)).toEqual([200, 200, 200, 200])
    },
  )

  test('once answered, no task begins', async () => {
    await start(400)
    let paused = false
    let late = 0
    const consumers = Array.from({ length: 6 }, async () => {
      for (let taken = await take(); taken.length > 0; taken = await take()) {
        if (paused) late += taken.length
        await Promise.all(taken.map(end))
      }
    })
    await expect.poll(async () => (await row()).queued).toBeLessThan(350)
    await control({ paused: true })
    const { queued } = await row()
    paused = true
    await Promise.all(consumers)
    expect(queued).toBeGreaterThan(0)
    expect(await row()).toMatchObject({ queued, started: 0 })
    // An answer that was on its way counts as handed out before.
    expect(late).toBeLessThanOrEqual(60)
  })
})

describe('a limit', () => {
  test('is never passed, and a task that is over makes room at once', async () => {
    await start(6)
    expect((await control({ limit: 2 })).body.limit).toBe(2)
    const first = await take()
    expect(first).toHaveLength(2)
    expect(await take()).toEqual([])
    expect((await row()).verdict.code).toBe('limit')
    const waiting = take(10, 20)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const from = performance.now()
    await end(first[0]!)
    expect(await waiting).toHaveLength(1)
    expect(performance.now() - from).toBeLessThan(5000)
    await control({ limit: null })
    expect(await take()).toHaveLength(3)
    expect(await records()).toEqual(['queue.limit: 2', 'queue.limit: no limit'])
  })

  test('of 3 holds while eight callers drain the queue', async () => {
    await start(60)
    await control({ limit: 3 })
    const most: number[] = []
    const consumers = Array.from({ length: 8 }, async () => {
      for (;;) {
        const taken = await take(10)
        if (taken.length > 0) most.push((await row()).started)
        await Promise.all(taken.map(end))
        if (taken.length === 0 && (await row()).queued === 0) return
      }
    })
    await Promise.all(consumers)
    expect(Math.max(...most)).toBeLessThanOrEqual(3)
    expect(await row()).toMatchObject({ queued: 0, started: 0 })
  })
})

describe('is refused', () => {
  test.each([
    [{}, 'names nothing to change'],
    [{ limit: 0 }, 'Limit must be at least 1'],
    [{ limit: 1.5 }, 'Limit must be a whole number'],
    [{ paused: 'yes' }, 'Paused must be true or false'],
    [{ reason: 'x'.repeat(501), paused: true }, 'Reason must have at most 500 characters'],
    [{ reason: 'why' }, 'Reason is of a pause'],
    [{ reason: 'why', paused: false }, 'Reason is of a pause'],
    [{ other: 1 }, 'Other is not known here'],
  ])('%j', async (body, message) => {
    const answer = await control(body)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
  })

  test('a queue that is not known, of another account, and one that the platform runs itself', async () => {
    expect((await control({ paused: true }, 'task.no.such')).status).toBe(404)
    const foreign = await platform.call
      .put(`/api/queues/${worker.type}/default`)
      .set(platform.bob.headers)
      .send({ paused: true })
    expect(foreign.status).toBe(404)
    // None of its tasks is there.
    expect((await control({ paused: true }, 'task.workforce.map')).status).toBe(409)
    await platform.send('post', `workqueues?appId=${appId}`, {
      name: 'long',
      tasks: [{ name: 'wait', type: 'task.workforce.delay', inputs: { ms: 20_000 } }],
    })
    const builtin = await control({ paused: true }, 'task.workforce.delay')
    expect([builtin.status, builtin.body.message]).toEqual([
      409,
      'The platform runs tasks of this type itself: they have no queue to pause or limit',
    ])
  })
})
