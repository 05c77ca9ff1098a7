import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask, insertTeam } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let task: (type: string) => Promise<string>
let type: string
const asked: (string | undefined)[] = []
beforeAll(async () => {
  platform = await createTestPlatform(() => ({
    ...idleEngine(),
    restartTask: async (_accountId, _taskId, _actor, how) => void asked.push(how?.alias),
  }))
  const { pool, alice } = platform
  const { accountId } = alice
  const teamId = await insertTeam(pool, accountId, 'Imports', 'imports')
  const worker = (await post('workers', { name: 'Pdf', teamId })).body
  type = worker.type
  await post(`workers/${worker._id}/aliases`, { aliasName: 'beta' })
  const appId = (await post('apps', { name: 'App', description: 'App' })).body._id
  task = async (type) => {
    const workqueueId = await insertRun(pool, { accountId, appId, status: 'failed' })
    return insertTask(pool, { accountId, appId, workqueueId, type, status: 'failed' })
  }
})
afterAll(() => platform.close())

const post = (path: string, body: object = {}) =>
  platform.call.post(`/api/${path}`).set(platform.alice.headers).send(body)
const restart = async (ofType: string, alias: string) => {
  asked.length = 0
  const answer = await post(`tasks/${await task(ofType)}/restart/alias/${alias}`)
  return { status: answer.status, message: answer.body.message as string | undefined, asked: [...asked] }
}

test('a task is moved to an alias of its worker', async () => {
  expect(await restart(type, 'beta')).toMatchObject({ status: 200, asked: ['beta'] })
  expect(await restart(type, 'default')).toMatchObject({ status: 200, asked: ['default'] })
})

test('a built-in type has only the alias default', async () => {
  expect(await restart('task.workforce.noop', 'default')).toMatchObject({ status: 200 })
  expect((await restart('task.workforce.noop', 'beta')).status).toBe(404)
})

test.each(['gamma', 'BETA'])(
  'the worker does not have the alias %s, so nothing is restarted',
  async (alias) => {
    expect(await restart(type, alias)).toEqual({ status: 404, message: 'Alias not found', asked: [] })
  },
)

test('a type without a worker has no alias', async () => {
  expect((await restart('task.imports.nobody', 'default')).message).toBe('Alias not found')
})
