import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { createWorkerAlias, receive, sendReport, sqsClient, type WorkerAlias } from '#tests/support/worker.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'

let platform: TestPlatform
let engine: Engine
let appId: string
let worker: WorkerAlias

beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  appId = (await call('post', 'apps', { name: 'App', description: 'An app' })).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})
beforeEach(async () => {
  worker = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
})

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const get = async (path: string) => (await call('get', path)).body
const act = (name: 'complete' | 'skip', id: string, body: object = { reason: 'The bank did it' }) =>
  call('post', `tasks/${id}/${name}`, body)

/** A run of these tasks; the worker takes its first one. */
async function started(tasks: Record<string, Partial<TaskDefinition>>) {
  const definition = {
    name: 'run',
    tasks: Object.entries(tasks).map(([name, task]) => ({ name, type: worker.type, ...task })),
  }
  const accountId = platform.alice.accountId
  const runId = await engine.startWorkqueue(definition, { accountId, appId, actor: 'ada@test' })
  const [message] = await receive(sqsClient(platform, worker), worker)
  if (!message) throw new Error('no message')
  const run = await get(`workqueues/${runId}`)
  const idOf = (name: string) => run.tasks.find((task: { name: string }) => task.name === name)._id as string
  return {
    runId,
    message,
    idOf,
    report: (body: object) => sendReport(platform, worker, message, { ...body }),
  }
}

const after = { type: 'task.workforce.noop', depends: ['a'], inputs: { sum: '$state.sum' } }

describe('a failed task', () => {
  test('is completed with a result: the run goes on with it, and the late report of its worker changes nothing', async () => {
    const { runId, idOf, report } = await started({ a: { outputs: { total: '$state.sum' } }, b: after })
    expect((await act('complete', idOf('a'))).body).toMatchObject({
      statusCode: 409,
      message: 'The task is started: it cannot be completed while it runs',
    })
    await report({ status: 'failed', reason: 'no ink' })
    expect(await get(`workqueues/${runId}`)).toMatchObject({ status: 'failed' })
    platform.clock.advance(1000)
    const body = { reason: 'The bank did it', outputs: { total: 7, more: 1 } }
    const { status, body: task } = await act('complete', idOf('a'), body)
    const reason = `Completed by ${platform.alice.email}: The bank did it`
    expect([status, task]).toMatchObject([200, { _id: idOf('a'), status: 'ended', reason, round: 1 }])
    expect((await report({ status: 'ended', outputs: { total: 8 } })).status).toBe(409)
    // The engine executes the task after it beside this call.
    await expect
      .poll(() => get(`workqueues/${runId}`), { timeout: 10_000 })
      .toMatchObject({ status: 'completed', state: { sum: 7 } })
    const run = await get(`workqueues/${runId}`)
    expect(run.tasks[0].why).toMatchObject({
      code: 'upstream',
      text: expect.stringMatching(/^Completed by alice at \d\d:\d\d( UTC)?: The bank did it$/) as string,
    })
    expect((await get(`tasks/${idOf('a')}/attempts`)).data).toMatchObject([
      { number: 1, status: 'failed', reason: 'no ink' },
      { number: 2, round: 1, status: 'ended', reason, actor: platform.alice.email, lease: null },
    ])
    expect(await get(`tasks/${idOf('a')}/payload`)).toMatchObject({
      attempt: 2,
      resolved: null,
      outputs: { total: 7, more: 1 },
    })
    expect((await get(`tasks/${idOf('b')}/payload`)).resolved).toEqual({ sum: 7 })
    const { data } = await get(`audit?entity=${idOf('a')}&sort=at`)
    expect(data).toMatchObject([
      { action: 'task.complete', result: 'refused' },
      { action: 'task.complete', result: 'done', reason: 'The bank did it', actor: platform.alice.email },
    ])
  })

  test('is skipped: what waits for it starts without its result', async () => {
    const { runId, idOf, report } = await started({ a: {}, b: after })
    await report({ status: 'failed' })
    expect((await act('skip', idOf('a'))).body).toMatchObject({ status: 'skipped' })
    // The engine runs the built-in task after the answer.
    await expect
      .poll(async () => (await get(`workqueues/${runId}`)).status, { timeout: 10_000 })
      .toBe('completed')
    expect((await get(`workqueues/${runId}`)).tasks[0].why.short).toBe('skipped by alice')
  })

  test('of two people only one ends it', async () => {
    const { idOf, report } = await started({ a: {} })
    await report({ status: 'failed' })
    const answers = await Promise.all([act('complete', idOf('a')), act('skip', idOf('a'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(
      /^The task is (ended|skipped) \((Completed|Skipped) by alice@\S+: The bank did it\): it cannot be /,
    )
  })

  test('runs again with what comes after it, also when it has ended', async () => {
    const { runId, idOf, report } = await started({ a: {}, b: after })
    await report({ status: 'failed' })
    await act('complete', idOf('a'))
    const again = (body: object) => call('post', `tasks/${idOf('a')}/restart`, body)
    expect((await again({})).status).toBe(409)
    const { status, body } = await again({ downstream: true, reason: 'The bank took it back' })
    expect([status, body.status]).toEqual([200, 'queued'])
    const run = await get(`workqueues/${runId}`)
    expect(run.tasks.map((task: { status: string }) => task.status)).toEqual(['queued', 'notstarted'])
    const { data } = await get(`audit?entity=${idOf('a')}&action=task.restart&result=done`)
    expect(data).toMatchObject([{ detail: 'with the tasks after it', reason: 'The bank took it back' }])
    expect(
      (await get(`tasks/${idOf('a')}/attempts`)).data.map((one: { number: number }) => one.number),
    ).toEqual([1, 2, 3])
  })
})

test('a task that waits for its retry is restarted at once', async () => {
  const { idOf, report } = await started({ a: { retry: { max: 2, delayMs: 60_000, factor: 1 } } })
  await report({ status: 'failed' })
  const { status, body } = await call('post', `tasks/${idOf('a')}/restart`, { taskId: idOf('a') })
  expect([status, body.status, body.tries]).toEqual([200, 'queued', 1])
})

test('values of variables that its worker has received are in neither outputs nor reason', async () => {
  const value = 'hunter2-hunter2'
  await call('post', `apps/${appId}/variables`, { name: 'PIN', value }).expect(201)
  const { idOf, report } = await started({ a: { inputs: { pin: '$var.PIN' }, outputs: { x: '$state.x' } } })
  await report({ status: 'failed' })
  const body = { reason: `It is ${value}`, outputs: { x: value } }
  const { body: task } = await act('complete', idOf('a'), body)
  expect(task.reason).toMatch('It is $var.PIN')
  expect((await get(`tasks/${idOf('a')}/payload`)).outputs).toEqual({ x: '$var.PIN' })
  expect(JSON.stringify(await get(`audit?entity=${idOf('a')}`))).not.toContain(value)
})

test.each([
  [{}, 400, 'Reason'],
  [{ reason: ' ' }, 400, 'Reason'],
  [{ reason: 'x'.repeat(501) }, 400, 'Reason'],
  [{ reason: 'x', outputs: [] }, 400, 'Outputs'],
  [{ reason: 'x', other: 1 }, 400, 'Other'],
  [{ reason: 'x', outputs: { text: 'x'.repeat(1_048_576) } }, 413, 'Outputs'],
])('a body of wrong form is refused and names the field', async (body, status, field) => {
  const answer = await act('complete', newId(), body)
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(field)])
})

test('unknown tasks answer 404', async () => {
  expect((await act('skip', newId())).status).toBe(404)
})
