import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAttentionBed, lineText, type AttentionBed } from '#tests/support/attention-bed.ts'
import { insertRun, insertTask, type StoredTask } from '#tests/support/platform-rows.ts'
import { sinceRestart } from './late-causes.ts'

let bed: AttentionBed

beforeAll(async () => {
  bed = await createAttentionBed()
})
beforeEach(() => bed.begin())
afterAll(() => bed.close())

const query = (text: string, values: unknown[] = []) => bed.platform.pool.query(text, values)
const at = (ms: number) => new Date(bed.platform.clock.now() + ms)
const only = async () => {
  const [item, ...others] = await bed.items()
  expect(others).toEqual([])
  return item!
}
const closedTexts = async () =>
  (await bed.read(`appId=${bed.current.appId}`)).closedToday.map(({ text }) => text)

const rowOf = () => ({ accountId: bed.accountId, appId: bed.current.appId })

/** A task of a run, running for so many milliseconds. */
const running = (run: string, ms: number, over: Partial<StoredTask> = {}) =>
  insertTask(bed.platform.pool, {
    ...rowOf(),
    workqueueId: run,
    name: 'Export ledger to SAP',
    type: bed.current.type,
    status: 'started',
    started: at(-ms),
    ...over,
  })

/** A task of a run that waits in a queue without a poller. */
const waiting = (run: string) =>
  running(run, 0, { position: 9, name: 'Send', alias: 'bigbatch', status: 'queued', queued: at(-100_000) })

/** A plan whose last five runs took a minute, 40 s of it in their task. */
async function minutePlan(): Promise<string> {
  const planId = (await bed.platform.send('post', 'plans', { name: 'Month close', tasks: [] })).body._id
  for (let index = 0; index < 5; index++) {
    const done = await insertRun(bed.platform.pool, {
      ...rowOf(),
      planId,
      name: 'Month close',
      ended: at(0),
    })
    await query('update workqueues set active_ms = 60000 where id = $1', [done])
    await running(done, 40_000, { status: 'ended', ended: at(0) })
  }
  return planId
}

/** A run of a plan that has been active for so many milliseconds, with three tasks that have not started. */
async function activeRun(planId: string, ms: number): Promise<string> {
  const row = { ...rowOf(), planId, name: 'Month close', status: 'started', created: at(-ms) } as const
  const run = await insertRun(bed.platform.pool, row)
  await query(
    `update workqueues set active_since = $2, started = $2, task_counts = '{3,0,1,0,0,0,0}' where id = $1`,
    [run, at(-ms)],
  )
  return run
}

/** Such a run with a task that has been running all the time. */
async function lateRun(ms: number): Promise<string> {
  const run = await activeRun(await minutePlan(), ms)
  await running(run, ms)
  return run
}

describe('a run', () => {
  test('that takes longer than 9 of 10 before it, until it has completed', async () => {
    const run = await lateRun(50_000)
    await bed.settle()
    expect(await bed.items()).toEqual([])
    await bed.later(20_000)
    const item = await only()
    expect(item).toMatchObject({
      kind: 'runLate',
      sentence: 'Month close is late: 1 m 10 s, usually 1 m',
      hurt: { runs: 1, tasks: 3, minutes: 0 },
      since: at(-10_000).toISOString(),
      links: { appId: bed.current.appId, workqueueId: run, planId: expect.any(String) },
      late: { ms: 70_000, usualMs: 60_000, task: 'Export ledger to SAP', taskUsualMs: 40_000 },
    })
    expect(item.details.map(lineText)).toEqual([
      `1 workqueue in ${bed.current.app} · …${run.slice(-6)} · 1 m 10 s in Export ledger to SAP, usually 40 s`,
    ])
    await query(`update workqueues set status = 'completed', ended = $2 where id = $1`, [run, at(0)])
    await bed.later(15_000)
    expect(await bed.items()).toEqual([])
    expect(await closedTexts()).toEqual(['completed'])
  })

  test('names where its task runs, and where it has ended well besides', async () => {
    const run = await lateRun(70_000)
    await query(`update tasks set version = '4.1.0', host_name = 'ledger-1.eu' where workqueue_id = $1`, [
      run,
    ])
    const ended = `insert into attempt_outcomes (process, account_id, type, alias, version, host_name, hour, ended, failed)
       values ('p', $1, $2, 'default', $3, $4, $5, 4, 0)`
    for (const [version, host] of [
      ['4.1.0', 'ledger-1.eu'],
      ['4.1.0', 'ledger-2.eu'],
    ])
      await query(ended, [bed.accountId, bed.current.type, version, host, at(0)])
    await bed.settle()
    expect(lineText((await only()).details[1])).toBe('worker shop 4.1.0 @ ledger-1, not on ledger-2')
    const program = await bed.program()
    const [shown] = (await bed.read('', program)).items
    expect(JSON.stringify(shown)).not.toContain('ledger-2')
  })

  test('that is past its deadline or expected time, until it has completed', async () => {
    const run = await activeRun(await minutePlan(), 30_000)
    await running(run, 30_000)
    const set = (columns: string) => query(`update workqueues set ${columns} where id = '${run}'`)
    await set(`expected_ms = 20000`)
    await bed.settle()
    expect((await only()).sentence).toBe('Month close is late: 30 s, expected 20 s')
    await set(`expected_ms = null, deadline_ms = 25000, late = created + interval '25 seconds'`)
    await bed.later(15_000)
    expect(await only()).toMatchObject({
      kind: 'runLate',
      sentence: 'Month close is late: 45 s, its deadline was 25 s',
    })
    await set(`status = 'completed', ended = now()`)
    await bed.later(15_000)
    expect(await bed.items()).toEqual([])
  })

  test('with a task past its deadline, also one that waits, until that one has ended', async () => {
    const run = await activeRun(await minutePlan(), 10_000)
    await query('update workqueues set late = created where id = $1', [run])
    const task = await running(run, 10_000, { status: 'retry', queued: at(-10_000) })
    await query('update tasks set deadline_ms = 5000, late = queued where id = $1', [task])
    await bed.settle()
    expect((await only()).sentence).toBe(
      'Month close is late: Export ledger to SAP is past its deadline of 5 s',
    )
    await query(`update tasks set status = 'ended' where id = $1`, [task])
    await bed.later(15_000)
    expect(await bed.items()).toEqual([])
  })

  test('that is deleted or cancelled is not among those that closed by themselves', async () => {
    const [deleted, cancelled] = [await lateRun(70_000), await lateRun(70_000)]
    await bed.settle()
    expect(await bed.items()).toHaveLength(2)
    await query('delete from workqueues where id = $1', [deleted])
    await query(`update workqueues set status = 'cancelled', ended = $2 where id = $1`, [cancelled, at(0)])
    await bed.later(15_000)
    expect(await bed.read(`appId=${bed.current.appId}`)).toMatchObject({ items: [], closedToday: [] })
  })

  test('is late because of a task that takes longer than usual, until that one has ended', async () => {
    const run = await activeRun(await minutePlan(), 300_000)
    await running(run, 200_000, { name: 'Mail the board', position: 1 })
    const slow = await running(run, 50_000)
    await bed.settle()
    // A task that has never ended before is slow once it takes longer than the whole run usually does.
    expect((await only()).details.map(lineText)[0]).toMatch(/3 m 20 s in Mail the board$/)
    await query(`update tasks set started = $2 where name = 'Mail the board' and workqueue_id = $1`, [
      run,
      at(0),
    ])
    await bed.later(15_000)
    expect((await only()).details.map(lineText)[0]).toMatch(/1 m 05 s in Export ledger to SAP, usually 40 s$/)
    await query(`update tasks set status = 'ended' where id = $1`, [slow])
    await bed.later(15_000)
    expect(await bed.items()).toEqual([])
    expect(await closedTexts()).toEqual(['Export ledger to SAP has ended'])
  })

  test('whose tasks all take their usual time is not late', async () => {
    const run = await activeRun(await minutePlan(), 300_000)
    await running(run, 10_000)
    await bed.settle()
    expect(await bed.items()).toEqual([])
  })

  test('that waits for another one is not late itself: the other one is', async () => {
    const planId = await minutePlan()
    const run = await activeRun(planId, 300_000)
    const parentTaskId = await running(run, 300_000)
    const child = await insertRun(bed.platform.pool, {
      ...rowOf(),
      planId,
      parentTaskId,
      status: 'started',
      name: 'Ledger',
    })
    await query(`update workqueues set active_since = $2 where id = $1`, [child, at(-290_000)])
    await running(child, 290_000)
    await bed.settle()
    expect((await only()).sentence).toBe('Ledger is late: 4 m 50 s, usually 1 m')
  })
})

describe('runs that wait because of another item', () => {
  test('of a queue are counted there, and not late themselves', async () => {
    const planId = await minutePlan()
    const runs: string[] = []
    for (let index = 0; index < 3; index++) {
      const run = await activeRun(planId, 120_000 + index)
      await running(run, 10_000, { position: 1 })
      runs.push(run)
    }
    await query('update workqueues set expected_ms = 60000 where id = any($1)', [runs])
    await bed.settle()
    expect((await bed.items()).map(({ kind }) => kind)).toEqual(['runLate', 'runLate', 'runLate'])
    for (const run of runs) await waiting(run)
    await bed.later(15_000)
    const item = await only()
    expect(item.kind).toBe('queueNobody')
    expect(lineText(item.details[0])).toMatch(/^3 queued, 3 workqueues wait, last poll never/)
    // Their items have not closed by themselves: they are part of that of the queue.
    expect(await closedTexts()).toEqual([])
  })

  test('of a queue are late themselves while a task of theirs runs for too long', async () => {
    const run = await lateRun(120_000)
    await waiting(run)
    await bed.settle()
    expect((await bed.items()).map(({ kind }) => kind).toSorted()).toEqual(['queueNobody', 'runLate'])
    await query(`update tasks set status = 'ended' where workqueue_id = $1 and status = 'started'`, [run])
    await bed.later(15_000)
    expect((await only()).kind).toBe('queueNobody')
    expect(await closedTexts()).toEqual([])
  })

  test('of a failure are part of it', async () => {
    const run = await lateRun(70_000)
    const task = await running(run, 0, { name: 'pay', position: 2, status: 'failed', ended: at(0) })
    await bed.event('failed', run, task)
    await bed.settle()
    expect((await only()).kind).toBe('failure')
  })
})

describe('a run that was restarted', () => {
  test('is late by the time since then', async () => {
    const run = await activeRun(await minutePlan(), 600_000)
    const task = await running(run, 50_000, { queued: at(-51_000) })
    await query('update workqueues set restarts = 1 where id = $1', [run])
    await query(`update tasks set round = 1, tries = 1 where id = $1`, [task])
    await bed.settle()
    expect(await bed.items()).toEqual([])
    await bed.later(19_000)
    expect((await only()).sentence).toBe('Month close is late: 1 m 10 s, usually 1 m')
  })

  test('and tried again is late by the time since the restart, not since its last try', async () => {
    const run = await activeRun(await minutePlan(), 600_000)
    const task = await running(run, 45_000, { queued: at(-45_000) })
    await query('update workqueues set restarts = 1 where id = $1', [run])
    await query(`update tasks set round = 1, tries = 2 where id = $1`, [task])
    await query(
      `insert into task_attempts (task_id, number, account_id, workqueue_id, round, of_round, alias, queued, status)
       values ($1, 1, $2, $3, 0, 1, 'default', $4, 'failed'), ($1, 2, $2, $3, 1, 1, 'default', $5, 'failed')`,
      [task, bed.accountId, run, at(-600_000), at(-100_000)],
    )
    await bed.settle()
    expect((await only()).sentence).toBe('Month close is late: 1 m 40 s, usually 1 m')
  })

  test('has no activity of before', () => {
    const activity = { activeMs: 5000, activeSince: new Date(100_000) }
    expect(sinceRestart(activity, null)).toEqual(activity)
    expect(sinceRestart(activity, new Date(110_000))).toEqual({
      activeMs: 0,
      activeSince: new Date(110_000),
    })
    expect(sinceRestart(activity, new Date(98_000))).toEqual({ ...activity, activeMs: 2000 })
    expect(sinceRestart(activity, new Date(10_000))).toEqual(activity)
    expect(sinceRestart({ activeMs: 5000, activeSince: null }, new Date(0)).activeMs).toBe(5000)
  })
})
