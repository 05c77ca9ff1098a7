import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BulkResult } from '#shared/bulk/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createBulk } from '#server/platform/bulk/bulk.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createPlanStore } from '../plans/store.ts'
import { createStarter } from './start.ts'
import { createWorkqueueStore } from './store.ts'

let platform: TestPlatform
let engine: Engine
let appId: string
let plan: string
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine({ ...parts, clock: systemClock })))
  await engine.start()
  appId = (await call('post', 'apps', { name: 'A', description: 'B' })).body._id
  plan = (await call('post', 'plans', definition)).body._id
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const definition = {
  name: 'Invoice',
  initialState: { region: 'EU' },
  inputSchema: { properties: { customer: { type: 'number' } }, required: ['customer'] },
  tasks: [{ name: 'One', type: 'task.workforce.noop' }],
}
const start = (states: unknown, more: object = {}) =>
  call('post', 'workqueues/bulk/start', { appId, plan, states, ...more })
const runs = async () => (await call('get', `workqueues?appId=${appId}&pagesize=1`)).body.total as number
const stored = async (receiptId: string) =>
  (
    await platform.pool.query('select entity_id as id, ok, input from receipt_rows where receipt_id = $1', [
      receiptId,
    ])
  ).rows

test('starts a run for each state and answers which, and why others were refused', async () => {
  const { status, body } = await start([{ customer: 1 }, { customer: 'x' }, { customer: 3 }])
  expect(status).toBe(200)
  expect(body).toMatchObject({
    action: 'start-workqueues',
    selection: { by: 'plan', id: plan, name: 'Invoice', appId },
    total: 3,
    done: 2,
    failed: 1,
    ended: expect.any(String),
  })
  const [first, second, third] = body.results as BulkResult[]
  expect(second).toMatchObject({
    name: 'Row 2',
    ok: false,
    statusCode: 400,
    error: 'initialState/customer must be a number',
  })
  for (const [row, customer] of [[first, 1] as const, [third, 3] as const]) {
    const run = (await call('get', `workqueues/${row?.id}`)).body
    expect(run).toMatchObject({
      name: 'Invoice',
      initialState: { customer },
      plan: { _id: plan, version: 1 },
    })
    const audited = await platform.pool.query('select actor from audit where entity_id = $1', [row?.id])
    expect(audited.rows).toEqual([{ actor: 'alice@example.test' }])
  }
  expect((await stored(body._id)).every(({ input }) => input === null)).toBe(true)
})

test('a repeated request starts nothing; its name with another content is refused', async () => {
  const before = await runs()
  const first = await start([{ customer: 1 }], { requestId: 'morning' })
  const again = await start([{ customer: 1 }], { requestId: 'morning' })
  expect(again.body).toEqual(first.body)
  expect((await start([{ customer: 1 }, { customer: 2 }], { requestId: 'morning' })).status).toBe(409)
  expect((await call('post', 'workqueues/bulk/cancel', { ids: ['x'], requestId: 'morning' })).status).toBe(
    409,
  )
  expect(await runs()).toBe(before + 1)
})

describe('a process that ends before it wrote what it started', () => {
  const log = pino({ level: 'silent' })
  const bulkOf = (startRow: ReturnType<typeof createStarter>['startRow']) => {
    const none = async () => Promise.reject(new Error('not asked for'))
    return createBulk({
      db: createDatabase(platform.pool),
      clock: systemClock,
      log,
      actions: { 'cancel-workqueues': none, 'restart-tasks': none, 'start-workqueues': startRow },
    })
  }

  test('leaves the rest to another one, which starts each run once', async () => {
    const db = createDatabase(platform.pool)
    const { startRow } = createStarter({
      db,
      engine,
      store: createWorkqueueStore(db),
      findPlan: createPlanStore(db).findDefinition,
    })
    const before = await runs()
    let started = 0
    // Starts two runs and stops without a sign.
    const dying = bulkOf(async (accountId, author, row) => {
      if (++started > 2) await new Promise(() => undefined)
      await startRow(accountId, author, row)
      return new Promise(() => undefined)
    })
    const author = { actor: 'alice@example.test', source: null, at: new Date() }
    const rows = Array.from({ length: 20 }, (_, index) => ({
      id: `${index}`.padStart(24, '0'),
      name: null,
      input: { customer: index },
    }))
    const selection = { by: 'plan', id: plan, name: 'Invoice', appId } as const
    const { accountId } = platform.alice
    const asked = { action: 'start-workqueues', requestId: 'killed', selection, rows } as const
    const { id } = await dying.start(accountId, author, asked)
    await vi.waitFor(async () => expect(await runs()).toBe(before + 2), 5000)
    await platform.pool.query(`update receipts set worker = 'dead', worked = now() - interval '1 h'`)

    const next = bulkOf(startRow)
    await next.sweep()
    await vi.waitFor(async () => {
      expect(await next.store.find(accountId, id)).toMatchObject({
        done: 20,
        failed: 0,
        ended: expect.any(String),
      })
    })
    expect(await runs()).toBe(before + 20)
    await next.stop()
  })
})

test.each<[unknown, RegExp]>([
  [[], /States must have at least 1/],
  [Array.from({ length: 1001 }, () => ({})), /States must have at most 1000/],
  [[{}, 'text'], /states\[1\]/],
  [{ customer: 1 }, /States must be a list/],
])('states %# are refused as a whole', async (states, message) => {
  const answer = await start(states)
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)])
})

test('an app or a plan that the account does not have, and unknown fields, are refused', async () => {
  expect((await start([{}], { plan: 'absent' })).status).toBe(404)
  expect((await start([{}], { appId: 'absent' })).status).toBe(404)
  expect((await start([{}], { other: 1 })).status).toBe(400)
})

test('many runs are accepted at once, and other calls go on', async () => {
  const before = await runs()
  const { status, body } = await start(Array.from({ length: 300 }, (_, customer) => ({ customer })))
  expect([status, body.total]).toEqual([200, 300])
  const one = await call('post', `plans/${plan}/run?appId=${appId}`, { initialState: { customer: 1 } })
  expect(one.status).toBe(200)
  await vi.waitFor(
    async () => expect((await call('get', `receipts/${body._id}`)).body).toMatchObject({ done: 300 }),
    { timeout: 60_000, interval: 200 },
  )
  expect(await runs()).toBe(before + 301)
})
