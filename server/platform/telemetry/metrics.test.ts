import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { observedEngine } from '#tests/support/platform-engine.ts'
import { createWorkerAlias } from '#tests/support/worker.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '../engine/types.ts'
import { createPlatformMetrics, type PlatformMetrics } from './metrics.ts'

let platform: TestPlatform
let engine: Engine
let metrics: PlatformMetrics
let appId: string
beforeAll(async () => {
  platform = await createTestPlatform((parts) => {
    metrics = createPlatformMetrics(createDatabase(parts.pool), parts.clock)
    return (engine = observedEngine(parts, metrics.observer))
  })
  await engine.start()
  const app = { name: 'App', description: 'An app' }
  appId = (await platform.call.post('/api/apps').set(platform.alice.headers).send(app)).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const start = (tasks: { name: string; type: string; inputs?: object }[]) =>
  engine.startWorkqueue({ name: 'Run', tasks } as never, {
    accountId: platform.alice.accountId,
    appId,
    actor: 'ada@test',
  })

test('figures of runs are counted as they are written, those of queues are read from the database', async () => {
  const worker = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
  await start([{ name: 'Waits', type: worker.type }])
  await start([{ name: 'Ends', type: 'task.workforce.noop' }])
  await start([{ name: 'Nobody', type: 'task.test.unregistered' }])
  metrics.delivered('mail', 'gaveUp')
  await expect.poll(() => metrics.collect()).toContain('platform_runs_ended_total{status="completed"} 1')
  const text = await metrics.collect()
  expect(text).toContain('platform_runs_started_total 3')
  expect(text).toContain('platform_attempts_ended_total{result="ended"} 1')
  expect(text).toContain(`platform_queue_waiting_tasks{type="${worker.type}",alias="default"} 1`)
  // No worker is registered for the type: accounts could make labels of any text.
  expect(text).toContain('platform_queue_waiting_tasks{type="other",alias="other"} 1')
  expect(text).toContain('platform_alert_deliveries_total{kind="mail",result="gaveUp"} 1')
  expect(text).toMatch(/platform_task_wait_seconds_count [1-9]/)
})
