import { expect, test } from 'vitest'
import { z } from 'zod'
import { runAttempt, taskAttempt, taskPayload } from '#shared/domains/tasks/attempts-contract.ts'
import { task } from '#shared/domains/tasks/contract.ts'
import { workqueue, workqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { unknownId, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, query } from './client.ts'
import { pageOf } from './generic.ts'
import { isOver, makePlan, noop, runOnce, startRun } from './samples.ts'
import { makeWorkerClient } from './worker-client.ts'

/** Calls of the features `attempts` and `payloads`; on a platform without them nothing is checked. */
const account = useAccount()
const attempts = pageOf(taskAttempt)
const known = z.object({ features: z.array(z.string()) })

async function has(feature: string): Promise<boolean> {
  const { status, body } = await account().get('capabilities')
  return status === 200 && known.parse(body).features.includes(feature)
}

/** A run whose task has failed, was retried, failed, and ended well after a restart. */
async function restartedRun() {
  const inputs = { fail: 'no disk', failAttempts: 2, amount: '$state.amount' }
  const retry = { max: 1, delayMs: 0, factor: 1 }
  const failing = noop('a', { inputs, retry, outputs: { amount: '$state.paid' } })
  const run = await startRun(account(), [failing], { initialState: { amount: 12.5 } })
  const [one] = (await runOnce(account(), run, isOver)).tasks
  bodyOf(await account().post(`tasks/${one?._id}/restart`, { taskId: one?._id }), task)
  await runOnce(account(), run, ({ status }) => status === 'completed')
  return { run, at: `tasks/${one?._id}` }
}

test('every attempt of a task is answered, and of a run those that others have followed', async () => {
  if (!(await has('attempts'))) return
  const { run, at } = await restartedRun()
  const { data, total } = bodyOf(await account().get(`${at}/attempts`), attempts)
  expect(total).toBe(3)
  expect(data.map(({ number, round, ofRound, status }) => [number, round, ofRound, status])).toEqual([
    [1, 0, 1, 'failed'],
    [2, 0, 2, 'failed'],
    [3, 1, 1, 'ended'],
  ])
  const page = await account().get(`${at}/attempts${query({ page: 2, pagesize: 2 })}`)
  expect(bodyOf(page, attempts).data).toEqual([data[2]])
  const past = bodyOf(await account().get(`workqueues/${run._id}/attempts`), pageOf(runAttempt))
  expect(past.data.map(({ number }) => number)).toEqual([1, 2])
  expectRefusal(await account().get(`tasks/${unknownId}/attempts`), 404)
  expectRefusal(await account().get(`workqueues/${unknownId}/attempts`), 404)
  expectRefusal(await account().get(`${at}/attempts?pagesize=0`), 400)
})

test('the payload of an attempt is what it was given and what it returned', async () => {
  if (!(await has('payloads'))) return
  const { at } = await restartedRun()
  const first = bodyOf(await account().get(`${at}/payload?attempt=1`), taskPayload)
  expect(first).toMatchObject({ attempt: 1, inputs: { amount: '$state.amount' }, resolved: { amount: 12.5 } })
  expect(first.outputs).toBeNull()
  const latest = bodyOf(await account().get(`${at}/payload`), taskPayload)
  expect(latest).toMatchObject({ attempt: 3, outputs: { amount: 12.5 } })
  expectRefusal(await account().get(`${at}/payload?attempt=9`), 404)
  expectRefusal(await account().get(`tasks/${unknownId}/payload`), 404)
})

test('an attempt of a worker holds its lease, and returns it', async () => {
  if (!(await has('attempts'))) return
  const worker = await makeWorkerClient(account())
  const run = await startRun(account(), [{ name: 'a', type: worker.type }])
  const at = `tasks/${run.tasks[0]?._id}/attempts`
  const [waiting] = bodyOf(await account().get(at), attempts).data
  expect(waiting).toMatchObject({ number: 1, status: 'queued', startedAt: null, lease: null })
  const message = await worker.receive()
  expect(bodyOf(await account().get(at), attempts).data).toMatchObject([{ status: 'started', lease: 'held' }])
  bodyOf(await worker.report(message, { status: 'ended', outputs: {}, version: '1.0.0' }), task)
  expect(bodyOf(await account().get(at), attempts).data).toMatchObject([
    { number: 1, status: 'ended', lease: 'returned', version: '1.0.0' },
  ])
})

test('a run names its plan, its parent and its children', async () => {
  if (!(await has('attempts'))) return
  const { _id: plan, version } = await makePlan(account())
  const start = noop('p', { type: 'task.workforce.plan', inputs: { plan } })
  const run = await runOnce(account(), await startRun(account(), [start, noop('b')]), isOver)
  expect(run).toMatchObject({
    children: { total: 1, failed: 0, running: 0 },
    parent: null,
    plan: null,
    restarts: 0,
    activeSince: null,
    strip: 'ee',
  })
  const rows = async (filters: object) =>
    bodyOf(
      await account().get(`workqueues${query({ appId: run.appId, ...filters })}`),
      pageOf(workqueueSummary),
    )
  const children = await rows({ parentId: run._id })
  expect(children).toMatchObject({
    total: 1,
    data: [{ plan: { _id: plan, version }, parent: { workqueueId: run._id, taskId: run.tasks[0]?._id } }],
  })
  expect((await rows({ root: true })).data).toMatchObject([{ _id: run._id, taskCounts: { ended: 2 } }])
  expectRefusal(await account().get(`workqueues?parentId=${unknownId}`), 404)
  const again = { name: 'again', tasks: [noop('a')], rerunOf: run._id, initialState: { text: 'x', list: [] } }
  const rerun = bodyOf(await account().post(`workqueues?appId=${run.appId}`, again), workqueue, 201)
  expect(bodyOf(await account().get(`workqueues/${run._id}`), workqueue).reruns).toEqual([rerun._id])
  const listed = (await rows({})).data.find(({ _id }) => _id === rerun._id)
  expect(listed?.inputs).toEqual({ text: 'x' })
})
