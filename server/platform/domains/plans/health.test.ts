import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import type { PlanHealth } from '#shared/domains/plans/contract.ts'
import type { WorkqueueStatus } from '#shared/domains/workqueues/statuses.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let accountId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  accountId = platform.alice.accountId
})
afterAll(() => platform.close())

const newPlan = async (tasks: object[] = [], name = 'Nightly'): Promise<string> =>
  (await platform.send('post', 'plans', { name, tasks })).body._id
const newApp = async (): Promise<string> =>
  (await platform.send('post', 'apps', { name: `A ${newId()}`, description: 'B' })).body._id
const second = (count: number) => new Date(Date.UTC(2026, 2, 1, 10) + count * 1000)

async function run(planId: string, appId: string, at: number, status: WorkqueueStatus, active = 0) {
  const times = { created: second(at), ended: status === 'started' ? null : second(at + 1) }
  const id = await insertRun(platform.pool, { accountId, appId, planId, status, ...times })
  await platform.pool.query('update workqueues set active_ms = $2 where id = $1', [id, active])
  return id
}

const health = async (query: string): Promise<PlanHealth[]> =>
  (await platform.send('get', `plans/health?${query}`)).body.data

test('the health of plans has their newest runs over all apps, and how long they usually take', async () => {
  const [one, other, idle] = [await newPlan(), await newPlan(), await newPlan()]
  const [here, there] = [await newApp(), await newApp()]
  for (const at of [1, 2, 3, 4, 5]) await run(one, here, at, 'completed', at * 1000)
  const failed = await run(one, there, 6, 'failed')
  const open = await run(one, here, 7, 'started')
  const alone = await run(other, there, 1, 'cancelled')
  const unknown = { medianMs: null, p90Ms: null, next: null }
  expect(await health(`ids=${other},${one},${idle},absent&runs=3`)).toEqual([
    { _id: other, runs: [expect.objectContaining({ _id: alone, appId: there })], ...unknown },
    {
      _id: one,
      runs: [
        { _id: open, appId: here, status: 'started', created: second(7).toISOString(), ended: null },
        expect.objectContaining({ _id: failed, appId: there, status: 'failed' }),
        expect.objectContaining({ status: 'completed', ended: second(6).toISOString() }),
      ],
      medianMs: 3000,
      p90Ms: 4600,
      next: null,
    },
    { _id: idle, runs: [], ...unknown },
  ])
  expect(await health(`ids=${one}`)).toMatchObject([{ runs: { length: 7 } }])
})

test('the health of many plans names at least one and at most 100, none of another account', async () => {
  const plan = await newPlan()
  expect((await platform.send('get', 'plans/health')).status).toBe(400)
  expect((await platform.send('get', 'plans/health?ids=')).status).toBe(400)
  expect((await platform.send('get', `plans/health?ids=${Array(101).fill(plan).join()}`)).status).toBe(400)
  const bobs = await platform.call.get(`/api/plans/health?ids=${plan}`).set(platform.bob.headers)
  expect([bobs.status, bobs.body]).toEqual([200, { data: [] }])
})

test('the health of a plan says when the first of its schedules that are not paused starts it', async () => {
  const plan = await newPlan()
  const appId = await newApp()
  const schedule = async (cron: string) => {
    const body = { appId, planId: plan, name: cron, cron, timeZone: 'UTC' }
    return (await platform.send('post', 'schedules', body)).body._id as string
  }
  await schedule('0 4 * * *')
  const early = await schedule('0 3 * * *')
  const next = async () => (await health(`ids=${plan}`))[0]?.next?.slice(11)
  expect(await next()).toBe('03:00:00.000Z')
  await platform.send('post', `schedules/${early}/pause`, { reason: 'not now' })
  expect(await next()).toBe('04:00:00.000Z')
})
