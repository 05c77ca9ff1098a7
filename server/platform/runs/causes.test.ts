import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Engine } from '#server/platform/engine/types.ts'
import type { Why } from '#shared/domains/tasks/why/contract.ts'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Workqueue, WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { userName } from '#shared/lib/email.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'

let platform: TestPlatform
let engine: Engine
let appId: string
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
})
beforeEach(async () => {
  appId = (await platform.send('post', 'apps', { name: 'Billing', description: 'B' })).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const noop = (name: string, over: Partial<TaskDefinition> = {}) => ({
  name,
  type: 'task.workforce.noop',
  ...over,
})

async function start(definition: object): Promise<string> {
  const answer = await platform.send('post', `workqueues?appId=${appId}`, { name: 'Nightly', ...definition })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body._id
}
const read = async (id: string): Promise<Workqueue> => (await platform.send('get', `workqueues/${id}`)).body
const listed = async (id: string): Promise<WorkqueueSummary> => {
  const { data } = (await platform.send('get', `workqueues?appId=${appId}`)).body
  return data.find((row: WorkqueueSummary) => row._id === id)
}
const reached = (id: string, status: Workqueue['status']) =>
  vi.waitFor(async () => {
    const run = await read(id)
    expect(run.status).toBe(status)
    return run
  })
const whyOf = (run: Workqueue, name: string): Why | null | undefined =>
  run.tasks.find((task) => task.name === name)?.why
/** The sentence of a task in all answers that have it; they are the same. */
async function sentence(run: Workqueue, name: string): Promise<string | undefined> {
  const task = run.tasks.find((one) => one.name === name)!
  const alone = (await platform.send('get', `tasks/${task._id}`)).body
  expect(alone.why).toEqual(task.why)
  return task.why?.text
}

test('a failed run names its failure, and the tasks that it holds name it too', async () => {
  const id = await start({
    initialState: { regions: ['EU', 'UK'] },
    tasks: [
      noop('Price'),
      noop('Charge US', {
        depends: ['Price'],
        inputs: { fail: 'Card scheme timed out.' },
        retry: { max: 2, delayMs: 0, factor: 1 },
      }),
      noop('Charge crypto', { depends: ['Price'], condition: { in: ['crypto', { var: 'regions' }] } }),
      noop('Reconcile', { depends: ['Charge US', 'Charge crypto'] }),
      noop('Close', { depends: ['Reconcile'] }),
      noop('Page', {}),
    ],
    errorTasks: ['Page'],
  })
  const run = await reached(id, 'failed')
  const failure = run.tasks.find(({ name }) => name === 'Charge US')!
  const text = 'Charge US failed: Card scheme timed out. Attempts 3/3'
  expect(await sentence(run, 'Charge US')).toBe(text)
  expect(await sentence(run, 'Price')).toBeUndefined()
  expect(await sentence(run, 'Charge crypto')).toBe(
    'Skipped: condition false, crypto not in regions (EU, UK)',
  )
  for (const name of ['Reconcile', 'Close'])
    expect(await sentence(run, name)).toBe('Not started: waits for Charge US, which failed')
  expect(whyOf(run, 'Close')).toEqual({
    code: 'held',
    since: failure.ended,
    text: 'Not started: waits for Charge US, which failed',
    short: 'waits for Charge US',
    action: { kind: 'rerun', label: 'Re Run Charge US', taskId: failure._id },
  })
  const why = {
    code: 'failed',
    since: failure.ended,
    text,
    short: 'attempt 3/3 failed',
    action: { kind: 'rerun', label: 'Re Run', taskId: failure._id },
  }
  expect(run.why).toEqual(why)
  expect((await listed(id)).why).toEqual(why)
})

test('attempts count since the restart', async () => {
  const id = await start({
    tasks: [
      noop('A', { inputs: { fail: 'Card scheme timed out.' }, retry: { max: 1, delayMs: 0, factor: 1 } }),
    ],
  })
  const failed = await reached(id, 'failed')
  await platform.send('post', `tasks/${failed.tasks[0]!._id}/restart`, {})
  await vi.waitFor(async () => expect((await read(id)).tasks[0]!.attempt).toBe(4))
  expect((await reached(id, 'failed')).why?.short).toBe('attempt 2/2 failed')
})

test('what was before a restart makes no run late, in a list as little as alone', async () => {
  const id = await start({
    expectedMs: 60_000,
    tasks: [
      noop('Charge', { inputs: { fail: 'timed out', failAttempts: 1 } }),
      {
        name: 'Export',
        type: 'task.workforce.delay',
        inputs: { ms: 600_000 },
        depends: ['Charge'],
      },
    ],
  })
  const failed = await reached(id, 'failed')
  await platform.send('post', `tasks/${failed.tasks[0]!._id}/restart`, {})
  await vi.waitFor(async () => expect((await read(id)).tasks[1]!.status).toBe('started'))
  await platform.pool.query(`update workqueues set active_ms = 600000 where id = $1`, [id])
  expect((await read(id)).why).toMatchObject({ code: 'running' })
  expect((await listed(id)).why).toMatchObject({ code: 'running' })
  platform.clock.advance(90_000)
  const text = /^Late: runs 1 m( 30 s)? since its restart, expected 1 m/
  expect((await read(id)).why?.text).toMatch(text)
  expect((await listed(id)).why?.text).toMatch(text)
})

test('a run under way says what runs, and a queued task which worker it waits for', async () => {
  const id = await start({
    tasks: [
      { name: 'Export ledger', type: 'task.workforce.delay', inputs: { ms: 600_000 } },
      { name: 'Export cards', type: 'task.workforce.delay', inputs: { ms: 600_000 } },
      noop('Close', { depends: ['Export ledger'] }),
    ],
  })
  const run = await vi.waitFor(async () => {
    const now = await read(id)
    expect(now.tasks.filter(({ status }) => status === 'started')).toHaveLength(2)
    return now
  })
  expect(run.why?.text).toBe('Export ledger and 1 more run')
  expect((await listed(id)).why).toEqual(run.why)
  expect(await sentence(run, 'Close')).toMatch(/^Waits for Export ledger, which runs for \d/)
  expect(await sentence(run, 'Export cards')).toMatch(/^Export cards runs for \d/)

  const queued = await start({ tasks: [{ name: 'Send', type: 'task.mail.sendemail', alias: 'eu' }] })
  await vi.waitFor(async () => expect((await read(queued)).tasks[0]!.status).toBe('queued'))
  platform.clock.advance(12_000)
  const waiting = await read(queued)
  expect(waiting.why).toMatchObject({
    code: 'nobody',
    text: 'Waiting: nobody polls sendemail · eu, last poll never',
    short: 'nobody polls eu',
  })
  expect((await listed(queued)).why).toEqual(waiting.why)
})

test('a cancelled run and its tasks say who cancelled them; a completed run says nothing', async () => {
  const id = await start({
    tasks: [{ name: 'Send', type: 'task.mail.sendemail' }, noop('Close', { depends: ['Send'] })],
  })
  const run = (await platform.send('post', `workqueues/${id}/end`, { status: 'cancelled' })).body as Workqueue
  expect(run.status).toBe('cancelled')
  const cancelled = await read(id)
  const at = cancelled.ended!.slice(11, 16)
  const text = `Cancelled by ${userName(cancelled.updatedBy ?? '')} at ${at} UTC`
  expect(cancelled.why).toMatchObject({ code: 'cancelled', text, action: { kind: 'modifyAndRerun' } })
  expect(await sentence(cancelled, 'Close')).toBe(text)
  expect((await listed(id)).why).toEqual(cancelled.why)

  const whole = await reached(await start({ tasks: [noop('A')], errorTasks: [] }), 'completed')
  expect([whole.why, whole.tasks[0]!.why]).toEqual([null, null])
})
