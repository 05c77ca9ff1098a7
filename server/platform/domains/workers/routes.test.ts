import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findAliasByAccessKey } from '#server/platform/queue/alias-credentials.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertTeam } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let team: string
let namespace: string
let teams = 0
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())
beforeEach(async () => {
  teams += 1
  namespace = `imports${teams}`
  team = await insertTeam(platform.pool, platform.alice.accountId, 'Imports', namespace)
})

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const create = async (name: string, more: object = {}) =>
  (await call('post', 'workers', { name, teamId: team, ...more })).body as {
    _id: string
    name: string
    type: string
    version: number
  }
const auditOf = async (id: string, result = 'done') => {
  const { rows } = await platform.pool.query(
    'select action, detail from audit where entity_id = $1 and result = $2 order by action',
    [id, result],
  )
  return (rows as { action: string; detail: string | null }[]).map(({ action, detail }) =>
    detail === null ? action : `${action} ${detail}`,
  )
}

describe('a new worker', () => {
  test('gets its type from the team and the name, and the alias default', async () => {
    const created = await call('post', 'workers', { name: ' Pdf Renderer 2 ', teamId: { _id: team } })
    expect([created.status, created.body]).toEqual([
      201,
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'Pdf Renderer 2',
        description: '',
        type: `task.${namespace}.pdfrenderer2`,
        status: 'active',
        teamId: { _id: team, name: 'Imports' },
        inputs: {},
        outputs: {},
        version: 1,
        created: '2026-03-01T12:00:00.000Z',
        createdBy: 'alice@example.test',
        updated: '2026-03-01T12:00:00.000Z',
        updatedBy: 'alice@example.test',
        aliases: [{ _id: expect.any(String), name: 'default', lastPoll: null }],
      },
    ])
    expect(await auditOf(created.body._id)).toEqual(['create'])
  })

  test.each(['***', '漢字'])('needs a letter or a digit in its name: %s', async (name) => {
    const refused = await call('post', 'workers', { name, teamId: team })
    expect([refused.status, refused.body.message]).toEqual([400, 'Name must have a letter or a digit'])
  })

  test('cannot have the type of another one; it is free again when that one is deleted', async () => {
    const first = await create('Meta Data')
    const refused = await call('post', 'workers', { name: 'meta-data', teamId: team })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Name is taken: a worker has the type task.${namespace}.metadata`,
    ])
    await call('delete', `workers/${first._id}`)
    expect((await create('meta-data')).type).toBe(first.type)
  })

  test('of two created at the same time with one type only one succeeds', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => call('post', 'workers', { name: 'Twice', teamId: team })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('may have the type of another account', async () => {
    const first = await create('Shared')
    const bobs = await insertTeam(platform.pool, platform.bob.accountId, 'Imports', namespace)
    const sent = platform.call.post('/api/workers').set(platform.bob.headers)
    expect((await sent.send({ name: 'Shared', teamId: bobs })).body.type).toBe(first.type)
  })

  test('cannot take a built-in type', async () => {
    const builtin = await insertTeam(platform.pool, platform.alice.accountId, 'Workforce', 'workforce')
    const refused = await call('post', 'workers', { name: 'noop', teamId: builtin })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The namespace workforce is kept for built-in task types',
    ])
  })
})

describe('a change', () => {
  test('keeps the type and checks the version', async () => {
    const worker = await create('Pdf')
    const path = `workers/${worker._id}`
    const stored = (await call('get', path)).body
    const changed = await call('put', path, { ...stored, name: 'Word', inputs: { url: 'text' } })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'Word', type: worker.type, version: 2, inputs: { url: 'text' }, teamId: { _id: team } },
    ])
    const late = await call('put', path, { ...stored, name: 'Excel' })
    expect([late.status, late.body.versions]).toEqual([409, { stored: 2, yours: 1 }])
    expect((await call('put', path, { description: 'last' })).body.version).toBe(3)
  })

  test('does not move a worker to another team, whose namespace is not in its type', async () => {
    const worker = await create('Pdf')
    const other = await insertTeam(platform.pool, platform.alice.accountId, 'Other')
    const refused = await call('put', `workers/${worker._id}`, { name: 'x', teamId: other })
    expect([refused.status, refused.body.message]).toEqual([400, 'Team id cannot be changed'])
    const bobs = await insertTeam(platform.pool, platform.bob.accountId)
    expect((await call('put', `workers/${worker._id}`, { name: 'x', teamId: bobs })).status).toBe(404)
  })

  test('of many sets the description and skips deleted ones', async () => {
    const [living, deleted] = [await create('One'), await create('Two')]
    await call('delete', `workers/${deleted._id}`)
    const where = encodeURIComponent(JSON.stringify({ teamId: team }))
    const answer = await call('put', `workers?where=${where}`, { description: 'moved' })
    expect(answer.body).toEqual({ matched: 1, modified: 1 })
    expect((await call('get', `workers/${living._id}`)).body).toMatchObject({
      description: 'moved',
      version: 2,
    })
    expect((await call('get', `workers/${deleted._id}`)).body.description).toBe('')
  })
})

describe('a deleted worker', () => {
  test('stays readable and is read-only', async () => {
    const worker = await create('Old')
    const path = `workers/${worker._id}`
    const key = (await call('put', `${path}/aliases/default/jwt`, { name: 'laptop' })).body
    platform.clock.advance(1000)
    const removed = await call('delete', path)
    expect([removed.status, removed.text]).toEqual([204, ''])
    const { body } = await call('get', path)
    expect(body).toMatchObject({ status: 'deleted', name: 'Old', version: 2 })
    expect(Date.parse(body.updated)).toBe(platform.clock.now())
    const changes = await Promise.all([
      call('put', path, { name: 'New' }),
      call('delete', path),
      call('post', `${path}/aliases`, { aliasName: 'beta' }),
      call('delete', `${path}/aliases/default`),
      call('put', `${path}/aliases/default/jwt`, { name: 'more' }),
      call('delete', `${path}/aliases/default/jwt/${key._id}`),
    ])
    for (const { status, body } of changes)
      expect([status, body.message]).toEqual([409, 'The worker is deleted and can only be read'])
    expect(await auditOf(worker._id)).toEqual([
      'add-private-key default/laptop',
      'create',
      'delete',
      'reveal alias default',
    ])
    await expect
      .poll(() => auditOf(worker._id, 'refused'))
      .toEqual(['add-alias', 'add-private-key', 'delete', 'remove-alias', 'remove-private-key', 'update'])
  })

  test("its aliases' access keys stop working", async () => {
    const worker = await create('Old')
    const { accessKeyId } = (await call('get', `workers/${worker._id}`)).body.aliases[0]
    const find = () => findAliasByAccessKey(platform.pool, platform.seal, accessKeyId, Date.now())
    expect(await find()).toMatchObject({ workerId: worker._id, alias: 'default' })
    await call('delete', `workers/${worker._id}`)
    expect(await find()).toBeNull()
  })
})

describe('lists', () => {
  let old: string
  beforeEach(async () => {
    for (const name of ['Bravo', 'Alpha', 'Charlie']) await create(name)
    old = (await create('Old'))._id
    await call('delete', `workers/${old}`)
  })
  const names = async (query: string) =>
    ((await call('get', `workers?teamId=${team}&${query}`)).body.data as { name: string }[]).map(
      ({ name }) => name,
    )

  test.each([
    ['sort=name', ['Alpha', 'Bravo', 'Charlie']],
    ['sort=name&showDeleted=false', ['Alpha', 'Bravo', 'Charlie']],
    ['sort=name&showDeleted=true', ['Alpha', 'Bravo', 'Charlie', 'Old']],
    ['status=deleted', ['Old']],
    ['sort=-name&status=active&showDeleted=true', ['Charlie', 'Bravo', 'Alpha']],
    ['sort=name&page=2&pagesize=2', ['Charlie']],
    ['name=Bravo', ['Bravo']],
    ['name=Bravo&created[$gte]=2099-01-01T00:00:00Z', []],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('count and findOne take the filters of the list', async () => {
    expect((await call('get', `workers/count?teamId=${team}`)).body).toEqual({ count: 3 })
    expect((await call('get', `workers/count?teamId=${team}&showDeleted=true`)).body).toEqual({ count: 4 })
    const found = await call('get', `workers/findOne?type=task.${namespace}.alpha`)
    expect(found.body).toMatchObject({ name: 'Alpha', teamId: { _id: team, name: 'Imports' } })
  })

  test("contain the team's name only on request, and never a secret", async () => {
    const [bare] = (await call('get', `workers?name=Bravo&teamId=${team}`)).body.data
    expect(bare.teamId).toBe(team)
    expect(bare.aliases).toEqual([{ _id: expect.any(String), name: 'default', lastPoll: null }])
    const [named] = (await call('get', `workers?name=Bravo&teamId=${team}&populateTeamId=true`)).body.data
    expect(named).toEqual({ ...bare, teamId: { _id: team, name: 'Imports' } })
  })

  test.each(['showDeleted=yes', 'populateTeamId=1', 'status=paused', 'deleted=true'])(
    '%s is refused',
    async (query) => {
      expect((await call('get', `workers?${query}`)).status).toBe(400)
    },
  )
})

describe('the schema of the inputs', () => {
  const inputSchema = { properties: { dpi: { type: 'integer' } }, required: ['dpi'] }
  const stated = async () => (await call('get', 'workers/inputs')).body.data
  const mine = async (type: string) => (await call('get', `workers/inputs?type=${type}`)).body.data

  test('is kept, changed and removed, and answered by the type of the tasks', async () => {
    const { _id, type } = await create('Render', { inputSchema })
    expect((await call('get', `workers/${_id}`)).body.inputSchema).toEqual(inputSchema)
    expect(await mine(type)).toEqual([{ type, inputSchema }])
    expect(await stated()).toContainEqual({ type, inputSchema })
    const changed = await call('put', `workers/${_id}`, { inputSchema: {} })
    expect(changed.body.inputSchema).toEqual({})
    expect((await call('put', `workers/${_id}`, { description: 'New' })).body.inputSchema).toEqual({})
    const removed = await call('put', `workers/${_id}`, { inputSchema: null })
    expect(removed.body).not.toHaveProperty('inputSchema')
    expect(await mine(type)).toEqual([])
  })

  test('is refused at the place of its fault, and belongs to the account', async () => {
    const { _id, type } = await create('Draw', { inputSchema })
    const wrong = await call('put', `workers/${_id}`, { inputSchema: { properties: { a: { type: 'int' } } } })
    expect([wrong.status, wrong.body.faults[0].path]).toEqual([400, 'inputSchema.properties.a.type'])
    expect((await call('get', `workers/inputs?type=${type}`, undefined, platform.bob)).body.data).toEqual([])
    await call('delete', `workers/${_id}`)
    expect(await mine(type)).toEqual([])
  })
})
