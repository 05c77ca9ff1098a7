import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppToken, AppVariable, AppWithSecrets } from '#shared/domains/apps/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) => {
  const sent = platform.call[method](`/api/apps${path}`).set(platform.alice.headers)
  return body ? sent.send(body) : sent
}
const createApp = async (name = 'Orders') => (await call('post', '', { name, description: 'd' })).body
const read = async (appId: string): Promise<AppWithSecrets> => (await call('get', `/${appId}`)).body
const audited = async (appId: string) =>
  (
    await platform.pool.query(
      'select actor, action, detail from audit where entity = $1 and entity_id = $2 order by at, action',
      ['app', appId],
    )
  ).rows

describe('access tokens', () => {
  test('an app is created with one; reading the app shows it, lists and changes do not', async () => {
    const app = await createApp('Listed once')
    expect(Object.keys(app)).not.toContain('tokens')
    const { tokens, variables } = await read(app._id)
    expect(tokens).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        key: expect.stringMatching(/^wfk_[\w-]{20}$/),
        secret: expect.stringMatching(/^wfs_[\w-]{43}$/),
        created: '2026-03-01T12:00:00.000Z',
        createdBy: 'alice@example.test',
      },
    ])
    expect(variables).toEqual([])
    const others = await Promise.all([
      call('get', '?pagesize=100'),
      call('get', '/findOne?name=Listed%20once'),
      call('put', `/${app._id}`, { description: 'changed' }),
    ])
    for (const { status, text } of others) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/wf[ks]_|tokens|variables/)
    }
  })

  test('are added and removed, each time with author and key in the audit', async () => {
    const app = await createApp()
    const [first] = (await read(app._id)).tokens as [AppToken]
    platform.clock.advance(1000)
    const added = await call('post', `/${app._id}/token`)
    expect(added.status).toBe(201)
    const token: AppToken = added.body
    expect((await read(app._id)).tokens).toEqual([first, token])
    expect(token.secret).not.toBe(first.secret)
    const removed = await call('delete', `/${app._id}/token/${first._id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect((await read(app._id)).tokens).toEqual([token])
    expect((await call('delete', `/${app._id}/token/${first._id}`)).status).toBe(404)
    const actor = 'alice@example.test'
    expect(await audited(app._id)).toEqual(
      expect.arrayContaining([
        { actor, action: 'add-token', detail: token.key },
        { actor, action: 'remove-token', detail: first.key },
      ]),
    )
  })

  test('the last one stays, also when all are removed at the same time', async () => {
    const app = await createApp()
    const [only] = (await read(app._id)).tokens as [AppToken]
    const refused = await call('delete', `/${app._id}/token/${only._id}`)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'CONFLICT',
      'App must have at least one token',
    ])
    for (let count = 0; count < 3; count++) await call('post', `/${app._id}/token`)
    const { tokens } = await read(app._id)
    const answers = await Promise.all(tokens.map(({ _id }) => call('delete', `/${app._id}/token/${_id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 409])
    expect((await read(app._id)).tokens).toHaveLength(1)
  })

  test('are deleted with their app', async () => {
    const app = await createApp()
    await call('post', `/${app._id}/variables`, { name: 'A', value: 'b' })
    expect((await call('delete', `/${app._id}`)).status).toBe(204)
    const left =
      'select 1 from app_tokens where app_id = $1 union all select 1 from app_variables where app_id = $1'
    expect((await platform.pool.query(left, [app._id])).rows).toEqual([])
  })
})

describe('variables', () => {
  test('are added trimmed, read and removed, each time with author and name in the audit', async () => {
    const app = await createApp()
    const added = await call('post', `/${app._id}/variables`, { name: ' API_KEY-2 ', value: ' pass wörd\n' })
    expect(added.status).toBe(201)
    const variable: AppVariable = added.body
    expect(variable).toMatchObject({ name: 'API_KEY-2', value: 'pass wörd', createdBy: 'alice@example.test' })
    expect((await read(app._id)).variables).toEqual([variable])
    expect((await call('delete', `/${app._id}/variables/${variable._id}`)).status).toBe(204)
    expect((await call('delete', `/${app._id}/variables/${variable._id}`)).status).toBe(404)
    expect((await read(app._id)).variables).toEqual([])
    const actions = (await audited(app._id)).map(({ action, detail }) => [action, detail])
    expect(actions).toContainEqual(['add-variable', 'API_KEY-2'])
    expect(actions).toContainEqual(['remove-variable', 'API_KEY-2'])
  })

  test('are unique by name, also when added at the same time', async () => {
    const app = await createApp()
    const add = () => call('post', `/${app._id}/variables`, { name: 'A', value: 'x' })
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'CONFLICT',
      message: 'Name is taken: the app has a variable A',
    })
    const other = await createApp('Another')
    expect((await call('post', `/${other._id}/variables`, { name: 'A', value: 'x' })).status).toBe(201)
  })

  test.each([
    [{}, 'Name .*Value '],
    [{ name: '  ', value: ' \n' }, 'Name .*Value '],
    [{ name: 'a.b', value: 'x' }, 'Name must hold letters'],
    [{ name: 'ä', value: 'x' }, 'Name must hold letters'],
    [{ name: 'a'.repeat(101), value: 'x' }, 'Name must have at most 100'],
    [{ name: 'a', value: 'x'.repeat(32_769) }, 'Value must have at most 32768'],
    [{ name: 'a', value: { nested: 1 } }, 'Value '],
  ])('%j is refused', async (body, message) => {
    const app = await createApp()
    const answer = await call('post', `/${app._id}/variables`, body)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)])
  })

  test('may be as long as 32 KB', async () => {
    const app = await createApp()
    const value = 'x'.repeat(32_768)
    expect((await call('post', `/${app._id}/variables`, { name: 'LONG', value })).status).toBe(201)
    expect((await read(app._id)).variables).toMatchObject([{ name: 'LONG', value }])
  })
})

describe('showing secrets', () => {
  test('is audited, with what the call says or with what the answer contains', async () => {
    const app = await createApp()
    const reveal = (what: string) => call('get', `/${app._id}`).set('x-reveal', what)
    const [token] = (await read(app._id)).tokens
    expect((await reveal('token wfk_1')).status).toBe(200)
    const actor = 'alice@example.test'
    const seen = await audited(app._id)
    expect(seen).toHaveLength(3)
    expect(seen).toEqual(
      expect.arrayContaining([
        { actor, action: 'create', detail: null },
        { actor, action: 'reveal', detail: `token ${token?.key}` },
        { actor, action: 'reveal', detail: 'token wfk_1' },
      ]),
    )
    const refused = await reveal('x'.repeat(101))
    expect([refused.status, refused.body.message]).toEqual([400, 'x-reveal must have at most 100 characters'])
    expect(await audited(app._id)).toHaveLength(3)
  })

  test('is not needed for masks, which are not audited', async () => {
    const app = await createApp()
    await call('post', `/${app._id}/variables`, { name: 'A', value: 'value-of-24-characters-x' })
    const { body } = await call('get', `/${app._id}`).set('x-secrets', 'masked')
    expect(body.variables).toMatchObject([{ name: 'A', value: '********************rs-x' }])
    expect(body.tokens[0].secret).toMatch(/^\*{43}[\w-]{4}$/)
    expect((await audited(app._id)).map(({ action }) => action).sort()).toEqual(['add-variable', 'create'])
  })

  test('a value that cannot be read is marked; the others are shown, and it can be removed', async () => {
    const app = await createApp()
    const add = (name: string) => call('post', `/${app._id}/variables`, { name, value: `value of ${name}` })
    const [lost] = [(await add('LOST')).body, await add('KEPT')]
    const broken = ['update app_tokens set secret', 'update app_variables set value']
    await platform.pool.query(`${broken[0]} = '\\x01' where app_id = $1`, [app._id])
    await platform.pool.query(`${broken[1]} = '\\x01' where id = $1`, [lost._id])
    const { tokens, variables } = await read(app._id)
    expect(tokens).toMatchObject([{ secret: '', unreadable: true }])
    const shown = variables.map(({ name, value, unreadable }) => [name, value, unreadable])
    expect(shown.sort()).toEqual([
      ['KEPT', 'value of KEPT', undefined],
      ['LOST', '', true],
    ])
    expect((await call('delete', `/${app._id}/variables/${lost._id}`)).status).toBe(204)
    expect((await add('LOST')).status).toBe(201)
  })
})
