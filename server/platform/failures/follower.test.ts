import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEngineBench, owner, type EngineBench } from '#tests/support/engine.ts'
import { newId } from '#server/lib/ids.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createDatabase } from '../db/database.ts'
import type { FailureFeed } from '../engine/history/failure-events.ts'
import type { Engine } from '../engine/types.ts'
import type { GroupChange } from './changes.ts'
import { createFailureFollower, type FailureFollower } from './follower.ts'

let bench: EngineBench
let engine: Engine
let follower: FailureFollower
/** Events wait until the test applies them. */
let feed: FailureFeed
let changes: GroupChange['change'][]

const log = pino({ level: 'silent' })
const followerOf = (more: object = {}) =>
  createFailureFollower({ db: createDatabase(bench.database.pool), clock: systemClock, log, ...more })

beforeEach(async () => {
  bench = await createEngineBench()
  changes = []
  follower = followerOf({
    onGroupsChanged: (_trx: unknown, told: GroupChange[]) =>
      void changes.push(...told.map(({ change }) => change)),
  })
  feed = { ...follower.feed, committed() {} }
  engine = await bench.engine({ failures: feed })
  await follower.drain()
})
afterEach(async () => {
  await follower.stop()
  await bench.close()
})

const type = 'task.shop.pay'
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await bench.database.pool.query<Row & Record<string, unknown>>(text, values)).rows as Row[]

interface Group {
  title: string
  state: string
  runs: number
  tasks: number
  apps: number
  open_tasks: number
}
async function groups(): Promise<Group[]> {
  await follower.drain()
  return query<Group>('select title, state, runs, tasks, apps, open_tasks from failure_groups order by title')
}
/** The runs that failed, each with the one that has passed since. */
const repairedIn = async () =>
  Object.fromEntries(
    (
      await query<{ run: string; by: string | null }>(
        'select workqueue_id as run, repaired_in as by from failure_tasks',
      )
    ).map(({ run, by }) => [run, by]),
  )
const states = async () => (await groups()).map(({ title, state }) => `${title}: ${state}`)

/** A worker takes the task and ends its attempt. */
async function attempt(run: string, name: string, end: string | null, more: object = {}): Promise<void> {
  const { id: taskId, attempt: last } = await bench.task(run, name)
  const by = { actor: 'worker:default', version: '1.0', hostName: 'host-1' }
  await engine.fromWorker(run, { type: 'taken', at: Date.now(), taskId, holder: null, attempt: last, by })
  const event = { at: Date.now(), taskId, attempt: last + 1, by, ...more }
  if (end === null) await engine.fromWorker(run, { ...event, type: 'ended', result: {} })
  else await engine.fromWorker(run, { ...event, type: 'failed', reason: end })
}
const pay = (more: object = {}, run: object = {}) => bench.run(engine, { pay: { type, ...more } }, run)
const restart = async (run: string, name = 'pay') =>
  engine.restartTask(owner.accountId, (await bench.task(run, name)).id, 'ada@test')

describe('failures', () => {
  test('of the same cause are one group with counts, places and the newest as its sample', async () => {
    const first = await pay()
    await attempt(first, 'pay', 'Order 17 was refused')
    const second = await pay()
    await attempt(second, 'pay', 'Order 18 was refused')
    expect(await groups()).toEqual([
      { title: 'Order # was refused', state: 'open', runs: 2, tasks: 2, apps: 1, open_tasks: 2 },
    ])
    const [row] = await query<{ versions: string[]; hosts: string[]; sample: object }>(
      'select versions, hosts, sample from failure_groups',
    )
    expect(row).toMatchObject({
      versions: ['1.0'],
      hosts: ['host-1'],
      sample: {
        workqueueId: second,
        taskName: 'pay',
        alias: 'default',
        attempt: 1,
        reason: 'Order 18 was refused',
      },
    })
    expect(changes).toEqual(['opened'])
  })

  test('count also when a retry follows, and the retry repairs them', async () => {
    const run = await pay({ retry: { max: 1, delayMs: 1, factor: 1 } })
    await attempt(run, 'pay', 'refused')
    expect(await states()).toEqual(['refused: open'])
    await bench.until(run, ({ tasks }) => tasks[0]?.status === 'queued')
    await attempt(run, 'pay', null)
    expect(await states()).toEqual(['refused: closed'])
    expect(changes).toEqual(['opened', 'closed'])
  })

  test('are lost leases and time-outs too, with their reasons', async () => {
    const run = await pay()
    const { id: taskId } = await bench.task(run, 'pay')
    await engine.fromWorker(run, { type: 'taken', at: Date.now(), taskId, holder: null, attempt: 0 })
    await engine.fromWorker(run, { type: 'leaseExpired', at: Date.now(), taskId, attempt: 1 })
    const slow = await bench.run(engine, {
      wait: { type: 'task.workforce.delay', inputs: { ms: 60_000 }, timeoutMs: 20 },
    })
    await bench.over(slow)
    expect(await states()).toEqual([
      'The lease of attempt # ended before its worker told a result: open',
      'Timed out after #: open',
    ])
  })

  test('are tasks that cannot be queued, also at the start of their run', async () => {
    const small = await bench.engine({ failures: feed, limits: { taskInputs: 10 } })
    const run = await bench.run(small, { a: { inputs: { text: 'longer than that' } } })
    expect((await bench.over(run)).status).toBe('failed')
    expect(await groups()).toMatchObject([{ tasks: 1, open_tasks: 1 }])
  })

  test('with a name of their worker are one group whatever their reasons', async () => {
    const [one, other] = [await pay(), await pay()]
    await attempt(one, 'pay', 'card 1', { fingerprint: 'declined' })
    await attempt(other, 'pay', 'something else', { fingerprint: 'declined' })
    expect(await groups()).toMatchObject([{ title: 'card #', tasks: 2 }])
  })

  test('without a reason have the top frame of their last error as title', async () => {
    const run = await pay()
    const { id: taskId } = await bench.task(run, 'pay')
    const stacktrace = 'Error: x\n    at charge (/srv/pay.js:10:5)'
    const entry = {
      id: newId(),
      taskId,
      attempt: 1,
      timestamp: Date.now(),
      level: 'error',
      message: 'x',
      stacktrace,
    }
    await attempt(run, 'pay', 'Failed without a reason', { logs: [entry] })
    expect(await states()).toEqual(['at charge (pay.js): open'])
  })

  test('of a cancelled run are none', async () => {
    const run = await pay()
    await engine.cancelWorkqueue(owner.accountId, run, 'ada@test')
    expect(await groups()).toEqual([])
  })

  const retry = { max: 3, delayMs: 60_000, factor: 1 }

  test('of a task that is cancelled before its retry count no more, and its group closes', async () => {
    const [run, other] = [await pay({ retry }), await pay({ retry })]
    for (const each of [run, other]) await attempt(each, 'pay', 'refused')
    expect(await groups()).toMatchObject([{ state: 'open', runs: 2, tasks: 2, open_tasks: 2 }])
    await engine.cancelWorkqueue(owner.accountId, run, 'ada@test')
    expect(await groups()).toMatchObject([{ state: 'open', runs: 1, tasks: 1, open_tasks: 1 }])
    await engine.cancelWorkqueue(owner.accountId, other, 'ada@test')
    expect(await groups()).toMatchObject([{ state: 'closed', runs: 0, tasks: 0, apps: 0, open_tasks: 0 }])
    expect(changes).toEqual(['opened', 'changed', 'closed'])
  })

  test('count no more when the retry waits in its queue or runs, also when nothing was grouped yet', async () => {
    const soon = { retry: { ...retry, delayMs: 1 } }
    const [queued, started] = [await pay(soon), await pay(soon)]
    for (const run of [queued, started]) {
      await attempt(run, 'pay', 'refused')
      await bench.until(run, ({ tasks }) => tasks[0]?.status === 'queued')
    }
    const { id: taskId } = await bench.task(started, 'pay')
    await engine.fromWorker(started, { type: 'taken', at: Date.now(), taskId, holder: null, attempt: 1 })
    for (const run of [queued, started]) await engine.cancelWorkqueue(owner.accountId, run, 'ada@test')
    expect(await groups()).toMatchObject([{ state: 'closed', tasks: 0, open_tasks: 0 }])
  })
})

describe('a group', () => {
  test('closes when its task succeeds after a restart, and regresses at the next failure', async () => {
    const run = await pay()
    await attempt(run, 'pay', 'refused')
    await restart(run)
    expect(await states()).toEqual(['refused: open'])
    await attempt(run, 'pay', null)
    expect(await states()).toEqual(['refused: closed'])
    expect(await repairedIn()).toEqual({ [run]: run })
    await attempt(await pay(), 'pay', 'refused')
    expect(await groups()).toMatchObject([{ state: 'regressed', tasks: 2, open_tasks: 1 }])
    expect(changes).toEqual(['opened', 'closed', 'regressed'])
  })

  test('closes when a rerun, or a rerun of that, has passed the task', async () => {
    const run = await pay()
    await attempt(run, 'pay', 'refused')
    expect(await states()).toEqual(['refused: open'])
    const rerun = await pay({}, { rerunOf: run })
    await attempt(rerun, 'pay', 'refused')
    const last = await pay({}, { rerunOf: rerun })
    expect(await groups()).toMatchObject([{ tasks: 2, open_tasks: 2 }])
    await attempt(last, 'pay', null)
    expect(await groups()).toMatchObject([{ state: 'closed', tasks: 2, open_tasks: 0 }])
    expect(await repairedIn()).toEqual({ [run]: last, [rerun]: last })
  })

  test('closes when a later run of the plan has passed the task, and only then', async () => {
    const planId = 'plan-1'
    const earlier = await pay({}, { planId })
    const run = await pay({}, { planId })
    await attempt(run, 'pay', 'refused')
    expect(await states()).toEqual(['refused: open'])
    await attempt(earlier, 'pay', null)
    await attempt(await pay({}, { planId: 'plan-2' }), 'pay', null)
    await attempt(await bench.run(engine, { other: { type } }, { planId }), 'other', null)
    expect(await states()).toEqual(['refused: open'])
    const later = await pay({}, { planId })
    await attempt(later, 'pay', null)
    expect(await states()).toEqual(['refused: closed'])
    expect(await repairedIn()).toEqual({ [run]: later })
  })

  test('has the own success of a task in place of that of a later run, and counts it once', async () => {
    const planId = 'plan-1'
    const [run, other] = [await pay({}, { planId }), await pay()]
    for (const each of [run, other]) await attempt(each, 'pay', 'refused')
    const later = await pay({}, { planId })
    await attempt(later, 'pay', null)
    expect(await groups()).toMatchObject([{ state: 'open', tasks: 2, open_tasks: 1 }])
    expect(await repairedIn()).toMatchObject({ [run]: later })
    await restart(run)
    await attempt(run, 'pay', null)
    expect(await groups()).toMatchObject([{ state: 'open', tasks: 2, open_tasks: 1 }])
    expect(await repairedIn()).toMatchObject({ [run]: run })
  })

  test('stays open when the last of its runs has been restarted, until the others are repaired', async () => {
    const planId = 'plan-1'
    const [one, other] = [await pay({}, { planId }), await pay({}, { planId })]
    for (const run of [one, other]) await attempt(run, 'pay', 'refused')
    await restart(other)
    await attempt(other, 'pay', null)
    expect(await groups()).toMatchObject([{ state: 'open', tasks: 2, open_tasks: 1 }])
    const later = await pay({ retry: { max: 1, delayMs: 1, factor: 1 } }, { planId })
    await attempt(later, 'pay', 'refused')
    await bench.until(later, ({ tasks }) => tasks[0]?.status === 'queued')
    await attempt(later, 'pay', null)
    expect(await groups()).toMatchObject([{ state: 'closed', tasks: 3, open_tasks: 0 }])
  })

  test('closes when the later run had passed before the group was known', async () => {
    const planId = 'plan-1'
    const [run, later] = [await pay({}, { planId }), await pay({}, { planId })]
    await attempt(run, 'pay', 'refused')
    await attempt(later, 'pay', null)
    expect(await query('select from failure_events')).toHaveLength(1)
    expect(await states()).toEqual(['refused: closed'])
  })

  test('of an item of a map is not closed by another item, but by a later run', async () => {
    const planId = 'plan-1'
    const [one, other, later] = [
      await pay({}, { planId }),
      await pay({}, { planId }),
      await pay({}, { planId }),
    ]
    const below = (run: string, parent: string, item: number) =>
      query('update workqueues set parent_task_id = $2, parent_item = $3 where id = $1', [run, parent, item])
    await below(one, 'map-1', 0)
    await below(other, 'map-1', 1)
    await below(later, 'map-2', 5)
    const fresh = await bench.engine({ failures: feed })
    const end = async (run: string, reason: string | null) => {
      const { id: taskId } = await bench.task(run, 'pay')
      await fresh.fromWorker(run, { type: 'taken', at: Date.now(), taskId, holder: null, attempt: 0 })
      const event = { at: Date.now(), taskId, attempt: 1 }
      if (reason === null) await fresh.fromWorker(run, { ...event, type: 'ended', result: {} })
      else await fresh.fromWorker(run, { ...event, type: 'failed', reason })
    }
    await end(one, 'refused')
    await follower.drain()
    await end(other, null)
    expect(await states()).toEqual(['refused: open'])
    await end(later, null)
    expect(await states()).toEqual(['refused: closed'])
  })

  test('stays open while one of its tasks has not succeeded', async () => {
    const [one, other] = [await pay(), await pay()]
    for (const run of [one, other]) await attempt(run, 'pay', 'refused')
    await restart(one)
    await attempt(one, 'pay', null)
    expect(await groups()).toMatchObject([{ state: 'open', tasks: 2, open_tasks: 1 }])
  })

  test('counts its tasks and runs down when a run is deleted, and closes without any', async () => {
    const [one, other] = [await pay(), await pay()]
    for (const run of [one, other]) await attempt(run, 'pay', 'refused')
    await groups()
    await query('delete from workqueues where id = $1', [one])
    expect(await groups()).toMatchObject([{ state: 'open', runs: 1, tasks: 1, apps: 1, open_tasks: 1 }])
    await query('delete from workqueues where id = $1', [other])
    expect(await groups()).toMatchObject([{ state: 'closed', runs: 0, tasks: 0, apps: 0, open_tasks: 0 }])
  })

  test('forgets failures of runs that are gone', async () => {
    const run = await pay()
    await attempt(run, 'pay', 'refused')
    await query('delete from workqueues where id = $1', [run])
    expect(await groups()).toEqual([])
  })

  test('muted until it changes is heard again on another host', async () => {
    await attempt(await pay(), 'pay', 'refused')
    await groups()
    await query('update failure_groups set muted_to_change = true')
    const muted = async () => {
      await follower.drain()
      return query('select muted_to_change as muted from failure_groups')
    }
    await attempt(await pay(), 'pay', 'refused')
    expect(await muted()).toEqual([{ muted: true }])
    const by = { actor: 'worker:default', version: '1.0', hostName: 'host-2' }
    await attempt(await pay(), 'pay', 'refused', { by })
    expect(await muted()).toEqual([{ muted: false }])
    expect(changes.at(-1)).toBe('unmuted')
  })
})

test('successes are handed on only where they may repair something', async () => {
  const planId = 'plan-1'
  await attempt(await pay({}, { planId }), 'pay', null)
  await attempt(await pay(), 'pay', null)
  expect(await query('select from failure_events')).toEqual([])
  await attempt(await pay({}, { planId }), 'pay', 'refused')
  await follower.drain()
  await attempt(await bench.run(engine, { ship: { type } }, { planId }), 'ship', null)
  expect(await query('select from failure_events')).toEqual([])
  await attempt(await pay({}, { planId }), 'pay', null)
  expect(await query('select from failure_events')).toHaveLength(1)
})

test('a group of 10,000 tasks has right counts, whichever of two processes applies them and whenever one dies', async () => {
  const run = await pay()
  await query(
    `insert into failure_events (kind, account_id, app_id, workqueue_id, run_created, task_id, task_name, type, alias,
       attempt, at, reason)
     select 'failed', 'account', 'app', $1, now(), 't' || n, 'n' || n % 9, 'task.a.b', 'default', 1, now(),
       'Order ' || n || ' was refused' from generate_series(1, 10000) n`,
    [run],
  )
  let dies = 0
  const onGroupsChanged = () => {
    if (++dies % 2) throw new Error('the process dies between apply and commit')
  }
  const dying = [followerOf({ onGroupsChanged }), followerOf({ onGroupsChanged })]
  for (let left = 1; left > 0;) {
    await Promise.all(dying.map((each) => each.drain()))
    left = (await query('select from failure_events')).length
  }
  for (const each of dying) await each.stop()
  expect(dies).toBeGreaterThan(1)
  expect(await groups()).toEqual([
    { title: 'Order # was refused', state: 'open', runs: 1, tasks: 10_000, apps: 1, open_tasks: 10_000 },
  ])
  expect(await query('select count(*)::int as count from failure_tasks')).toEqual([{ count: 10_000 }])
})
