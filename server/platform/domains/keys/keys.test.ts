import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeyRow } from '#shared/domains/keys/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { newUser } from '#tests/support/platform-people.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'
import { createKeyUses } from '#server/platform/auth/key-uses.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { findAliasByAccessKey } from '#server/platform/queue/alias-credentials.ts'
import { pino } from 'pino'

const HOUR = 3_600_000
let platform: TestPlatform
let app: string
let worker: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  app = (await platform.send('post', 'apps', { name: 'Billing', description: 'B' })).body._id
  platform.clock.advance(1000)
  const team = (await platform.send('post', 'teams', { name: 'Payments' })).body
  worker = (await platform.send('post', 'workers', { name: 'Ledger', teamId: team._id })).body._id
})
afterAll(() => platform.close())

const keys = async (query = '', who = platform.alice): Promise<KeyRow[]> =>
  (await platform.send('get', `keys?${query}`, undefined, who)).body.data
const later = (ms: number) => new Date(platform.clock.now() + ms).toISOString()
const signsIn = async ({ key, secret }: { key: string; secret: string }) => {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  return (await platform.call.get('/api/workqueues').set({ authorization })).status
}

test('all keys are listed, those first that end first, without a secret', async () => {
  const key = (await platform.send('put', `workers/${worker}/aliases/default/jwt`, { name: 'laptop' })).body
  const answer = await platform.send('get', 'keys')
  expect(answer.body.total).toBe(3)
  const place = { app: null, worker: { _id: worker, name: 'Ledger' }, alias: 'default' }
  const none = { plan: null, oldUntil: null }
  const open = { createdBy: platform.alice.email, lastUsed: null, replacedBy: null, ...none }
  expect(answer.body.data).toEqual([
    {
      _id: key._id,
      kind: 'privateKey',
      name: 'laptop',
      ...place,
      created: later(0),
      expires: key.expiresAt,
      ...open,
    },
    expect.objectContaining({ kind: 'token', app: { _id: app, name: 'Billing' }, expires: null, ...open }),
    expect.objectContaining({ kind: 'accessKey', name: expect.stringMatching(/^WFCA/), ...place, ...open }),
  ])
  expect(JSON.stringify(answer.body)).not.toMatch(/wfs_|secret|PRIVATE/)
  expect((await keys('kind=token,accessKey&sort=-created')).map(({ kind }) => kind)).toEqual([
    'accessKey',
    'token',
  ])
  expect(await keys(`workerId=${worker}&alias=none`)).toEqual([])
  expect(await keys('', platform.bob)).toEqual([])
})

test('the secret of a start address is listed with its plan, age and last use, and is replaced and revoked as there', async () => {
  const plan = (await platform.send('post', 'plans', { name: 'Nightly', tasks: [] })).body
  const made = (await platform.send('post', `plans/${plan._id}/hooks`, { appId: app, name: 'Shop' })).body
  const row = async () => (await keys(`kind=hookSecret&appId=${app}`))[0]
  expect(await row()).toEqual({
    _id: made._id,
    kind: 'hookSecret',
    name: 'Shop',
    app: { _id: app, name: 'Billing' },
    plan: { _id: plan._id, name: 'Nightly' },
    worker: null,
    alias: null,
    created: later(0),
    createdBy: platform.alice.email,
    expires: null,
    oldUntil: null,
    lastUsed: null,
    replacedBy: null,
  })
  const called = async (secret: string) => {
    await platform.call
      .post(`/api/hooks/${made._id}`)
      .set({ authorization: `Bearer ${secret}` })
      .send({})
    return (await row())?.lastUsed
  }
  expect(await called('whsec_wrong')).toBeNull()
  expect(await called(made.secret)).toEqual({ at: later(0), by: expect.any(String) })
  platform.clock.advance(HOUR)
  await platform.send('post', `hooks/${made._id}/secret`)
  expect(await row()).toMatchObject({ created: later(0), createdBy: null, oldUntil: later(24 * HOUR) })
  expect((await keys('state=replaced')).map(({ _id }) => _id)).toEqual([made._id])
  await platform.pool.query('update hooks set old_until = $1', [new Date(platform.clock.now())])
  expect(await row()).toMatchObject({ oldUntil: null })
  expect(await keys('state=replaced')).toEqual([])
  expect(await keys('', platform.bob)).toEqual([])
  await platform.send('delete', `hooks/${made._id}`)
  expect(await row()).toBeUndefined()
})

test('keys are narrowed to a state, and found by a part of what they are called or of', async () => {
  const own = await createTestPlatform(idleEngine)
  try {
    const listed = async (query: string): Promise<string[]> =>
      (await own.send('get', `keys?${query}`)).body.data.map(({ kind, name }: KeyRow) =>
        kind === 'privateKey' ? name : kind,
      )
    const team = (await own.send('post', 'teams', { name: 'Payments' })).body
    const { _id } = (await own.send('post', 'workers', { name: '100% Ledger', teamId: team._id })).body
    const address = `workers/${_id}/aliases/default`
    const first = (await own.send('put', `${address}/jwt`, { name: 'first' })).body
    own.clock.advance(HOUR)
    await own.send('put', `${address}/jwt`, { name: 'next', replaces: first._id })
    const states = async () => ({
      ending: await listed('state=ending'),
      old: await listed('state=old'),
      replaced: await listed('state=replaced'),
      unused: await listed('state=unused'),
    })
    const unused = ['first', 'next', 'accessKey']
    expect(await states()).toEqual({ ending: [], old: [], replaced: ['first'], unused })
    const days = (count: number) => [new Date(own.clock.now() + count * 24 * HOUR)]
    await own.pool.query('update alias_keys set expires = $1', days(14))
    expect(await states()).toEqual({ ending: ['next'], old: [], replaced: ['first'], unused })
    await own.pool.query("update alias_keys set expires = $1 where name = 'first'", days(0))
    await own.pool.query('update worker_aliases set created = $1', days(-365))
    expect(await states()).toMatchObject({ ending: ['first', 'next'], old: ['accessKey'] })
    expect(await listed('search=EXT')).toEqual(['next'])
    expect(await listed('search=100%25 led')).toHaveLength(3)
    expect(await listed('search=0%25L')).toEqual([])
    expect((await own.send('get', 'keys?state=lost')).status).toBe(400)
  } finally {
    await own.close()
  }
})

test('tokens are listed to owners and to the collaborators of their app', async () => {
  const carl = await newUser(platform, 'carl', { of: platform.alice, role: 'member' })
  expect((await keys('kind=token', carl)).length).toBe(0)
  await platform.send('post', `apps/${app}/collaborators`, { email: carl.email })
  expect((await keys('kind=token', carl)).length).toBe(1)
})

describe('a key is replaced by a new one, and stays valid', () => {
  test('a token: until it is deleted, or until the chosen moment', async () => {
    const old = (await platform.send('post', `apps/${app}/token`)).body
    const asked = { replaces: old._id, oldEnds: later(HOUR) }
    const made = (await platform.send('post', `apps/${app}/token`, asked)).body
    const rows = await keys(`kind=token&appId=${app}`)
    const row = rows.find(({ _id }) => _id === old._id)
    expect(row).toMatchObject({
      expires: later(HOUR),
      replacedBy: { _id: made._id, name: made.key, at: later(0) },
    })
    expect([await signsIn(old), await signsIn(made)]).toEqual([200, 200])
    platform.clock.advance(HOUR)
    expect([await signsIn(old), await signsIn(made)]).toEqual([401, 200])
    const refused = async (body: object) => (await platform.send('post', `apps/${app}/token`, body)).status
    // All that the app has besides the new one have ended.
    for (const { _id } of await keys(`kind=token&appId=${app}`))
      if (_id !== made._id && _id !== old._id) await platform.send('delete', `apps/${app}/token/${_id}`)
    expect((await platform.send('delete', `apps/${app}/token/${made._id}`)).status).toBe(409)
    expect((await platform.send('delete', `apps/${app}/token/${old._id}`)).status).toBe(204)
    expect(await refused({ replaces: 'absent' })).toBe(404)
    expect(await refused({ oldEnds: later(HOUR) })).toBe(400)
    expect(await refused({ replaces: made._id, oldEnds: later(0) })).toBe(400)
  })

  test('a private key: not longer than it would have been', async () => {
    const address = `workers/${worker}/aliases/default/jwt`
    const old = (await platform.send('put', address, { name: 'old' })).body
    const ends = async (oldEnds?: string) => {
      const body = { name: 'new', replaces: old._id, ...(oldEnds ? { oldEnds } : {}) }
      await platform.send('put', address, body)
      return (await keys('kind=privateKey')).find(({ _id }) => _id === old._id)?.expires
    }
    expect(await ends()).toBe(old.expiresAt)
    expect(await ends(later(HOUR * 24 * 400))).toBe(old.expiresAt)
    expect(await ends(later(HOUR))).toBe(later(HOUR))
  })

  test('the access key of an alias', async () => {
    const address = `workers/${worker}/aliases/default/accessKey`
    const [before] = await keys('kind=accessKey')
    const made = (await platform.send('post', address)).body
    expect(made).toMatchObject({ name: 'default', accessKeyId: expect.stringMatching(/^WFCA/) })
    const found = (name: string) =>
      findAliasByAccessKey(platform.pool, platform.seal, name, platform.clock.now())
    expect((await found(made.accessKeyId))?.secretAccessKey).toBe(made.secretAccessKey)
    expect((await found(before!.name))?.alias).toBe('default')
    const replaced = (await keys('kind=accessKey')).find(({ replacedBy }) => replacedBy)
    expect(replaced).toMatchObject({ name: before!.name, replacedBy: { name: made.accessKeyId } })
    expect((await platform.send('delete', `${address}/${replaced!._id}`)).status).toBe(204)
    expect(await found(before!.name)).toBeNull()
    await platform.send('post', address, { oldEnds: later(HOUR) })
    platform.clock.advance(HOUR)
    expect(await found(made.accessKeyId)).toBeNull()
  })
})

test('a use is written at most once a minute', async () => {
  const { _id: id } = (await platform.send('post', `apps/${app}/token`)).body
  const uses = createKeyUses(createDatabase(platform.pool), pino({ enabled: false }))
  const others = createKeyUses(createDatabase(platform.pool), pino({ enabled: false }))
  const at = platform.clock.now()
  const lastUse = async (of: typeof uses, after: number, by: string) => {
    of.note({ table: 'app_tokens', id, by, at: at + after })
    await of.settled()
    return (await keys(`kind=token&appId=${app}`)).find(({ _id }) => _id === id)?.lastUsed
  }
  const first = { at: new Date(at).toISOString(), by: 'host-1' }
  expect(await lastUse(uses, 0, 'host-1')).toEqual(first)
  expect(await lastUse(uses, 59_000, 'host-2')).toEqual(first)
  expect(await lastUse(others, 59_000, 'host-3')).toEqual(first)
  expect(await lastUse(uses, 60_000, 'host-2')).toEqual({
    at: new Date(at + 60_000).toISOString(),
    by: 'host-2',
  })
})
