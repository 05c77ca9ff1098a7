import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createPlanStore } from '#server/platform/domains/plans/store.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { settleBackfills } from '#server/platform/schedules/backfill-rows.ts'
import { takeScheduledEnds } from '#server/platform/schedules/run-ends.ts'
import { createScheduler } from '#server/platform/schedules/scheduler.ts'

const MINUTE = 60_000
const STEP = 5000
let platform: TestPlatform
let engine: Engine
let appId: string
/** A type of tasks that no worker takes. */
let held: string
/** The whole minute at which a test begins. */
let begun: number
/** Its runs complete at once. */
let quick: string
/** Its runs wait for a worker that no test has. */
let endless: string
beforeAll(async () => {
  platform = await createTestPlatform((parts) => (engine = realEngine(parts)))
  await engine.start()
  const teamId = (await call('post', 'teams', { name: 'T' })).body._id
  held = (await call('post', 'workers', { name: 'hold', teamId })).body.type
})
beforeEach(async () => {
  await platform.pool.query('delete from schedules')
  appId = (await call('post', 'apps', { name: 'A', description: 'B' })).body._id
  quick = await planWith({ type: 'task.workforce.noop' })
  endless = await planWith({ type: held })
  platform.clock.advance(MINUTE - (platform.clock.now() % MINUTE))
  begun = platform.clock.now()
})
afterAll(async () => {
  await engine.stop()
  await platform.close()
})

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
async function planWith(task: { type: string; inputs?: object }, more: object = {}): Promise<string> {
  const definition = { name: 'Report', tasks: [{ name: 'One', ...task }], ...more }
  const { _id } = (await call('post', 'plans', definition)).body
  if (task.type !== held) quickPlans.push(_id)
  return _id
}

/** Plans whose runs need no worker. */
const quickPlans: string[] = []

async function schedule(more: object = {}): Promise<string> {
  const body = { appId, planId: quick, name: 'Nightly', cron: '* * * * *', ...more }
  const made = await call('post', 'schedules', body)
  expect([made.status, made.body.message]).toEqual([201, undefined])
  return made.body._id
}
const read = async (id: string) => (await call('get', `schedules/${id}`)).body
/** What became of its times, by minutes after the begin of the test. */
const times = async (id: string, query = '') =>
  ((await call('get', `schedules/${id}/occurrences?pagesize=9999&sort=at${query}`)).body.data as Times[]).map(
    ({ at, state, reason, run }) => [(Date.parse(at) - begun) / MINUTE, state, reason ?? run?.status ?? null],
  )
interface Times {
  at: string
  state: string
  reason: string | null
  run: { _id: string; status: string } | null
  text: string | null
}
/** Lets time pass, and the scheduler do what is due. */
async function later(ms: number): Promise<void> {
  platform.clock.advance(ms)
  await platform.scheduler.settle()
}
/** Lets time pass in steps that are shorter than a start may be late. */
async function pass(ms: number): Promise<void> {
  for (let passed = STEP; passed <= ms; passed += STEP) {
    await later(STEP)
    if (passed % MINUTE === 0) await vi.waitFor(noneUnderWay)
  }
}
/** Runs that need no worker end by themselves, soon after they have started. */
async function noneUnderWay(): Promise<void> {
  const { rows } = await platform.pool.query(
    "select 1 from workqueues where plan_id = any($1) and status in ('notstarted', 'started')",
    [quickPlans],
  )
  expect(rows).toEqual([])
}
const runsOf = async (id: string) =>
  (
    await platform.pool.query<{ id: string; scheduled_for: Date; status: string }>(
      'select id, scheduled_for, status from workqueues where schedule_id = $1 order by scheduled_for',
      [id],
    )
  ).rows
const endRun = async (runId: string) => {
  await call('post', 'workqueues/bulk/cancel', { ids: [runId] })
  await platform.scheduler.settle()
}

describe('what is written', () => {
  test('a schedule is answered with its words, its plan and its next times', async () => {
    const id = await schedule({
      cron: '0 7 * * 1-5',
      timeZone: 'Europe/Berlin',
      initialState: { region: 'EU', list: [1] },
    })
    const found = await read(id)
    expect(found).toMatchObject({
      name: 'Nightly',
      words: 'On weekdays at 07:00',
      plan: { _id: quick, name: 'Report' },
      inputs: { region: 'EU' },
      initialState: { region: 'EU', list: [1] },
      state: 'active',
      overlap: 'skip',
      catchUp: 'last',
      paused: null,
      missed: null,
      running: 0,
      waiting: 0,
      last: [],
      version: 1,
      createdBy: 'alice@example.test',
    })
    expect(found.next).toHaveLength(3)
    const list = (await call('get', `schedules?appId=${appId}`)).body
    expect(list).toMatchObject({
      total: 1,
      counts: { all: 1, paused: 0, missed: 0 },
      next: { _id: id, at: found.next[0] },
    })
    expect(list.data[0]).not.toHaveProperty('initialState')
  })

  test.each([
    [{ cron: '75 * * * *' }, 'cron', 'minute 75 is over 59'],
    [{ timeZone: 'Mars/Base' }, 'timeZone', 'Mars/Base is not a time zone: use a name such as Europe/London'],
    [{ cron: '0 0 31 2 *' }, 'cron', 'never comes: no date has this day and month'],
    [
      { startAt: '2026-05-02T00:00:00.000Z', endAt: '2026-05-01T00:00:00.000Z' },
      'endAt',
      'must be later than the start',
    ],
  ])('%j is refused at %s', async (more, path, message) => {
    const { status, body } = await call('post', 'schedules', {
      appId,
      planId: quick,
      name: 'X',
      cron: '* * * * *',
      ...more,
    })
    expect(status).toBe(400)
    expect(body.faults).toEqual([{ path, message }])
  })

  test('an initial state must fit the plan', async () => {
    const inputSchema = { properties: { customer: { type: 'number' } }, required: ['customer'] }
    const planId = await planWith(
      { type: 'task.workforce.noop' },
      { inputSchema, initialState: { customer: 1 } },
    )
    const wrong = { appId, planId, name: 'X', cron: '0 * * * *', initialState: { customer: 'x' } }
    const { status, body } = await call('post', 'schedules', wrong)
    expect([status, body.faults[0].path]).toEqual([400, 'initialState.customer'])
  })

  test('a change keeps what it leaves out; one that is based on an older version is refused', async () => {
    const id = await schedule({ overlap: 'queue' })
    const changed = await call('put', `schedules/${id}`, { cron: '30 7 * * *', version: 1 })
    expect(changed.body).toMatchObject({ cron: '30 7 * * *', overlap: 'queue', version: 2 })
    expect(changed.body.next[0].slice(11, 16)).toBe('07:30')
    expect((await call('put', `schedules/${id}`, { name: 'Late', version: 1 })).status).toBe(409)
  })

  test('the list is filtered by plan, state and words', async () => {
    const paused = await schedule({ name: 'Billing' })
    await schedule({ planId: endless, name: 'Hold' })
    await call('post', `schedules/${paused}/pause`, { reason: 'holidays' })
    const names = async (query: string) =>
      (await call('get', `schedules?appId=${appId}&${query}`)).body.data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('state=paused')).toEqual(['Billing'])
    expect(await names('state=active')).toEqual(['Hold'])
    expect(await names(`planId=${endless}`)).toEqual(['Hold'])
    expect(await names('search=bill%20report')).toEqual(['Billing'])
    expect(await names('sort=name')).toEqual(['Billing', 'Hold'])
  })

  test('a preview has the times, words and changes of clocks', async () => {
    const { status, body } = await call('post', 'schedules/preview', {
      cron: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      from: '2026-03-28T12:00:00.000Z',
      count: 2,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'],
      words: 'Every day at 02:30',
    })
    expect(body.clockChanges[0].text).toContain('is left out')
  })

  test('a preview from a moment after which no time is known names that moment', async () => {
    const after = (from: string) => call('post', 'schedules/preview', { cron: '0 7 * * *', from })
    for (const from of ['9999-12-30T00:00:00Z', '2999-12-31T07:00:00Z']) {
      const { status, body } = await after(from)
      expect([status, body.faults]).toEqual([
        400,
        [{ path: 'from', message: 'is too late: times are known to the end of the year 2999' }],
      ])
    }
    expect((await after('2999-12-30T07:00:00Z')).body.data).toEqual(['2999-12-31T07:00:00.000Z'])
  })

  test('a word for an expression may be written in any case', async () => {
    const { body } = await call('post', 'schedules/preview', {
      cron: ' @DAILY ',
      from: '2026-03-28T12:00:00Z',
    })
    expect([body.words, body.data[0]]).toEqual(['Every day at 00:00', '2026-03-29T00:00:00.000Z'])
  })
})

describe('runs', () => {
  test('each time starts one run, with the initial state of the schedule and its time', async () => {
    const id = await schedule({ initialState: { region: 'EU' }, overlap: 'allow' })
    await pass(2 * MINUTE)
    expect(await times(id)).toEqual([
      [1, 'started', 'completed'],
      [2, 'started', 'completed'],
    ])
    const [first] = await runsOf(id)
    const run = (await call('get', `workqueues/${first!.id}`)).body
    expect(run).toMatchObject({
      scheduleId: id,
      scheduledFor: first!.scheduled_for.toISOString(),
      initialState: { region: 'EU' },
      plan: { _id: quick, version: 1 },
      createdBy: 'schedule',
    })
    expect((await read(id)).last[0].run._id).toBe((await runsOf(id))[1]!.id)
  })

  test('two processes start each time once', async () => {
    const { pool, clock } = platform
    const db = createDatabase(pool)
    const other = createScheduler({
      db,
      engine,
      findPlan: createPlanStore(db).findDefinition,
      clock,
      log: pino({ level: 'silent' }),
    })
    const ids = await Promise.all(Array.from({ length: 30 }, () => schedule()))
    clock.advance(MINUTE)
    for (let turn = 0; turn < 3; turn++) {
      await Promise.all([platform.scheduler.settle(), other.settle()])
      clock.advance(3000)
    }
    await other.stop()
    for (const id of ids) expect(await runsOf(id)).toHaveLength(1)
  })

  test('what jitter adds depends on schedule and time, and is at most what it says', async () => {
    const id = await schedule({ jitterMs: 30_000, overlap: 'allow' })
    await later(MINUTE)
    const [waiting] = (await platform.pool.query('select at, due from schedule_occurrences')).rows
    const late = waiting.due.getTime() - waiting.at.getTime()
    expect(late).toBeGreaterThan(0)
    expect(late).toBeLessThanOrEqual(30_000)
    await pass(30_000)
    expect(await times(id)).toEqual([[1, 'started', 'completed']])
  })

  test('a run that cannot start is skipped, and says why', async () => {
    const id = await schedule()
    await call('put', `plans/${quick}`, { inputSchema: { required: ['customer'] } })
    await pass(MINUTE)
    expect(await times(id)).toEqual([[1, 'skipped', 'refused']])
    expect((await read(id)).last[0].text).toMatch(/^Its run could not be started: .*customer/)
  })

  test('no time comes before its start or after its end', async () => {
    const at = (minute: number) => new Date(platform.clock.now() + minute * MINUTE).toISOString()
    const id = await schedule({ startAt: at(2), endAt: at(3) })
    await pass(5 * MINUTE)
    expect((await times(id)).map(([time]) => time)).toEqual([2, 3])
    expect(await read(id)).toMatchObject({ state: 'ended', next: [] })
  })

  test('a schedule is deleted, its runs stay', async () => {
    const id = await schedule()
    await pass(MINUTE)
    const [run] = await runsOf(id)
    expect((await call('delete', `schedules/${id}`)).status).toBe(204)
    expect((await call('get', `workqueues/${run!.id}`)).body).toMatchObject({ scheduleId: id })
    expect((await call('get', `schedules/${id}`)).status).toBe(404)
  })
})

describe('a time while an earlier run goes on', () => {
  test('is skipped', async () => {
    const id = await schedule({ planId: endless })
    await pass(2 * MINUTE)
    expect(await times(id)).toEqual([
      [1, 'started', 'notstarted'],
      [2, 'skipped', 'overlap'],
    ])
    expect((await read(id)).last[0].text).toBe('The run before it was still going on')
  })

  test('waits for its end, in order', async () => {
    const id = await schedule({ planId: endless, overlap: 'queue' })
    await pass(3 * MINUTE)
    expect(await times(id, '&state=waiting')).toHaveLength(2)
    expect(await read(id)).toMatchObject({ running: 1, waiting: 2 })
    await endRun((await runsOf(id))[0]!.id)
    await later(5000)
    expect((await times(id)).map(([, state]) => state)).toEqual(['started', 'started', 'waiting'])
    await endRun((await runsOf(id))[1]!.id)
    await later(5000)
    expect((await times(id)).map(([, state]) => state)).toEqual(['started', 'started', 'started'])
  })

  test('starts beside it', async () => {
    const id = await schedule({ planId: endless, overlap: 'allow' })
    await pass(2 * MINUTE)
    expect((await runsOf(id)).map(({ status }) => status)).toEqual(['notstarted', 'notstarted'])
  })

  test('cancels it', async () => {
    const id = await schedule({ planId: endless, overlap: 'cancelPrevious' })
    await pass(2 * MINUTE)
    expect((await runsOf(id)).map(({ status }) => status)).toEqual(['cancelled', 'notstarted'])
  })
})

describe('times that no platform was there for', () => {
  test.each([
    ['none', 4, ['skipped', 'skipped', 'skipped', 'skipped']],
    ['last', 4, ['skipped', 'skipped', 'skipped', 'started']],
    ['all', 4, ['skipped', 'started', 'started', 'started']],
  ])('%s of them start within the window', async (catchUp, minutes, states) => {
    const id = await schedule({ catchUp, catchUpWindow: 150 + 30, overlap: 'allow' })
    await later(minutes * MINUTE + 30_000)
    await later(0)
    expect((await times(id)).map(([, state]) => state)).toEqual(states)
    const { missed } = await read(id)
    expect(missed.count).toBe(states.filter((state) => state === 'skipped').length)
    expect(missed.text).toMatch(/^Missed \d times? \(/)
  })

  test('need attention until one starts on time', async () => {
    const id = await schedule({ catchUp: 'none' })
    await later(2 * MINUTE + 30_000)
    await platform.attention.settle()
    const items = async () =>
      (await call('get', 'attention')).body.items.filter(
        ({ kind }: { kind: string }) => kind === 'scheduleMissed',
      )
    const [item] = await items()
    expect(item).toMatchObject({
      sentence: 'Nightly missed 2 times',
      links: { appId, planId: quick, scheduleId: id },
      actions: [{ kind: 'openSchedule', label: 'Open the schedule' }],
    })
    expect((await call('get', `schedules?appId=${appId}&state=missed`)).body.data[0]._id).toBe(id)
    await pass(MINUTE)
    platform.clock.advance(15_000)
    await platform.attention.settle()
    expect(await items()).toEqual([])
    expect((await read(id)).missed).toBeNull()
  })
})

describe('pause', () => {
  test('skips its times and says who paused it and why; resuming goes on with the next', async () => {
    const id = await schedule()
    const paused = await call('post', `schedules/${id}/pause`, { reason: 'month end' })
    expect(paused.body).toMatchObject({
      state: 'paused',
      paused: { by: 'alice@example.test', reason: 'month end' },
      next: [],
      version: 1,
    })
    await pass(MINUTE)
    const resumed = await call('post', `schedules/${id}/resume`)
    expect(resumed.body).toMatchObject({ state: 'active', paused: null })
    await pass(MINUTE)
    expect(await times(id)).toEqual([
      [1, 'skipped', 'paused'],
      [2, 'started', 'completed'],
    ])
    const audited = await platform.pool.query(
      'select action, reason from audit where entity_id = $1 order by at, action',
      [id],
    )
    expect(audited.rows).toMatchObject([
      { action: 'create' },
      { action: 'pause', reason: 'month end' },
      { action: 'resume' },
    ])
  })

  test('comes by itself after failures in a row', async () => {
    const planId = await planWith({ type: 'task.workforce.plan', inputs: { plan: '0'.repeat(24) } })
    const id = await schedule({ planId, pauseAfterFailures: 2 })
    await pass(3 * MINUTE)
    expect((await runsOf(id)).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect(await read(id)).toMatchObject({
      failures: 2,
      paused: { by: null, reason: 'Its last 2 runs failed' },
    })
  })

  test.each([
    [0, ['failed', 'failed', 'failed', 'completed'], 0, 'Its last 2 runs failed'],
    [3, ['completed', 'failed', 'failed'], 2, 'Its last 2 runs failed'],
    [3, ['failed'], 4, 'Its last 4 runs failed'],
    [3, ['completed', 'failed', 'cancelled'], 1, null],
  ])('after %i failures and ends that are applied together: %j', async (before, ends, failures, reason) => {
    const id = await schedule({ pauseAfterFailures: 2 })
    await platform.pool.query('update schedules set failures = $2 where id = $1', [id, before])
    await platform.pool.query(
      `insert into schedule_run_ends (schedule_id, run_id, status)
       select $1, 'none', status from unnest($2::text[]) with ordinality as s (status, place) order by place`,
      [id, ends],
    )
    await takeScheduledEnds(createDatabase(platform.pool), platform.clock.now())
    const { paused, ...now } = await read(id)
    expect([now.failures, paused?.reason ?? null]).toEqual([failures, reason])
  })
})

describe('runs that are asked for', () => {
  test('start at once, also of a paused schedule and while another goes on', async () => {
    const id = await schedule({ planId: endless })
    await call('post', `schedules/${id}/pause`, { reason: 'x' })
    const [first, second] = await Promise.all([
      call('post', `schedules/${id}/trigger`),
      call('post', `schedules/${id}/trigger`),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body).toMatchObject({
      scheduleId: id,
      status: 'notstarted',
      createdBy: 'alice@example.test',
    })
    expect(await runsOf(id)).toHaveLength(2)
    expect((await read(id)).last[0]).toMatchObject({ source: 'trigger', by: 'alice@example.test' })
  })

  test('are refused like any start', async () => {
    const id = await schedule()
    await call('put', `plans/${quick}`, { inputSchema: { required: ['customer'] } })
    const refused = await call('post', `schedules/${id}/trigger`)
    expect([refused.status, await runsOf(id)]).toEqual([400, []])
    expect(await times(id)).toMatchObject([[expect.any(Number), 'skipped', 'refused']])
  })
})

test('changes that are made at once need no second session of the database', async () => {
  const ids: string[] = []
  for (let made = 0; made < 12; made++) ids.push(await schedule({ name: `Nightly ${made}` }))
  const answers = await Promise.all(ids.map((id) => call('put', `schedules/${id}`, { name: 'Weekly' })))
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
})

describe('a backfill', () => {
  const span = (minutes: number) => {
    const to = platform.clock.now() - MINUTE
    return { from: new Date(to - (minutes - 1) * MINUTE).toISOString(), to: new Date(to).toISOString() }
  }
  const receiptOf = async (id: string) => (await call('get', `receipts/${id}`)).body
  const waitingForLocks = async () =>
    (
      await platform.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount

  test('lists its times first, starts those that have no run, and says so in its receipt', async () => {
    const id = await schedule()
    await pass(MINUTE)
    platform.clock.advance(MINUTE)
    const preview = await call('post', `schedules/${id}/backfill`, { ...span(3), dryRun: true })
    expect(preview.body).toMatchObject({ total: 3, started: [new Date(begun + MINUTE).toISOString()] })
    expect(await runsOf(id)).toHaveLength(1)
    const made = await call('post', `schedules/${id}/backfill`, span(3))
    expect([made.status, made.body.action, made.body.total]).toEqual([202, 'backfill-schedule', 3])
    await later(0)
    const receipt = await receiptOf(made.body._id)
    expect(receipt).toMatchObject({
      done: 2,
      failed: 1,
      ended: expect.any(String),
      about: { name: 'Nightly', appId },
    })
    expect(receipt.results.at(-1)).toMatchObject({
      ok: false,
      statusCode: 409,
      error: 'It has a run already',
    })
    expect((await runsOf(id)).map(({ id: run }) => run)).toContain(receipt.results[0].id)
  })

  test('has at most as many runs at once as it says', async () => {
    const id = await schedule({ planId: endless })
    const { _id } = (await call('post', `schedules/${id}/backfill`, { ...span(5), concurrency: 2 })).body
    await later(0)
    expect(await runsOf(id)).toHaveLength(2)
    expect(await receiptOf(_id)).toMatchObject({ total: 5, done: 2, ended: null })
    for (const run of await runsOf(id)) await endRun(run.id)
    await later(5000)
    expect(await runsOf(id)).toHaveLength(4)
  })

  test('is counted once when two processes look at its rows at once', async () => {
    const id = await schedule()
    const { _id } = (await call('post', `schedules/${id}/backfill`, span(3))).body
    await later(0)
    // As it was after the runs had started, before their rows were settled.
    await platform.pool.query('update receipt_rows set ok = null where receipt_id = $1', [_id])
    await platform.pool.query('update receipts set done = 0, ended = null where id = $1', [_id])
    const db = createDatabase(platform.pool)
    let second = Promise.resolve()
    await db.transaction().execute(async (first) => {
      await settleBackfills(first, platform.clock.now())
      second = settleBackfills(db, platform.clock.now())
      await vi.waitFor(async () => expect(await waitingForLocks()).not.toBe(0))
    })
    await second
    expect(await receiptOf(_id)).toMatchObject({ total: 3, done: 3, failed: 0, ended: expect.any(String) })
  })

  test('lists no time of a span that has none, and starts none', async () => {
    const id = await schedule({ cron: '@daily' })
    const noon = new Date(platform.clock.now() - 24 * 60 * MINUTE).setUTCHours(12, 0, 0, 0)
    const empty = { from: new Date(noon).toISOString(), to: new Date(noon + MINUTE).toISOString() }
    const preview = await call('post', `schedules/${id}/backfill`, { ...empty, dryRun: true })
    expect([preview.status, preview.body]).toEqual([200, { data: [], total: 0, started: [] }])
    const refused = await call('post', `schedules/${id}/backfill`, empty)
    expect([refused.status, refused.body.faults]).toEqual([
      400,
      [{ path: 'to', message: 'the schedule has no time in this span' }],
    ])
  })

  test('takes up times that were skipped', async () => {
    const id = await schedule()
    await call('post', `schedules/${id}/pause`, { reason: 'x' })
    await pass(2 * MINUTE)
    platform.clock.advance(MINUTE - 1)
    await call('post', `schedules/${id}/backfill`, {
      from: span(2).from,
      to: new Date(platform.clock.now()).toISOString(),
    })
    await later(0)
    expect((await times(id, '&source=backfill')).map(([, state]) => state)).toEqual(['started', 'started'])
  })

  test.each([
    [
      () => ({
        from: new Date(platform.clock.now() + MINUTE).toISOString(),
        to: new Date(platform.clock.now() + 2 * MINUTE).toISOString(),
      }),
      'must not lie ahead',
    ],
    [() => ({ from: span(1).to, to: span(3).from }), 'must not be earlier than from'],
    [
      () => ({ from: new Date(platform.clock.now() - 2000 * MINUTE).toISOString(), to: span(1).to }),
      'there are more than 1000 times up to here: take a shorter span',
    ],
  ])('of a wrong span is refused: %#', async (wrong, message) => {
    const id = await schedule()
    const { status, body } = await call('post', `schedules/${id}/backfill`, wrong())
    expect(status).toBe(400)
    expect(body.faults).toEqual([{ path: 'to', message }])
  })
})
