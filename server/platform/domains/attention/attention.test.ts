import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AttentionItem } from '#shared/domains/attention/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask } from '#tests/support/platform-rows.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createFailureFollower, type FailureFollower } from '#server/platform/failures/follower.ts'

let platform: TestPlatform
let follower: FailureFollower
let accountId: string
let appId: string
let type: string
let number = 0

beforeAll(async () => {
  platform = await createTestPlatform(() => idleEngine())
  accountId = platform.alice.accountId
  const { pool, clock, attention } = platform
  const log = pino({ level: 'silent' })
  follower = createFailureFollower({
    db: createDatabase(pool),
    clock,
    log,
    onGroupsChanged: attention.onGroupsChanged,
  })
})
beforeEach(async () => {
  platform.clock.advance(60_000)
  appId = (await send('post', 'apps', { name: `Billing ${++number}`, description: 'B' })).body._id
  type = `task.shop.pay${number}`
  platform.told.length = 0
})
afterAll(async () => {
  await follower.stop()
  await platform.close()
})

const send = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const now = () => new Date(platform.clock.now())
const settle = async () => {
  await follower.drain()
  await platform.attention.settle()
}
const read = async (query = '', who = platform.alice as { headers: Record<string, string> }) =>
  (await send('get', `attention?${query}`, undefined, who)).body
const items = async (query = ''): Promise<AttentionItem[]> => (await read(`appId=${appId}&${query}`)).items
const textOf = (line: AttentionItem['details'][number] | undefined) =>
  line?.parts.map(({ kind, text }) => (kind === 'time' ? `<${text.slice(11, 16)}>` : text)).join('')
const told = () => platform.told.filter(({ channel }) => channel === `accounts.${accountId}.attention`)

/** Failed runs of the app, each with a failed task and two that wait behind it. */
async function fail(count: number, place: { appId?: string; version?: string; host?: string } = {}) {
  const ids: { run: string; task: string }[] = []
  const app = place.appId ?? appId
  for (let index = 0; index < count; index++) {
    const run = await insertRun(platform.pool, { accountId, appId: app, status: 'failed', ended: now() })
    await platform.pool.query(`update workqueues set task_counts = '{2,0,0,0,0,1,0}' where id = $1`, [run])
    const row = { accountId, appId: app, workqueueId: run, name: 'pay', type, status: 'failed' as const }
    const task = await insertTask(platform.pool, { ...row, ended: now() })
    ids.push({ run, task })
    await platform.pool.query(
      `insert into failure_events (kind, account_id, app_id, workqueue_id, run_created, task_id, task_name, type, alias,
         version, host_name, attempt, at, reason)
       values ('failed', $1, $2, $3, now(), $4, 'pay', $5, 'default', $6, $7, 1, $8, 'Card scheme timed out after 30 ms')`,
      [accountId, app, run, task, type, place.version ?? '2.14.1', place.host ?? 'h1', now()],
    )
  }
  return ids
}

/** Tasks of the app that wait in the queue of the type. */
async function queue(
  count: number,
  { alias = 'bigbatch', app = appId }: { alias?: string; app?: string } = {},
) {
  const run = await insertRun(platform.pool, { accountId, appId: app, status: 'started' })
  for (let position = 0; position < count; position++)
    await insertTask(platform.pool, {
      accountId,
      appId: app,
      workqueueId: run,
      position,
      type,
      alias,
      status: 'queued',
      queued: now(),
    })
  return run
}

test('the feature is announced', async () => {
  expect((await send('get', 'capabilities')).body.features).toContain('attention')
})

describe('failures', () => {
  test('one item for a group, with what waits behind it', async () => {
    await fail(3, { host: 'h1' })
    await fail(1, { host: 'h2' })
    await platform.pool.query(
      `insert into attempt_outcomes (process, account_id, type, alias, version, host_name, hour, ended, failed)
       values ('p', $1, $2, 'default', '2.14.0', 'h1', $3, 4, 0)`,
      [accountId, type, now()],
    )
    await settle()
    const [item, ...others] = await items()
    expect(others).toEqual([])
    expect(item).toMatchObject({
      kind: 'failure',
      sentence: 'Card scheme timed out after #',
      hurt: { runs: 4, tasks: 8, minutes: 0 },
      owner: null,
      mutedUntil: null,
      closedBefore: null,
      actions: [
        { kind: 'restartGroup', label: 'Restart 4' },
        { kind: 'restartOnAlias', label: 'On another alias…' },
      ],
    })
    expect(item?.details.map(textOf)).toEqual([
      expect.stringMatching(/^4 workqueues in Billing \d+, 8 tasks wait behind them · <\d\d:\d\d>$/),
      expect.stringMatching(/^worker pay\d+ 2\.14\.1 @ 2 hosts, not on 2\.14\.0$/),
    ])
    expect(told()).toMatchObject([{ event: 'save', data: { _id: item?._id, sentence: item?.sentence } }])
  })
})

describe('queues', () => {
  test('that were never polled', async () => {
    await queue(3)
    await settle()
    platform.clock.advance(432_000)
    const [item] = await items()
    expect(item).toMatchObject({
      kind: 'queueNobody',
      sentence: `Nobody polls ${type} · bigbatch`,
      links: { type, alias: 'bigbatch' },
      hurt: { runs: 1, tasks: 3, minutes: 7 },
    })
    expect(textOf(item?.details[0])).toMatch(/^3 queued, last poll never, oldest 7 m 12 s · Billing \d+$/)
  })
})
