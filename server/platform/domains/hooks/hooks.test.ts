import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import type { Engine } from '#server/platform/engine/types.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let platform: TestPlatform
let engine: Engine
let appId: string
let planId: string
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  appId = (await call('post', 'apps', { name: 'A', description: 'B' })).body._id
})
beforeEach(async () => {
  platform.clock.advance(2 * MINUTE)
  planId = (await call('post', 'plans', plan)).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const plan = {
  name: 'Order',
  initialState: { region: 'EU' },
  inputSchema: { type: 'object', properties: { order: { type: 'number' } } },
  tasks: [{ name: 'One', type: 'task.workforce.noop' }],
}
const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)

async function make(more: object = {}) {
  const made = await call('post', `plans/${planId}/hooks`, { appId, name: 'Shop', ...more })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  return made.body as { _id: string; secret: string }
}
interface Sender {
  _id: string
  secret?: string
}
/** A call of a sender; `headers` beside its secret. */
function send({ _id, secret }: Sender, body: unknown, headers: Record<string, string> = {}) {
  const sent = platform.call.post(`/api/hooks/${_id}`).set('content-type', 'application/json')
  if (secret !== undefined) void sent.set('authorization', `Bearer ${secret}`)
  return sent.set(headers).send(typeof body === 'string' ? body : JSON.stringify(body))
}
const once = (key: string) => ({ 'idempotency-key': key })
/** Lets rows be older; the users' own tokens would end with the clock. */
const age = (table: string, column: string, ms: number) =>
  platform.pool.query(`update ${table} set ${column} = ${column} - $1 * interval '1 millisecond'`, [ms])
const runs = async () =>
  (await platform.pool.query('select id from workqueues where plan_id = $1', [planId])).rows.length
const calls = async (id: string, pagesize = 50) =>
  (await call('get', `hooks/${id}/calls?pagesize=${pagesize}`)).body.data as HookRow[]
interface HookRow {
  status: number
  reason: string | null
  key: string | null
  workqueueId: string | null
  repeated: boolean
  count: number
}

describe('a start', () => {
  test('has the body as its initial state, and says who has started it', async () => {
    const hook = await make()
    const { status, body } = await send(hook, { order: 7 })
    expect(status).toBe(202)
    const run = (await call('get', `workqueues/${body.workqueueId}`)).body
    expect(run).toMatchObject({
      appId,
      planId,
      hookId: hook._id,
      createdBy: 'Hook Shop',
      initialState: { order: 7 },
    })
    expect(await calls(hook._id)).toMatchObject([
      { status: 202, reason: null, workqueueId: run._id, count: 1 },
    ])
    const { secret, ...listed } = (await call('get', `plans/${planId}/hooks`)).body.data[0]
    expect(listed).toMatchObject({
      calls: 1,
      last: { status: 202 },
      app: { name: 'A' },
      plan: { name: 'Order' },
    })
    expect(secret).toMatch(/^\*+.{4}$/)
    const { data } = (await call('get', 'audit?actor=Hook Shop')).body
    expect(data[0]).toMatchObject({ action: 'workqueue.start', entity: run._id })
  })

  test('takes from the body what the mapping names; all else stays', async () => {
    const hook = await make({
      mapping: {
        order: '$body.data.id',
        all: '$body',
        from: 'shop',
        list: ['$body.data.none'],
        gone: '$body.none',
      },
    })
    const { body } = await send(hook, { data: { id: 7 } })
    const { initialState } = (await call('get', `workqueues/${body.workqueueId}`)).body
    expect(initialState).toEqual({ order: 7, all: { data: { id: 7 } }, from: 'shop', list: [null] })
  })

  test('is refused where the plan or the platform accepts no such state, and says where', async () => {
    const hook = await make({ mapping: { order: '$body.id' } })
    const wrong = await send(hook, { id: 'x' }, once('k'))
    expect([wrong.status, wrong.body.message]).toEqual([400, 'initialState/order must be a number'])
    expect((await send(hook, '{"id":')).body.message).toBe('The body is not valid JSON')
    expect((await send(hook, '')).body.message).toBe('The body is not JSON: it is empty')
    expect((await send(hook, '{"__proto__":{"id":1}}')).status).toBe(400)
    expect((await send(await make(), '[1]')).body.message).toBe(
      'The body must be an object: the initial state of the run',
    )
    expect((await send(hook, `{"a":"${'x'.repeat(256 * 1024 - 8)}"}`)).status).toBe(202)
    expect((await send(hook, `{"a":"${'x'.repeat(256 * 1024 - 7)}"}`)).status).toBe(413)
    // The key was not used up by the refusal.
    expect((await send(hook, { id: 1 }, once('k'))).status).toBe(202)
    expect((await calls(hook._id)).map(({ status }) => status)).toEqual([202, 202, 400, 400, 400, 400])
  })

  test('of a mapping that names a large body many times is refused before it is copied', async () => {
    const names = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`n${n}`, '$body']))
    const { status, body } = await send(await make({ mapping: names }), { a: 'x'.repeat(200_000) })
    expect([status, body.message]).toEqual([400, expect.stringContaining('more than 2 MiB')])
  })
})

test('a refusal that is repeated displaces no call', async () => {
  const hook = await make()
  const note = (key: string) =>
    platform.pool.query(
      `insert into hook_calls
        (account_id, app_id, hook_id, had_secret, at, status, reason, key, workqueue_id, repeated, ms, source)
       select account_id, app_id, id, true, $3, 400, 'r', $2, null, false, 1, 'x' from hooks where id = $1`,
      [hook._id, key, new Date(platform.clock.now() - MINUTE)],
    )
  for (let key = 0; key < 49; key++) await note(`${key}`)
  for (let sent = 0; sent < 3; sent++) expect((await send(hook, '')).status).toBe(400)
  const kept = await calls(hook._id, 100)
  expect([kept.length, kept[0]?.count, kept.at(-1)?.key]).toEqual([50, 3, '0'])
})

describe('the same key', () => {
  // Fails when the key is looked up before it is inserted, or the limit counts repeated calls.
  test('starts one run of 200 calls at once', async () => {
    const hook = await make()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => send(hook, { order: 1 }, once('same'))),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.workqueueId}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(202)
    expect(await runs()).toBe(1)
    // Calls that are noted at the same moment do not see each other.
    expect((await calls(hook._id, 100)).length).toBeLessThanOrEqual(60)
    await send(hook, {}, once('same'))
    expect(await calls(hook._id, 100)).toHaveLength(50)
  })

  test('gives the same run for 7 days, and a new one after', async () => {
    const hook = await make()
    const first = (await send(hook, { order: 1 }, once('k'))).body.workqueueId
    await age('hook_starts', 'created', 7 * 24 * HOUR - MINUTE)
    expect((await send(hook, { order: 2 }, once('k'))).body.workqueueId).toBe(first)
    expect((await calls(hook._id))[0]).toMatchObject({ repeated: true, key: 'k' })
    await age('hook_starts', 'created', 2 * MINUTE)
    expect((await send(hook, { order: 2 }, once('k'))).body.workqueueId).not.toBe(first)
  })

  test('of another address is another call; webhook-id is the key of those without one', async () => {
    const [one, other] = [await make(), await make()]
    await send(one, {}, once('k'))
    await send(other, {}, once('k'))
    await send(one, {}, { 'webhook-id': 'k' })
    expect(await runs()).toBe(2)
  })

  // A process ended after the key was stored: fails when each call makes an id of its own.
  test('starts the run that a dead process has only decided on', async () => {
    const hook = await make()
    await platform.pool.query(
      `insert into hook_starts (hook_id, key, workqueue_id, created) values ($1, 'k', 'decided', $2)`,
      [hook._id, new Date(platform.clock.now())],
    )
    const answers = await Promise.all([1, 2, 3].map(() => send(hook, {}, once('k'))))
    expect(answers.map(({ body }) => body.workqueueId)).toEqual(['decided', 'decided', 'decided'])
    expect(await runs()).toBe(1)
  })

  test('of a run that was deleted starts no second one', async () => {
    const hook = await make()
    const { workqueueId } = (await send(hook, {}, once('k'))).body
    await platform.pool.query('delete from workqueues where id = $1', [workqueueId])
    expect((await send(hook, {}, once('k'))).body.workqueueId).toBe(workqueueId)
    expect(await runs()).toBe(0)
  })
})

describe('credentials', () => {
  test('are the secret, or a signature of Standard Webhooks by it', async () => {
    const hook = await make()
    const body = '{"order":1}'
    const signed = (id: string, at: number, secret = hook.secret, content = body) => ({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign(id, new Date(at), content)}`,
    })
    const now = platform.clock.now()
    const status = async (headers: Record<string, string>) =>
      (await send({ _id: hook._id }, body, headers)).status
    expect(await status(signed('m1', now))).toBe(202)
    expect(await status(signed('m2', now - 4 * MINUTE))).toBe(202)
    expect(await status(signed('m3', now - 6 * MINUTE))).toBe(401)
    expect(await status(signed('m4', now + 6 * MINUTE))).toBe(401)
    expect(await status(signed('m5', now, hook.secret, '{"order":2}'))).toBe(401)
    expect(await status({ ...signed('m6', now), 'webhook-id': 'other' })).toBe(401)
    expect(await status(signed('m7', now, (await make()).secret))).toBe(401)
    expect(await status({})).toBe(401)
    expect((await calls(hook._id)).at(-1)).toMatchObject({ status: 202, key: 'm1' })
  })

  test('of a replaced secret are valid for 24 hours', async () => {
    const hook = await make()
    const { status, body } = await call('post', `hooks/${hook._id}/secret`)
    expect([status, Date.parse(body.oldSecretUntil) - platform.clock.now()]).toEqual([200, 24 * HOUR])
    expect((await send(hook, {})).status).toBe(202)
    expect((await send({ ...hook, secret: body.secret }, {})).status).toBe(202)
    await age('hooks', 'old_until', 24 * HOUR)
    expect((await send(hook, {})).status).toBe(401)
    expect((await send({ ...hook, secret: body.secret }, {})).status).toBe(202)
  })

  // Fails when guesses are counted before the secret is compared: the honest sender has the same address.
  test('that are guessed end in 429, and the sender with the secret goes on', async () => {
    const hook = await make()
    await send(hook, {})
    const statuses = new Map<number, number>()
    for (let n = 0; n < 100; n++) {
      const { status, headers } = await send({ _id: hook._id, secret: `guess-${n}` }, {})
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect([...statuses]).toEqual([
      [401, 30],
      [429, 70],
    ])
    expect((await send({ _id: 'absent', secret: 'guess' }, {})).status).toBe(429)
    expect((await send(hook, {})).status).toBe(202)
    const listed = await calls(hook._id)
    expect(listed.map(({ status, count }) => [status, count])).toEqual([
      [202, 1],
      [429, 1],
      [401, 30],
      [202, 1],
    ])
  })
})

describe('an address', () => {
  test('that is unknown, switched off or deleted with its plan says so', async () => {
    expect((await send({ _id: 'absent', secret: 'x' }, {})).status).toBe(404)
    const hook = await make({ enabled: false })
    const off = await send(hook, {})
    expect([off.status, off.body.message]).toEqual([403, 'This start address is switched off'])
    expect((await send({ ...hook, secret: 'wrong' }, {})).status).toBe(401)
    await call('put', `hooks/${hook._id}`, { enabled: true, version: 1 })
    expect((await send(hook, {})).status).toBe(202)
    expect((await call('put', `hooks/${hook._id}`, { name: 'B', version: 1 })).status).toBe(409)
    const { uses } = (await call('get', `plans/${planId}/usage`)).body
    expect(uses).toContainEqual(expect.objectContaining({ kind: 'hook', count: 1 }))
    await call('delete', `plans/${planId}`)
    expect((await send(hook, {})).status).toBe(404)
  })

  test('starts as many runs in a minute as its limit says', async () => {
    const hook = await make({ limit: 2 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(hook, {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429])
    const refused = (await calls(hook._id)).find(({ status }) => status === 429)
    expect(refused?.reason).toContain('at most 2 runs a minute')
    platform.clock.advance(MINUTE)
    expect((await send(hook, {})).status).toBe(202)
    expect((await call('put', `hooks/${hook._id}`, { limit: 601 })).body.message).toBe(
      'Limit must be at most 600: what this installation allows',
    )
  })

  test('names what is wrong in its mapping at its place', async () => {
    const { status, body } = await call('post', `plans/${planId}/hooks`, {
      appId,
      name: 'Shop',
      mapping: { a: { b: ['$body.'] }, c: '$bodyguard', d: '$body.x..y' },
    })
    expect(status).toBe(400)
    expect(body.faults.map(({ path }: { path: unknown }) => path)).toEqual(['mapping.a.b[0]', 'mapping.d'])
  })

  test('is shown to its app alone when a program asks', async () => {
    const other = (await call('post', 'apps', { name: 'Other', description: 'B' })).body._id
    const { key, secret } = (await call('post', `apps/${other}/token`, {})).body
    const hook = await make()
    const program = {
      headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
    }
    expect((await call('get', 'hooks', undefined, program)).body.total).toBe(0)
    expect((await call('get', `hooks/${hook._id}`, undefined, program)).status).toBe(404)
    expect((await call('get', `hooks/${hook._id}/calls`, undefined, program)).status).toBe(404)
    expect((await call('put', `hooks/${hook._id}`, { name: 'Mine' }, program)).status).toBe(403)
  })
})
