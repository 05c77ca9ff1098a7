import { createHash, createPrivateKey } from 'node:crypto'
import { ReceiveMessageCommand, SQSClient, type Message } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Alias, NewPrivateKey, Worker } from '#shared/domains/workers/contract.ts'
import { startOtlpReceiver, type OtlpReceiver } from '../support/otlp-receiver.ts'
import { workerToken, type TaskMessage } from '../support/worker.ts'
import { persisted, type Operator } from './operator.ts'
import { startWholePath, type WholePath } from './whole-path.ts'

/** Traces of the whole path: what a browser sends, gateway, platform, queue, worker and its report are one trace. */

const patience = { timeout: 10_000 }
let receiver: OtlpReceiver
let path: WholePath
let operator: Operator
let app: string
let alias: Alias
let worker: Worker
let key: NewPrivateKey
let client: SQSClient
beforeAll(async () => {
  receiver = await startOtlpReceiver()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-receiver',
  }
  path = await startWholePath({ env, platformEnv: env })
  operator = await path.signUp('tracy')
  app = (await post<{ _id: string }>('apps', { name: 'Traced', description: 'Traced' }))._id
  const team = await post<{ _id: string }>('teams', { name: 'Traces' })
  worker = await post<Worker>('workers', { name: 'Tracer', teamId: team._id })
  alias = await post<Alias>(`workers/${worker._id}/aliases`, { aliasName: 'main' })
  const url = `/api/workers/${worker._id}/aliases/main/jwt`
  key = (await operator.send('PUT', { url, body: { name: 'laptop' } })).body as unknown as NewPrivateKey
  client = new SQSClient({ region: 'eu-central-1', endpoint: `${path.url}/queue`, credentials: alias })
})
afterAll(async () => {
  client.destroy()
  await path.close()
  receiver.close()
})

async function post<Entity>(to: string, body: object, headers: Record<string, string> = {}): Promise<Entity> {
  const answer = await path.http
    .post(`/api/${to}`)
    .set({
      cookie: operator.cookie,
      'x-csrf': '1',
      host: new URL(path.url).host,
      origin: path.url,
      ...headers,
    })
    .send(body)
  expect([to, answer.status, answer.text]).toEqual([
    to,
    answer.status < 300 ? answer.status : 200,
    answer.text,
  ])
  return answer.body as Entity
}

interface StartedRun {
  _id: string
  traceId?: string
  tasks: { _id: string }[]
}

const startRun = (headers: Record<string, string> = {}) =>
  post<StartedRun>(
    `workqueues?appId=${app}`,
    { name: 'Traced', tasks: [{ name: 'Work', type: worker.type, alias: 'main' }] },
    headers,
  )

async function take(names?: string[]): Promise<Message> {
  const { Messages: [message] = [] } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: alias.queueUrl, WaitTimeSeconds: 5, MessageAttributeNames: names }),
  )
  if (!message) throw new Error('no message')
  return message
}

async function report(message: Message, status: string, headers: Record<string, string> = {}) {
  const { taskId, lease } = JSON.parse(message.Body ?? '') as TaskMessage
  const privateKey = createPrivateKey(key.privateKey)
  const signer = { aliasId: alias._id, keyId: key._id, privateKey }
  const token = await workerToken(signer, Date.now(), { lease, aud: path.url })
  const answer = await fetch(`${path.url}/api/tasks/${taskId}/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ lease, status, ...(status === 'ended' ? { outputs: {} } : {}) }),
  })
  expect(answer.status).toBe(200)
}

const inTrace = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId)
const named = (traceId: string, name: string) => inTrace(traceId).find((span) => span.name === name)
/** Waits until a trace has a span of each name. */
const arrived = (traceId: string, names: string[]) =>
  vi.waitFor(
    () => expect(inTrace(traceId).map(({ name }) => name)).toEqual(expect.arrayContaining(names)),
    patience,
  )

const browserTrace = '0af7651916cd43dd8448eb211c80319c'
const browserSpan = 'b7ad6b7169203331'

test('a start, its hand-out and its report are one trace, from the request of the browser on', async () => {
  const run = await startRun({ traceparent: `00-${browserTrace}-${browserSpan}-01`, tracestate: 'shop=1' })
  expect(run.traceId).toBe(browserTrace)
  const message = await take(['All'])
  const { StringValue: sent = '' } = message.MessageAttributes?.['traceparent'] ?? {}
  expect(sent).toMatch(new RegExp(`^00-${browserTrace}-[0-9a-f]{16}-01$`))
  // As the documentation of SQS describes it, independent of the implementation.
  const part = (text: string) => Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)])
  const digested = Buffer.concat([part('traceparent'), part('String'), Buffer.from([1]), part(sent)])
  expect(message.MD5OfMessageAttributes).toBe(createHash('md5').update(digested).digest('hex'))
  const ofWorker = sent.replace(/-[0-9a-f]{16}-01$/, '-00f067aa0ba902b7-01')
  await report(message, 'ended', { traceparent: ofWorker })

  const attempt = `attempt ${worker.type}`
  await arrived(browserTrace, ['start workqueue', `hand out ${worker.type}`, 'report ended', attempt])
  const at = (name: string) => named(browserTrace, name)
  // Each span's parent is in the trace, or is that of the browser or of the worker.
  await vi.waitFor(() => {
    const ids = inTrace(browserTrace).map(({ spanId }) => spanId)
    const outside = inTrace(browserTrace).filter(({ parentSpanId = '' }) => !ids.includes(parentSpanId))
    expect(outside.map(({ parentSpanId }) => parentSpanId).sort()).toEqual(['00f067aa0ba902b7', browserSpan])
    expect(new Set(ids).size).toBe(ids.length)
  }, patience)
  const request = inTrace(browserTrace).find(({ parentSpanId }) => parentSpanId === browserSpan)
  expect(request).toMatchObject({ parentSpanId: browserSpan, service: 'workforce-console-gateway' })
  expect(at('POST /api/workqueues')?.service).toBe('workforce-console-platform')
  expect(at('start workqueue')?.parentSpanId).toBe(at('POST /api/workqueues')?.spanId)
  expect(at(attempt)).toMatchObject({ spanId: sent.split('-')[2], attributes: { 'task.status': 'ended' } })
  expect(at('report ended')?.parentSpanId).toBe(at('POST /api/tasks/:id/report')?.spanId)
  expect(receiver.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { authorization: 'Bearer of-the-receiver' },
  })
})

test('a worker that knows no traces gets no attribute, and its report is joined all the same', async () => {
  const run = await startRun()
  const message = await take()
  expect([message.MessageAttributes, message.MD5OfMessageAttributes]).toEqual([undefined, undefined])
  await report(message, 'failed')
  const traceId = run.traceId ?? ''
  await arrived(traceId, ['report failed', `attempt ${worker.type}`])
  const told = named(traceId, 'report failed')
  expect(named(traceId, `attempt ${worker.type}`)?.isFailed).toBe(true)
  // Its request began a trace of its own, to which the report is linked.
  expect(told?.links).toHaveLength(1)
  expect(told?.links[0]?.traceId).not.toBe(traceId)

  // A restart of a run that has ended begins a trace, linked to the first.
  await post(`tasks/${run.tasks[0]?._id}/restart`, {})
  const { body } = await operator.send('GET', { url: `/api/workqueues/${run._id}` })
  const second = String(body['traceId'])
  expect(second).not.toBe(traceId)
  await arrived(second, ['restart task', 'reopen workqueue'])
  expect(named(second, 'reopen workqueue')?.links.map((link) => link.traceId)).toEqual([traceId])
  await report(await take(), 'ended')
})

test('an operation of GraphQL has a span by its name; a void traceparent begins a new trace', async () => {
  const before = receiver.spans.length
  await path.http
    .post('/graphql')
    .set({ cookie: operator.cookie, 'x-csrf': '1', host: new URL(path.url).host, origin: path.url })
    .set('traceparent', `00-${'0'.repeat(32)}-${browserSpan}-01`)
    .send({ variables: {}, ...persisted('AppNames') })
  const span = await vi.waitFor(() => {
    const found = receiver.spans.slice(before).find(({ name }) => name === 'query AppNames')
    expect(found).toBeDefined()
    return found!
  }, patience)
  await arrived(span.traceId, ['POST /graphql', 'query AppNames', 'GET platform', 'GET /api/apps'])
  expect(named(span.traceId, 'POST /graphql')?.parentSpanId ?? '').toBe('')
  expect(span.parentSpanId).toBe(named(span.traceId, 'POST /graphql')?.spanId)
  expect(named(span.traceId, 'GET platform')?.parentSpanId).toBe(span.spanId)
})

test('a trace that its caller does not sample is recorded nowhere', async () => {
  const unsampled = 'f'.repeat(31) + 'e'
  const run = await startRun({ traceparent: `00-${unsampled}-${browserSpan}-00` })
  expect(run).not.toHaveProperty('traceId')
  const message = await take(['traceparent'])
  expect(message.MessageAttributes).toBeUndefined()
  await report(message, 'ended')
  const later = await startRun()
  await report(await take(), 'ended')
  await arrived(later.traceId ?? '', ['report ended'])
  expect(inTrace(unsampled)).toEqual([])
})

test('a receiver that hangs or refuses delays no request', async () => {
  for (const mode of ['hangs', 'refuses'] as const) {
    receiver.mode = mode
    const asked = receiver.requests.length
    const begun = performance.now()
    for (let count = 0; count < 40; count++)
      expect((await operator.send('GET', { url: '/api/apps' })).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(4000)
    await vi.waitFor(() => expect(receiver.requests.length).toBeGreaterThan(asked), patience)
  }
  receiver.mode = 'takes'
})
