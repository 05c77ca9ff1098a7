import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertTeam } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let team: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  team = await insertTeam(platform.pool, platform.alice.accountId, 'Data')
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const create = async (name: string, more: object = {}) =>
  (await call('post', 'scripts', { name, teamId: team, ...more })).body

describe('one script', () => {
  test('is created with its name as type and its team by name', async () => {
    const created = await call('post', 'scripts', { name: ' Import ', teamId: team })
    expect([created.status, created.body]).toEqual([
      201,
      {
        _id: expect.any(String),
        name: 'Import',
        description: '',
        type: 'Import',
        teamId: { _id: team, name: 'Data' },
        code: '',
        version: 1,
        created: '2026-03-01T12:00:00.000Z',
        createdBy: 'alice@example.test',
        updated: '2026-03-01T12:00:00.000Z',
        updatedBy: 'alice@example.test',
      },
    ])
    expect((await call('get', `scripts/${created.body._id}`)).body).toEqual(created.body)
  })

  test('keeps its type when it is renamed', async () => {
    const { _id } = await create('Old', { type: 'import' })
    expect((await call('put', `scripts/${_id}`, { name: 'New' })).body).toMatchObject({
      name: 'New',
      type: 'import',
    })
  })

  test('has a name whose task type no other script of the account has', async () => {
    const { _id } = await create('Clean up!')
    const taken = [409, 'Name is taken: a script has the type task.script.cleanup']
    const again = await call('post', 'scripts', { name: 'clean UP', teamId: team })
    expect([again.status, again.body.message]).toEqual(taken)
    const other = await create('Other name')
    const renamed = await call('put', `scripts/${other._id}`, { name: 'Cleanup' })
    expect([renamed.status, renamed.body.message]).toEqual(taken)
    // Its own type is not taken.
    expect((await call('put', `scripts/${_id}`, { name: 'Clean-up' })).status).toBe(200)
    const bobs = await insertTeam(platform.pool, platform.bob.accountId)
    const elsewhere = await call('post', 'scripts', { name: 'Cleanup', teamId: bobs }, platform.bob)
    expect(elsewhere.status).toBe(201)
    const where = encodeURIComponent('{"type":"none"}')
    expect((await call('put', `scripts?where=${where}`, { name: 'Cleanup' })).status).toBe(409)
    const nameless = await call('post', 'scripts', { name: '!!', teamId: team })
    expect([nameless.status, nameless.body.message]).toEqual([400, 'Name must have a letter or a digit'])
  })

  test('keeps its code as written, up to 1 MiB', async () => {
    const code = `  x\n${'é'.repeat(512 * 1024 - 3)}\n\n`
    const { _id } = await create('Long')
    const changed = await call('put', `scripts/${_id}`, { code })
    expect([changed.status, changed.body.code === code]).toEqual([200, true])
    const refused = await call('put', `scripts/${_id}`, { code: `${code}é` })
    expect([refused.status, refused.body.message]).toEqual([400, 'Code must have at most 1048576 bytes'])
  })

  test('that was read can be written back, once', async () => {
    const script = await create('Twice')
    const changed = await call('put', `scripts/${script._id}`, { ...script, description: 'More' })
    expect([changed.status, changed.body]).toEqual([200, { ...script, description: 'More', version: 2 }])
    const late = await call('put', `scripts/${script._id}`, { ...script, description: 'Less' })
    expect([late.status, late.body.code, late.body.versions]).toEqual([
      409,
      'CONFLICT',
      { stored: 2, yours: 1 },
    ])
  })

  test('stays with its team', async () => {
    const { _id } = await create('Loyal')
    const other = await insertTeam(platform.pool, platform.alice.accountId, 'Other')
    const refused = await call('put', `scripts/${_id}`, { name: 'Moved', teamId: other })
    expect([refused.status, refused.body.message]).toEqual([400, 'Team id cannot be changed'])
    const bobs = await insertTeam(platform.pool, platform.bob.accountId)
    const foreign = await call('put', `scripts/${_id}`, { name: 'Moved', teamId: bobs })
    expect([foreign.status, foreign.body.message]).toEqual([404, 'Team not found'])
    expect((await call('get', `scripts/${_id}`)).body.name).toBe('Loyal')
  })

  test('every change of it is in the audit', async () => {
    const { _id } = await create('Audited')
    await call('put', `scripts/${_id}`, { code: 'run()' })
    expect((await call('delete', `scripts/${_id}`)).status).toBe(204)
    const { rows } = await platform.pool.query(
      "select action from audit where entity = 'script' and entity_id = $1 order by at, id",
      [_id],
    )
    expect(rows.map(({ action }) => action).sort()).toEqual(['create', 'delete', 'update'])
  })
})

test.each([
  [{}, 'Name .*; Team id must be an id'],
  [{ name: 'x'.repeat(201), teamId: { name: 'Data' } }, 'Name .*; Team id must be an id'],
])('POST %j is refused', async (body, message) => {
  const answer = await call('post', 'scripts', body)
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(new RegExp(message))])
})

describe('lists', () => {
  test('omit the code and filter by name, team and type', async () => {
    const other = await insertTeam(platform.pool, platform.alice.accountId, 'Lists')
    const marked = await create('Marked', { teamId: other, type: 'a', code: 'run()' })
    await create('Marked too', { teamId: other, type: 'b' })
    const { code: _code, ...row } = marked
    const only = (query: string) => call('get', `scripts?teamId=${other}&${query}`)
    expect((await only('type=a')).body).toEqual({ data: [row], total: 1 })
    expect((await only('name=Marked')).body.total).toBe(1)
    expect((await only('created[$gte]=2027-01-01T00:00:00Z')).body.total).toBe(0)
    expect((await call('get', `scripts/findOne?teamId=${other}&type=a`)).body).toEqual(marked)
  })

  test('are changed by filter, each script with a new version', async () => {
    await create('Bulk 1', { type: 'bulk' })
    await create('Bulk 2', { type: 'bulk' })
    const where = encodeURIComponent('{"type":"bulk"}')
    const answer = await call('put', `scripts?where=${where}`, { description: 'together' })
    expect(answer.body).toEqual({ matched: 2, modified: 2 })
    expect((await call('get', 'scripts?type=bulk')).body.data).toEqual([
      expect.objectContaining({ description: 'together', version: 2 }),
      expect.objectContaining({ description: 'together', version: 2 }),
    ])
  })
})
