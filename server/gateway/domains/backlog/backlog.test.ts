import { createClient, type Client } from 'graphql-ws'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#server/lib/errors.ts'
import { principalOf, startLiveGateway, type LiveGateway } from '#tests/support/live-gateway.ts'

let gateway: LiveGateway
const clients: Client[] = []
let now = 1_800_000_000_000

async function start() {
  gateway = await startLiveGateway({
    clock: { now: () => now, monotonic: () => now },
    answers: {
      'GET account': { _id: 'acc' },
      'GET tasks/backlog': [{ type: 'task.a.b', alias: 'default', queued: 3, started: 1, retry: 0 }],
      'GET apps/a1': { _id: 'a1' },
    },
  })
  gateway.principals.set('berta', principalOf('berta', 'other'))
  gateway.principals.set('carl', principalOf('carl'))
  gateway.upstream.answers['GET apps/a1 @other'] = new AppError('NOT_FOUND')
}
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose()
  await gateway.close()
})

const asked = (path: string) => gateway.upstream.calls.filter(({ call }) => call.path === path).length

async function post(user: string) {
  const query = '{ backlog { type alias queued started retry trend } }'
  const answer = await gateway.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { cookie: `user=${user}` },
    payload: { query },
  })
  return answer.json() as { data: { backlog: Record<string, unknown>[] }; errors?: unknown }
}
const read = async (user = 'anna') => (await post(user)).data.backlog
const failed = (code: string) => ({ errors: [{ extensions: { code } }] })
/** The answer of the platform for this user's token. */
const said = <T>(byUser: Record<string, T>) => {
  const token = gateway.upstream.calls.at(-1)?.caller?.token ?? ''
  return byUser[token.replace('token-', '')]
}

function watch(user = 'anna') {
  const client = createClient({ url: gateway.url, webSocketImpl: gateway.socketOf(user), retryAttempts: 0 })
  clients.push(client)
  const state = { rows: [] as unknown[], ready: false }
  client.subscribe(
    { query: 'subscription { backlog { id type queued started } }' },
    {
      next({ data, extensions }) {
        state.ready ||= (extensions as { live?: { resync?: boolean } }).live?.resync === true
        state.rows.push(...((data as { backlog: unknown[] } | null)?.backlog ?? []))
      },
      error: () => {},
      complete: () => {},
    },
  )
  return state
}
const publish = (status: string, fields: object = {}) =>
  gateway.source.publish('tasks', 'status', {
    _id: 't1',
    type: 'task.a.b',
    alias: 'default',
    status,
    appId: 'a1',
    at: new Date(now).toISOString(),
    ...fields,
  })

describe('reading the backlog', () => {
  it('asks the platform once for all viewers within five seconds', async () => {
    await start()
    await Promise.all([read(), read('carl'), read()])
    await read()
    expect(asked('tasks/backlog')).toBe(1)
    now += 5000
    expect(await read()).toEqual([
      {
        type: 'task.a.b',
        alias: 'default',
        queued: 3,
        started: 1,
        retry: 0,
        trend: [3],
      },
    ])
    expect(asked('tasks/backlog')).toBe(2)
  })

  it('asks again once missed events come again, also during a request', async () => {
    await start()
    const [old, current] = [[{ type: 'task.a.b', queued: 3 }], [{ type: 'task.a.b', queued: 5 }]]
    let release = () => {}
    const held = new Promise<object[]>((resolve) => (release = () => resolve(old)))
    gateway.upstream.answers['GET tasks/backlog'] = () => held
    const first = read()
    await vi.waitFor(() => expect(asked('tasks/backlog')).toBe(1))
    const state = watch()
    await vi.waitFor(() => expect(state.ready).toBe(true))
    release()
    expect(await first).toMatchObject(old)
    gateway.upstream.answers['GET tasks/backlog'] = current
    expect(await read()).toMatchObject(current)
    expect(await read()).toMatchObject(current)
    expect(asked('tasks/backlog')).toBe(2)
  })

  it('counts beyond 32 bits do not take the other rows away', async () => {
    await start()
    const many = { type: 'task.a.c', alias: 'default', queued: 1e15, started: 3e9, retry: 0 }
    gateway.upstream.answers['GET tasks/backlog'] = [many, { ...many, type: 'task.a.d', queued: 1 }]
    expect(await read()).toMatchObject([
      { type: 'task.a.c', queued: 1e15, started: 3e9, trend: [1e15] },
      { type: 'task.a.d', queued: 1 },
    ])
  })

  it('keeps accounts apart', async () => {
    await start()
    gateway.upstream.answers['GET tasks/backlog @other'] = []
    expect(await read()).toHaveLength(1)
    expect(await read('berta')).toEqual([])
  })

  it('checks the right of a user who gets what another has read', async () => {
    await start()
    await read()
    gateway.upstream.answers['GET account'] = new AppError('NOT_FOUND')
    expect(await post('carl')).toMatchObject(failed('NOT_FOUND'))
    expect(asked('tasks/backlog')).toBe(1)
    expect(gateway.sessions.isEnded('sid-carl')).toBe(false)
  })

  it('ends the session of a user who gets what another has read, when the platform does not know it', async () => {
    await start()
    const rows = await read()
    gateway.upstream.answers['GET account'] = () => said({ anna: {}, carl: new AppError('UNAUTHENTICATED') })
    gateway.upstream.answers['GET tasks/backlog'] = () => said({ carl: new AppError('SESSION_ENDED') })
    expect(await post('carl')).toMatchObject(failed('SESSION_ENDED'))
    expect(gateway.sessions.isEnded('sid-carl')).toBe(true)
    expect(await read()).toEqual(rows)
  })

  /** Two users read during one request with the token of the first; its answer waits for `release`. */
  async function lookTogether(answer: AppError) {
    await start()
    let release = () => {}
    const held = new Promise<AppError>((resolve) => (release = () => resolve(answer)))
    gateway.upstream.answers['GET tasks/backlog'] = () =>
      said<unknown>({ anna: held, carl: [{ type: 'own' }] })
    const first = post('anna')
    await vi.waitFor(() => expect(asked('tasks/backlog')).toBe(1))
    const second = post('carl')
    await vi.waitFor(() => expect(asked('account')).toBe(1))
    await new Promise((resolve) => setImmediate(resolve))
    release()
    return Promise.all([first, second])
  }

  // An ended session, and a user who was removed from an account.
  it.each(['SESSION_ENDED', 'NOT_FOUND'] as const)(
    'asks again for a user who waited for another: %s',
    async (code) => {
      const [first, second] = await lookTogether(new AppError(code))
      expect(first).toMatchObject(failed(code))
      expect(second.data.backlog).toMatchObject([{ type: 'own' }])
      expect(asked('tasks/backlog')).toBe(2)
    },
  )

  it('reports a fault of the platform to all waiting users, after one request', async () => {
    const answers = await lookTogether(new AppError('PLATFORM_DOWN'))
    expect(answers).toMatchObject([failed('PLATFORM_DOWN'), failed('PLATFORM_DOWN')])
    expect(asked('tasks/backlog')).toBe(1)
  })
})

describe('between two reads', () => {
  it('the counters change with the events of readable apps, sent together', async () => {
    await start()
    const state = watch()
    await vi.waitFor(() => expect(state.ready).toBe(true))
    await read()
    for (const status of ['queued', 'queued', 'started']) publish(status)
    await vi.waitFor(() => expect(state.rows).toMatchObject([{ type: 'task.a.b', queued: 4, started: 2 }]))
    expect(asked('apps/a1')).toBe(1)
    expect(await read()).toMatchObject([{ queued: 4, started: 2 }])
  })

  it('events of another account are not counted', async () => {
    await start()
    const [own, other] = [watch(), watch('berta')]
    await vi.waitFor(() => expect([own.ready, other.ready]).toEqual([true, true]))
    publish('queued')
    await vi.waitFor(() => expect(own.rows).toHaveLength(1))
    expect(other.rows).toEqual([])
  })

  it('events without a viewer are not missed, and do not make their app unreadable', async () => {
    await start()
    const state = watch()
    await vi.waitFor(() => expect(state.ready).toBe(true))
    await read()
    publish('queued')
    await vi.waitFor(() => expect(state.rows).toMatchObject([{ queued: 4 }]))
    await clients.pop()?.dispose()
    await vi.waitFor(() => expect(gateway.app.live.size().groups).toBe(0))
    publish('queued')
    gateway.upstream.answers['GET tasks/backlog'] = [{ type: 'task.a.b', alias: 'default', queued: 5 }]
    const again = watch()
    await vi.waitFor(() => expect(again.ready).toBe(true))
    expect(await read()).toMatchObject([{ queued: 5 }])
    publish('queued')
    await vi.waitFor(() => expect(again.rows).toMatchObject([{ queued: 6 }]))
    expect(asked('apps/a1')).toBe(1)
  })

  it('viewers get the counts of later reads, however long nothing happened', async () => {
    await start()
    const state = watch()
    await vi.waitFor(() => expect(state.ready).toBe(true))
    await read()
    now += 31 * 60_000
    gateway.upstream.answers['GET tasks/backlog'] = [{ type: 'task.a.b', alias: 'default', queued: 8 }]
    await read()
    publish('queued')
    await vi.waitFor(() => expect(state.rows).toMatchObject([{ queued: 9 }]))
  })

  it('an unknown status does not stop the counters', async () => {
    await start()
    const state = watch()
    await vi.waitFor(() => expect(state.ready).toBe(true))
    publish('paused')
    gateway.source.publish('tasks', 'status', 'nonsense')
    publish('queued')
    await vi.waitFor(() => expect(state.rows).toMatchObject([{ queued: 1 }]))
  })
})
