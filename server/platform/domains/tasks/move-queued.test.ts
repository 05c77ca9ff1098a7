import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Task, TaskDefinition } from '#shared/domains/tasks/contract.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import {
  createWorkerAliases,
  receive,
  sendReport,
  sqsClient,
  type WorkerAlias,
} from '#tests/support/worker.ts'

let platform: TestPlatform
let engine: Engine
let type: string
let aliases: Record<'default' | 'stable', WorkerAlias>
let apps: string[]

beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})
beforeEach(async () => {
  type = `task.test.${newId()}`
  aliases = await createWorkerAliases(platform, platform.alice.accountId, type, ['default', 'stable'])
  apps = [await newApp('One'), await newApp('Two')]
})

const newApp = async (name: string) =>
  (await platform.send('post', 'apps', { name, description: name })).body._id as string
const start = (appId: string, tasks: Partial<TaskDefinition>[]) =>
  engine.startWorkqueue(
    {
      name: 'run',
      initialState: {},
      tasks: tasks.map((task, place) => ({ name: `t${place}`, type, ...task })),
    },
    { accountId: platform.alice.accountId, appId, actor: 'ada@test' },
  )
const tasksOn = async (alias: string): Promise<Task[]> =>
  (await platform.send('get', `tasks?type=${type}&alias=${alias}&sort=name`)).body.data
const move = (filter: object, alias = 'stable', by: Member = platform.alice) =>
  platform.send('post', 'tasks/bulk/restart', { filter, alias }, by)
const take = (name: 'default' | 'stable', count = 10) =>
  receive(sqsClient(platform, aliases[name]), aliases[name], { MaxNumberOfMessages: count })

test('tasks are listed by their alias', async () => {
  await start(apps[0]!, [{}, { alias: 'stable' }])
  expect((await tasksOn('stable')).map(({ name }) => name)).toEqual(['t1'])
  expect(await tasksOn('default,stable')).toHaveLength(2)
})

describe('moving what is queued by filters', () => {
  const queued = (over = {}) => ({ type, alias: 'default', status: 'queued', ...over })

  test('moves the tasks of a type and alias in all apps; a worker of the other alias runs them', async () => {
    const run = await start(apps[0]!, [{}, { alias: 'stable' }])
    await start(apps[1]!, [{}])
    const { body } = await move(queued())
    expect(body).toMatchObject({ total: 2, done: 2, failed: 0, alias: 'stable' })
    expect(await tasksOn('default')).toEqual([])
    expect(await take('default')).toEqual([])
    const messages = await take('stable')
    expect(messages).toHaveLength(3)
    for (const message of messages) await sendReport(platform, aliases.stable, message, { status: 'ended' })
    expect((await platform.send('get', `workqueues/${run}`)).body.status).toBe('completed')
  })

  test('only those of an app where the filters name it, and none that waits for the alias already', async () => {
    await start(apps[0]!, [{}, { alias: 'stable' }])
    await start(apps[1]!, [{}])
    const { body } = await move({ type, status: 'queued', appId: apps[0] })
    expect(body).toMatchObject({ total: 1, done: 1 })
    expect(await tasksOn('default')).toHaveLength(1)
  })

  test('moves none without an alias or without the status', async () => {
    await start(apps[0]!, [{}])
    const plain = await platform.send('post', 'tasks/bulk/restart', { filter: queued() })
    expect(plain.body.total).toBe(0)
    expect((await move({ type, alias: 'default' })).body.total).toBe(0)
    expect((await tasksOn('default'))[0]).toMatchObject({ status: 'queued', alias: 'default' })
  })

  test('is refused for an alias that the worker does not have, and moves nothing of another account', async () => {
    await start(apps[0]!, [{}])
    expect((await move(queued(), 'absent')).status).toBe(400)
    expect((await move(queued(), 'stable', platform.bob)).body.total).toBe(0)
    expect(await tasksOn('default')).toHaveLength(1)
  })

  test('a task that a worker takes meanwhile stays there; each is executed once', async () => {
    await start(
      apps[0]!,
      Array.from({ length: 20 }, () => ({})),
    )
    const [taken, { body }] = await Promise.all([take('default'), move(queued())])
    const onDefault = (await tasksOn('default')).map(({ _id }) => _id)
    expect(onDefault.sort()).toEqual(taken.map(({ taskId }) => taskId).sort())
    expect(body.done + taken.length).toBe(20)
    expect(body.results.filter(({ ok }: { ok: boolean }) => !ok)).toEqual(
      Array.from({ length: body.failed }, () => expect.objectContaining({ statusCode: 409 })),
    )
    const moved = [...(await take('stable')), ...(await take('stable'))]
    expect(moved).toHaveLength(body.done)
    expect(new Set([...taken, ...moved].map(({ taskId }) => taskId)).size).toBe(20)
  })
})
