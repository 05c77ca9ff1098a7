import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let appId: string
let run: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  const { accountId } = platform.alice
  appId = (await platform.send('post', 'apps', { name: 'A', description: 'B' })).body._id
  run = await insertRun(platform.pool, { accountId, appId, name: 'Nightly' })
})
afterAll(() => platform.close())

const write = (text: unknown) => platform.send('put', `workqueues/${run}/note`, { text } as object)
const listed = async () => (await platform.send('get', `workqueues?appId=${appId}`)).body.data[0].note
const storedSeq = async () =>
  (await platform.pool.query('select seq, updated_by from workqueues where id = $1', [run])).rows[0]

test('a run has the last note, with its author and time, and itself stays unchanged', async () => {
  const before = await storedSeq()
  expect(await listed()).toBeNull()
  await write('looked at, card scheme is down')
  const { body, status } = await write('  resolved <b>at 14:02</b> ')
  const note = { text: 'resolved <b>at 14:02</b>', by: 'alice@example.test', at: '2026-03-01T12:00:00.000Z' }
  expect([status, body.note, body.name, body.tasks]).toEqual([200, note, 'Nightly', []])
  expect(await listed()).toEqual(note)
  expect((await platform.send('get', `workqueues/${run}`)).body.note).toEqual(note)
  expect(await storedSeq()).toEqual(before)
})

test('a note is sent live, and recorded without its text', async () => {
  platform.told.length = 0
  await write('wait for finance')
  const data = expect.objectContaining({
    _id: run,
    appId,
    note: expect.objectContaining({ text: 'wait for finance' }),
  })
  expect(platform.told).toEqual([
    { channel: `apps.${appId}.workqueues`, event: 'update', data },
    { channel: `apps.${appId}.workqueues.${run}`, event: 'update', data },
  ])
  const { data: records } = (await platform.send('get', 'audit?action=workqueue.note')).body
  expect(records[0]).toMatchObject({ action: 'workqueue.note', actor: 'alice@example.test' })
  expect(JSON.stringify(records)).not.toContain('finance')
})

test('an empty note removes it; a long or missing text is refused with its field', async () => {
  expect((await write('x'.repeat(2000))).status).toBe(200)
  const long = await write('x'.repeat(2001))
  expect([long.status, long.body.message]).toEqual([400, expect.stringMatching(/^Text must have at most/)])
  expect((await write(undefined)).status).toBe(400)
  expect((await platform.send('put', `workqueues/${run}/note`, { text: 'a', by: 'b' })).status).toBe(400)
  expect((await write(' ')).body.note).toBeNull()
  expect(await listed()).toBeNull()
})

test('a note goes with its run, and other accounts neither read nor write it', async () => {
  await write('gone')
  const foreign = await platform.send('put', `workqueues/${run}/note`, { text: 'x' }, platform.bob)
  expect(foreign.status).toBe(404)
  await platform.pool.query('delete from workqueues where id = $1', [run])
  const { rows } = await platform.pool.query('select 1 from workqueue_notes')
  expect(rows).toEqual([])
})
