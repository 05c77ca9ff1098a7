import { expect, test } from 'vitest'
import { z } from 'zod'
import { backlogRow, task } from '#shared/domains/tasks/contract.ts'
import { everyCallIsMade, unknownId, useAccount } from './account-client.ts'
import { reportResults } from '#shared/domains/tasks/report.ts'
import { bodyOf, expectRefusal, query } from './client.ts'
import { pageOf } from './generic.ts'
import { isOver, noop, runOnce, startRun } from './samples.ts'
import { makeWorkerClient } from './worker-client.ts'

const account = useAccount()
const rows = pageOf(task)
const summary = z.object({ data: z.array(task) })
const failing = noop('a', { inputs: { fail: 'no disk', failAttempts: 1 } })
const today = { startDate: '2000-01-01T00:00:00.000Z', endDate: '2999-01-01T00:00:00.000Z' }

/** A run whose only task has failed and succeeds when restarted. */
async function failedRun() {
  const run = await runOnce(account(), await startRun(account(), [failing]), isOver)
  const [one] = run.tasks
  if (one?.status !== 'failed') throw new Error('the task did not fail')
  return { run, one, at: `tasks/${one._id}/restart` }
}

test('the tasks of an app are listed, counted and found', async () => {
  const { run, one } = await failedRun()
  const filters = { appId: run.appId, status: ['failed', 'ended'], type: [failing.type, 'task.other.type'] }
  const list = await account().get(`tasks${query({ ...filters, page: 1, pagesize: 10 })}`)
  expect(bodyOf(list, rows)).toMatchObject({ total: 1, data: [{ _id: one._id, workQueueId: run._id }] })
  const { count } = bodyOf(await account().get(`tasks/count${query(filters)}`), z.object({ count: z.int() }))
  expect(count).toBe(1)
  expect(bodyOf(await account().get(`tasks/findOne${query(filters)}`), task)._id).toBe(one._id)
  expect(bodyOf(await account().get(`tasks/${one._id}`), task)).toMatchObject({ reason: 'no disk' })
  const none = await account().get(`tasks${query({ ...filters, status: 'queued' })}`)
  expect(bodyOf(none, rows)).toEqual({ data: [], total: 0 })
})

test('an unknown task is 404, an unknown status 400', async () => {
  expectRefusal(await account().get(`tasks/${unknownId}`), 404)
  expectRefusal(await account().post(`tasks/${unknownId}/restart`, { taskId: unknownId }), 404)
  expectRefusal(await account().get('tasks?status=unheard'), 400)
  expectRefusal(await account().get('tasks/summary?status=ended'), 400)
  expectRefusal(await account().get('tasks/summary'), 400)
})

test('a failed task is restarted once, and the run with it', async () => {
  const { run, one, at } = await failedRun()
  expect(bodyOf(await account().post(at, { taskId: one._id }), task)._id).toBe(one._id)
  const over = await runOnce(account(), run, ({ status }) => status === 'completed')
  expect(over.tasks).toMatchObject([{ status: 'ended', attempt: 2 }])
  expectRefusal(await account().post(at, { taskId: one._id }), 409)
})

test('a failed task is restarted with an existing alias', async () => {
  const { one, at } = await failedRun()
  const body = (aliasName: string) => ({ taskId: one._id, aliasName })
  expectRefusal(await account().post(`${at}/alias/nowhere`, body('nowhere')), 404)
  const answer = bodyOf(await account().post(`${at}/alias/default`, body('default')), task)
  expect(answer).toMatchObject({ _id: one._id, alias: 'default' })
})

test('the summary lists tasks that failed within the dates', async () => {
  const { run, one } = await failedRun()
  const read = async (dates: object) =>
    bodyOf(
      await account().get(`tasks/summary${query({ appId: run.appId, status: 'failed', ...dates })}`),
      summary,
    ).data.map(({ _id }) => _id)
  expect(await read(today)).toEqual([one._id])
  expect(await read({ ...today, endDate: today.startDate })).toEqual([])
})

test('a task waits in the backlog, is received by its worker and reported', async () => {
  const worker = await makeWorkerClient(account())
  const run = await startRun(account(), [{ name: 'a', type: worker.type, inputs: { n: 7 } }])
  const backlog = async () =>
    bodyOf(await account().get('tasks/backlog'), z.array(backlogRow)).find(({ type }) => type === worker.type)
  const statusOf = async (status: string) =>
    bodyOf(await account().get(`tasks/summary${query({ appId: run.appId, status, ...today })}`), summary).data
  await expect.poll(backlog, { timeout: 10_000 }).toMatchObject({ alias: 'default', queued: 1, started: 0 })
  expect(await statusOf('queued')).toHaveLength(1)

  const message = await worker.receive()
  expect(message).toMatchObject({ taskId: run.tasks[0]?._id, inputs: { n: 7 } })
  const started = bodyOf(await worker.report(message, { status: 'started', progress: 0.5 }), task)
  expect(started).toMatchObject({ status: 'started', progress: 0.5 })
  expect(await backlog()).toMatchObject({ queued: 0, started: 1 })
  expect(await statusOf('started')).toMatchObject([{ _id: message.taskId }])

  expect(bodyOf(await worker.report(message, { status: 'ended', outputs: {} }), task).status).toBe('ended')
  expectRefusal(await worker.report(message, { status: 'ended' }), 409)
  await runOnce(account(), run, ({ status }) => status === 'completed')
})

/** The call of the feature `reports`; on a platform without it nothing is checked. */
test('reports of one call are judged alone, those that their token is not for are refused', async () => {
  const { body, status } = await account().get('capabilities')
  const known = z.object({ features: z.array(z.string()) })
  if (status !== 200 || !known.parse(body).features.includes('reports')) return
  const worker = await makeWorkerClient(account())
  const run = await startRun(
    account(),
    ['a', 'b', 'c'].map((name) => ({ name, type: worker.type })),
  )
  const [a, b, c] = [await worker.receive(), await worker.receive(), await worker.receive()]
  expectRefusal(await worker.reportAll([{ ...a, status: 'ended' }], [a.lease, b.lease]), 403)
  expectRefusal(await worker.reportAll([]), 400)
  expectRefusal(await worker.reportAll(Array(101).fill(a)), 400)
  const on = ({ taskId, lease }: typeof a, report: Record<string, unknown>) => ({ taskId, lease, ...report })
  const mixed = [
    on(c, { status: 'started', progress: 0.5, logs: [{ message: 'half' }] }),
    on(a, { status: 'ended' }),
    on(b, { status: 'failed', reason: 'no ink' }),
    on(a, { status: 'ended' }),
    on({ ...c, taskId: unknownId }, { status: 'ended' }),
    on(c, { status: 'ended', progress: 2 }),
  ]
  expect(bodyOf(await worker.reportAll(mixed), reportResults)).toMatchObject([
    { taskId: c.taskId, status: 200 },
    { taskId: a.taskId, status: 200 },
    { taskId: b.taskId, status: 200 },
    { taskId: a.taskId, status: 409, message: expect.any(String) },
    { taskId: unknownId, status: 403 },
    { taskId: c.taskId, status: 400, message: expect.stringMatching(/progress/i) },
  ])
  bodyOf(await worker.reportAll([on(c, { status: 'ended' })]), reportResults)
  await runOnce(account(), run, ({ status: after }) => after === 'failed')
})

everyCallIsMade('tasks')
