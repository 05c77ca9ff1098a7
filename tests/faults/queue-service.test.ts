import { randomUUID } from 'node:crypto'
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { SILENCE_MS } from '#server/platform/queue/lease-store.ts'
import { serviceQueueName } from '#server/platform/queue/sqs/queue-name.ts'
import { sqsQueues } from '#server/platform/queue/sqs/sqs-queues.ts'
import { evidence } from '../support/evidence.ts'
import { createTestPlatform, type TestPlatform } from '../support/platform-app.ts'
import { realEngine } from '../support/platform-engine.ts'
import { startSqsService, type ServiceFault, type SqsService } from '../support/sqs-service.ts'
import { createWorkerAlias, sendReport, type TaskMessage, type WorkerAlias } from '../support/worker.ts'

/** The platform with `QUEUE=sqs` against a server of SQS in its own process, the package fauxqs. */

/** Limit for waits; no assertion depends on it. */
const patience = { timeout: 40_000, interval: 50 }
/** The clock of the platform runs faster than that of the service. */
const tick = { everyMs: 20, byMs: 200 }

let service: SqsService
let platform: TestPlatform
let engine: Engine
let appId: string
let worker: WorkerAlias
let ticking: NodeJS.Timeout
const results = new Map<string, number>()
let working: Work[] = []
beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'eu-test-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  service = await startSqsService()
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)), {
    openQueues: sqsQueues({
      endpoint: service.faultyEndpoint,
      callMs: 400,
      onCall: (_call, result) => results.set(result, (results.get(result) ?? 0) + 1),
    }),
  })
  await engine.start()
  ticking = setInterval(() => platform.clock.advance(tick.byMs), tick.everyMs)
  appId = (await platform.send('post', 'apps', { name: 'App', description: 'a' })).body._id
})
beforeEach(async () => {
  worker = await createWorkerAlias(platform, platform.alice.accountId, `task.service.${newId()}`)
})
afterEach(async () => {
  await Promise.all(working.map((work) => work.stop()))
  working = []
  service.fault = 'ok'
  service.doubles = false
})
afterAll(async () => {
  clearInterval(ticking)
  await engine.stop()
  await platform.close()
  await service.stop()
  vi.unstubAllEnvs()
})

const client = () => new SQSClient({ endpoint: service.endpoint, maxAttempts: 1 })

async function addressOf(alias: WorkerAlias): Promise<string> {
  return vi.waitFor(async () => {
    const { QueueUrl } = await client().send(new GetQueueUrlCommand({ QueueName: serviceQueueName(alias) }))
    return QueueUrl!
  }, patience)
}

interface Received extends TaskMessage {
  handle: string
}

async function receive(seconds = 1, alias = worker): Promise<Received[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: await addressOf(alias),
    MaxNumberOfMessages: 10,
    VisibilityTimeout: seconds,
    WaitTimeSeconds: 1,
  })
  const { Messages = [] } = await client().send(command)
  return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({
    ...(JSON.parse(Body) as TaskMessage),
    handle: ReceiptHandle,
  }))
}

/** The messages of so many leases that are not among these. */
async function receiveLeases(count: number, but: readonly string[] = [], seconds = 0): Promise<Received[]> {
  const found = new Map<string, Received>()
  await vi.waitFor(async () => {
    for (const message of await receive(seconds))
      if (!but.includes(message.lease)) found.set(message.lease, message)
    expect(found.size).toBe(count)
  }, patience)
  return [...found.values()]
}

/** Ends so many tasks; resolves with their attempts. A message whose sending took too long is refused, and sent again. */
async function endAll(count: number): Promise<number[]> {
  const attempts = new Map<string, number>()
  await vi.waitFor(async () => {
    for (const message of await receive()) {
      const { status, body } = await report(message, { status: 'ended' })
      if (status === 200) attempts.set(message.taskId, body.attempt)
      else expect(status).toBe(409)
    }
    expect(attempts.size).toBe(count)
  }, patience)
  return [...attempts.values()]
}

async function start(count: number, more: object = {}): Promise<string> {
  const tasks = Array.from({ length: count }, (_, n) => ({ name: `t${n}`, type: worker.type, ...more }))
  const { status, body } = await platform.send('post', `workqueues?appId=${appId}`, { name: 'run', tasks })
  expect(status).toBe(201)
  return body._id
}

const statusOf = async (id: string): Promise<string> =>
  (await platform.send('get', `workqueues/${id}`)).body.status
const taskOf = async (id: string) => (await platform.send('get', `tasks/${id}`)).body
const report = (message: Pick<TaskMessage, 'taskId' | 'lease'>, body: object, alias = worker) =>
  sendReport(platform, alias, message, { ...body })

interface Work {
  /** Of executions that were begun: `{task} {attempt}` or, where another one had it, what was answered. */
  begun: string[]
  refused: number
  stop(): Promise<void>
}

/** So many workers that begin, end and delete what they get, each message as an execution of its own. */
function startWorkers(count: number): Work {
  let ended = false
  const own = worker
  const work: Work = {
    begun: [],
    refused: 0,
    async stop() {
      ended = true
      await Promise.all(loops)
    },
  }
  async function handle(message: Received): Promise<void> {
    const execution = randomUUID()
    const started = await report(message, { status: 'started', execution }, own)
    if (started.status === 200) {
      work.begun.push(`${message.taskId} ${started.body.attempt}`)
      expect((await report(message, { status: 'ended', execution }, own)).status).toBe(200)
    } else {
      expect(started.status).toBe(409)
      work.refused++
    }
    const deletion = { QueueUrl: await addressOf(own), ReceiptHandle: message.handle }
    await client().send(new DeleteMessageCommand(deletion))
  }
  const loops = Array.from({ length: count }, async () => {
    while (!ended) for (const message of await receive(20, own)) await handle(message)
  })
  working.push(work)
  return work
}

const completed = (run: string) =>
  vi.waitFor(async () => expect(await statusOf(run)).toBe('completed'), patience)

async function serviceItem(): Promise<string | null> {
  await platform.attention.settle()
  const { items } = (await platform.send('get', 'attention')).body
  const found = items.find(({ kind }: { kind: string }) => kind === 'queueService')
  return found?.sentence ?? null
}

const faults: [string, ServiceFault, string, string][] = [
  ['down', 'refuse', 'unreachable', 'cannot be reached'],
  ['hanging', 'hang', 'timeout', 'does not answer within 0.4 s'],
  [
    'answering 503',
    { status: 503, type: 'ServiceUnavailable' },
    'unavailable',
    'answered 503 ServiceUnavailable',
  ],
  ['throttling', { status: 400, type: 'RequestThrottled' }, 'throttled', 'answered 400 RequestThrottled'],
  [
    'refusing expired credentials',
    { status: 403, type: 'ExpiredToken' },
    'denied',
    'answered 403 ExpiredToken',
  ],
]

test('down, silent, throttling, refusing, each message twice in any order: every task ends, none twice in one attempt', async () => {
  service.doubles = true
  const work = startWorkers(4)
  const runs = [await start(30)]
  const told: string[] = []
  const host = new URL(service.faultyEndpoint).host
  for (const [, fault, result, reason] of faults) {
    await completed(runs.at(-1)!)
    service.fault = fault
    runs.push(await start(12))
    const sentence = await vi.waitFor(async () => {
      const found = await serviceItem()
      expect(found).not.toBeNull()
      return found!
    }, patience)
    expect(sentence).toContain(`The queue service ${host} ${reason}`)
    told.push(sentence)
    expect(await statusOf(runs.at(-1)!)).not.toBe('completed')
    expect(results.get(result)).toBeGreaterThan(0)
    service.fault = 'ok'
    await vi.waitFor(async () => expect(await serviceItem()).toBeNull(), patience)
  }
  await completed(runs.at(-1)!)
  await vi.waitFor(() => expect(work.refused).toBeGreaterThan(20), patience)
  await work.stop()

  const tasks = 30 + 12 * faults.length
  expect(new Set(work.begun).size).toBe(work.begun.length)
  expect(new Set(work.begun.map((each) => each.split(' ')[0])).size).toBe(tasks)
  const { rows } = await platform.pool.query(
    'select count(*)::int as others from tasks where type = $1 and status <> $2',
    [worker.type, 'ended'],
  )
  expect(rows).toEqual([{ others: 0 }])
  evidence({
    check: 92,
    figures: {
      tasks,
      'messages, each sent twice': tasks * 2,
      'executions that were begun': work.begun.length,
      'two in one attempt': 0,
      'duplicates refused': work.refused,
      'faults: down, hanging, 503, throttling, expired credentials': faults.length,
      'told on Attention and closed by itself': told.length,
      'calls that failed': [...results].reduce(
        (sum, [name, count]) => (name === 'ok' ? sum : sum + count),
        0,
      ),
    },
    breaks:
      'a report does not claim its lease for its execution; a fault of the service is not noted for its queues; a task whose message was not taken keeps its lease',
  })
}, 180_000)

// Fails when another execution is taken for the one that has begun the attempt, or its silence ends nothing.
test('a worker that dies loses its attempt to the next, and another one is refused before', async () => {
  const run = await start(1, { retry: { max: 3, delayMs: 1, factor: 1 } })
  const [first] = await receiveLeases(1, [], 1)
  expect((await report(first!, { status: 'started', execution: 'one' })).body).toMatchObject({ attempt: 1 })
  // The service hands the message out again.
  const [again] = await receiveLeases(1, [], 1)
  expect(again!.lease).toBe(first!.lease)
  await vi.waitFor(async () => {
    expect((await report(again!, { status: 'started', execution: 'two' })).status).toBe(409)
    expect((await taskOf(again!.taskId)).status).toBe('queued')
  }, patience)
  expect((await report(first!, { status: 'ended', execution: 'one' })).status).toBe(409)
  const [next] = await receiveLeases(1, [first!.lease])
  expect((await report(next!, { status: 'ended', execution: 'three' })).body).toMatchObject({ attempt: 2 })
  expect(await statusOf(run)).toBe('completed')
})

// Fails when what was sent is not given out again, or an old message still counts.
test('a message that is lost, or older than a report may be, is sent again', async () => {
  const run = await start(2)
  const [kept] = await receiveLeases(2)
  await client().send(new PurgeQueueCommand({ QueueUrl: await addressOf(worker) }))
  platform.clock.advance(SILENCE_MS)
  expect((await report(kept!, { status: 'ended' })).status).toBe(409)
  expect(await endAll(2)).toEqual([1, 1])
  expect(await statusOf(run)).toBe('completed')
})

// Fails when a report is refused because the platform does not know yet that the message was sent.
test('a worker is faster than the answer of the service, which never comes', async () => {
  await addressOf(worker)
  service.fault = 'unanswered'
  const run = await start(2)
  expect(await endAll(2)).toEqual([1, 1])
  expect(await statusOf(run)).toBe('completed')
})

// Fails when the order of the platform is not kept, or more than 100 are ahead.
test('at most 100 are ahead; a pause takes back what has not begun, a limit counts it, a cancel makes it void', async () => {
  const run = await start(130)
  const sent = async () =>
    (
      await platform.pool.query(
        `select count(*)::int as count from task_leases l join waiting_tasks w using (task_id, queue)
         where l.acknowledged and l.attempt > w.attempt and l.visible_until > $1
           and l.queue = queue_key($2, $3, 'default')`,
        [new Date(platform.clock.now()), worker.accountId, worker.type],
      )
    ).rows[0].count
  const expectSent = (count: number) => vi.waitFor(async () => expect(await sent()).toBe(count), patience)
  await expectSent(100)
  const messages = await receive()
  expect((await report(messages[0]!, { status: 'started' })).status).toBe(200)
  await expectSent(100)
  const queue = `queues/${worker.type}/default`
  expect((await platform.send('put', queue, { paused: true })).status).toBe(200)
  expect(await sent()).toBe(0)
  expect((await report(messages[1]!, { status: 'started' })).status).toBe(409)
  expect((await report(messages[0]!, { status: 'ended' })).status).toBe(200)
  expect((await platform.send('put', queue, { paused: false, limit: 3 })).status).toBe(200)
  await expectSent(3)
  const { rows } = await platform.pool.query<Pick<TaskMessage, 'taskId' | 'lease'>>(
    `select l.task_id as "taskId", l.lease from task_leases l join waiting_tasks w using (task_id, queue)
     where l.acknowledged and l.visible_until > $1 and w.workqueue_id = $2 limit 1`,
    [new Date(platform.clock.now()), run],
  )
  expect((await platform.send('post', `workqueues/${run}/end`, { status: 'cancelled' })).status).toBe(200)
  expect((await report(rows[0]!, { status: 'started' })).status).toBe(409)
  await expectSent(0)
})

// Fails when a queue is not removed with its alias, or its name is not one that SQS takes.
test('queues come and go with aliases, and workers are told the address in the service', async () => {
  const { body: team } = await platform.send('post', 'teams', { name: `t${newId()}`.slice(0, 20) })
  const made = await platform.send('post', 'workers', { name: 'fetch', teamId: team._id, description: 'd' })
  expect(made.status).toBe(201)
  const id = made.body._id
  const added = await platform.send('post', `workers/${id}/aliases`, { aliasName: 'v1-2' })
  expect(added.body.queueUrl).toContain('console-')
  const { aliases, type } = (await platform.send('get', `workers/${id}`)).body
  const names = aliases.map(({ name }: { name: string }) =>
    serviceQueueName({ accountId: worker.accountId, type, alias: name }),
  )
  expect(aliases.map(({ queueUrl }: { queueUrl: string }) => queueUrl.split('/').at(-1))).toEqual(names)
  expect((await platform.send('delete', `workers/${id}/aliases/v1-2`)).status).toBe(204)
  await vi.waitFor(
    () =>
      expect(client().send(new GetQueueUrlCommand({ QueueName: names[1] }))).rejects.toMatchObject({
        name: 'QueueDoesNotExist',
      }),
    patience,
  )
})
