import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/platform/db/database.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask, type StoredTask } from '#tests/support/platform-rows.ts'
import { findTasks } from './search-list.ts'

let platform: TestPlatform
let accountId: string
let appId: string
let workqueueId: string
let ids: Record<string, string>

const ago = (minutes: number) => new Date(platform.clock.now() - minutes * 60_000)

beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  accountId = platform.alice.accountId
  const created = await platform.call
    .post('/api/apps')
    .set(platform.alice.headers)
    .send({ name: 'A', description: 'B' })
  appId = created.body._id
  workqueueId = await insertRun(platform.pool, {
    accountId,
    appId,
    status: 'failed',
    name: 'Nightly refunds',
  })
  let position = 0
  const task = (row: Partial<StoredTask>) =>
    insertTask(platform.pool, { accountId, appId, workqueueId, position: position++, ...row })
  ids = {
    old: await task({
      name: 'Charge cards EU',
      type: 'task.payments.chargecard',
      status: 'failed',
      reason: 'Card scheme timed out after 30000 ms (batch=7)',
      created: ago(500),
      started: ago(400),
      ended: ago(300),
    }),
    new: await task({
      name: 'Charge cards US',
      type: 'task.payments.chargecard',
      alias: 'Stable',
      status: 'failed',
      reason: 'Card scheme timed out after 120 ms (batch=8)',
      created: ago(400),
      started: ago(20),
      ended: ago(10),
    }),
    mail: await task({
      name: 'Send Übersicht',
      type: 'task.mail.sendemail',
      status: 'ended',
      created: ago(300),
      started: ago(299),
      ended: ago(298),
    }),
    waits: await task({ name: 'Archive', type: 'task.ledger.archive', status: 'queued', created: ago(200) }),
  }
})
afterAll(() => platform.close())

const get = (query: string) =>
  platform.call.get(`/api/tasks?appId=${appId}&${query}`).set(platform.alice.headers)
const search = (text: string, more = '') => get(`search=${encodeURIComponent(text)}${more}`)
const found = async (text: string, more?: string) => {
  const { status, body } = await search(text, more)
  expect([text, status]).toEqual([text, 200])
  return (body.data as { _id: string }[]).map(({ _id }) => Object.keys(ids).find((key) => ids[key] === _id))
}

test('a task is found by its words, terms and times', async () => {
  const table: [string, string[]][] = [
    ['timed out', ['new', 'old']],
    ['"scheme timed out"', ['new', 'old']],
    ['"scheme out"', []],
    ['CHARGE us', ['new']],
    ['harge', []],
    ['übersicht', ['mail']],
    ['uebersicht', []],
    ['nightly', ['waits', 'mail', 'new', 'old']],
    ['-timed', ['waits', 'mail']],
    ['batch=7', ['old']],
    ['type:chargecard', ['new', 'old']],
    ['type:payments.chargecard', ['new', 'old']],
    ['type:cards', []],
    ['type:chargecard status:failed ended:<1h reason:timed', ['new']],
    ['ended:>1h', ['mail', 'old']],
    ['-ended:>1h', ['waits', 'new']],
    ['duration:>30m', ['old']],
    ['started:<1h', ['new']],
    ['alias:stable', ['new']],
    ['-alias:stable charge', ['old']],
    ['run:refunds status:queued', ['waits']],
    ['status:failed,queued', ['waits', 'new', 'old']],
    ['-status:failed', ['waits', 'mail']],
    ['status:failed status:queued', []],
    [workqueueId.slice(-6), ['waits', 'mail', 'new', 'old']],
    [ids['mail']!.slice(-6), ['mail']],
  ]
  for (const [text, expected] of table) expect([text, await found(text)]).toEqual([text, expected])
})

test('the filters and the order of the list hold beside a search', async () => {
  expect(await found('charge', '&status=failed&sort=created')).toEqual(['old', 'new'])
  expect(await found('charge', '&status=ended')).toEqual([])
  expect(await found('charge', '&type=task.mail.sendemail')).toEqual([])
  expect(await found('charge', `&created[$gte]=${ago(450).toISOString()}`)).toEqual(['new'])
  expect(await found('nightly', '&pagesize=1&page=3')).toEqual(['new'])
  expect((await search('charge')).body).toMatchObject({ total: 2, more: false, searchedTo: null })
  expect(
    (await platform.call.get(`/api/tasks/count?appId=${appId}&search=charge`).set(platform.alice.headers))
      .body,
  ).toEqual({ count: 2 })
  expect((await get('status=failed')).body).not.toHaveProperty('more')
})

test('a wrong term is refused and named', async () => {
  const { status, body } = await search('plan:x')
  expect([status, body.message]).toEqual([400, expect.stringContaining('there is no term plan:')])
})

/** Fails when a search looks at more than it may, or does not tell how far it has looked. */
test('a search ends after so many tasks and says where', async () => {
  const db = createDatabase(platform.pool)
  const look = (text: string, most: number, oldestFirst = false) =>
    findTasks(db, accountId, { appId, search: text }, { now: Date.now(), most, oldestFirst })
  const { rows } = await platform.pool.query('select created from tasks where id = $1', [ids['mail']])
  const searchedTo = (rows[0] as { created: Date }).created.toISOString()
  expect(await look('charge', 2)).toEqual({ ids: [], more: true, searchedTo })
  expect(await look('charge', 5)).toEqual({ ids: [ids['new'], ids['old']], more: false, searchedTo: null })
  expect((await look('charge', 2, true)).ids).toEqual([ids['old'], ids['new']])
})
