import { expect, test, vi } from 'vitest'
import { createTestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'
import { createWorkerAlias, receive, sqsClient } from '#tests/support/worker.ts'

test.each(['/', '/queue', '/queue/', '/queue/a/task.x.y/default'])(
  'without the embedded queue %s does not exist',
  async (path) => {
    const platform = await createTestPlatform(idleEngine, { queue: false })
    const answer = await platform.call.post(path).type('application/json').send({})
    expect(answer.status).toBe(404)
    await platform.close()
  },
)

test('a stop answers the calls that wait for tasks, and does not wait for them', async () => {
  const platform = await createTestPlatform(idleEngine)
  const worker = await createWorkerAlias(platform, platform.alice.accountId, 'task.stop.x')
  const waiting = receive(sqsClient(platform, worker), worker, { WaitTimeSeconds: 20 })
  await vi.waitUntil(
    async () => {
      const { rows } = await platform.pool.query('select last_poll from worker_aliases where id = $1', [
        worker.aliasId,
      ])
      return rows[0].last_poll !== null
    },
    { timeout: 10_000 },
  )
  const from = performance.now()
  const stopped = platform.app.close()
  expect(await waiting).toEqual([])
  await stopped
  expect(performance.now() - from).toBeLessThan(5_000)
  await platform.close()
})
