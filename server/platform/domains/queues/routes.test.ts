import type { SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AliasEvidence, QueueDetail, QueueRow } from '#shared/domains/queues/contract.ts'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { insertRun, insertTask } from '#tests/support/platform-rows.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import {
  createWorkerAlias,
  receive,
  sendReport,
  sqsClient,
  workerToken,
  type WorkerAlias,
} from '#tests/support/worker.ts'

const patience = { timeout: 15_000, interval: 50 }
const MINUTE = 60_000

let platform: TestPlatform
let engine: Engine
let appId: string
let worker: WorkerAlias
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)), { trustGateways: '127.0.0.1' })
  await engine.start()
  appId = (await platform.send('post', 'apps', { name: 'App', description: 'a' })).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})
beforeEach(async () => {
  worker = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
})

/** The AWS client with headers that it signs, as a starter kit sends them. */
function clientWith(headers: Record<string, string>, alias = worker): SQSClient {
  const made = sqsClient(platform, alias)
  made.middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as { headers: object }).headers, headers)
      return next(args)
    },
    { step: 'build', name: 'workerName' },
  )
  return made
}
const named = (host: string, version?: string) =>
  clientWith({ 'x-worker-host': host, ...(version === undefined ? {} : { 'x-worker-version': version }) })
const from = (address: string) => clientWith({ 'x-forwarded-for': address })

async function start(number: number, over: Partial<TaskDefinition> = {}, app = appId): Promise<string> {
  const tasks = Array.from({ length: number }, (_, index) => ({
    name: `t${index}`,
    type: worker.type,
    ...over,
  }))
  const run = { accountId: platform.alice.accountId, appId: app, actor: 'ada@test' }
  return engine.startWorkqueue({ name: 'run', tasks }, run)
}
const rows = async (query = `type=${worker.type}`): Promise<QueueRow[]> => {
  const { status, body } = await platform.send('get', `queues?${query}`)
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)])
  return body.data
}
const row = async (): Promise<QueueRow> => (await rows())[0]!
const pollers = async () =>
  (await row()).pollers.map(({ hostName, version, running }) => [hostName, version, running])
const evidence = async (query = ''): Promise<AliasEvidence[]> =>
  (await platform.send('get', `queues/${worker.type}/aliases${query}`)).body.data

describe('pollers', () => {
  test('name themselves by headers, several on one host and one address, with what they run', async () => {
    const [one, two, old] = [named('mail-1', '4.0.3'), named('mail-2', '4.0.3'), named('mail-1', '4.0.2')]
    await start(5)
    const [task] = await receive(one, worker)
    await receive(two, worker, { MaxNumberOfMessages: 3 })
    await receive(old, worker)
    // The task has its host before the first report.
    const { body } = await platform.send('get', `tasks/${task!.taskId}`)
    expect([body.hostName, body.version]).toEqual(['mail-1', '4.0.3'])
    await vi.waitFor(async () => {
      expect((await pollers()).toSorted()).toEqual([
        ['mail-1', '4.0.2', 1],
        ['mail-1', '4.0.3', 1],
        ['mail-2', '4.0.3', 3],
      ])
    }, patience)
    expect(await row()).toMatchObject({ queued: 0, started: 5, polling: 3 })
  })

  test('each of the calls that wait together gets its own tasks', async () => {
    const waiting = ['a', 'b', 'c'].map((host) => receive(named(host), worker, { WaitTimeSeconds: 20 }))
    await vi.waitFor(async () => expect(await pollers()).toHaveLength(3), patience)
    await start(3)
    const taken = (await Promise.all(waiting)).map(([task]) => task!.taskId)
    const hosts = await Promise.all(
      taken.map(async (id) => (await platform.send('get', `tasks/${id}`)).body.hostName),
    )
    expect(hosts).toEqual(['a', 'b', 'c'])
  })

  test('without headers have the name of the reports from their address, before these the address', async () => {
    const quiet = from('198.51.100.7')
    await start(2)
    const [task] = await receive(quiet, worker)
    await vi.waitFor(async () => expect(await pollers()).toEqual([['198.51.100.7', null, 0]]), patience)
    const { taskId, lease } = task!
    const token = await workerToken(worker, platform.clock.now(), { lease })
    await platform.call
      .post(`/api/tasks/${taskId}/report`)
      .set({ authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.7' })
      .send({ lease, status: 'started', hostName: 'crane-07', version: '2.1.0' })
      .expect(200)
    await receive(quiet, worker)
    await receive(from('198.51.100.8'), worker)
    await vi.waitFor(async () => {
      expect((await pollers()).toSorted()).toEqual([
        ['198.51.100.8', null, 0],
        ['crane-07', '2.1.0', 1],
      ])
    }, patience)
  })

  test('an address that polls no more is left out once a process of the queue has a name', async () => {
    await receive(from('198.51.100.9'), worker)
    await vi.waitFor(async () => expect(await pollers()).toEqual([['198.51.100.9', null, 0]]), patience)
    await receive(named('mail-4', '1.8.0'), worker)
    await vi.waitFor(async () => expect(await pollers()).toHaveLength(2), patience)
    platform.clock.advance(MINUTE + 1000)
    expect(await pollers()).toEqual([['mail-4', '1.8.0', 0]])
  })

  test.each(['x'.repeat(254), '   '])('a header that is no plain text is ignored: %j', async (host) => {
    await receive(
      clientWith({ 'x-worker-host': host, 'x-worker-version': '1', 'x-forwarded-for': '203.0.113.9' }),
      worker,
    )
    await vi.waitFor(async () => expect(await pollers()).toEqual([['203.0.113.9', null, 0]]), patience)
  })

  test('a call that waits polls until it ends', async () => {
    const stop = new AbortController()
    const waiting = receive(named('patient'), worker, { WaitTimeSeconds: 20 }, { abortSignal: stop.signal })
    await vi.waitFor(async () => expect(await pollers()).toHaveLength(1), patience)
    platform.clock.advance(2 * MINUTE)
    const now = platform.clock.now()
    await vi.waitFor(
      async () => expect(Date.parse((await row()).pollers[0]!.lastPollAt)).toBeGreaterThanOrEqual(now),
      patience,
    )
    stop.abort()
    await waiting.catch(() => undefined)
  })
})

describe('verdicts', () => {
  test('the queue of an alias is idle; one with tasks that was never polled has no worker at once', async () => {
    expect(await row()).toMatchObject({
      alias: 'default',
      verdict: { code: 'idle', text: 'idle' },
      polling: 0,
    })
    const type = `task.none.${newId()}`
    await start(2, { type })
    const [unknown] = await rows(`type=${type}`)
    expect(unknown).toMatchObject({
      type,
      queued: 2,
      verdict: { code: 'nobody' },
      lastPollAt: null,
      pollers: [],
    })
    await start(1, { alias: 'bigbatch' })
    expect((await rows()).map(({ alias, verdict }) => [alias, verdict.code])).toEqual([
      ['bigbatch', 'nobody'],
      ['default', 'idle'],
    ])
  })

  test('a poller that dies leaves the queue after a minute, and a new one brings it back', async () => {
    await receive(named('mail-4'), worker)
    await start(1)
    await vi.waitFor(
      async () => expect(await row()).toMatchObject({ polling: 1, verdict: { code: 'early' } }),
      patience,
    )
    platform.clock.advance(61_000)
    expect((await row()).verdict).toEqual({ code: 'nobody', text: 'nobody polls since 1 min' })
    expect(await row()).toMatchObject({ polling: 0, pollers: [{ hostName: 'mail-4' }] })
    const { events } = (await platform.send('get', `queues/${worker.type}/default`)).body as QueueDetail
    expect(events.map(({ kind, text }) => [kind, text])).toEqual([
      ['pollerCame', 'mail-4 begins to poll'],
      ['pollerGone', 'mail-4 stops polling'],
    ])
    await receive(named('mail-4'), worker, { VisibilityTimeout: 43_200 })
    await vi.waitFor(async () => expect((await row()).verdict.code).not.toBe('nobody'), patience)
  })
})

test('a row tells how long the task usually runs that has been started for the longest', async () => {
  const { accountId } = platform.alice
  const planId = (await platform.send('post', 'plans', { name: 'Nightly', tasks: [] })).body._id
  const now = platform.clock.now()
  const at = (ago: number) => new Date(now - ago)
  const add = async (status: 'ended' | 'started', name: string, started: Date, ended: Date | null) => {
    const run = {
      accountId,
      appId,
      planId,
      status: status === 'ended' ? 'completed' : 'started',
      created: started,
    }
    const workqueueId = await insertRun(platform.pool, { ...run, ended } as Parameters<typeof insertRun>[1])
    const task = {
      accountId,
      appId,
      workqueueId,
      name,
      type: worker.type,
      status,
      queued: started,
      started,
      ended,
    }
    await insertTask(platform.pool, task)
  }
  await add('ended', 'Export', at(60 * MINUTE), at(60 * MINUTE - 2000))
  await add('ended', 'Reconcile', at(50 * MINUTE), at(50 * MINUTE - 7000))
  await add('started', 'Reconcile', at(1 * MINUTE), null)
  expect(await row()).toMatchObject({ started: 1, oldestUsualMs: 7000 })
  await add('started', 'Export', at(9 * MINUTE), null)
  expect(await row()).toMatchObject({
    started: 2,
    oldestStarted: at(9 * MINUTE).toISOString(),
    oldestUsualMs: 2000,
  })
  await add('started', 'New', at(10 * MINUTE), null)
  expect(await row()).toMatchObject({ oldestUsualMs: null })
})

describe('history', () => {
  test('counts what came in and went out by minute, what waited, and how attempts ended', async () => {
    platform.clock.advance(MINUTE - (platform.clock.now() % MINUTE))
    await start(4)
    platform.clock.advance(1000)
    const taken = await receive(named('h', '1'), worker, { MaxNumberOfMessages: 3 })
    await sendReport(platform, worker, taken[0]!, { status: 'ended', hostName: 'h', version: '1' })
    await sendReport(platform, worker, taken[1]!, {
      status: 'failed',
      reason: 'no',
      hostName: 'h',
      version: '1',
    })
    await vi.waitFor(async () => {
      expect((await row()).minutes.at(-1)).toEqual({ at: expect.any(String), in: 4, out: 3, queued: 1 })
    }, patience)
    await vi.waitFor(async () => {
      expect(await evidence()).toMatchObject([
        { alias: 'default', attempts: 2, successRate: 0.5, failureSeen: null },
      ])
    }, patience)
    platform.clock.advance(3 * MINUTE)
    const later = await row()
    expect(later.minutes).toHaveLength(30)
    expect(later.minutes.slice(-4).map(({ in: came, out }) => [came, out])).toEqual([
      [4, 3],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    expect(later.waitP95Ms).toBeGreaterThan(900)
    expect(later.waitP95Ms).toBeLessThan(1100)
    expect([later.rateIn, later.rateOut]).toEqual([expect.any(Number), expect.any(Number)])
    expect(later.rateIn! / later.rateOut!).toBeCloseTo(4 / 3, 1)
  })

  test('tells what is before a task that waits', async () => {
    await start(2)
    platform.clock.advance(1000)
    await start(1)
    const { line } = await row()
    expect(line.map(({ before }) => before)).toEqual([0, 2])
  })
})

describe('lists', () => {
  test('are sorted, paged and filtered; an app has its own counts', async () => {
    await createWorkerAlias(platform, platform.alice.accountId, `task.zz.${newId()}`)
    const other = (await platform.send('post', 'apps', { name: 'Other', description: 'o' })).body._id
    await start(3)
    const all = await rows('pagesize=1000')
    expect(all.map(({ queued }) => queued)).toEqual(all.map(({ queued }) => queued).toSorted((a, b) => b - a))
    const worst = await rows('sort=-verdict&pagesize=1000')
    expect(worst[0]!.verdict.code).toBe('nobody')
    expect(worst.at(-1)!.verdict.code).toBe('idle')
    const { body } = await platform.send('get', 'queues?pagesize=1&page=2&sort=type')
    expect([body.data.length, body.total]).toEqual([1, all.length])
    expect(await rows(`appId=${other}`)).toEqual([])
    expect((await rows(`appId=${appId}&type=${worker.type}`))[0]).toMatchObject({ queued: 3 })
    for (const wrong of ['sort=id', 'color=red', 'pagesize=0'])
      expect([wrong, (await platform.send('get', `queues?${wrong}`)).status]).toEqual([wrong, 400])
  })

  test('a row names the apps with tasks, the most first; one queue also its worker and the deployments of its alias', async () => {
    const other = (await platform.send('post', 'apps', { name: 'Other', description: 'o' })).body._id
    await start(1)
    await start(3, {}, other)
    await receive(named('h', '1'), worker)
    const own = { _id: appId, name: 'App', queued: 0, started: 1 }
    await vi.waitFor(async () => {
      expect((await row()).apps).toEqual([{ _id: other, name: 'Other', queued: 3, started: 0 }, own])
    }, patience)
    expect((await rows(`appId=${appId}&type=${worker.type}`))[0]!.apps).toEqual([own])

    const place = { clusterId: (await platform.send('post', 'clusters', { name: 'West' })).body._id }
    const deploy = (alias: string) =>
      platform.send('post', 'deployments', { ...place, workerId: worker.workerId, alias, replicaCount: 2 })
    const { body } = await deploy('default')
    await deploy('edge')
    const one = (await platform.send('get', `queues/${worker.type}/default`)).body as QueueDetail
    expect(one.worker).toEqual({ _id: worker.workerId, name: worker.type })
    expect(one.deployments).toEqual([{ ...place, _id: body._id, cluster: 'West', replicaCount: 2 }])
    const type = `task.none.${newId()}`
    await start(1, { type })
    expect((await platform.send('get', `queues/${type}/default`)).body).toMatchObject({
      worker: null,
      deployments: [],
    })
  })

  test('what the platform executes itself has no alias that its tasks can move to', async () => {
    await start(1, { type: 'task.workforce.delay', inputs: { ms: 60_000 } })
    const answer = await platform.send('get', 'queues/task.workforce.delay/aliases')
    expect([answer.status, answer.body]).toEqual([200, { data: [], total: 0 }])
  })

  test('unknown queues, and those of other accounts, are not found', async () => {
    await start(1)
    const { bob } = platform
    for (const path of [
      `queues/${worker.type}/default`,
      `queues/${worker.type}/aliases`,
      'queues/task.a.b/default',
    ])
      expect([path, (await platform.send('get', path, undefined, bob)).status]).toEqual([path, 404])
    expect((await platform.send('get', 'queues', undefined, bob)).body.data).toEqual([])
    expect((await platform.send('get', `queues/${worker.type}/aliases?failure=none`)).status).toBe(404)
  })
})
