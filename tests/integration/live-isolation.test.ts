import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLive, type LiveConnection, type Operator, type Watched } from './operator.ts'
import { startWholePath, type WholePath } from './whole-path.ts'

/** Events of two accounts at the same time, from the engine to the sockets of two operators. */

let path: WholePath
let alice: Operator
let bob: Operator

beforeAll(async () => {
  path = await startWholePath()
  alice = await path.signUp('alice')
  bob = await path.signUp('bob')
})
afterAll(() => path.close())

/** Waits until its first subscriptions are joined, writes logs, fails once and is retried. */
const definition = {
  name: 'Watched',
  tasks: [
    { name: 'wait', type: 'task.workforce.delay', inputs: { ms: 1500 } },
    {
      name: 'upload',
      type: 'task.workforce.noop',
      depends: ['wait'],
      inputs: { fail: 'busy', failAttempts: 1 },
      retry: { max: 1, delayMs: 100 },
    },
  ],
}

interface Row {
  id: string
  status: string
}
interface Following {
  appId: string
  runId: string
  connection: LiveConnection
  list: Watched
  run: Watched
  tasks: Watched
  logs: Watched
}

/** An app with a live run, and every subscription of the console for them. */
async function follow(operator: Operator, appId: string, connection: LiveConnection): Promise<Following> {
  const list = connection.watch('WorkqueueListLive', { appId, perPage: 10 })
  await list.joined
  const runId = await start(operator, appId)
  const [run, tasks, logs] = ['WorkqueueLive', 'WorkqueueTasksLive', 'WorkqueueLogsLive'].map((name) =>
    connection.watch(name, { appId, id: runId }),
  ) as [Watched, Watched, Watched]
  await Promise.all([run.joined, tasks.joined, logs.joined])
  return { appId, runId, connection, list, run, tasks, logs }
}

async function createApp(operator: Operator): Promise<string> {
  const body = { name: 'App', description: `of ${operator.member.email}` }
  return (await operator.send('POST', { url: '/api/apps', body })).body['_id'] as string
}

async function start(operator: Operator, appId: string, body: object = definition): Promise<string> {
  return (await operator.send('POST', { url: `/api/workqueues?appId=${appId}`, body })).body['_id'] as string
}

const listHas =
  (id: string, status: string) =>
  ({ workqueueList: { workqueue } }: { workqueueList: { workqueue: Row } }) =>
    workqueue.id === id && workqueue.status === status

const idsIn = (text: string) => new Set(text.match(/\b[0-9a-f]{24}\b/g))

test('each socket gets all events of its own account and none of the other', async () => {
  const [alices, bobs] = (await Promise.all(
    [alice, bob].map(async (operator) => follow(operator, await createApp(operator), operator.live())),
  )) as [Following, Following]
  await Promise.all([alices, bobs].map(({ list, runId }) => list.until(listHas(runId, 'completed'))))
  // All events pass through the same ordered path, so a later event proves that none is pending.
  for (const [operator, own] of [
    [alice, alices],
    [bob, bobs],
  ] as const) {
    const last = await start(operator, own.appId, { name: 'Last', tasks: [] })
    await own.list.until(listHas(last, 'completed'))
  }

  for (const [operator, own, other] of [
    [alice, alices, bobs],
    [bob, bobs, alices],
  ] as const) {
    const received = own.connection.frames.join('\n')
    for (const id of [other.appId, other.runId]) expect(received).not.toContain(id)
    const stored = await operator.send('GET', { url: `/api/workqueues/${own.runId}` })
    const logs = await operator.send('GET', { url: `/api/workqueues/${own.runId}/logs?athena=true` })
    expect(last(own.run, 'workqueue')).toMatchObject({ id: own.runId, status: 'completed' })
    const tasks = stored.body['tasks'] as { _id: string }[]
    for (const { _id } of tasks) {
      const ofTask = own.tasks.data.map((data) => (data as { workqueueTasks: Row }).workqueueTasks)
      expect(ofTask.findLast(({ id }) => id === _id)?.status).toBe('ended')
    }
    const told = own.logs.data.flatMap((data) => (data as { workqueueLogs: Row[] }).workqueueLogs)
    const kept = Object.values(logs.body).flat() as { _id: string }[]
    expect(kept.length).toBeGreaterThan(0)
    expect(told.map(({ id }) => id).sort()).toEqual(kept.map(({ _id }) => _id).sort())
  }
  const bobsIds = idsIn(bobs.connection.frames.join(''))
  expect([...idsIn(alices.connection.frames.join(''))].filter((id) => bobsIds.has(id))).toEqual([])
  for (const { connection } of [alices, bobs]) await connection.client.dispose()
})

const last = ({ data }: Watched, field: string) => (data.at(-1) as Record<string, unknown>)[field]

test('ids of the other account in the filters return nothing', async () => {
  const [own, foreign] = [await createApp(alice), await createApp(bob)]
  const foreignRun = await start(bob, foreign)
  const { client, watch, frames } = alice.live()
  const spied = watch('WorkqueueListLive', { appId: own, perPage: 10, workqueueIds: [foreignRun] })
  const plain = watch('WorkqueueListLive', { appId: own, perPage: 10 })
  await Promise.all([spied.joined, plain.joined])
  await bob.send('POST', { url: `/api/workqueues/${foreignRun}/end`, body: { status: 'cancelled' } })
  const fence = await start(alice, own, { name: 'Fence', tasks: [] })
  await plain.until(listHas(fence, 'completed'))
  expect(spied.data).toEqual([])
  expect(frames.join('')).not.toContain(foreignRun)
  await client.dispose()
})

test('after signing out the socket is closed and a copy of the cookie opens nothing', async () => {
  const carol = await path.signUp('carol')
  const appId = await createApp(carol)
  const { closed, watch } = carol.live()
  await watch('WorkqueueListLive', { appId, perPage: 10 }).joined

  const answer = await carol.send('DELETE /session', { url: '/session' })
  expect(answer).toMatchObject({ status: 200, body: { redirectTo: null } })
  expect(await closed).toBe(4401)

  // `send` continues with the old cookie: a copy of it opens nothing.
  for (const dead of [
    await carol.send('GET', { url: `/api/apps/${appId}` }),
    await carol.send('PUT', { url: `/api/apps/${appId}`, body: { name: 'Taken', description: 'Taken' } }),
    await carol.graphql('App', { id: appId }),
    await carol.send('POST', { url: '/session/refresh' }),
  ])
    expect(dead).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } })
  expect((await carol.send('GET', { url: '/session' })).body['authenticated']).toBe(false)
  const reopened = openLive(path.url, { cookie: carol.cookie, origin: path.url })
  expect(await reopened.refused).toBe(401)
  const { rows } = await path.pool.query('select name from apps where id = $1', [appId])
  expect(rows).toEqual([{ name: 'App' }])
})

test("the platform's own token is invalid after signing out", async () => {
  const dan = await path.signUp('dan')
  const tokens = () =>
    path.pool
      .query('select 1 from tokens where user_id = $1', [dan.member.userId])
      .then(({ rows }) => rows.length)
  const before = await tokens()
  await dan.send('DELETE /session', { url: '/session' })
  expect(await tokens()).toBe(before - 1)
})
