import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { attention, attentionItem } from '#shared/domains/attention/contract.ts'
import type { AttentionKind } from '#shared/domains/attention/kinds.ts'
import { unknownId, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, query } from './client.ts'
import { startRun } from './samples.ts'
import { makeWorkerClient } from './worker-client.ts'

/** Calls of the feature `attention`; on a platform without it nothing is checked. */
const account = useAccount()
const known = z.object({ features: z.array(z.string()) })

async function hasAttention(): Promise<boolean> {
  const { status, body } = await account().get('capabilities')
  return status === 200 && known.parse(body).features.includes('attention')
}
const read = async (filters: Record<string, string> = {}) =>
  bodyOf(await account().get(`attention${query(filters)}`), attention)
const itemOf = async (kind: AttentionKind, type: string) =>
  (await read({ kind })).items.find(({ links }) => links.type === type)
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 100 })

test('a failure is an item until its tasks have succeeded', async () => {
  if (!(await hasAttention())) return
  const since = new Date(Date.now() - 1000).toISOString()
  const worker = await makeWorkerClient(account())
  for (let count = 0; count < 2; count++) {
    await startRun(account(), [
      { name: 'pay', type: worker.type },
      { name: 'tell', type: 'task.workforce.noop', depends: ['pay'] },
    ])
    await worker.report(await worker.receive(), { status: 'failed', reason: 'Card scheme refused the card' })
  }
  await until(async () => expect((await itemOf('failure', worker.type))?.hurt.runs).toBe(2))
  const item = (await itemOf('failure', worker.type))!
  expect(item).toMatchObject({
    sentence: 'Card scheme refused the card',
    hurt: { runs: 2, tasks: 2 },
    actions: [{ kind: 'restartGroup', label: 'Restart 2' }, { kind: 'restartOnAlias' }],
  })
  const { figures, total, away } = await read({ since })
  expect(figures.running.hours).toHaveLength(24)
  expect(total).toBeGreaterThan(0)
  expect(away).toMatchObject({ since, failed: expect.any(Number) })
  const muted = bodyOf(await account().post(`attention/${item._id}/mute`, { until: 'change' }), attentionItem)
  expect([muted._id, muted.mutedUntil]).toEqual([item._id, 'change'])
  const told = bodyOf(await account().post(`attention/${item._id}/unmute`, {}), attentionItem)
  expect(told.mutedUntil).toBeNull()
  await account().post(`failures/${item.links.groupId}/restart`, {})
  for (let count = 0; count < 2; count++) await worker.report(await worker.receive(), { status: 'ended' })
  await until(async () => expect(await itemOf('failure', worker.type)).toBeUndefined())
  const closed = (await read({ kind: 'failure' })).closedToday.find(({ _id }) => _id === item._id)
  expect(closed?.text).toBe('all 2 completed')
})

test('a queue that no worker polls is an item with its type and alias', async () => {
  if (!(await hasAttention())) return
  const worker = await makeWorkerClient(account())
  await startRun(account(), [{ name: 'pay', type: worker.type }])
  await until(async () => expect(await itemOf('queueNobody', worker.type)).toBeDefined())
  const item = (await itemOf('queueNobody', worker.type))!
  expect(item.sentence).toBe(`Nobody polls ${worker.type} · default`)
  expect(item).toMatchObject({
    links: { type: worker.type, alias: 'default' },
    hurt: { runs: 1, tasks: 1 },
    // No other alias is polled that a move would help.
    actions: [{ kind: 'startWorker' }, { kind: 'openQueue' }],
  })
  await worker.receive()
  await until(async () => expect(await itemOf('queueNobody', worker.type)).toBeUndefined())
})

test('wrong calls are refused', async () => {
  if (!(await hasAttention())) return
  expectRefusal(await account().get(`attention${query({ kind: 'unknown' })}`), 400)
  expectRefusal(await account().get(`attention${query({ page: '1' })}`), 400)
  expectRefusal(await account().get(`attention${query({ appId: unknownId })}`), 404)
  expectRefusal(await account().post(`attention/${unknownId}/mute`, { until: 'change' }), 404)
  expectRefusal(await account().post(`attention/${unknownId}/assign`, { userId: null }), 404)
})
