import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Workqueue, WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { createWorkerAlias, receive, sqsClient, type WorkerAlias } from '#tests/support/worker.ts'

let platform: TestPlatform
let engine: Engine
let appId: string
let name: string
let worker: WorkerAlias
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  appId = (await platform.send('post', 'apps', { name: 'Billing', description: 'B' })).body._id
})
beforeEach(async () => {
  name = `n${newId()}`
  worker = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${name}`)
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

async function start(...tasks: object[]): Promise<string> {
  const { status, body } = await platform.send('post', `workqueues?appId=${appId}`, {
    name: 'Nightly',
    tasks,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body._id
}
const read = async (id: string): Promise<Workqueue> => (await platform.send('get', `workqueues/${id}`)).body
const listed = async (id: string): Promise<WorkqueueSummary> =>
  (await platform.send('get', `workqueues?appId=${appId}`)).body.data.find(
    ({ _id }: { _id: string }) => _id === id,
  )
/** The sentence of a run in all answers that have it, its only task included; they are the same. */
async function sentence(id: string): Promise<string | undefined> {
  const run = await read(id)
  expect((await listed(id)).why).toEqual(run.why)
  const [task] = run.tasks
  expect((await platform.send('get', `tasks/${task!._id}`)).body.why).toEqual(task!.why)
  if (run.tasks.length === 1) expect(task!.why).toEqual(run.why)
  return run.why?.text
}

test('no worker polls, until one starts: then the sentence changes within two seconds', async () => {
  const run = await start(
    { name: 'Send', type: worker.type, alias: 'default' },
    { name: 'More', type: worker.type },
  )
  expect(await sentence(run)).toBe(`Waiting: nobody polls ${name} · default, last poll never`)
  const [task] = await receive(sqsClient(platform, worker), worker)
  expect(task).toBeDefined()
  const from = performance.now()
  await vi.waitFor(
    async () =>
      expect((await read(run)).why?.text).toBe(`Waits 0 s for the only worker of ${name} · default`),
    { timeout: 10_000, interval: 50 },
  )
  expect(performance.now() - from).toBeLessThan(2000)
  await vi.waitFor(async () => expect((await listed(run)).why?.code).toBe('busy'), 2000)
})

test('a host that has gone is named with its last poll', async () => {
  await receive(sqsClient(platform, worker), worker)
  const run = await start({ name: 'Send', type: worker.type })
  await vi.waitFor(async () => expect((await read(run)).why?.code).toBe('busy'), 5000)
  platform.clock.advance(13 * 60_000)
  await vi.waitFor(
    async () =>
      expect(await sentence(run)).toBe(
        `Waiting: nobody polls ${name} · default, last poll 13 m ago by 127.0.0.1`,
      ),
    5000,
  )
})

test('a task says what is before it', async () => {
  await receive(sqsClient(platform, worker), worker)
  await start({ name: 'a', type: worker.type }, { name: 'b', type: worker.type })
  platform.clock.advance(3000)
  const run = await start({ name: 'Send', type: worker.type })
  platform.clock.advance(12_000)
  await vi.waitFor(
    async () =>
      expect(await sentence(run)).toBe(
        `Waits 12 s for the only worker of ${name} · default; 2 are before it`,
      ),
    5000,
  )
})

test('of several queues the one without a worker decides, in the run and in the list', async () => {
  await receive(sqsClient(platform, worker), worker)
  const other = `task.test.x${newId()}`
  const run = await start(
    { name: 'First', type: worker.type },
    { name: 'Second', type: worker.type },
    { name: 'Stuck', type: other, alias: 'bigbatch' },
    { name: 'Long', type: 'task.workforce.delay', inputs: { ms: 600_000 } },
  )
  await vi.waitFor(async () => {
    const { why } = await read(run)
    expect(why).toMatchObject({
      code: 'nobody',
      short: 'nobody polls bigbatch',
      action: { kind: 'openQueue' },
    })
    expect((await listed(run)).why).toEqual(why)
  }, 5000)
})
