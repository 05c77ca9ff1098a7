import { createSecretKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { evidence } from '#tests/support/evidence.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import {
  createWorkerAlias,
  receive,
  sendReport,
  sqsClient,
  workerToken,
  type TaskMessage,
  type TokenClaims,
  type WorkerAlias,
} from '#tests/support/worker.ts'
import { newId } from '#server/lib/ids.ts'
import type { Engine } from '#server/platform/engine/types.ts'

let platform: TestPlatform
let engine: Engine
let appId: string
let worker: WorkerAlias

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
  worker = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
})

type FiveOf<Item> = [Item, Item, Item, Item, Item]

/** A run of one task, leased by the worker. */
async function lease(task: Partial<TaskDefinition> = {}): Promise<TaskMessage> {
  const tasks = [{ name: 'a', type: worker.type, ...task }]
  const options = { accountId: platform.alice.accountId, appId, actor: 'ada@test' }
  await engine.startWorkqueue({ name: 'run', tasks }, options)
  const [message] = await receive(sqsClient(platform, worker), worker)
  if (!message) throw new Error('no message')
  return message
}

const report = (message: TaskMessage, body: Record<string, unknown>, claims?: TokenClaims) =>
  sendReport(platform, worker, message, body, claims)
const get = async (path: string) =>
  (await platform.call.get(path).set(platform.alice.headers).expect(200)).body

describe('a report', () => {
  test('stores progress, the worker and logs', async () => {
    const message = await lease()
    const timestamp = '2026-03-01T11:00:00.000Z'
    const logs = [{ level: 'warn', message: 'half', stacktrace: 'at x', timestamp }, { message: 'plain' }]
    const reported = { progress: 0.5, version: '2.1.0', hostName: 'crane-07', logs }
    const { status, body } = await report(message, { status: 'started', ...reported })
    expect(status).toBe(200)
    expect(body).toMatchObject({ _id: message.taskId, status: 'started', progress: 0.5 })
    expect(await get(`/api/tasks/${message.taskId}`)).toMatchObject({
      version: '2.1.0',
      hostName: 'crane-07',
      updatedBy: 'worker:default',
    })
    const entries = (await get(`/api/workqueues/${message.workQueueId}/logs?athena=true`))[message.taskId]
    expect(entries).toMatchObject([
      { level: 'warn', message: 'half', stacktrace: 'at x', timestamp, attempt: 1 },
      { level: 'info', message: 'plain', stacktrace: null },
    ])
  })

  test('notes when and from where the keys of the alias were used', async () => {
    const message = await lease()
    await report(message, { status: 'started' })
    const lastUse = async (table: string, id: string) =>
      (await platform.pool.query(`select last_used, last_used_by from ${table} where id = $1`, [id])).rows[0]
    const used = {
      last_used: new Date(platform.clock.now()),
      last_used_by: expect.stringMatching(/127\.0\.0\.1/),
    }
    await expect.poll(() => lastUse('worker_aliases', worker.aliasId)).toEqual(used)
    await expect.poll(() => lastUse('alias_keys', worker.keyId)).toEqual(used)
  })

  test('ends the task with outputs that are written to the state', async () => {
    const message = await lease({ outputs: { sum: '$state.sum' } })
    const { body } = await report(message, { status: 'ended', outputs: { sum: 42, other: 1 } })
    expect(body).toMatchObject({ status: 'ended', progress: 1 })
    expect(await get(`/api/workqueues/${message.workQueueId}`)).toMatchObject({
      status: 'completed',
      state: { sum: 42 },
    })
  })

  test('fails the task with its reason, after its retries', async () => {
    const message = await lease({ retry: { max: 1, delayMs: 1000, factor: 1 } })
    expect((await report(message, { status: 'failed', reason: 'no ink' })).body).toMatchObject({
      status: 'retry',
      reason: 'no ink',
    })
    platform.clock.advance(1000)
    const [again] = await receive(sqsClient(platform, worker), worker, { WaitTimeSeconds: 5 })
    if (!again) throw new Error('no message')
    expect((await report(again, { status: 'failed' })).body).toMatchObject({
      status: 'failed',
      reason: 'Failed without a reason',
      attempt: 2,
    })
  })

  test('asks for another try at a given moment', async () => {
    const message = await lease()
    const retryTime = new Date(platform.clock.now() + 5000).toISOString()
    const { body } = await report(message, { status: 'retry', reason: 'busy', retryTime })
    expect(body).toMatchObject({ status: 'retry', retryTime, reason: 'busy' })
  })

  test.each(['ended', 'failed', 'retry'])('after one with %s the lease is over', async (status) => {
    const message = await lease()
    expect((await report(message, { status })).status).toBe(200)
    expect((await report(message, { status })).status).toBe(409)
    expect((await report(message, { status: 'started' })).status).toBe(409)
  })

  test('is refused once the run is cancelled', async () => {
    const message = await lease()
    await engine.cancelWorkqueue(platform.alice.accountId, message.workQueueId, 'ada@test')
    expect((await report(message, { status: 'ended' })).status).toBe(409)
  })

  test('has limits', async () => {
    const message = await lease()
    const bad = [
      { status: 'started', logs: Array(1001).fill({ message: 'x' }) },
      { status: 'started', logs: [{ message: 'x'.repeat(65_537) }] },
      { status: 'started', progress: 1.1 },
      { status: 'retry', retryTime: '2099-01-01T00:00:00Z' },
      { status: 'queued' },
    ]
    for (const body of bad)
      expect([body.status, (await report(message, body)).status]).toEqual([body.status, 400])
    const large = { status: 'ended', outputs: { text: 'x'.repeat(1_048_577) } }
    expect((await report(message, large)).status).toBe(413)
    expect((await report(message, { status: 'ended' })).status).toBe(200)
  })
})

describe("calls that a worker's key does not allow are 401 or 403", () => {
  const refused: [string, number, TokenClaims][] = [
    ['another audience', 401, { aud: 'https://elsewhere.example.test' }],
    ['another issuer', 401, { iss: 'somebody' }],
    ['expired a second ago', 401, { expiresIn: -1 }],
    ['expires now', 401, { expiresIn: 0 }],
    ['more than five minutes of life', 401, { expiresIn: 301 }],
    ['an unknown key', 401, { kid: newId() }],
    ['the key of another', 401, { key: generateKeyPairSync('ed25519').privateKey }],
  ]
  test.each(refused)('%s', async (_what, status, claims) => {
    const message = await lease()
    expect((await report(message, { status: 'ended' }, claims)).status).toBe(status)
    expect((await report(message, { status: 'ended' })).status).toBe(200)
  })

  test('another lease than that of the token', async () => {
    const message = await lease()
    const { status } = await report(message, { status: 'ended', lease: (await lease()).lease })
    expect(status).toBe(403)
  })

  test('an expiry in five minutes is allowed', async () => {
    const message = await lease()
    expect((await report(message, { status: 'ended' }, { expiresIn: 300 })).status).toBe(200)
  })

  test('a token is valid for one call', async () => {
    const message = await lease()
    const jti = newId()
    expect((await report(message, { status: 'started' }, { jti })).status).toBe(200)
    expect((await report(message, { status: 'ended' }, { jti })).status).toBe(401)
  })

  test('a token that is sent several times at once is valid for one call', async () => {
    const messages = await Promise.all([lease(), lease()])
    const jti = newId()
    const sent = messages.flatMap((message) =>
      [1, 2, 3].map(() => report(message, { status: 'started' }, { jti })),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401])
  })

  test('concurrent reports are checked one by one', async () => {
    const messages = await Promise.all(Array.from({ length: 5 }, () => lease()))
    const [ended, expired, forged, foreign, good] = messages as FiveOf<TaskMessage>
    await report(ended, { status: 'ended' })
    const answers = await Promise.all([
      report(ended, { status: 'ended' }),
      report(expired, { status: 'ended' }, { expiresIn: -1 }),
      report(forged, { status: 'ended' }, { key: generateKeyPairSync('ed25519').privateKey }),
      report({ ...foreign, taskId: newId() }, { status: 'ended' }),
      report(good, { status: 'ended' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 401, 401, 403, 200])
    expect(answers[4]?.body).toMatchObject({ _id: good.taskId, status: 'ended' })
  })

  test('no signature, and one with the public key as a secret', async () => {
    const message = await lease()
    const token = await workerToken(worker, platform.clock.now(), { lease: message.lease })
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const none = `${part({ alg: 'none', kid: worker.keyId })}.${token.split('.')[1]}.`
    const { rows } = await platform.pool.query('select public_key from alias_keys where id = $1', [
      worker.keyId,
    ])
    const secret = createSecretKey(Buffer.from(rows[0].public_key as string))
    for (const forged of [none, await hs256(token, secret)])
      expect((await send(message, forged)).status).toBe(401)
    expect((await send(message, token)).status).toBe(200)
  })

  test('one that is not valid yet, and one whose header has an unknown critical field', async () => {
    const message = await lease()
    const now = Math.floor(platform.clock.now() / 1000)
    const claims = {
      iss: worker.aliasId,
      aud: 'https://console.example.test',
      exp: now + 60,
      lease: message.lease,
    }
    const head = { alg: 'EdDSA', kid: worker.keyId }
    const early = signed(head, { ...claims, jti: newId(), nbf: now + 30 })
    const critical = signed({ ...head, crit: ['b64'], b64: true }, { ...claims, jti: newId() })
    const several = signed(head, { ...claims, jti: newId(), aud: ['https://else.example.test', claims.aud] })
    expect((await send(message, early)).status).toBe(401)
    expect((await send(message, critical)).status).toBe(401)
    expect((await send(message, several)).status).toBe(200)
  })

  const signed = (header: object, claims: object) => {
    const text = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${text}.${sign(null, Buffer.from(text), worker.privateKey).toString('base64url')}`
  }
  const hs256 = (token: string, secret: KeyObject) => {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: worker.keyId }).sign(secret)
  }
  const send = (message: TaskMessage, token: string) =>
    platform.call
      .post(`/api/tasks/${message.taskId}/report`)
      .set('authorization', `Bearer ${token}`)
      .send({ lease: message.lease, status: 'started' })

  test('a deleted key', async () => {
    const message = await lease()
    expect((await report(message, { status: 'started' })).status).toBe(200)
    await platform.pool.query('delete from alias_keys where id = $1', [worker.keyId])
    expect((await report(message, { status: 'ended' })).status).toBe(401)
  })

  test('the key of a deleted worker', async () => {
    const message = await lease()
    expect((await report(message, { status: 'started' })).status).toBe(200)
    await platform.pool.query("update workers set status = 'deleted' where id = $1", [worker.workerId])
    expect((await report(message, { status: 'ended' })).status).toBe(401)
  })

  test("another alias's task and another account's, like one that does not exist", async () => {
    const message = await lease()
    const bobs = platform.bob.accountId
    const others = [
      await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`),
      await createWorkerAlias(platform, bobs, worker.type),
    ]
    for (const other of others) {
      const foreign = await sendReport(platform, other, message, { status: 'ended' })
      const absent = await sendReport(platform, other, { ...message, taskId: newId() }, { status: 'ended' })
      const plain = ({ status, body: { requestId: _, ...body } }: typeof foreign) => ({ status, body })
      expect(foreign.status).toBe(403)
      expect(plain(foreign)).toEqual(plain(absent))
    }
    expect((await report(message, { status: 'ended' })).status).toBe(200)
  })

  test('every other call', async () => {
    const message = await lease()
    const bearer = async () => ({
      authorization: `Bearer ${await workerToken(worker, platform.clock.now(), { lease: message.lease })}`,
      'account-id': platform.alice.accountId,
    })
    for (const { method, url, access } of platform.app.platformRoutes) {
      if (['public', 'signed', 'signed-in', 'worker', 'workers'].includes(access)) continue
      if (url === '/api/tasks/:id') continue
      const call = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
      const answer = await platform.call[call](url.replace(':id', message.taskId)).set(await bearer())
      expect([url, answer.status]).toEqual([url, 401])
    }
    evidence({
      check: 46,
      figures: {
        'forged or worn-out tokens': refused.length,
        'routes of the platform tried': platform.app.platformRoutes.length,
        'of these open to a worker beside its own': 0,
      },
      breaks: 'the audience of a token is not looked at, or a token is good for several calls',
    })
  })
})

describe('reading the leased task', () => {
  const read = async (by: WorkerAlias, message: TaskMessage) => {
    const token = await workerToken(by, platform.clock.now(), { lease: message.lease })
    return platform.call.get(`/api/tasks/${message.taskId}`).set('authorization', `Bearer ${token}`)
  }

  test('is allowed while the lease lasts', async () => {
    const message = await lease()
    expect((await read(worker, message)).body).toMatchObject({ _id: message.taskId, status: 'started' })
    await report(message, { status: 'ended' })
    expect((await read(worker, message)).status).toBe(409)
  })

  test('is refused to others', async () => {
    const message = await lease()
    const other = await createWorkerAlias(platform, platform.alice.accountId, `task.test.${newId()}`)
    expect((await read(other, message)).status).toBe(403)
  })
})
