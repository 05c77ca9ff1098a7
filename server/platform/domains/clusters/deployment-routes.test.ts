import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertTeam, insertWorker } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let clusterId: string
let workerId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  const { accountId } = platform.alice
  const teamId = await insertTeam(platform.pool, accountId)
  const type = 'task.ops.metadata'
  workerId = await insertWorker(platform.pool, { accountId, teamId, name: 'Meta Data', type })
  clusterId = await createCluster()
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const createCluster = async () => (await call('post', 'clusters', { name: 'West' })).body._id as string
const post = (body: object = {}) => call('post', 'deployments', { clusterId, workerId, ...body })
const create = async (body: object = {}) => (await post(body)).body
const configOf = async (id: string) =>
  (await call('get', `deployments/${id}?withConfig=true`)).body.fluxConfig as string
const actions = async (id: string) => {
  const { rows } = await platform.pool.query(
    "select action, detail from audit where entity = 'deployment' and entity_id = $1 order by at, id",
    [id],
  )
  return rows as { action: string; detail: string | null }[]
}

describe('a new deployment', () => {
  test('has the defaults and an alias of its worker', async () => {
    const other = await createCluster()
    const created = await post({ clusterId: other })
    expect([created.status, created.body]).toEqual([
      201,
      {
        _id: expect.any(String),
        clusterId: other,
        workerId,
        alias: 'meta-data',
        dockerTag: 'latest',
        replicaCount: 1,
        resources: { limits: { cpu: '1000m', memory: '128Mi' }, requests: { cpu: '10m', memory: '64Mi' } },
        environment: {},
        version: 1,
        created: '2026-03-01T12:00:00.000Z',
        createdBy: 'alice@example.test',
        updated: '2026-03-01T12:00:00.000Z',
        updatedBy: 'alice@example.test',
      },
    ])
    expect((await call('get', `deployments/${created.body._id}`)).body).toEqual(created.body)
  })

  test('gets the next free alias, also when many are created at the same time', async () => {
    const other = await createCluster()
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ clusterId: other })))
    expect(made.map(({ alias }) => alias).sort()).toEqual([
      'meta-data',
      'meta-data-2',
      'meta-data-3',
      'meta-data-4',
    ])
  })

  test('shares no alias with another of its cluster', async () => {
    await create({ alias: 'taken' })
    const refused = await post({ alias: 'taken' })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'CONFLICT',
      'Alias is taken: the cluster has a deployment of it',
    ])
    expect((await post({ alias: 'taken', clusterId: await createCluster() })).status).toBe(201)
  })

  test('needs a worker that is not deleted', async () => {
    const { accountId } = platform.alice
    const teamId = await insertTeam(platform.pool, accountId)
    const gone = await insertWorker(platform.pool, { accountId, teamId, status: 'deleted' })
    const refused = await post({ workerId: gone })
    expect([refused.status, refused.body.message]).toEqual([409, 'The worker has been deleted'])
  })

  test('names every wrong field', async () => {
    const refused = await call('post', 'deployments', {
      clusterId,
      dockerTag: '-x',
      replicaCount: 1.5,
      environment: { '1': 'secret-value', A: 7 },
      resources: { limits: { cpu: 'much' } },
    })
    expect(refused.status).toBe(400)
    const paths = ['workerId', 'dockerTag', 'replicaCount', 'resources.limits.cpu', 'environment.A']
    const faults = refused.body.faults as { path: string; message: string }[]
    expect(faults.map(({ path }) => path)).toEqual(expect.arrayContaining(paths))
    for (const words of [
      'Worker id must',
      'Docker tag must',
      'Resources limits CPU must',
      'Environment A must',
    ])
      expect(refused.body.message).toContain(words)
    expect(refused.text).not.toContain('secret-value')
  })

  test('refuses __proto__ and leaves prototypes unchanged', async () => {
    const body = `{"clusterId":"${clusterId}","workerId":"${workerId}","environment":{"__proto__":{"x":"1"}}}`
    const refused = await platform.call
      .post('/api/deployments')
      .set({ ...platform.alice.headers, 'content-type': 'application/json' })
      .send(body)
    expect(refused.status).toBe(400)
    const made = await create({ environment: { toString: 'a', valueOf: 'b' } })
    expect((await call('get', `deployments/${made._id}`)).body.environment).toEqual({
      toString: 'a',
      valueOf: 'b',
    })
    expect(({} as { x?: string }).x).toBeUndefined()
  })

  test('whose configuration would be too large for the Advanced View is refused', async () => {
    const environment = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`K${n}`, 'x'.repeat(32 * 1024)]),
    )
    const refused = await post({ environment })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringMatching(/^Environment is too large: /),
    ])
  })
})

describe('a change', () => {
  test('of the whole deployment as it was read is accepted once', async () => {
    const made = await create({ environment: { A: 'b' } })
    const changed = await call('put', `deployments/${made._id}`, { ...made, dockerTag: 'v2' })
    expect([changed.status, changed.body]).toEqual([200, { ...made, dockerTag: 'v2', version: 2 }])
    const late = await call('put', `deployments/${made._id}`, { ...made, dockerTag: 'v3' })
    expect([late.status, late.body.versions]).toEqual([409, { stored: 2, yours: 1 }])
  })

  test('cannot move a deployment to another cluster or worker', async () => {
    const { _id } = await create()
    const { accountId } = platform.alice
    const teamId = await insertTeam(platform.pool, accountId)
    const other = {
      clusterId: await createCluster(),
      workerId: await insertWorker(platform.pool, { accountId, teamId }),
    }
    for (const [field, words] of [
      ['clusterId', 'Cluster id'],
      ['workerId', 'Worker id'],
    ] as const) {
      const refused = await call('put', `deployments/${_id}`, { replicaCount: 2, [field]: other[field] })
      expect([refused.status, refused.body.message]).toEqual([400, `${words} cannot be changed`])
    }
  })

  test('of many edits the configuration of each', async () => {
    const other = await createCluster()
    const [first, second] = [
      await create({ clusterId: other, dockerTag: 'v2' }),
      await create({ clusterId: other }),
    ]
    const where = encodeURIComponent(JSON.stringify({ clusterId: other }))
    const answer = await call('put', `deployments?where=${where}`, { dockerTag: 'v2' })
    expect(answer.body).toEqual({ matched: 2, modified: 1 })
    expect(await configOf(second._id)).toContain('tag: "v2"')
    const listed = (await call('get', `deployments?clusterId=${other}&sort=alias`)).body.data
    expect(listed.map(({ version }: { version: number }) => version)).toEqual([
      first.version,
      second.version + 1,
    ])
  })
})

describe('the configuration', () => {
  const put = (id: string, fluxConfig: string, version?: number) =>
    call('put', `deployments/${id}/flux`, { fluxConfig, ...(version === undefined ? {} : { version }) })

  test('is returned only on request, generated from the form', async () => {
    const { _id } = await create({ environment: { LOG: 'on' } })
    expect((await call('get', `deployments/${_id}`)).body).not.toHaveProperty('fluxConfig')
    const text = await configOf(_id)
    expect(text).toContain('kind: HelmRelease')
    expect(text).toContain('"LOG": "on"')
    expect((await call('get', `deployments/${_id}?withConfig=1`)).status).toBe(400)
  })

  test('is stored as edited, and the form is updated from it', async () => {
    const { _id } = await create({ environment: { KEEP: '1', DROP: '2' } })
    const edited = (await configOf(_id))
      .replace('replicaCount: 1', 'replicaCount: 4 # for the season')
      .replace('      "DROP": "2"\n', '')
      .replace('values:', 'values:\n    nodeSelector: {disk: ssd}')
    const changed = await put(_id, edited)
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { replicaCount: 4, environment: { KEEP: '*' }, version: 2 },
    ])
    expect(await configOf(_id)).toBe(edited)
  })

  test('keeps comments and additional values when the form changes', async () => {
    const { _id } = await create({ alias: 'kept' })
    const edited = (await configOf(_id)).replace(
      'tag: "latest"',
      'tag: "latest" # pinned soon\n      pullPolicy: Always',
    )
    await put(_id, edited)
    await call('put', `deployments/${_id}`, { dockerTag: 'v9', environment: { NEW: 'x' } })
    expect(await configOf(_id)).toBe(`${edited.replace('"latest"', '"v9"')}    env:\n      "NEW": "x"\n`)
  })

  test('with faults is refused, naming each by line and column, and changes nothing', async () => {
    const { _id } = await create()
    const text = await configOf(_id)
    const refused = await put(
      _id,
      text.replace('"latest"', '1.10').replace('replicaCount: 1', 'replicaCount: many'),
    )
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      422,
      'INVALID_DEFINITION',
      '18:12: spec.values.image.tag: must be text; 19:19: spec.values.replicaCount: must be a whole number',
    ])
    expect(refused.body.faults[0]).toEqual({
      line: 18,
      column: 12,
      path: 'spec.values.image.tag',
      message: 'must be text',
    })
    expect(await configOf(_id)).toBe(text)
  })

  test.each([
    ['an alias bomb', 'a: &a [x]\nb: [*a, *a]\n', 422],
    ['250,000 brackets', '['.repeat(250_000), 422],
    ['a text above 256 KiB', '#'.repeat(256 * 1024 + 1), 400],
  ])('%s is refused', async (_what, text, status) => {
    const { _id } = await create()
    expect((await put(_id, text)).status).toBe(status)
  })

  test('edited by two users is stored once', async () => {
    const { _id, version } = await create()
    const text = await configOf(_id)
    expect((await put(_id, text.replace('"latest"', '"a"'), version)).status).toBe(200)
    const late = await put(_id, text.replace('"latest"', '"b"'), version)
    expect([late.status, late.body.versions]).toEqual([409, { stored: 2, yours: 1 }])
  })

  test('cannot set the alias of another deployment', async () => {
    await create({ alias: 'first' })
    const { _id } = await create({ alias: 'second' })
    const refused = await put(_id, (await configOf(_id)).replace('name: second', 'name: first'))
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    const renamed = await put(_id, (await configOf(_id)).replace('name: second', 'name: third'))
    expect(renamed.body.alias).toBe('third')
  })
})

describe('secrets', () => {
  test('are not in lists', async () => {
    const { alias } = await create({ environment: { PASSWORD: 'marked-secret' } })
    for (const path of ['deployments?pagesize=9999', `deployments/findOne?alias=${alias}`]) {
      const { text } = await call('get', path)
      expect(text).toContain(alias)
      expect(text).not.toMatch(/marked-secret|PASSWORD|environment|flux/)
    }
  })

  test('are sealed at rest, for their row and column', async () => {
    const { _id } = await create({ environment: { PASSWORD: 'at-rest-secret' } })
    await call('put', `deployments/${_id}`, { replicaCount: 2 })
    const { rows } = await platform.pool.query(
      'select environment, flux_config from deployments where id = $1',
      [_id],
    )
    for (const value of Object.values(rows[0] as Record<string, Buffer>))
      expect(value.includes('at-rest-secret') || value.includes('PASSWORD')).toBe(false)
    const everything = await platform.pool.query(
      "select coalesce(string_agg(query_to_xml(format('select * from %I', tablename), true, true, '')::text, ''), '') as text from pg_tables where schemaname = 'public'",
    )
    expect(everything.rows[0].text).toContain(_id)
    expect(everything.rows[0].text).not.toContain('at-rest-secret')
    expect(() => platform.seal.open(rows[0].environment, `deployments/${_id}/flux_config`)).toThrow()
  })

  test('shown to a person are recorded in the audit without their values', async () => {
    const { _id } = await create({ environment: { PASSWORD: 'seen-secret' } })
    platform.clock.advance(1000)
    const path = `/api/deployments/${_id}`
    const { body } = await platform.call.get(path).set({ ...platform.alice.headers, 'x-reveal': 'PASSWORD' })
    expect(body.environment).toEqual({ PASSWORD: 'seen-secret' })
    expect(await actions(_id)).toEqual([
      { action: 'create', detail: null },
      { action: 'reveal', detail: 'PASSWORD' },
    ])
  })
})

describe('the audit of an update', () => {
  test('says which fields had which value, and of variables only that they were changed', async () => {
    const { _id } = await create({ dockerTag: '2.14.0', environment: { PASSWORD: 'first-secret' } })
    const change = { dockerTag: '2.14.1', replicaCount: 3, environment: { PASSWORD: 'second-secret' } }
    expect((await call('put', `deployments/${_id}`, change)).status).toBe(200)
    const recorded = await actions(_id)
    expect(recorded.find(({ action }) => action === 'update')).toEqual({
      action: 'update',
      detail: 'Docker Tag 2.14.0 → 2.14.1; Replica Count 1 → 3; Variable PASSWORD changed',
    })
  })
})

describe('masks', () => {
  const values = { PASSWORD: 'marked-secret-1', SHORT: 'abc', EMPTY: '' }
  const masks = { PASSWORD: '************t-1', SHORT: '***', EMPTY: '' }
  const seen = async (id: string) => (await call('get', `deployments/${id}`)).body.environment

  test('are in every answer to a change; one that comes back means the stored value', async () => {
    const made = await create({ environment: values })
    expect(made.environment).toEqual(masks)
    const changed = await call('put', `deployments/${made._id}`, { ...made, replicaCount: 3 })
    expect([changed.status, changed.body.environment, changed.body.replicaCount]).toEqual([200, masks, 3])
    expect(await seen(made._id)).toEqual(values)
    expect(await configOf(made._id)).toContain('"PASSWORD": "marked-secret-1"')
  })

  test('are no values: a new value, an empty one and a removed one are stored as sent', async () => {
    const made = await create({ environment: values })
    const environment = { PASSWORD: '', SHORT: '****', NEW: '***********' }
    const changed = await call('put', `deployments/${made._id}`, { environment })
    expect(changed.body.environment).toEqual({ PASSWORD: '', SHORT: '****', NEW: '***********' })
    expect(await seen(made._id)).toEqual(environment)
  })

  test('are refused under a new name, because the caller has not seen the value', async () => {
    const made = await create({ environment: values })
    const { PASSWORD, ...environment } = made.environment
    const refused = await call('put', `deployments/${made._id}`, {
      environment: { ...environment, RENAMED: PASSWORD },
    })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Environment RENAMED is the mask of PASSWORD: a variable with a new name needs its value',
    ])
    expect(await seen(made._id)).toEqual(values)
  })

  test('of a configuration come back as the stored values, beside edits and comments', async () => {
    const { _id } = await create({ environment: values })
    const stored = `${await configOf(_id)}\n# like marked-secret-1\n`
    await call('put', `deployments/${_id}/flux`, { fluxConfig: stored })
    const read = await call('get', `deployments/${_id}?withConfig=true`).set('x-secrets', 'masked')
    const masked: string = read.body.fluxConfig
    expect(read.body.environment).toEqual(masks)
    expect(masked).not.toContain('marked-secret')
    expect(masked).toContain(`# like ${masks.PASSWORD}`)
    expect((await call('put', `deployments/${_id}/flux`, { fluxConfig: masked })).status).toBe(200)
    expect(await configOf(_id)).toBe(stored)
    const edited = masked.replace('"SHORT": "***"', '"SHORT": "new" # now').replace('latest', 'v2')
    const changed = await call('put', `deployments/${_id}/flux`, { fluxConfig: edited })
    expect(changed.body).toMatchObject({ dockerTag: 'v2', environment: { ...masks, SHORT: '***' } })
    expect(await configOf(_id)).toBe(
      stored.replace('"SHORT": "abc"', '"SHORT": "new" # now').replace('latest', 'v2'),
    )
    expect(await seen(_id)).toEqual({ ...values, SHORT: 'new' })
  })
})

describe('a deployment whose values cannot be read', () => {
  const breakIt = (id: string) =>
    platform.pool.query("update deployments set environment = '\\x01', flux_config = '\\x01' where id = $1", [
      id,
    ])

  test('is shown as such, keeps working, and is whole again with a new environment', async () => {
    const { _id, alias } = await create({ environment: { PASSWORD: 'lost-secret' } })
    await breakIt(_id)
    const shown = (await call('get', `deployments/${_id}?withConfig=true`)).body
    expect(shown).toMatchObject({ alias, environment: {}, fluxConfig: '', unreadable: true })
    const scaled = await call('put', `deployments/${_id}`, { replicaCount: 2 })
    expect(scaled.body).toMatchObject({ replicaCount: 2, unreadable: true })
    const mended = await call('put', `deployments/${_id}`, { environment: { PASSWORD: 'new-secret' } })
    expect([mended.status, mended.body.unreadable]).toEqual([200, undefined])
    const config = await configOf(_id)
    expect(config).toContain('"PASSWORD": "new-secret"')
    expect(config).toContain('replicaCount: 2')
  })

  test('can be replaced by a whole configuration, changed with many, and deleted', async () => {
    const other = await createCluster()
    const { _id } = await create({ clusterId: other })
    const whole = await configOf(_id)
    await breakIt(_id)
    const where = encodeURIComponent(JSON.stringify({ clusterId: other }))
    expect((await call('put', `deployments?where=${where}`, { dockerTag: 'v7' })).body.modified).toBe(1)
    expect((await call('put', `deployments/${_id}/flux`, { fluxConfig: whole })).status).toBe(200)
    expect(await configOf(_id)).toBe(whole)
    await breakIt(_id)
    expect((await call('delete', `deployments/${_id}`)).status).toBe(204)
  })
})

test('a cluster of one account accepts no worker of another', async () => {
  const teamId = await insertTeam(platform.pool, platform.bob.accountId)
  const foreign = await insertWorker(platform.pool, { accountId: platform.bob.accountId, teamId })
  const refused = await post({ workerId: foreign })
  expect([refused.status, refused.body.message]).toEqual([404, 'Worker not found'])
})
