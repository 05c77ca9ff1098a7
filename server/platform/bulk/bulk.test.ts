import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BulkResult } from '#shared/bulk/contract.ts'
import { testPool } from '#tests/support/database.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { insertRun, insertTask, type RunRow } from '#tests/support/platform-rows.ts'
import { AppError } from '#server/lib/errors.ts'
import { createDatabase } from '../db/database.ts'
import { createBulk, type BulkDeps } from './bulk.ts'

/** More than one second of work, and several batches. */
const ROWS = 2500
let platform: TestPlatform
let appId: string
let accountId: string
beforeAll(async () => {
  platform = await createTestPlatform(realEngine)
  accountId = platform.alice.accountId
})
beforeEach(async () => {
  appId = (await call('post', 'apps', { name: 'A', description: 'B' })).body._id
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const run = (row: Partial<RunRow> = {}) => insertRun(platform.pool, { accountId, appId, ...row })
const cancel = (body: object) => call('post', 'workqueues/bulk/cancel', body)
const statusOf = async (id: string) => (await call('get', `workqueues/${id}`)).body.status

describe('cancelling many', () => {
  test('selects only runs that no task has started when the filter says so', async () => {
    const root = await run({ name: 'root', status: 'started' })
    const child = await run({ name: 'child', status: 'started', parentTaskId: '0123456789abcdef01234567' })
    const answer = await cancel({ filter: { appId, root: true } })
    expect(answer.body).toMatchObject({ total: 1, done: 1, results: [{ id: root, ok: true }] })
    expect(await statusOf(child)).toBe('started')
  })

  test('processes each row alone and reports its result', async () => {
    const bobsApp = await call('post', 'apps', { name: 'A', description: 'B' }, platform.bob)
    const foreign = await run({
      accountId: platform.bob.accountId,
      appId: bobsApp.body._id,
      status: 'started',
    })
    const [live, ended] = [await run({ name: 'live', status: 'started' }), await run({ name: 'over' })]
    const answer = await cancel({ ids: [ended, live, foreign, 'absent', live] })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      action: 'cancel-workqueues',
      selection: { by: 'ids' },
      requestId: null,
      total: 4,
      done: 1,
      failed: 3,
      createdBy: platform.alice.email,
      ended: expect.any(String),
    })
    const refused = 'The workqueue is completed: it cannot be cancelled'
    expect(answer.body.results).toEqual([
      { id: ended, name: 'over', ok: false, statusCode: 409, error: refused },
      { id: live, name: 'live', ok: true },
      { id: foreign, name: null, ok: false, statusCode: 404, error: 'Not found' },
      { id: 'absent', name: null, ok: false, statusCode: 404, error: 'Not found' },
    ])
    expect([await statusOf(live), await statusOf(ended)]).toEqual(['cancelled', 'completed'])
    const { rows } = await platform.pool.query('select status from workqueues where id = $1', [foreign])
    expect(rows).toEqual([{ status: 'started' }])
  })

  test('by filter selects the live rows that match when it begins', async () => {
    const tagged = [
      await run({ status: 'started', tags: ['x'] }),
      await run({ status: 'notstarted', tags: ['x'] }),
    ]
    await run({ status: 'failed', tags: ['x'] })
    const other = await run({ status: 'started', tags: ['y'] })
    const { body } = await cancel({ filter: { appId, tags: ['x'] } })
    expect(body.selection).toEqual({ by: 'filter', filter: { appId, tags: ['x'] } })
    expect(body.results.map(({ id }: BulkResult) => id).sort()).toEqual(tagged.sort())
    expect(body).toMatchObject({ total: 2, done: 2, failed: 0 })
    expect(await statusOf(other)).toBe('started')
  })

  test('is over at once when nothing matches', async () => {
    const { status, body } = await cancel({ filter: { appId, status: ['completed'] } })
    expect([status, body.total, body.results]).toEqual([200, 0, []])
    expect(body.ended).not.toBeNull()
  })

  test('repeated with the same request id answers the first receipt and does nothing', async () => {
    const request = { filter: { appId }, requestId: 'nightly 7' }
    await run({ status: 'started' })
    const first = await cancel(request)
    const later = await run({ status: 'started' })
    expect((await cancel(request)).body).toEqual(first.body)
    expect(await statusOf(later)).toBe('started')
    const other = await call('post', 'tasks/bulk/restart', request)
    expect([other.status, other.body.message]).toEqual([409, 'Request id names a request for another action'])
    const bobs = await call(
      'post',
      'workqueues/bulk/cancel',
      { ids: ['x'], requestId: 'nightly 7' },
      platform.bob,
    )
    expect(bobs.body._id).not.toBe(first.body._id)
  })

  test('repeated many times at once is one receipt, with fewer sessions of the database than calls', async () => {
    const request = { filter: { appId }, requestId: 'nightly 8' }
    const receipts = await Promise.all(Array.from({ length: 12 }, () => cancel(request)))
    expect(new Set(receipts.map(({ body }) => body._id)).size).toBe(1)
  })

  test('writes an audit row for the action and one for each processed row', async () => {
    const live = await run({ status: 'started' })
    const { body } = await cancel({ ids: [live, 'absent'] })
    const { rows } = await platform.pool.query(
      'select action, entity, entity_id, actor from audit where entity_id = any($1) order by entity',
      [[live, body._id, 'absent']],
    )
    const actor = platform.alice.email
    expect(rows).toEqual([
      { action: 'cancel-workqueues', entity: 'receipt', entity_id: body._id, actor },
      { action: 'cancel', entity: 'workqueue', entity_id: live, actor },
    ])
  })

  test.each([
    {},
    { ids: [] },
    { ids: ['a'], filter: { appId: 'x' } },
    { filter: {} },
    { filter: { status: [] } },
    { filter: { $where: '1' } },
    { ids: Array.from({ length: 10_000 }, String) },
    { ids: ['a'], requestId: '' },
  ])('%j is refused', async (body) => {
    expect((await cancel(body)).status).toBe(400)
  })
})

test('restarting by filter selects only failed tasks, and restarts each run with them', async () => {
  const workqueueId = await run({ status: 'failed' })
  const task = (status: 'failed' | 'ended', position: number) =>
    insertTask(platform.pool, { accountId, appId, workqueueId, position, status, type: 'task.x.y' })
  const [failed, ended] = [await task('failed', 0), await task('ended', 1)]
  const { body } = await call('post', 'tasks/bulk/restart', { filter: { appId } })
  expect(body.results).toEqual([{ id: failed, name: 'Task', ok: true }])
  expect(await statusOf(workqueueId)).toBe('started')
  const again = await call('post', 'tasks/bulk/restart', { ids: [failed, ended] })
  expect(again.body.results.map(({ statusCode }: BulkResult) => statusCode)).toEqual([409, 409])
})

test('receipts are listed newest first, only to their account', async () => {
  platform.clock.advance(1000)
  const first = (await cancel({ ids: ['absent'] })).body
  platform.clock.advance(1000)
  const second = (await call('post', 'tasks/bulk/restart', { ids: ['absent'] })).body
  const { body } = await call('get', 'receipts?pagesize=2')
  expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual([second._id, first._id])
  expect(body.data[0]).not.toHaveProperty('results')
  expect((await call('get', `receipts/${first._id}`)).body).toEqual(first)
  const restarts = await call('get', 'receipts?action=restart-tasks&pagesize=1')
  expect(restarts.body.data[0]._id).toBe(second._id)
  expect((await call('get', `receipts/${first._id}`, undefined, platform.bob)).status).toBe(404)
})

test(
  'many rows: answered before the end, all processed, other calls continue',
  { timeout: 120_000 },
  async () => {
    await platform.pool.query(
      `insert into workqueues (id, account_id, app_id, name, status, created, initial_state, state)
     select $2 || '-' || n, $1, $2, 'n' || n, 'started', now(), '{}', '{}' from generate_series(1, $3::int) n`,
      [accountId, appId, ROWS],
    )
    platform.clock.advance(1000)
    const answer = await cancel({ filter: { appId } })
    expect([answer.status, answer.body.total, answer.body.ended]).toEqual([202, ROWS, null])
    const waits: number[] = []
    const read = async () => (await call('get', 'receipts?pagesize=1')).body.data[0]
    await vi.waitFor(
      async () => {
        const asked = performance.now()
        await call('get', `workqueues?appId=${appId}`)
        waits.push(performance.now() - asked)
        expect(await read()).toMatchObject({ _id: answer.body._id, ended: expect.any(String) })
      },
      { timeout: 100_000, interval: 200 },
    )
    expect(await read()).toMatchObject({ done: ROWS, failed: 0 })
    // Reads a list of ten rows meanwhile; the limit is far above its time, and far below that of all rows.
    expect(waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(1000)
  },
)

describe('a process that dies during an action', () => {
  // The platform's own process takes up what others leave, once a second.
  beforeAll(() => platform.app.close())

  const log = pino({ level: 'silent' })
  const ids = Array.from({ length: 20 }, (_, index) => `row-${index}`)
  const author = () => ({ actor: 'ada@test', source: '10.0.0.1', at: new Date(platform.clock.now()) })
  const begin = { action: 'cancel-workqueues', requestId: undefined, selection: { by: 'ids' } } as const

  const recordOf = (entityId: string) => ({ action: 'cancel', entity: 'workqueue', entityId })

  function bulkOf(
    cancelRow: BulkDeps['actions']['cancel-workqueues'],
    silentMs: number,
    db = createDatabase(platform.pool),
  ) {
    const actions = {
      'cancel-workqueues': cancelRow,
      'restart-tasks': cancelRow,
      'start-workqueues': cancelRow,
    }
    return createBulk({ db, clock: platform.clock, log, actions, silentMs })
  }

  test('leaves the rest to another one, which marks rows that may have been processed', async () => {
    const done: string[] = []
    let noted = 0
    // Processes ten rows, writes them, processes one more without writing it, and stops without a sign.
    const dying = bulkOf(async (_account, _author, { id }) => {
      if (done.length === 10) await vi.waitFor(async () => expect((noted = await count())).toBe(10), 5000)
      if (done.length > 10) await new Promise(() => undefined)
      done.push(id)
      return recordOf(id)
    }, 60_000)
    const { id } = await dying.start(accountId, author(), {
      ...begin,
      rows: ids.map((row) => ({ id: row, name: row })),
    })
    const count = async () => (await dying.store.find(accountId, id))?.done ?? 0
    await vi.waitFor(() => expect(done).toHaveLength(11), 5000)
    await vi.waitFor(() => expect(noted).toBe(10), 5000)
    await platform.pool.query(
      `update receipts set worker = 'dead', worked = now() - interval '1 h' where id = $1`,
      [id],
    )

    const again: string[] = []
    const next = bulkOf(async (_account, by, { id: row }) => {
      expect(by).toMatchObject({ actor: 'ada@test', source: '10.0.0.1' })
      again.push(row)
      if (done.includes(row)) throw new AppError('CONFLICT', 'It has ended')
      return recordOf(row)
    }, 60_000)
    await next.sweep()
    await vi.waitFor(async () => expect((await next.store.find(accountId, id))?.ended).not.toBeNull(), 5000)
    const receipt = await next.store.find(accountId, id)
    expect(again).toHaveLength(10)
    expect(receipt).toMatchObject({ total: 20, done: 19, failed: 1 })
    expect(receipt?.results.find(({ ok }) => !ok)).toMatchObject({
      id: done[10],
      error: 'It has ended. The process that worked on this ended meanwhile, so it may have been done before',
    })
    await next.stop()
  })

  test('while its action is held leaves it to another one, which begins it at its time', async () => {
    const moved: (string | undefined)[] = []
    const note: BulkDeps['actions']['restart-tasks'] = async (_account, _author, { id, alias }) => {
      moved.push(alias)
      return recordOf(id)
    }
    const dying = bulkOf(note, 60_000)
    const rows = ids.map((row) => ({ id: row, name: null }))
    const held = { ...begin, action: 'restart-tasks', rows, alias: 'beta', holdSeconds: 30 } as const
    const { id } = await dying.start(accountId, author(), held)
    await dying.stop()
    const next = bulkOf(note, 60_000)
    await next.sweep()
    expect(await next.store.find(accountId, id)).toMatchObject({ done: 0, ended: null })
    expect(moved).toEqual([])
    platform.clock.advance(30_000)
    await next.sweep()
    await vi.waitFor(
      async () => expect(await next.store.find(accountId, id)).toMatchObject({ done: 20, failed: 0 }),
      5000,
    )
    expect(new Set(moved)).toEqual(new Set(['beta']))
    expect(await next.store.cancel(accountId, author(), id)).toBe(false)
    await next.stop()
  })

  test('is not one that was only late: it does not take up what it is working on', async () => {
    const begun: string[] = []
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const late = bulkOf(async (_account, _author, { id }) => {
      begun.push(id)
      await gate
      return recordOf(id)
    }, 60_000)
    const rows = ids.map((row) => ({ id: row, name: null }))
    const { id, done } = await late.start(accountId, author(), { ...begin, rows })
    await vi.waitFor(() => expect(begun).toHaveLength(16))
    await platform.pool.query(`update receipts set worked = now() - interval '1 h' where id = $1`, [id])
    await late.sweep()
    open()
    await done
    await late.stop()
    expect(begun).toHaveLength(20)
    expect(await late.store.find(accountId, id)).toMatchObject({ total: 20, done: 20, failed: 0 })
  })

  test('an orderly stop ends the current rows and releases the others at once', async () => {
    let going = 0
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const first = bulkOf(async (_account, _author, { id }) => {
      going++
      await gate
      return recordOf(id)
    }, 60_000)
    const rows = ids.map((row) => ({ id: row, name: null }))
    const { id } = await first.start(accountId, author(), { ...begin, rows })
    await vi.waitFor(() => expect(going).toBe(16))
    const stopped = first.stop()
    open()
    await stopped
    expect(await first.store.find(accountId, id)).toMatchObject({ done: 16, ended: null })
    const second = bulkOf(async (_account, _author, { id }) => recordOf(id), 60_000)
    await second.sweep()
    await vi.waitFor(
      async () => expect(await second.store.find(accountId, id)).toMatchObject({ done: 20 }),
      5000,
    )
    await second.stop()
  })

  test('a stop also releases what a sweep under way takes', async () => {
    const dead = bulkOf(() => new Promise(() => undefined), 60_000)
    const { id } = await dead.start(accountId, author(), { ...begin, rows: [{ id: 'row', name: null }] })
    await platform.pool.query('update receipts set worker = null where id = $1', [id])
    let open = () => {}
    let gate: Promise<void> | null = new Promise((resolve) => (open = resolve))
    const pool = testPool(platform.pool.options.connectionString!, 2)
    const connect = pool.connect.bind(pool)
    pool.connect = async () => {
      const held = gate
      gate = null
      await held
      return connect()
    }
    const bulk = bulkOf(async (_account, _author, row) => recordOf(row.id), 60_000, createDatabase(pool))
    const swept = bulk.sweep()
    await vi.waitFor(() => expect(gate).toBeNull())
    const stopped = bulk.stop()
    setTimeout(open, 200)
    await Promise.all([swept, stopped])
    const { rows } = await platform.pool.query('select worker from receipts where id = $1', [id])
    await pool.end()
    expect(rows).toEqual([{ worker: null }])
  })
})
