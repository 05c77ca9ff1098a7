import { createPublicKey, sign, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/platform/db/database.ts'
import { findAliasKey, touchAlias } from '#server/platform/queue/alias-credentials.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask, insertTeam } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let path: string
let type: string
let made = 0
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())
beforeEach(async () => {
  made += 1
  const team = await insertTeam(platform.pool, platform.alice.accountId, 'Imports', `imports${made}`)
  const { body } = await call('post', 'workers', { name: 'Pdf', teamId: team })
  path = `workers/${body._id}`
  type = body.type
})

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const workerId = () => path.slice('workers/'.length)
const add = (aliasName: string) => call('post', `${path}/aliases`, { aliasName, _id: workerId() })
const aliases = async () => (await call('get', path)).body.aliases as { _id: string; name: string }[]
const auditOf = async (where: string) =>
  (
    await platform.pool.query(
      `select actor, action, detail from audit where entity = 'worker' and entity_id = $1 and ${where} order by action, detail`,
      [workerId()],
    )
  ).rows

describe('aliases', () => {
  test('have a queue and its credentials', async () => {
    const added = await add('beta-2_x')
    const alias = {
      _id: expect.any(String),
      name: 'beta-2_x',
      accessKeyId: expect.stringMatching(/^WFCA[A-Z2-7]{16}$/),
      secretAccessKey: expect.stringMatching(/^[\w-]{40}$/),
      queueUrl: `https://queue.example.test/queue/${platform.alice.accountId}/${type}/beta-2_x`,
      privateKeys: [],
      lastPoll: null,
    }
    expect([added.status, added.body]).toEqual([201, alias])
    const [first, second] = await aliases()
    expect(first).toMatchObject({ name: 'default', queueUrl: expect.stringMatching(/\/default$/) })
    expect(second).toEqual(added.body)
    expect(await auditOf("action = 'add-alias'")).toEqual([
      { actor: 'alice@example.test', action: 'add-alias', detail: 'beta-2_x' },
    ])
  })

  test('have unique secrets, which are sealed at rest', async () => {
    const secrets = [(await add('one')).body, (await add('two')).body].map((alias) => alias.secretAccessKey)
    expect(new Set(secrets).size).toBe(2)
    const { rows } = await platform.pool.query('select secret from worker_aliases')
    const stored = Buffer.concat(rows.map(({ secret }) => secret as Buffer)).toString('latin1')
    for (const secret of secrets) expect(stored).not.toContain(secret)
  })

  test.each(['', ' ', 'a b', 'a/b', 'ä', 'x'.repeat(101)])('cannot be named %j', async (name) => {
    const refused = await add(name)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('Alias name')])
  })

  test('have a unique name within the worker', async () => {
    expect((await add('beta')).status).toBe(201)
    const refused = await add('beta')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Alias name is taken: the worker has an alias beta',
    ])
    expect((await add('default')).status).toBe(409)
  })

  test('belong to the worker of the path', async () => {
    const refused = await call('post', `${path}/aliases`, { aliasName: 'beta', _id: 'f'.repeat(24) })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Id must be that of the worker in the address',
    ])
  })

  test('are deleted with their keys, except default', async () => {
    await add('beta')
    const key = (await call('put', `${path}/aliases/beta/jwt`, { name: 'laptop' })).body
    const refused = await call('delete', `${path}/aliases/default`)
    expect([refused.status, refused.body.message]).toEqual([409, 'The alias default cannot be deleted'])
    const removed = await call('delete', `${path}/aliases/beta`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect((await aliases()).map(({ name }) => name)).toEqual(['default'])
    const now = new Date(platform.clock.now())
    expect(await findAliasKey(createDatabase(platform.pool), key._id, now)).toBeNull()
    expect((await call('delete', `${path}/aliases/beta`)).status).toBe(404)
  })

  test.each(['queued', 'started', 'retry'] as const)(
    'are not deleted while a task of theirs is %s',
    async (status) => {
      await add('beta')
      const { accountId } = platform.alice
      const appId = (await call('post', 'apps', { name: 'App', description: 'App' })).body._id
      const workqueueId = await insertRun(platform.pool, { accountId, appId, status: 'started' })
      const task = { accountId, appId, workqueueId, type, alias: 'beta', status }
      const taskId = await insertTask(platform.pool, task)
      const refused = await call('delete', `${path}/aliases/beta`)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'Tasks wait for the alias beta or run on it',
      ])
      await platform.pool.query("update tasks set status = 'failed' where id = $1", [taskId])
      expect((await call('delete', `${path}/aliases/beta`)).status).toBe(204)
    },
  )

  test('have the time when their queue was last polled', async () => {
    const [alias] = await aliases()
    await touchAlias(createDatabase(platform.pool), alias?._id ?? '', new Date('2026-03-01T12:34:56.000Z'))
    const polled = { name: 'default', lastPoll: '2026-03-01T12:34:56.000Z' }
    expect(await aliases()).toMatchObject([polled])
    expect((await call('get', `workers?type=${type}`)).body.data[0].aliases).toMatchObject([polled])
  })
})

describe('private keys', () => {
  const addKey = (alias: string, name: string) => call('put', `${path}/aliases/${alias}/jwt`, { name })

  test('are returned once; the stored half verifies their signatures', async () => {
    const added = await addKey('default', ' laptop ')
    const { privateKey, ...key } = added.body
    expect([added.status, key]).toEqual([
      200,
      {
        _id: expect.any(String),
        jwtId: key._id,
        name: 'laptop',
        createdAt: '2026-03-01T12:00:00.000Z',
        expiresAt: '2027-03-01T12:00:00.000Z',
      },
    ])
    expect(await aliases()).toMatchObject([{ name: 'default', privateKeys: [key] }])
    const found = await findAliasKey(createDatabase(platform.pool), key._id, new Date(platform.clock.now()))
    const text = Buffer.from('report')
    const signature = sign(null, text, privateKey)
    expect(verify(null, text, createPublicKey(found?.publicKey ?? ''), signature)).toBe(true)
    expect(
      (await platform.pool.query('select * from alias_keys where id = $1', [key._id])).rows[0],
    ).not.toMatchObject({
      public_key: expect.stringContaining('PRIVATE'),
    })
  })

  test('belong to one alias and are deleted there', async () => {
    await add('beta')
    const key = (await addKey('beta', 'laptop')).body
    expect((await call('delete', `${path}/aliases/default/jwt/${key._id}`)).status).toBe(404)
    const removed = await call('delete', `${path}/aliases/beta/jwt/${key._id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect((await call('delete', `${path}/aliases/beta/jwt/${key._id}`)).body.message).toBe(
      'Private key not found',
    )
    expect(await auditOf("action like '%-private-key'")).toMatchObject([
      { action: 'add-private-key', detail: 'beta/laptop' },
      { action: 'remove-private-key', detail: 'beta/laptop' },
    ])
  })

  test('need an alias and a name', async () => {
    expect((await addKey('gamma', 'laptop')).body.message).toBe('Alias not found')
    expect((await addKey('default', ' ')).status).toBe(400)
  })
})

describe('secrets', () => {
  test('are audited when they are shown, not when a read asks for masks', async () => {
    const { body } = await call('get', path).set('x-secrets', 'masked')
    expect(body.aliases[0].secretAccessKey).toMatch(/^\*{36}[\w-]{4}$/)
    expect(await auditOf("action = 'reveal'")).toEqual([])
    await call('get', path).set('x-reveal', 'default')
    expect(await auditOf("action = 'reveal'")).toEqual([
      { actor: 'alice@example.test', action: 'reveal', detail: 'default' },
    ])
  })
})

describe('the aliases of a type', () => {
  test('are those of the worker that has it, default first', async () => {
    await add('beta')
    const answer = await call('get', `workers/bytype/${type}`)
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: { aliases: [{ name: 'default' }, { name: 'beta' }] } },
    ])
  })

  test('are only default for built-in types', async () => {
    const answer = await call('get', 'workers/bytype/task.workforce.noop')
    expect(answer.body).toEqual({ data: { aliases: [{ name: 'default' }] } })
  })

  test('are 404 without a worker, and once it is deleted', async () => {
    expect((await call('get', 'workers/bytype/task.imports.nobody')).status).toBe(404)
    await call('delete', path)
    expect((await call('get', `workers/bytype/${type}`)).status).toBe(404)
  })
})
