import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'

/** Variables of an app in the runs of its tasks. */

let platform: TestPlatform
let engine: Engine
let appId: string
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  appId = (await post('apps', { name: 'Orders', description: 'd' }))._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const post = async (path: string, body: object) =>
  (await platform.call.post(`/api/${path}`).set(platform.alice.headers).send(body)).body

async function run(task: Partial<TaskDefinition>): Promise<Workqueue> {
  const tasks = [{ name: 'A', type: 'task.workforce.noop', ...task }]
  const { _id } = await post(`workqueues?appId=${appId}`, { name: 'Run', tasks })
  return vi.waitFor(async () => {
    const { body } = await platform.call.get(`/api/workqueues/${_id}`).set(platform.alice.headers)
    expect(body.ended).not.toBeNull()
    return body
  })
}

test('stay references in built-in tasks, in their inputs and in what they return', async () => {
  await post(`apps/${appId}/variables`, { name: 'API_KEY', value: 'marked-31337' })
  const inputs = { fail: '$var.API_KEY' }
  const { tasks } = await run({ inputs })
  expect(tasks[0]).toMatchObject({ status: 'failed', reason: '$var.API_KEY', inputs })
  const { rows } = await platform.pool.query('select inputs, resolved_inputs from tasks where id = $1', [
    tasks[0]?._id,
  ])
  expect(rows).toEqual([{ inputs, resolved_inputs: inputs }])
})

test('are copied to the state as references', async () => {
  await post(`apps/${appId}/variables`, { name: 'REGION', value: 'north' })
  const inputs = { list: [{ region: '$var.REGION' }] }
  expect((await run({ inputs })).state).toEqual({})
  expect((await run({ inputs, outputs: { list: '$state.list' } })).state).toEqual({
    list: [{ region: '$var.REGION' }],
  })
})

test('that the app does not have fail the task, also when another app has them', async () => {
  const other = (await post('apps', { name: 'Other', description: 'd' }))._id
  await post(`apps/${other}/variables`, { name: 'THEIRS', value: 'x' })
  const { status, tasks } = await run({ inputs: { a: '$var.THEIRS' } })
  expect([status, tasks[0]?.reason]).toEqual(['failed', 'Unknown variable: $var.THEIRS'])
})

test('that cannot be opened fail the task with the cause', async () => {
  await post(`apps/${appId}/variables`, { name: 'BROKEN', value: 'x' })
  await platform.pool.query("update app_variables set value = '\\x01' where name = 'BROKEN'")
  const { tasks } = await run({ inputs: { a: '$var.BROKEN' } })
  expect(tasks[0]?.reason).toBe(
    'The variable $var.BROKEN cannot be read: it was sealed with another SECRETS_KEY',
  )
})
