import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { receipt } from '#shared/bulk/contract.ts'
import { failureGroup, failureTask } from '#shared/domains/failures/contract.ts'
import { task } from '#shared/domains/tasks/contract.ts'
import { unknownId, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, query, type Answer } from './client.ts'
import { pageOf } from './generic.ts'
import { startRun } from './samples.ts'
import { makeWorkerClient } from './worker-client.ts'

/** Calls of the feature `failures`; on a platform without it nothing is checked. */
const account = useAccount()
const known = z.object({ features: z.array(z.string()) })

async function hasFailures(): Promise<boolean> {
  const { status, body } = await account().get('capabilities')
  return status === 200 && known.parse(body).features.includes('failures')
}

async function failuresOf(type: string, state = 'open,muted,closed,regressed') {
  const listed = await account().get(`failures${query({ type, state })}`)
  return bodyOf(listed, pageOf(failureGroup)).data
}
function expectFault(answer: Answer, field: string): void {
  expectRefusal(answer, 400)
  expect(JSON.stringify(answer.body).toLowerCase()).toContain(field.toLowerCase())
}

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 100 })

test('failed attempts of one cause are one failure, which closes when its tasks have succeeded', async () => {
  if (!(await hasFailures())) return
  const worker = await makeWorkerClient(account())
  const fail = async (reason: unknown) => {
    await startRun(account(), [{ name: 'pay', type: worker.type }])
    const message = await worker.receive()
    const reported = bodyOf(await worker.report(message, { status: 'failed', reason }), task)
    return { message, reported }
  }
  const first = await fail('Order 17 was refused: HTTP 503')
  await fail('Order 18 was refused: HTTP 503')
  await fail('Order 18 was refused: HTTP 404')
  const named = await fail({ text: 'Card 4711 declined', fingerprint: 'declined' })
  expect(named.reported.reason).toBe('Card 4711 declined')
  await until(async () => {
    const counts = (await failuresOf(worker.type)).map(({ title, tasks, state }) => [title, tasks, state])
    expect(counts.sort()).toEqual([
      ['Card # declined', 1, 'open'],
      ['Order # was refused: HTTP 404', 1, 'open'],
      ['Order # was refused: HTTP 503', 2, 'open'],
    ])
  })
  const group = (await failuresOf(worker.type)).find(({ tasks }) => tasks === 2)!
  const at = `failures/${group._id}`
  // That of one failure may have its restarts too.
  expect(bodyOf(await account().get(at), failureGroup)).toMatchObject(group)
  const tasks = bodyOf(await account().get(`${at}/tasks`), pageOf(failureTask))
  expect(tasks.data.map(({ name, state }) => [name, state])).toEqual([
    ['pay', 'open'],
    ['pay', 'open'],
  ])
  const done = bodyOf(await account().post(`${at}/restart`, {}), receipt)
  expect(done).toMatchObject({ total: 2, done: 2, selection: { by: 'failure', id: group._id } })
  for (let count = 0; count < 2; count++)
    bodyOf(await worker.report(await worker.receive(), { status: 'ended' }), task)
  await until(async () => expect(bodyOf(await account().get(at), failureGroup).state).toBe('closed'))
  expect(first.reported.status).toBe('failed')
})

test('a held restart can be cancelled; wrong calls are refused with their field', async () => {
  if (!(await hasFailures())) return
  const worker = await makeWorkerClient(account())
  await startRun(account(), [{ name: 'pay', type: worker.type }])
  await worker.report(await worker.receive(), { status: 'failed', reason: 'refused' })
  await until(async () => expect(await failuresOf(worker.type)).toHaveLength(1))
  const at = `failures/${(await failuresOf(worker.type))[0]?._id}`
  const held = bodyOf(await account().post(`${at}/restart`, { holdSeconds: 30 }), receipt)
  expect(held).toMatchObject({ total: 1, done: 0, ended: null, heldUntil: expect.any(String) })
  const cancelled = bodyOf(await account().post(`receipts/${held._id}/cancel`, {}), receipt)
  expect(cancelled).toMatchObject({ done: 0, ended: expect.any(String) })
  expectRefusal(await account().post(`receipts/${held._id}/cancel`, {}), 409)
  expectFault(await account().post(`${at}/restart`, { alias: 'unknown' }), 'alias')
  expectFault(await account().post(`${at}/restart`, { holdSeconds: 61 }), 'holdSeconds')
  expectFault(await account().post(`${at}/mute`, { until: 'never' }), 'until')
  expectFault(await account().post(`${at}/assign`, { userId: unknownId }), 'userId')
  expectRefusal(await account().get(`failures/${unknownId}`), 404)
})
