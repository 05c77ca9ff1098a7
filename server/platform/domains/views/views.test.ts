import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_VIEWS } from '#shared/domains/views/contract.ts'
import { evidence } from '#tests/support/evidence.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
/** A member of alice's account, who is no owner of it. */
let carol: { headers: Record<string, string> }
beforeAll(async () => {
  platform = await createTestPlatform(absentEngine)
  const { alice, bob } = platform
  await platform.pool.query(`insert into memberships (account_id, user_id, role) values ($1, $2, 'member')`, [
    alice.accountId,
    bob.userId,
  ])
  carol = { headers: { ...bob.headers, 'account-id': alice.accountId } }
})
afterAll(() => platform.close())
beforeEach(() => platform.pool.query('delete from views'))

const body = { name: 'Failed', screen: 'workqueues', query: 'status=failed' }
const save = (more: object = {}, who?: typeof carol) =>
  platform.send('post', 'views', { ...body, ...more }, who)
const namesOf = async (who?: typeof carol, query = '') =>
  (await platform.send('get', `views?sort=name${query}`, undefined, who)).body.data.map(
    ({ name }: { name: string }) => name,
  )

test('a view keeps what it was saved with', async () => {
  const { status, body: saved } = await save({ columns: ['name', 'status'], sort: '-created' })
  expect([status, saved]).toEqual([
    201,
    {
      ...body,
      _id: expect.any(String),
      columns: ['name', 'status'],
      widths: null,
      sort: '-created',
      shared: false,
      owner: { userId: platform.alice.userId, email: 'alice@example.test' },
      editable: true,
      created: '2026-03-01T12:00:00.000Z',
      createdBy: 'alice@example.test',
      updated: '2026-03-01T12:00:00.000Z',
      updatedBy: 'alice@example.test',
    },
  ])
  expect((await platform.send('get', `views/${saved._id}`)).body).toEqual(saved)
  const change = { query: { status: 'failed', tags: ['eu'] }, widths: { name: 240 }, columns: null }
  const changed = (await platform.send('put', `views/${saved._id}`, change)).body
  expect(changed).toEqual({ ...saved, ...change })
  expect((await platform.send('delete', `views/${saved._id}`)).status).toBe(204)
  expect((await platform.send('get', `views/${saved._id}`)).status).toBe(404)
})

test('a user sees the own and the shared views of a screen, and nothing of other accounts', async () => {
  await save({ name: 'Own' })
  await save({ name: 'Shared', shared: true })
  await save({ name: 'Tasks', screen: 'tasks' })
  await save({ name: 'Of carol' }, carol)
  expect(await namesOf(undefined, '&screen=workqueues')).toEqual(['Own', 'Shared'])
  expect(await namesOf(carol)).toEqual(['Of carol', 'Shared'])
  expect(await namesOf(platform.bob)).toEqual([])
})

test('only its owner, or for a shared one an owner of the account, changes a view', async () => {
  const own = (await save()).body._id
  const shared = (await save({ shared: true })).body._id
  const ofCarol = (await save({ shared: true }, carol)).body._id
  const hidden = (await save({}, carol)).body._id
  const rename = (id: string, who?: typeof carol) => platform.send('put', `views/${id}`, { name: 'New' }, who)
  expect((await rename(own, carol)).status).toBe(404)
  const refused = await rename(shared, carol)
  expect([refused.status, refused.body.code]).toEqual([403, 'NOT_ALLOWED'])
  expect((await platform.send('delete', `views/${shared}`, undefined, carol)).status).toBe(403)
  expect((await platform.send('get', `views/${shared}`, undefined, carol)).body.editable).toBe(false)
  expect((await rename(ofCarol)).status).toBe(200)
  expect((await rename(hidden)).status).toBe(404)
  expect((await platform.send('delete', `views/${hidden}`)).status).toBe(404)
})

test('a user has a bounded number of views', async () => {
  await platform.pool.query(
    `insert into views (id, account_id, user_id, name, screen, query, shared, created, updated)
     select 'v' || n, $1, $2, 'View', 'workqueues', '""', false, now(), now() from generate_series(1, $3::int) n`,
    [platform.alice.accountId, platform.alice.userId, MAX_VIEWS - 1],
  )
  const both = await Promise.all([save(), save()])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await save({}, carol)).status).toBe(201)
  evidence({
    check: 89,
    figures: { 'views of a user at most': MAX_VIEWS, 'saved beyond that by two calls at once': 0 },
    breaks: 'views are counted before they are saved, without a lock',
  })
})

test.each<[object, RegExp]>([
  [{ name: ' ' }, /^Name must not be empty/],
  [{ query: 7 }, /^Query /],
  [{ query: 'x'.repeat(4001) }, /^Query must have at most/],
  [{ columns: 'name' }, /^Columns /],
  [{ widths: { name: 0 } }, /^Widths/],
  [{ colour: 'red' }, /^Colour is not known here/],
])('%j is refused with its field', async (more, message) => {
  const answer = await save(more)
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)])
})
