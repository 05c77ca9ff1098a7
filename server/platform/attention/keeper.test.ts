import { Kysely, PostgresDialect } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { createAttentionBed, lineText, type AttentionBed } from '#tests/support/attention-bed.ts'
import { createDatabase, type Database } from '../db/database.ts'
import { createFailureFollower } from '../failures/follower.ts'
import { noteChanges, takeChanges } from './changes.ts'
import { createAttentionKeeper, type AttentionKeeper } from './keeper.ts'

let bed: AttentionBed
/** What other processes of the platform have sent, and the number of their statements. */
let sent: LiveMessage[] = []
let statements = 0
const others: AttentionKeeper[] = []

beforeAll(async () => {
  bed = await createAttentionBed()
})
beforeEach(async () => {
  await bed.begin()
  sent = []
})
// One that found the lock taken tries again later, which must not be in the next test.
afterEach(async () => {
  for (const other of others.splice(0)) await other.stop()
})
afterAll(() => bed.close())

const query = (text: string, values: unknown[] = []) => bed.platform.pool.query(text, values)
const log = pino({ level: 'silent' })

/** Another process of the platform on the same database. */
function anotherKeeper(): AttentionKeeper {
  const { pool, clock } = bed.platform
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log: () => void statements++ })
  const publisher = { committed: (_id: unknown, messages: LiveMessage[]) => void sent.push(...messages) }
  const keeper = createAttentionKeeper({ db, clock, log, publisher, readUsual: async () => [] })
  others.push(keeper)
  return keeper
}
const only = async () => {
  const [item, ...more] = await bed.items()
  expect(more).toEqual([])
  return item!
}

/** Failures of a run with so many tasks, at once. */
async function failMany(count: number): Promise<void> {
  const { accountId, current } = bed
  const [first] = await bed.fail(1)
  const run = first!.run
  await query(
    `insert into tasks (id, account_id, app_id, workqueue_id, position, name, type, alias, status, retry, created)
     select $3 || '-' || n, $1, $2, $3, n, 'pay', $4, 'default', 'failed', '{}', now() from generate_series(1, $5::int) n`,
    [accountId, current.appId, run, current.type, count - 1],
  )
  await query(
    `insert into failure_events (kind, account_id, app_id, workqueue_id, run_created, task_id, task_name, type, alias,
       version, host_name, attempt, at, reason)
     select 'failed', $1, $2, $3, now(), $3 || '-' || n, 'pay', $4, 'default', '1.0', 'h1', 1, $6, 'Card scheme refused the card'
     from generate_series(1, $5::int) n`,
    [accountId, current.appId, run, current.type, count - 1, bed.now()],
  )
}

test('changes of the same queue of two accounts are two, and the same change twice is one', async () => {
  const subject = { accountId: bed.accountId, kind: 'queueNobody', key: 'task.t.pay\ndefault' } as const
  const other = { ...subject, accountId: bed.platform.bob.accountId }
  const taken = await createDatabase(bed.platform.pool)
    .transaction()
    .execute(async (trx) => {
      await noteChanges(trx, [subject, other, subject])
      return takeChanges(trx)
    })
  expect(taken).toEqual({ subjects: [subject, other], more: false })
})

describe('a group of failures', () => {
  test('of 10,000 tasks is one item, by as many statements as one of ten', async () => {
    const costs: number[] = []
    for (const count of [10, 10_000]) {
      await bed.begin()
      await failMany(count)
      await bed.settle()
      await query(
        `insert into attention_changes (account_id, kind, key) select account_id, 'failure', id
        from failure_groups where type = $1`,
        [bed.current.type],
      )
      const keeper = anotherKeeper()
      statements = 0
      await keeper.settle()
      costs.push(statements)
      const item = await only()
      expect(lineText(item.details[0])).toMatch(
        new RegExp(`^${count.toLocaleString('en')} tasks of 1 workqueue in Billing`),
      )
      expect(item.actions[0]?.label).toBe(`Restart ${count}`)
    }
    expect(costs[0]).toBe(costs[1])
  })

  test('has its event within a second', async () => {
    const { pool, clock } = bed.platform
    const keeper = anotherKeeper()
    const { onGroupsChanged } = keeper
    const follower = createFailureFollower({ db: createDatabase(pool), clock, log, onGroupsChanged })
    await bed.fail(1)
    await follower.drain()
    await vi.waitFor(() => expect(sent.map(({ event }) => event)).toEqual(['save']), 1000)
    await keeper.stop()
    await follower.stop()
  })

  test('that is noted twice, or late, is the same item', async () => {
    bed.platform.clock.advance(60_000)
    const [late] = await bed.fail(1)
    await bed.settle()
    const { _id, since } = await only()
    bed.platform.clock.advance(-30_000)
    await bed.event('failed', late!.run, late!.task)
    await bed.fail(1)
    bed.platform.clock.advance(30_000)
    await bed.settle()
    const again = await only()
    expect([again._id, Date.parse(since) - Date.parse(again.since)]).toEqual([_id, 30_000])
    await query(
      `insert into attention_changes (account_id, kind, key) select account_id, 'failure', id
      from failure_groups, generate_series(1, 3) where type = $1`,
      [bed.current.type],
    )
    await bed.settle()
    expect(await only()).toEqual(again)
  })
})

describe('several processes', () => {
  test('have no item twice, and tell each change once', async () => {
    const [one, other] = [anotherKeeper(), anotherKeeper()]
    for (let round = 0; round < 5; round++) {
      await bed.fail(2)
      await bed.queue(1)
      await bed.group()
      bed.platform.clock.advance(10_000)
      await Promise.all([one.settle(), other.settle(), one.settle(), other.settle()])
    }
    await bed.settle()
    expect((await bed.items()).map(({ kind, hurt }) => [kind, hurt.runs])).toEqual([
      ['failure', 10],
      ['queueNobody', 5],
    ])
    const own = [...sent, ...bed.platform.told].filter(
      ({ event, data }) =>
        event === 'save' && (data as { links?: { type?: string } }).links?.type === bed.current.type,
    )
    expect(own).toHaveLength(2)
  })

  test('go on where one has died: what was noted is applied by the next', async () => {
    await bed.fail(2)
    await bed.group()
    const { rows } = await query('select kind from attention_changes')
    expect(rows).toEqual([{ kind: 'failure' }])
    await anotherKeeper().settle()
    expect((await only()).hurt.runs).toBe(2)
    expect(sent.map(({ event }) => event)).toContain('save')
  })

  test('keep what they cannot judge yet after a start', async () => {
    await bed.poll()
    bed.platform.clock.advance(120_000)
    await bed.queue(1)
    await bed.settle()
    const { _id, kind } = await only()
    expect(kind).toBe('queueNobody')
    const keeper = anotherKeeper()
    for (let look = 0; look < 14; look++) {
      await keeper.settle()
      expect(await only()).toMatchObject({ _id, closedBefore: null })
      bed.platform.clock.advance(5000)
    }
  })
})

test('after the clock was set back everything is looked at again, and no span is negative', async () => {
  await bed.queue(1)
  await bed.settle()
  bed.platform.clock.advance(-3_600_000)
  await bed.queue(1, { alias: 'second' })
  await bed.settle()
  const items = await bed.items()
  expect(items).toHaveLength(2)
  for (const { hurt, details } of items) {
    expect(hurt.minutes).toBe(0)
    expect(lineText(details[0])).not.toContain('-')
  }
  bed.platform.clock.advance(3_600_000)
})

test('a deleted account takes its items with it, and nothing else stops', async () => {
  const { bob, send } = bed.platform
  const { body } = await send('post', 'apps', { name: 'B', description: 'B' }, bob)
  await query(
    `insert into attention_changes (account_id, kind, key) values ($1, 'failure', 'gone'), ($1, 'queueNobody', 'gone')`,
    [bob.accountId],
  )
  await query('delete from apps where id = $1', [body._id])
  await query('delete from accounts where id = $1', [bob.accountId])
  await bed.fail(1)
  await bed.later(60_000)
  expect(await bed.items()).toHaveLength(1)
})

test('closed items are kept until midnight and a day longer', async () => {
  const [failed] = await bed.fail(1)
  await bed.settle()
  await bed.repair(failed!)
  await bed.settle()
  const stored = async () =>
    (await query(`select id from attention_items where facts ->> 'type' = $1`, [bed.current.type])).rowCount
  await bed.later(24 * 3_600_000)
  expect([await stored(), (await bed.read()).closedToday]).toEqual([1, []])
  await bed.later(24 * 3_600_000)
  expect(await stored()).toBe(0)
})
