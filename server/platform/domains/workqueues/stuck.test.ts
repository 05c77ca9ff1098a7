import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let appId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  appId = (await platform.send('post', 'apps', { name: 'A', description: 'B' })).body._id
})
afterAll(() => platform.close())

const type = 'task.pay.charge'

/** A run with a task that waits for an alias. */
async function waiting(name: string, alias: string, status: 'started' | 'cancelled' = 'started') {
  const { accountId } = platform.alice
  const workqueueId = await insertRun(platform.pool, { accountId, appId, name, status })
  const task = await insertTask(platform.pool, { accountId, appId, workqueueId, type, status: 'queued' })
  await platform.pool.query('update tasks set alias = $1, queued = now() where id = $2', [alias, task])
  return workqueueId
}
const open = (kind: string, key: string, closed: Date | null = null) =>
  platform.pool.query(
    `insert into attention_items (id, account_id, kind, key, facts, app_ids, since, hurt_runs, hurt_tasks, opened, closed)
     values ($1, $2, $3, $4, '{}', '{}', now(), 0, 0, now(), $5)`,
    [`${kind} ${key}`.slice(0, 60), platform.alice.accountId, kind, key, closed],
  )
const stuck = async () => {
  const { body } = await platform.send('get', `workqueues?appId=${appId}&stuck=true&sort=name`)
  return body.data.map(({ name }: { name: string }) => name)
}

test('runs are stuck that are late, or wait for a queue that is not polled or takes nothing', async () => {
  await waiting('by a queue without pollers', 'nobody')
  await waiting('by a queue that takes nothing', 'stalled')
  await waiting('not: its queue moves', 'default')
  await waiting('not: it has ended', 'nobody', 'cancelled')
  const late = await waiting('late', 'default')
  const wasLate = await waiting('not: late before', 'default')
  await open('queueNobody', `${type}\nnobody`)
  await open('queueStalled', `${type}\nstalled`)
  await open('queueGrowing', `${type}\ndefault`)
  await open('runLate', late)
  await open('runLate', wasLate, new Date())
  expect(await stuck()).toEqual(['by a queue that takes nothing', 'by a queue without pollers', 'late'])
  const count = await platform.send('get', `workqueues/count?appId=${appId}&stuck=true`)
  expect(count.body).toEqual({ count: 3 })
})
