import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const noop = (name: string, depends: string[] = []) => ({ name, type: 'task.workforce.noop', depends })
const plan = { name: 'Import', initialState: { z: 1, a: 2 }, tasks: [noop('One'), noop('Two', ['One'])] }

test('a plan is stored as written, keys in their order', async () => {
  const created = await call('post', 'plans', plan)
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    ...plan,
    _id: expect.any(String),
    description: '',
    sample: false,
    version: 1,
    created: '2026-03-01T12:00:00.000Z',
    createdBy: 'alice@example.test',
    updated: '2026-03-01T12:00:00.000Z',
    updatedBy: 'alice@example.test',
  })
  const read = await call('get', `plans/${created.body._id}`)
  expect(Object.keys(read.body.initialState)).toEqual(['z', 'a'])
  expect(Object.keys(read.body.tasks[0])).toEqual(Object.keys(created.body.tasks[0]))
})

test('a plan that was read can be written back', async () => {
  const { body: created } = await call('post', 'plans', plan)
  const changed = await call('put', `plans/${created._id}`, { ...created, description: 'More', tasks: [] })
  expect(changed.status).toBe(200)
  expect(changed.body).toEqual({ ...created, description: 'More', tasks: [], version: 2 })
})

test('a partial body leaves the other fields unchanged', async () => {
  const { body: created } = await call('post', 'plans', {
    ...plan,
    expectedMs: 1000,
    deadlineMs: 2000,
    onDeadline: 'tell',
  })
  const changed = await call('put', `plans/${created._id}`, { name: 'Renamed' })
  expect(changed.body).toEqual({ ...created, name: 'Renamed', version: 2 })
})

describe('a body with version, name and tasks', () => {
  test('replaces the whole plan and empties what it omits', async () => {
    const whole = { ...plan, tasks: [...plan.tasks, noop('Clean')], tags: ['a'], errorTasks: ['Clean'] }
    const { body: created } = await call('post', 'plans', whole)
    const { description: _1, tags: _2, errorTasks: _3, initialState: _4, ...rest } = created
    const changed = await call('put', `plans/${created._id}`, rest)
    expect(changed.body).toEqual({ ...rest, description: '', initialState: {}, version: 2 })
  })

  test('is partial without one of them', async () => {
    const { body: created } = await call('post', 'plans', plan)
    const changed = await call('put', `plans/${created._id}`, { name: 'Renamed', version: 1 })
    expect(changed.body).toEqual({ ...created, name: 'Renamed', version: 2 })
  })
})

test('two concurrent changes are both stored', async () => {
  const { body: created } = await call('post', 'plans', plan)
  await Promise.all([
    call('put', `plans/${created._id}`, { name: 'Renamed' }),
    call('put', `plans/${created._id}`, { description: 'Described' }),
  ])
  const { body } = await call('get', `plans/${created._id}`)
  expect(body).toMatchObject({ name: 'Renamed', description: 'Described', version: 3 })
})

describe('a change of nothing', () => {
  const recorded = async (id: string) =>
    (await platform.pool.query('select 1 from audit where entity_id = $1', [id])).rowCount

  test.each([
    ['the whole plan', (read: object) => read],
    ['a part of it', () => ({ name: plan.name })],
    ['nothing', () => ({})],
    ['a text that is trimmed', (read: object) => ({ ...read, name: ` ${plan.name} ` })],
  ])('by %s makes neither a version nor a record', async (_what, body) => {
    const { body: created } = await call('post', 'plans', plan)
    const records = await recorded(created._id)
    platform.clock.advance(1000)
    const answer = await call('put', `plans/${created._id}`, body(created))
    expect([answer.status, answer.body]).toEqual([200, created])
    expect((await call('get', `plans/${created._id}/revisions`)).body.total).toBe(1)
    expect(await recorded(created._id)).toBe(records)
  })

  test('is refused like any other when it is based on an older version', async () => {
    const { body: created } = await call('post', 'plans', plan)
    await call('put', `plans/${created._id}`, { description: 'Newer' })
    expect((await call('put', `plans/${created._id}`, created)).status).toBe(409)
  })

  test('is not the same with the keys of the state in another order, which are stored as written', async () => {
    const { body: created } = await call('post', 'plans', plan)
    const changed = await call('put', `plans/${created._id}`, { initialState: { a: 2, z: 1 } })
    expect(changed.body.version).toBe(2)
  })
})

describe('a change based on a version', () => {
  const change = (id: string, body: object) => call('put', `plans/${id}`, body)

  test('is refused after another change, naming both versions, and changes nothing', async () => {
    const { body: read } = await call('post', 'plans', plan)
    await change(read._id, { ...read, name: 'Theirs' })
    const answer = await change(read._id, { ...read, name: 'Ours' })
    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT'])
    expect(answer.body.versions).toEqual({ stored: 2, yours: 1 })
    expect((await call('get', `plans/${read._id}`)).body).toMatchObject({ name: 'Theirs', version: 2 })
    expect((await call('get', `plans/${read._id}/revisions`)).body.total).toBe(2)
  })

  test('succeeds once of two at the same time', async () => {
    const { body: read } = await call('post', 'plans', plan)
    const answers = await Promise.all(['One', 'Two'].map((name) => change(read._id, { ...read, name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('has it as a number', async () => {
    const { body: read } = await call('post', 'plans', plan)
    expect((await change(read._id, { version: 'one' })).status).toBe(400)
  })
})

describe('revisions', () => {
  const versions = (answer: { body: { data: { version: number }[] } }) =>
    answer.body.data.map(({ version }) => version)

  test('contain every content of the plan, complete, newest first', async () => {
    const { body: first } = await call('post', 'plans', plan)
    platform.clock.advance(1000)
    const { body: second } = await call('put', `plans/${first._id}`, { tasks: [noop('Other')] })
    const where = encodeURIComponent(JSON.stringify({ name: plan.name, 'created[$gte]': first.created }))
    await call('put', `plans?where=${where}`, { description: 'for all' })
    await call('put', `plans?where=${where}`, { description: 'for all' })

    const list = await call('get', `plans/${first._id}/revisions`)
    expect([versions(list), list.body.total]).toEqual([[3, 2, 1], 3])
    const { version, name, description, updated, updatedBy } = first
    expect(list.body.data[2]).toEqual({ version, name, description, updated, updatedBy })
    expect(versions(await call('get', `plans/${first._id}/revisions?pagesize=1&page=2`))).toEqual([2])
    expect((await call('get', `plans/${first._id}/revisions/1`)).body).toEqual(first)
    expect((await call('get', `plans/${first._id}/revisions/2`)).body).toEqual(second)
    const now = (await call('get', `plans/${first._id}`)).body
    expect((await call('get', `plans/${first._id}/revisions/3`)).body).toEqual(now)
  })

  test('are restored by writing their content back', async () => {
    const { body: first } = await call('post', 'plans', plan)
    await call('put', `plans/${first._id}`, { tasks: [] })
    const { body: old } = await call('get', `plans/${first._id}/revisions/1`)
    const restored = await call('put', `plans/${first._id}`, { ...old, version: 2 })
    expect(restored.body).toMatchObject({ tasks: plan.tasks, version: 3 })
  })

  test('that do not exist and plans that do not exist have different errors', async () => {
    const { body: created } = await call('post', 'plans', plan)
    const absent = await call('get', `plans/${created._id}/revisions/9`)
    expect([absent.status, absent.body.message]).toEqual([404, 'The plan has no version 9'])
    const foreign = await platform.call.get(`/api/plans/${created._id}/revisions/1`).set(platform.bob.headers)
    expect([foreign.status, foreign.body.message]).toEqual([404, 'Plan not found'])
    expect((await call('get', `plans/${created._id}/revisions/last`)).status).toBe(400)
  })

  test('are deleted with their plan', async () => {
    const { body: created } = await call('post', 'plans', plan)
    await call('put', `plans/${created._id}`, { tasks: [] })
    await call('delete', `plans/${created._id}`)
    const left = await platform.pool.query('select 1 from plan_revisions where plan_id = $1', [created._id])
    expect(left.rowCount).toBe(0)
  })
})

describe('a definition with several faults', () => {
  const faulty = { name: '', tasks: [noop('A', ['B']), noop('B', ['A']), noop('B'), noop('C', ['gone'])] }
  const named = [/name/, /B/, /gone/]

  test('is refused on creation, naming all', async () => {
    const answer = await call('post', 'plans', faulty)
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_DEFINITION'])
    for (const fault of named) expect(answer.body.message).toMatch(fault)
    expect(answer.body.message.split('; ').length).toBeGreaterThanOrEqual(3)
    expect(answer.body.faults).toContainEqual({ path: 'name', message: expect.any(String) })
  })

  test('is refused on update and changes nothing', async () => {
    const { body: created } = await call('post', 'plans', plan)
    const answer = await call('put', `plans/${created._id}`, faulty)
    expect(answer.status).toBe(422)
    expect((await call('get', `plans/${created._id}`)).body).toEqual(created)
  })
})

test("lists accept the app-scoped form and refuse another account's app", async () => {
  const { body: app } = await call('post', 'apps', { name: 'A', description: 'B' })
  const all = await call('get', 'plans?pagesize=100')
  expect((await call('get', `plans?pagesize=100&appId=${app._id}`)).body).toEqual(all.body)
  expect((await call('get', 'plans?appId=absent')).status).toBe(404)
})

test('many plans are changed by filter', async () => {
  await call('post', 'plans', { ...plan, name: 'Bulk' })
  await call('post', 'plans', { ...plan, name: 'Bulk' })
  const where = encodeURIComponent('{"name":"Bulk"}')
  const answer = await call('put', `plans?where=${where}`, { description: 'new' })
  expect(answer.body).toEqual({ matched: 2, modified: 2 })
  expect((await call('get', 'plans/findOne?name=Bulk')).body).toMatchObject({
    description: 'new',
    version: 2,
  })
  const byApp = encodeURIComponent('{"appId":"x"}')
  expect((await call('put', `plans?where=${byApp}`, { description: 'new' })).status).toBe(400)
})

test('a deleted plan is 404', async () => {
  const { body: created } = await call('post', 'plans', plan)
  expect((await call('delete', `plans/${created._id}`)).status).toBe(204)
  expect((await call('get', `plans/${created._id}`)).status).toBe(404)
  expect((await call('delete', `plans/${created._id}`)).status).toBe(404)
})

test('__proto__ in a state is refused and Object is unchanged', async () => {
  const body = '{"name":"x","tasks":[],"initialState":{"__proto__":{"polluted":1}}}'
  const answer = await platform.call
    .post('/api/plans')
    .set(platform.alice.headers)
    .set('content-type', 'application/json')
    .send(body)
  expect(answer.status).toBe(400)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
