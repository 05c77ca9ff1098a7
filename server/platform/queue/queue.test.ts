import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  MessageNotInflight,
  QueueDoesNotExist,
  ReceiptHandleIsInvalid,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import {
  createWorkerAlias,
  queueUrlOf,
  receive,
  sendReport,
  sqsClient,
  type WorkerAlias,
} from '#tests/support/worker.ts'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '../engine/types.ts'

/** Limit for waits; no assertion depends on it. */
const patience = { timeout: 10_000 }

let platform: TestPlatform
let engine: Engine
let appId: string
let worker: WorkerAlias
let client: SQSClient

beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  const app = { name: 'App', description: 'An app' }
  appId = (await platform.call.post('/api/apps').set(platform.alice.headers).send(app)).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})
beforeEach(async () => {
  worker = await newWorker()
  client = sqsClient(platform, worker)
})

const newWorker = (alias?: string) =>
  createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`, alias)

/** Starts a run of tasks for the worker, by name; resolves with its id. */
async function start(tasks: Record<string, Partial<TaskDefinition>>, initialState = {}): Promise<string> {
  const list = Object.entries(tasks).map(([name, task]) => ({ name, type: worker.type, ...task }))
  const options = { accountId: platform.alice.accountId, appId, actor: 'ada@test' }
  return engine.startWorkqueue({ name: 'run', initialState, tasks: list }, options)
}

const task = async (id: string) =>
  (await platform.call.get(`/api/tasks/${id}`).set(platform.alice.headers).expect(200)).body
const QueueUrl = () => queueUrlOf(worker)

/** The only message in the queue. */
async function receiveOne(input = {}) {
  const [message, ...more] = await receive(client, worker, input)
  if (!message || more.length > 0) throw new Error(`${more.length + Number(Boolean(message))} messages`)
  return message
}

describe('receiving', () => {
  test('returns a task with its inputs resolved, and starts it', async () => {
    const run = await start({ a: { inputs: { n: '$state.n', s: 'x' } } }, { n: 7 })
    const message = await receiveOne({ MessageSystemAttributeNames: ['All'] })
    expect(message).toMatchObject({
      attempt: 1,
      name: 'a',
      type: worker.type,
      alias: 'default',
      aliasId: worker.aliasId,
      inputs: { n: 7, s: 'x' },
      workQueueId: run,
      appId,
      workQueueDescription: '',
      timeoutMs: null,
      Attributes: { ApproximateReceiveCount: '1', SenderId: worker.accountId },
    })
    expect(await task(message.taskId)).toMatchObject({
      status: 'started',
      attempt: 1,
      updatedBy: 'worker:default',
    })
    expect(await receive(client, worker)).toEqual([])
  })

  test('returns up to ten tasks of different runs in one call, those that have waited longest first', async () => {
    for (let n = 0; n < 12; n++) {
      await start({ a: { inputs: { n } } })
      platform.clock.advance(1)
    }
    const first = await receive(client, worker, { MaxNumberOfMessages: 10 })
    expect(first.map(({ inputs }) => inputs['n'])).toEqual([...Array(10).keys()])
    expect(await receive(client, worker, { MaxNumberOfMessages: 10 })).toHaveLength(2)
  })

  test('inserts variables of the app, and fails a task that names an unknown one', async () => {
    await platform.call
      .post(`/api/apps/${appId}/variables`)
      .set(platform.alice.headers)
      .send({ name: 'API_KEY', value: 's3cret' })
    await start({ a: { inputs: { key: '$var.API_KEY' } } })
    expect((await receiveOne()).inputs).toEqual({ key: 's3cret' })
    const run = await start({ a: { inputs: { key: '$var.NONE' } } })
    expect(await receive(client, worker)).toEqual([])
    const { body } = await platform.call.get(`/api/workqueues/${run}`).set(platform.alice.headers)
    expect(body.tasks[0]).toMatchObject({ status: 'failed', reason: 'Unknown variable: $var.NONE' })
  })

  test('never returns one task twice, to however many concurrent calls', async () => {
    const others = Array.from({ length: 5 }, () => sqsClient(platform, worker))
    await start(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`t${n}`, {}])))
    const calls = others.flatMap((other) =>
      [1, 2, 3].map(() => receive(other, worker, { MaxNumberOfMessages: 4 })),
    )
    const ids = (await Promise.all(calls)).flat().map(({ taskId }) => taskId)
    expect(ids.length).toBe(40)
    expect(new Set(ids).size).toBe(40)
  })

  test('waits for a task, and returns it within 50 ms', async () => {
    const waiting = receive(client, worker, { WaitTimeSeconds: 20 })
    await vi.waitUntil(async () => (await lastPoll()) !== null, patience)
    const from = performance.now()
    await start({ a: {} })
    const started = performance.now()
    expect(await waiting).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(50 + (started - from))
  })

  test('answers without messages when none was queued in time', async () => {
    expect(await receive(client, worker, { WaitTimeSeconds: 1 })).toEqual([])
  })

  test('a client that disconnects while it waits takes no task with it', async () => {
    const leaving = new AbortController()
    const waiting = receive(client, worker, { WaitTimeSeconds: 20 }, { abortSignal: leaving.signal })
    const left = waiting.catch(() => 'left')
    await vi.waitUntil(async () => (await lastPoll()) !== null, patience)
    leaving.abort()
    expect(await left).toBe('left')
    await start({ a: {} })
    expect((await receive(sqsClient(platform, worker), worker, { WaitTimeSeconds: 15 })).length).toBe(1)
  })

  test('a client that disconnects before its key is read takes no task with it', async () => {
    const lock = await platform.pool.connect()
    await lock.query('begin; lock table worker_aliases in access exclusive mode')
    const leaving = new AbortController()
    const waiting = receive(client, worker, { WaitTimeSeconds: 20 }, { abortSignal: leaving.signal })
    const left = waiting.catch(() => 'left')
    const blocked = "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'access_key_id'"
    await vi.waitUntil(async () => (await platform.pool.query(blocked)).rows.length > 0, patience)
    const before = await connections()
    leaving.abort()
    expect(await left).toBe('left')
    await vi.waitUntil(async () => (await connections()) < before, patience)
    await lock.query('commit')
    lock.release()
    await start({ a: {} })
    expect((await receive(sqsClient(platform, worker), worker, { WaitTimeSeconds: 5 })).length).toBe(1)
  })

  /** Open connections of the endpoint. */
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      platform.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )

  const lastPoll = async () => {
    const { rows } = await platform.pool.query('select last_poll from worker_aliases where id = $1', [
      worker.aliasId,
    ])
    return rows[0].last_poll as Date | null
  }
})

describe('visibility', () => {
  test('an undeleted message returns as a new attempt when its time ends; the old lease is over', async () => {
    await start({ a: {} })
    const first = await receiveOne({ VisibilityTimeout: 10 })
    platform.clock.advance(9_999)
    expect(await receive(client, worker)).toEqual([])
    platform.clock.advance(1)
    const second = await receiveOne({ WaitTimeSeconds: 15 })
    expect(second).toMatchObject({ taskId: first.taskId, attempt: 2 })
    expect(second.lease).not.toBe(first.lease)
    expect((await sendReport(platform, worker, first, { status: 'ended' })).status).toBe(409)
    expect((await sendReport(platform, worker, second, { status: 'ended' })).status).toBe(200)
  })

  test('a lease longer than the default lasts as long as requested', async () => {
    await start({ a: {} })
    const message = await receiveOne({ VisibilityTimeout: 3600 })
    platform.clock.advance(3_599_000)
    expect((await sendReport(platform, worker, message, { status: 'ended' })).status).toBe(200)
  })

  test('can be made longer', async () => {
    await start({ a: {} })
    const { ReceiptHandle, ...message } = await receiveOne()
    await client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: QueueUrl(), ReceiptHandle, VisibilityTimeout: 60 }),
    )
    platform.clock.advance(59_999)
    expect((await sendReport(platform, worker, message, { status: 'started' })).status).toBe(200)
    platform.clock.advance(1)
    expect((await sendReport(platform, worker, message, { status: 'started' })).status).toBe(409)
  })

  test('0 gives the task back at once', async () => {
    await start({ a: {} })
    const { ReceiptHandle, taskId } = await receiveOne()
    await client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: QueueUrl(), ReceiptHandle, VisibilityTimeout: 0 }),
    )
    expect(await receiveOne()).toMatchObject({ taskId, attempt: 2 })
    const late = client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: QueueUrl(), ReceiptHandle, VisibilityTimeout: 9 }),
    )
    await expect(late).rejects.toBeInstanceOf(MessageNotInflight)
  })

  test('a batch changes the valid entries and reports the others', async () => {
    await start({ a: {}, b: {} })
    const [a, b] = await receive(client, worker, { MaxNumberOfMessages: 10 })
    const Entries = [
      { Id: 'a', ReceiptHandle: a?.ReceiptHandle, VisibilityTimeout: 0 },
      { Id: 'b', ReceiptHandle: b?.ReceiptHandle, VisibilityTimeout: 60 },
      { Id: 'c', ReceiptHandle: 'nonsense', VisibilityTimeout: 60 },
    ]
    const answer = await client.send(
      new ChangeMessageVisibilityBatchCommand({ QueueUrl: QueueUrl(), Entries }),
    )
    expect(answer.Successful?.map(({ Id }) => Id)).toEqual(['a', 'b'])
    expect(answer.Failed).toMatchObject([{ Id: 'c', Code: 'ReceiptHandleIsInvalid', SenderFault: true }])
  })
})

describe('deleting', () => {
  const remove = (ReceiptHandle: string) =>
    client.send(new DeleteMessageCommand({ QueueUrl: QueueUrl(), ReceiptHandle }))

  test('after the result changes nothing, however often', async () => {
    await start({ a: {} })
    const message = await receiveOne()
    await sendReport(platform, worker, message, { status: 'ended' })
    await remove(message.ReceiptHandle)
    await remove(message.ReceiptHandle)
    expect(await task(message.taskId)).toMatchObject({ status: 'ended', attempt: 1 })
    const { rowCount } = await platform.pool.query('select 1 from task_leases where task_id = $1', [
      message.taskId,
    ])
    expect(rowCount).toBe(0)
  })

  test('before the result keeps the task from returning, until an hour of silence', async () => {
    await start({ a: {} })
    const message = await receiveOne()
    await remove(message.ReceiptHandle)
    platform.clock.advance(3_500_000)
    expect((await sendReport(platform, worker, message, { status: 'started', progress: 0.5 })).status).toBe(
      200,
    )
    platform.clock.advance(3_599_999)
    expect((await sendReport(platform, worker, message, { status: 'started', progress: 0.7 })).status).toBe(
      200,
    )
    platform.clock.advance(3_600_000)
    expect(await receiveOne({ WaitTimeSeconds: 15 })).toMatchObject({ taskId: message.taskId, attempt: 2 })
  })

  test("before the result keeps the task's own time-out", async () => {
    await start({ a: { timeoutMs: 50, retry: { max: 1, delayMs: 0, factor: 1 } } })
    const message = await receiveOne()
    await remove(message.ReceiptHandle)
    platform.clock.advance(50)
    expect(await receiveOne({ WaitTimeSeconds: 15 })).toMatchObject({ taskId: message.taskId, attempt: 2 })
    expect((await sendReport(platform, worker, message, { status: 'ended' })).status).toBe(409)
  })

  test('with the receipt of an earlier attempt changes nothing', async () => {
    await start({ a: {} })
    const { ReceiptHandle } = await receiveOne({ VisibilityTimeout: 1 })
    platform.clock.advance(1000)
    const { taskId } = await receiveOne({ WaitTimeSeconds: 15, VisibilityTimeout: 1 })
    await remove(ReceiptHandle)
    platform.clock.advance(1000)
    expect(await receiveOne({ WaitTimeSeconds: 15 })).toMatchObject({ taskId, attempt: 3 })
  })

  test('a batch deletes the valid entries and reports the others', async () => {
    await start({ a: {}, b: {} })
    const messages = await receive(client, worker, { MaxNumberOfMessages: 10 })
    const Entries = [...messages, { ReceiptHandle: 'nonsense' }].map(({ ReceiptHandle }, index) => ({
      Id: `m${index}`,
      ReceiptHandle,
    }))
    const answer = await client.send(new DeleteMessageBatchCommand({ QueueUrl: QueueUrl(), Entries }))
    expect(answer.Successful?.map(({ Id }) => Id)).toEqual(['m0', 'm1'])
    expect(answer.Failed).toMatchObject([{ Id: 'm2', Code: 'ReceiptHandleIsInvalid' }])
    platform.clock.advance(60_000)
    for (const message of messages)
      expect((await sendReport(platform, worker, message, { status: 'ended' })).status).toBe(200)
  })

  test('refuses a receipt that was not issued', async () => {
    await expect(remove('nonsense')).rejects.toBeInstanceOf(ReceiptHandleIsInvalid)
  })
})

describe('attributes of a queue', () => {
  test('its counts and settings', async () => {
    await start({ a: {}, b: {}, c: {} })
    await receiveOne()
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: QueueUrl(), AttributeNames: ['All'] }),
    )
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '2',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '0',
      VisibilityTimeout: '30',
      QueueArn: `arn:aws:sqs:eu-central-1:${worker.accountId}:${worker.type}/default`,
      CreatedTimestamp: expect.stringMatching(/^\d{10}$/),
    })
    const unknown = new GetQueueAttributesCommand({ QueueUrl: QueueUrl(), AttributeNames: ['Policy'] })
    await expect(client.send(unknown)).rejects.toMatchObject({ name: 'InvalidAttributeName' })
  })

  test('its address', async () => {
    const ask = (QueueName: string) => client.send(new GetQueueUrlCommand({ QueueName }))
    const { QueueUrl: url } = await ask(`${worker.type}/default`)
    expect(url).toBe(QueueUrl().replace('http:', 'https:'))
    await expect(ask('other')).rejects.toBeInstanceOf(QueueDoesNotExist)
  })

  test('a poll is stored', async () => {
    await receive(client, worker)
    const { body } = await platform.call.get(`/api/workers/${worker.workerId}`).set(platform.alice.headers)
    expect(body.aliases[0].lastPoll).toBe(new Date(platform.clock.now()).toISOString())
  })
})

describe('refused calls', () => {
  const ask = (by: SQSClient, url = QueueUrl()) => by.send(new ReceiveMessageCommand({ QueueUrl: url }))
  const refused = (name: string, httpStatusCode: number) => ({ name, $metadata: { httpStatusCode } })

  test('an unknown access key, and a wrong secret', async () => {
    const { accessKeyId, secretAccessKey } = worker
    const nobody = { ...worker, accessKeyId: 'NOBODY' }
    await expect(ask(sqsClient(platform, nobody))).rejects.toMatchObject(refused('InvalidClientTokenId', 403))
    const credentials = { accessKeyId, secretAccessKey: `${secretAccessKey}x` }
    const wrong = ask(sqsClient(platform, worker, { credentials }))
    await expect(wrong).rejects.toMatchObject(refused('SignatureDoesNotMatch', 403))
  })

  test('a deleted worker', async () => {
    await ask(client)
    await platform.pool.query("update workers set status = 'deleted' where id = $1", [worker.workerId])
    await expect(ask(client)).rejects.toMatchObject(refused('InvalidClientTokenId', 403))
  })

  test('a clock that differs by more than five minutes', async () => {
    for (const [offBy, ok] of [
      [-299_000, true],
      [-302_000, false],
      [302_000, false],
    ] as const) {
      const off = sqsClient(platform, worker, { offBy })
      const outcome = await ask(off).then(
        () => true,
        ({ name }: Error) => name,
      )
      expect([offBy, outcome]).toEqual([offBy, ok || 'SignatureDoesNotMatch'])
    }
  })

  test("another alias's queue, another account's, and one that does not exist", async () => {
    const other = await newWorker()
    await expect(ask(client, queueUrlOf(other))).rejects.toMatchObject(refused('AccessDenied', 403))
    const bobs = await createWorkerAlias(platform, platform.bob.accountId, worker.type)
    await expect(ask(client, queueUrlOf(bobs))).rejects.toMatchObject(refused('AccessDenied', 403))
    const absent = queueUrlOf({ ...worker, alias: 'absent' })
    await expect(ask(client, absent)).rejects.toMatchObject(refused('QueueDoesNotExist', 400))
    await expect(ask(client, absent)).rejects.toBeInstanceOf(QueueDoesNotExist)
    await expect(ask(client, 'http://queue.example.test/elsewhere')).rejects.toBeInstanceOf(QueueDoesNotExist)
  })

  test("another alias's receipt changes nothing", async () => {
    await start({ a: {} })
    const message = await receiveOne()
    const other = await newWorker()
    const foreign = sqsClient(platform, other)
    const { ReceiptHandle } = message
    await foreign.send(new DeleteMessageCommand({ QueueUrl: queueUrlOf(other), ReceiptHandle }))
    const change = { QueueUrl: queueUrlOf(other), ReceiptHandle, VisibilityTimeout: 0 }
    const changed = foreign.send(new ChangeMessageVisibilityCommand(change))
    await expect(changed).rejects.toBeInstanceOf(ReceiptHandleIsInvalid)
    platform.clock.advance(30_000)
    expect(await receiveOne({ WaitTimeSeconds: 15 })).toMatchObject({ taskId: message.taskId, attempt: 2 })
  })

  test('sending', async () => {
    const send = client.send(new SendMessageCommand({ QueueUrl: QueueUrl(), MessageBody: '{}' }))
    await expect(send).rejects.toMatchObject(refused('AccessDenied', 403))
  })

  test('parameters out of bounds', async () => {
    const wrong = new ReceiveMessageCommand({ QueueUrl: QueueUrl(), MaxNumberOfMessages: 11 })
    await expect(client.send(wrong)).rejects.toMatchObject(refused('InvalidParameterValue', 400))
  })

  test('a request that was changed in transit', async () => {
    const shifted = (date = '') => date.replace(/\d\dZ$/, (end) => (end === '00Z' ? '01Z' : '00Z'))
    type Sent = { body: string; headers: Record<string, string>; path: string }
    const changes: Record<string, (request: Sent) => void> = {
      body: (request) => (request.body = request.body.replace('"WaitTimeSeconds":0', '"WaitTimeSeconds":1')),
      operation: ({ headers }) => (headers['x-amz-target'] = 'AmazonSQS.DeleteMessage'),
      date: ({ headers }) => (headers['x-amz-date'] = shifted(headers['x-amz-date'])),
      path: (request) => (request.path = '/queue/else'),
      hash: ({ headers }) => (headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD'),
      signature: ({ headers }) => (headers['authorization'] = headers['authorization']?.slice(0, -1) + 'x'),
    }
    for (const [what, change] of Object.entries(changes)) {
      const tampering = sqsClient(platform, worker)
      tampering.middlewareStack.add(
        (next) => (args) => {
          change(args.request as Sent)
          return next(args)
        },
        { step: 'finalizeRequest', priority: 'low' },
      )
      const sent = tampering.send(new ReceiveMessageCommand({ QueueUrl: QueueUrl(), WaitTimeSeconds: 0 }))
      const outcome = await sent.catch((error: unknown) => error)
      expect([what, outcome]).toMatchObject([what, { $metadata: { httpStatusCode: 403 } }])
    }
  })

  test('a signature for another host', async () => {
    const elsewhere = sqsClient(platform, worker, { endpoint: 'http://other.example.test/queue' })
    await expect(ask(elsewhere)).rejects.toMatchObject(refused('SignatureDoesNotMatch', 403))
  })

  test('no signature at all', async () => {
    const answer = await platform.call
      .post('/queue')
      .set('x-amz-target', 'AmazonSQS.ReceiveMessage')
      .send('{}')
    expect([answer.status, answer.headers['x-amzn-errortype']]).toEqual([403, 'MissingAuthenticationToken'])
  })
})

test('clients without an endpoint work with only the queue URL', async () => {
  await start({ a: {} })
  const byUrl = sqsClient(platform, worker, { endpoint: undefined as never, logger: quiet })
  expect(await receive(byUrl, worker)).toHaveLength(1)
})

const quiet = { debug() {}, info() {}, warn() {}, error() {}, trace() {} }
