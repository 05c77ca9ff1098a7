import { createClient, type Client } from 'graphql-ws'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#server/lib/errors.ts'
import {
  principalOf,
  startLiveGateway,
  type LiveGateway,
  type LiveGatewayOptions,
} from '#tests/support/live-gateway.ts'
import { openInitialised, openPeer } from '#tests/support/live-peer.ts'

let gateway: LiveGateway
const clients: Client[] = []

async function start(options: LiveGatewayOptions = {}) {
  const answers = {
    'GET apps/a1': { _id: 'a1', name: 'One' },
    'GET workqueues/w1': { _id: 'w1', appId: 'a1', name: 'Run' },
  }
  gateway = await startLiveGateway({ answers, ...options })
  gateway.principals.set('berta', principalOf('berta', 'other'))
  gateway.upstream.answers['GET apps/a1 @other'] = new AppError('NOT_FOUND')
  gateway.upstream.answers['GET workqueues/w1 @other'] = new AppError('FORBIDDEN')
  return gateway
}

afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose()
  await gateway.close()
})

const peerOptions = (user: string) => ({
  url: gateway.url,
  headers: { cookie: `user=${user}`, origin: gateway.url.replace('ws', 'http').replace('/graphql', '') },
})
const initialised = (user = 'anna') => openInitialised(peerOptions(user))

const LIST = `subscription List($appId: ID!, $status: [String!], $ids: [ID!]) {
  workqueueList(appId: $appId, status: $status, workqueueIds: $ids) {
    event
    workqueue { id name status tags }
  }
}`
const RUN = 'subscription Run { workqueue(appId: "a1", id: "w1") { id status } }'

/** Subscribes with the unmodified graphql-ws client and collects the messages. */
function watch(query: string, variables: Record<string, unknown> = {}, user = 'anna', live?: unknown) {
  const client = createClient({ url: gateway.url, webSocketImpl: gateway.socketOf(user), retryAttempts: 0 })
  clients.push(client)
  const values: unknown[] = []
  const state = {
    values,
    failed: undefined as unknown,
    completed: false,
    resyncs: 0,
    position: undefined as unknown,
    stop: () => {},
  }
  state.stop = client.subscribe(
    { query, variables, extensions: { live } },
    {
      next(result) {
        state.position = (result.extensions as { live: unknown }).live
        if (isResync(result.extensions)) state.resyncs++
        else values.push(result)
      },
      error: (error) => (state.failed = error),
      complete: () => (state.completed = true),
    },
  )
  return state
}

const isResync = (extensions: unknown) =>
  (extensions as { live?: { resync?: boolean } } | undefined)?.live?.resync === true

const row = (fields: object = {}) => ({
  _id: 'w1',
  appId: 'a1',
  name: 'Run',
  status: 'started',
  tags: ['nightly'],
  created: '2026-01-01T00:00:00.000Z',
  ...fields,
})
const publish = (event: string, data: unknown) => gateway.source.publish('apps.a1.workqueues', event, data)
const listed = (state: { values: unknown[] }) =>
  state.values.map((value) => (value as { data: { workqueueList: unknown } }).data.workqueueList)

describe('sockets', () => {
  it('keep to the limits of all and of one user, and make room again', async () => {
    await start({ config: { MAX_SOCKETS: 2, MAX_SOCKETS_PER_USER: 1 } })
    const first = await initialised()
    expect(await openPeer(peerOptions('anna')).refused).toBe(429)
    await initialised('berta')
    gateway.principals.set('carl', principalOf('carl'))
    expect(await openPeer(peerOptions('carl')).refused).toBe(503)
    first.socket.close()
    await vi.waitFor(() => expect(gateway.app.live.sockets()).toBe(1))
    await initialised()
  })
})

describe('operations over the socket', () => {
  it('refuses a workqueue under the id of another app', async () => {
    await start()
    gateway.upstream.answers['GET workqueues/w2'] = { _id: 'w2', appId: 'elsewhere' }
    const state = watch('subscription { workqueue(appId: "a1", id: "w2") { id } }')
    await vi.waitFor(() => expect(state.failed).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]))
  })

  it('runs only stored operations when configured so', async () => {
    const operations = { abc: { name: 'Run', text: RUN } }
    await start({ config: { GRAPHQL_OPERATIONS: 'persisted' }, operations })
    const peer = await initialised()
    peer.send({ type: 'subscribe', id: 'q', payload: { query: RUN } })
    expect(await peer.next()).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'BAD_REQUEST' } }],
    })
    const persisted = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } })
    peer.send({ type: 'subscribe', id: 'u', payload: persisted('zzz') })
    expect(await peer.next()).toMatchObject({
      type: 'error',
      payload: [{ message: 'PersistedQueryNotFound' }],
    })
    peer.send({ type: 'subscribe', id: 'p', payload: persisted('abc') })
    expect(await peer.next()).toMatchObject({ type: 'next', id: 'p', payload: { data: null } })
  })
})

describe('live events', () => {
  it('reach every subscriber of a group by one execution, with their position', async () => {
    await start()
    const states = [1, 2, 3].map(() => watch(LIST, { appId: 'a1' }))
    await vi.waitFor(() => expect(states.map(({ resyncs }) => resyncs)).toEqual([1, 1, 1]))
    expect(gateway.app.live.size()).toEqual({ channels: 1, groups: 1 })

    publish('save', row())
    publish('status', row({ status: 'completed' }))
    await vi.waitFor(() => expect(states.map(({ values }) => values.length)).toEqual([2, 2, 2]))
    expect(gateway.app.live.counters).toMatchObject({ events: 2, executions: 2, deliveries: 6 })
    expect(states[0]?.values[0]).toMatchObject({
      data: { workqueueList: { event: 'save', workqueue: { id: 'w1', name: 'Run', status: 'started' } } },
      extensions: { live: { epoch: expect.any(String) as string, offset: 2 } },
    })
    expect(states[2]?.values[1]).toMatchObject({ extensions: { live: { offset: 3 } } })

    states[0]?.stop()
    await vi.waitFor(() => expect(states[0]?.completed).toBe(true))
    publish('update', row())
    await vi.waitFor(() => expect(states[1]?.values).toHaveLength(3))
    expect(states[0]?.values).toHaveLength(2)
  })

  it('of different filters share the execution of one document', async () => {
    await start()
    const started = watch(LIST, { appId: 'a1', status: ['started'] })
    const failed = watch(LIST, { appId: 'a1', status: ['failed'] })
    await vi.waitFor(() => expect([started.resyncs, failed.resyncs]).toEqual([1, 1]))
    expect(gateway.app.live.size().groups).toBe(2)
    publish('save', row())
    publish('status', row({ status: 'failed' }))
    await vi.waitFor(() => expect(failed.values).toHaveLength(1))
    await vi.waitFor(() => expect(started.values).toHaveLength(2))
    expect(gateway.app.live.counters.executions).toBe(2)
  })

  it('never reach another account', async () => {
    await start()
    const own = watch(LIST, { appId: 'a1' })
    const foreignList = watch(LIST, { appId: 'a1' }, 'berta')
    const foreignRun = watch(RUN, {}, 'berta')
    await vi.waitFor(() => expect(own.resyncs).toBe(1))
    await vi.waitFor(() => expect(foreignList.failed).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]))
    await vi.waitFor(() => expect(foreignRun.failed).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]))
    publish('save', row())
    await vi.waitFor(() => expect(own.values).toHaveLength(1))
    expect(foreignList.values).toEqual([])
    expect(foreignRun.values).toEqual([])
  })

  it('with only changed fields are completed from what is known, else by one read', async () => {
    await start()
    const state = watch(LIST, { appId: 'a1', status: ['started'] })
    await vi.waitFor(() => expect(state.resyncs).toBe(1))
    let answer: (value: unknown) => void = () => {}
    gateway.upstream.answers['GET workqueues/w7'] = () => new Promise((resolve) => (answer = resolve))
    publish('status', { _id: 'w7', appId: 'a1', status: 'started' })
    publish('update', { _id: 'w7', appId: 'a1', name: 'Renamed' })
    publish('save', row())
    await vi.waitFor(() => expect(listed(state)).toHaveLength(1))
    answer(row({ _id: 'w7', name: 'Before', status: 'notstarted' }))
    await vi.waitFor(() => expect(listed(state)).toHaveLength(2))
    expect(listed(state)[1]).toEqual({
      event: 'status',
      workqueue: { id: 'w7', name: 'Renamed', status: 'started', tags: ['nightly'] },
    })
    publish('status', { _id: 'w7', appId: 'a1', status: 'completed' })
    await vi.waitFor(() => expect(listed(state)).toHaveLength(3))
    expect(listed(state)[2]).toMatchObject({ workqueue: { name: 'Renamed', status: 'completed' } })
    expect(gateway.app.live.counters.rowReads).toBe(1)
  })

  it('of many tasks are completed by one read of their run', async () => {
    await start()
    const state = watch('subscription { workqueueTasks(appId: "a1", id: "w1") { id name status } }')
    await vi.waitFor(() => expect(state.resyncs).toBe(1))
    const tasks = Array.from({ length: 300 }, (_, i) => ({
      _id: `t${i}`,
      name: `Task ${i}`,
      status: 'queued',
    }))
    gateway.upstream.answers['GET workqueues/w1'] = { _id: 'w1', appId: 'a1', tasks }
    const before = gateway.upstream.calls.length
    const publishTask = (id: string) =>
      gateway.source.publish('apps.a1.workqueues.w1.tasks', 'status', {
        _id: id,
        workQueueId: 'w1',
        status: 'started',
      })
    for (let i = 0; i < 200; i++) publishTask(`t${i}`)
    await vi.waitFor(() => expect(state.values).toHaveLength(200))
    publishTask('t250')
    await vi.waitFor(() => expect(state.values).toHaveLength(201))
    expect(state.values[200]).toMatchObject({
      data: { workqueueTasks: { id: 't250', name: 'Task 250', status: 'started' } },
    })
    expect(gateway.upstream.calls.length - before).toBe(1)
  })

  it('of a task that its run does not list yet show the fields of the event, if the task is new', async () => {
    await start()
    const state = watch('subscription { workqueueTasks(appId: "a1", id: "w1") { id name status progress } }')
    await vi.waitFor(() => expect(state.resyncs).toBe(1))
    gateway.upstream.answers['GET workqueues/w1'] = { _id: 'w1', appId: 'a1', tasks: [] }
    const task = { workQueueId: 'w1', name: 'New', type: 'task.a.b', status: 'queued' }
    const channel = 'apps.a1.workqueues.w1.tasks'
    gateway.source.publish(channel, 'update', { ...task, _id: 't0' })
    gateway.source.publish(channel, 'save', { ...task, _id: 't1' })
    await vi.waitFor(() => expect(state.values).toHaveLength(1))
    expect(state.values[0]).toMatchObject({
      data: { workqueueTasks: { id: 't1', name: 'New', status: 'queued', progress: null } },
    })
  })

  it('that cannot be filtered make every subscriber read again, and are dropped when the row is gone', async () => {
    await start()
    const state = watch(LIST, { appId: 'a1' })
    await vi.waitFor(() => expect(state.resyncs).toBe(1))
    publish('status', { _id: 'gone', appId: 'a1', status: 'started' })
    gateway.upstream.answers['GET workqueues/w8'] = new AppError('PLATFORM_DOWN')
    publish('status', { _id: 'w8', appId: 'a1', status: 'started' })
    await vi.waitFor(() => expect(state.resyncs).toBe(2), { timeout: 3000 })
    expect(state.values).toEqual([])
  })

  it('of unknown form or status are counted and stop nothing', async () => {
    await start()
    const state = watch(LIST, { appId: 'a1' })
    await vi.waitFor(() => expect(state.resyncs).toBe(1))
    publish('deleted', row())
    publish('update', 'text')
    publish('update', [null, { name: 'without id' }])
    publish('update', row({ status: 'paused' }))
    await vi.waitFor(() => expect(listed(state)).toHaveLength(1))
    expect(listed(state)[0]).toMatchObject({ workqueue: { status: 'paused' } })
    expect(gateway.app.live.counters).toMatchObject({ malformed: 3, unknownStatuses: 1 })
  })

  it('send resync to every subscriber once the service is available again', async () => {
    await start()
    gateway.source.hold = true
    const state = watch(LIST, { appId: 'a1' })
    await vi.waitFor(() => expect(gateway.source.channels()).toHaveLength(1))
    expect(state.resyncs).toBe(0)
    gateway.source.ready()
    await vi.waitFor(() => expect(state.resyncs).toBe(1))
    gateway.source.ready()
    await vi.waitFor(() => expect(state.resyncs).toBe(2))
  })

  it('of tasks and logs arrive unchanged', async () => {
    await start()
    const tasks = watch('subscription { workqueueTasks(appId: "a1", id: "w1") { id name status wait } }')
    const logs = watch('subscription { workqueueLogs(appId: "a1", id: "w1") { id taskId level message } }')
    await vi.waitFor(() => expect([tasks.resyncs, logs.resyncs]).toEqual([1, 1]))
    const task = { _id: 't1', workQueueId: 'w1', name: 'A', status: 'started', wait: 12 }
    gateway.source.publish('apps.a1.workqueues.w1.tasks', 'status', task)
    const entry = {
      _id: 'l1',
      taskid: 't1',
      timestamp: '2026-01-01T00:00:00Z',
      level: 'error',
      message: 'no',
    }
    gateway.source.publish('apps.a1.workqueues.w1.tasks.logs', 'save', entry)
    await vi.waitFor(() =>
      expect(tasks.values).toMatchObject([{ data: { workqueueTasks: { id: 't1', name: 'A', wait: 12 } } }]),
    )
    await vi.waitFor(() =>
      expect(logs.values).toMatchObject([
        { data: { workqueueLogs: [{ id: 'l1', taskId: 't1', level: 'error' }] } },
      ]),
    )
  })
})

describe('a client that resumes', () => {
  const names = (state: { values: unknown[] }) =>
    (listed(state) as { workqueue: { name: string } }[]).map(({ workqueue }) => workqueue.name)

  async function leave(variables: Record<string, unknown> = { appId: 'a1' }) {
    const before = watch(LIST, variables)
    await vi.waitFor(() => expect(before.resyncs).toBe(1))
    publish('save', row({ name: 'one' }))
    await vi.waitFor(() => expect(before.values).toHaveLength(1))
    before.stop()
    await vi.waitFor(() => expect(before.completed).toBe(true))
    return before.position
  }

  it('gets what it missed, in order and once, and no resync', async () => {
    await start()
    const position = await leave()
    publish('save', row({ _id: 'w2', name: 'two' }))
    publish('save', row({ _id: 'w3', name: 'three' }))
    const back = watch(LIST, { appId: 'a1' }, 'anna', position)
    await vi.waitFor(() => expect(names(back)).toEqual(['two', 'three']))
    publish('save', row({ _id: 'w4', name: 'four' }))
    await vi.waitFor(() => expect(names(back)).toEqual(['two', 'three', 'four']))
    expect(back.resyncs).toBe(0)
    expect(gateway.app.live.counters.resumes).toBe(1)
  })

  it('gets only events that pass its filter', async () => {
    await start()
    const variables = { appId: 'a1', status: ['started'] }
    const position = await leave(variables)
    publish('save', row({ _id: 'w2', name: 'two', status: 'failed' }))
    publish('save', row({ _id: 'w3', name: 'three' }))
    const back = watch(LIST, variables, 'anna', position)
    await vi.waitFor(() => expect(names(back)).toEqual(['three']))
  })

  it('reads again after an unknown position', async () => {
    await start()
    const position = (await leave()) as object
    const strange = [
      { ...position, epoch: 'other' },
      { ...position, offset: 99 },
      { offset: -1 },
      'x',
      { epoch: 1 },
    ]
    for (const live of strange) {
      const back = watch(LIST, { appId: 'a1' }, 'anna', live)
      await vi.waitFor(() => expect(back.resyncs).toBe(1))
      expect(back.values).toEqual([])
    }
    expect(gateway.app.live.counters.resumes).toBe(0)
  })

  it('reads again with other filters than before', async () => {
    await start()
    const position = await leave()
    publish('save', row({ name: 'two' }))
    const back = watch(LIST, { appId: 'a1', status: ['started'] }, 'anna', position)
    await vi.waitFor(() => expect(back.resyncs).toBe(1))
  })

  it('reads again after a gap of the service', async () => {
    await start()
    const position = await leave()
    gateway.source.ready()
    const back = watch(LIST, { appId: 'a1' }, 'anna', position)
    await vi.waitFor(() => expect(back.resyncs).toBe(1))
  })

  it('needs the right first', async () => {
    await start()
    const position = await leave()
    publish('save', row({ name: 'two' }))
    const stranger = watch(LIST, { appId: 'a1' }, 'berta', position)
    await vi.waitFor(() => expect(stranger.failed).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]))
    expect(stranger.values).toEqual([])
  })

  it('reads again when events were missed because no client was connected', async () => {
    await start()
    const position = await leave({ appId: 'a1', status: ['started'] })
    publish('status', { _id: 'w9', appId: 'a1', status: 'started' })
    await new Promise((resolve) => setImmediate(resolve))
    const back = watch(LIST, { appId: 'a1', status: ['started'] }, 'anna', position)
    await vi.waitFor(() => expect(back.resyncs).toBe(1), { timeout: 3000 })
  })
})
