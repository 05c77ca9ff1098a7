import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/domains/account/contract.ts'
import { describeItem } from '#shared/domains/attention/describe.ts'
import type { AttentionFacts } from '#shared/domains/attention/facts.ts'
import { FOLDED_MOST } from './audit-folds.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let planId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  planId = (await call('post', 'plans', { name: 'P', tasks: [] })).body._id
  platform.clock.advance(60_000)
  await call('put', `plans/${planId}`, { name: 'Q' })
  platform.clock.advance(60_000)
  await call('delete', `plans/${planId}`)
})
afterAll(() => platform.close())

const call = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const list = async (query: string): Promise<AuditEntry[]> => (await call('get', `audit?${query}`)).body.data
const actions = async (query: string) => (await list(query)).map(({ action }) => action)

test('lists who did what to what, when and from where, newest first', async () => {
  const entries = await list(`entity=${planId}`)
  expect(entries.map(({ action }) => action)).toEqual(['plan.delete', 'plan.update', 'plan.create'])
  expect(entries[2]).toEqual({
    _id: expect.any(String),
    // It was deleted.
    about: null,
    at: '2026-03-01T12:00:00.000Z',
    actor: platform.alice.email,
    action: 'plan.create',
    entity: planId,
    reason: null,
    detail: null,
    source: '127.0.0.1',
    result: 'done',
  })
})

test('filters, sorts and pages', async () => {
  const of = `entity=${planId}`
  const [deleted, updated, created] = ['plan.delete', 'plan.update', 'plan.create']
  expect(await actions(`${of}&action=plan.create,plan.delete`)).toEqual([deleted, created])
  expect(await actions(`${of}&action=plan`)).toEqual([deleted, updated, created])
  expect(await actions(`${of}&action=app,app.create,create`)).toEqual([])
  expect(await actions(`${of}&action=-plan.update,-app`)).toEqual([deleted, created])
  expect(await actions(`${of}&action=plan,-plan.create`)).toEqual([deleted, updated])
  expect(await actions(`${of}&action=-plan`)).toEqual([])
  expect(await actions(`entity=absent,${planId}&action=plan.update`)).toEqual([updated])
  expect(await actions(`${of}&actor=somebody@else.test`)).toEqual([])
  expect(await actions(`${of}&result=refused`)).toEqual([])
  expect(await actions(`${of}&from=2026-03-01T12:01:00Z&sort=at`)).toEqual([updated, deleted])
  expect(await actions(`${of}&to=2026-03-01T12:01:00Z&pagesize=1&page=2`)).toEqual([created])
  const within = 'from=2026-03-01T12:01:00Z&to=2026-03-01T12:01:00Z'
  expect(await actions(`${of}&${within}`)).toEqual([updated])
  expect(await actions(`${of}&sort=-action`)).toEqual([updated, deleted, created])
  expect(await actions(`${of}&sort=entity`)).toHaveLength(3)
  expect((await call('get', `audit?${of}&pagesize=1`)).body.total).toBe(3)
  for (const wrong of ['$where=1', 'from=yesterday', 'entityId=1', 'sort=reason', 'pagesize=0'])
    expect([wrong, (await call('get', `audit?${wrong}`)).status]).toEqual([wrong, 400])
})

/** Records of one actor that say the same, at these seconds. */
async function recordMany(action: string, entity: string, seconds: readonly number[], reason?: string) {
  const { accountId, email } = platform.alice
  const db = createDatabase(platform.pool)
  for (const second of seconds) {
    const author = { actor: email, source: null, at: new Date(Date.UTC(2026, 2, 2, 9, 0, second)) }
    const record = {
      action,
      entity,
      entityId: `${action}-${second}`,
      within: 'folds',
      ...(reason && { reason }),
    }
    await recordAudit(db, accountId, author, record)
  }
}

test('folds three or more records in a row that say the same, before it makes pages', async () => {
  await recordMany('skip', 'task', [0, 60, 120, 400])
  await recordMany('restart', 'task', [500, 501], 'as asked')
  await recordMany('restart-tasks', 'receipt', [600, 601, 602])
  await recordMany('update', 'plan', [700, 701, 702, 703, 704])
  const read = async (query: string) => {
    const { data, total } = (await call('get', `audit?within=folds&${query}`)).body
    const lines = (data as AuditEntry[]).map(({ entity, folded, since }) => [
      entity,
      folded,
      since?.slice(14, 19),
    ])
    return { total, lines }
  }
  const update = ['update-704', 4, '11:40']
  const single = (name: string, since: string) => [name, 0, since]
  const lines = [
    update,
    single('restart-tasks-602', '10:02'),
    single('restart-tasks-601', '10:01'),
    single('restart-tasks-600', '10:00'),
    single('restart-501', '08:21'),
    single('restart-500', '08:20'),
    single('skip-400', '06:40'),
    ['skip-120', 2, '00:00'],
  ]
  expect(await read('fold=true')).toEqual({ total: 8, lines })
  expect(await read('fold=true&pagesize=3&page=3')).toEqual({ total: 8, lines: lines.slice(6) })
  expect(await read('fold=true&pagesize=3&page=9')).toEqual({ total: 8, lines: [] })
  // Filters come first: with the others left out, records that were apart are neighbours.
  expect((await read('fold=true&action=task.skip')).lines).toEqual([single('skip-400', '06:40'), lines[7]])
  expect(await read('pagesize=1')).toEqual({ total: 14, lines: [['update-704', undefined, undefined]] })
  expect((await read('fold=true&sort=at')).total).toBe(14)
})

test('folds the newest records only, and has a line for each older one', async () => {
  await platform.pool.query(
    `insert into audit (id, account_id, actor, action, entity, entity_id, within, at, result)
     select 'many-' || lpad(i::text, 6, '0'), $1, 'a', 'skip', 'task', i::text, 'many', to_timestamp(1772000000 + i), 'done'
     from generate_series(1, $2::int) i`,
    [platform.alice.accountId, FOLDED_MOST + 10],
  )
  const read = async (page: number) => {
    const { data, total } = (await call('get', `audit?within=many&fold=true&page=${page}`)).body
    return [total, ...(data as AuditEntry[]).map(({ entity, folded }) => `${entity} ${folded}`)]
  }
  const older = ['10 0', '9 0', '8 0', '7 0', '6 0', '5 0', '4 0', '3 0', '2 0']
  expect(await read(1)).toEqual([11, `${FOLDED_MOST + 10} ${FOLDED_MOST - 1}`, ...older])
  expect(await read(2)).toEqual([11, '1 0'])
})

test('shows the reason that the actor has given', async () => {
  const { accountId, email } = platform.alice
  const author = { actor: email, source: null, at: new Date(platform.clock.now()) }
  const record = { action: 'skip', entity: 'task', entityId: 'a-task', reason: 'The file was sent by hand' }
  await recordAudit(createDatabase(platform.pool), accountId, author, record)
  expect(await list('entity=a-task')).toMatchObject([{ action: 'task.skip', reason: record.reason }])
})

test('contains only the own account, and every member can read it', async () => {
  const bobs = await platform.call.get('/api/audit').set(platform.bob.headers)
  expect(bobs.body).toEqual({ data: [], total: 0 })
  await platform.pool.query(`insert into memberships (account_id, user_id, role) values ($1, $2, 'member')`, [
    platform.alice.accountId,
    platform.bob.userId,
  ])
  const headers = { ...platform.bob.headers, 'account-id': platform.alice.accountId }
  expect((await platform.call.get(`/api/audit?entity=${planId}`).set(headers)).body.total).toBe(3)
})

test('contains refused actions', async () => {
  const { body: app } = await call('post', 'apps', { name: 'A', description: 'B' })
  const run = { accountId: platform.alice.accountId, appId: app._id, status: 'started' as const }
  const workqueueId = await insertRun(platform.pool, run)
  expect((await call('delete', `workqueues/${workqueueId}`)).status).toBe(409)
  await expect
    .poll(() => list(`entity=${workqueueId}`))
    .toMatchObject([
      { actor: platform.alice.email, action: 'workqueue.delete', entity: workqueueId, result: 'refused' },
    ])
})

test('names the filters and the number of rows of a change of many', async () => {
  await call('post', 'plans', { name: 'Many', tasks: [] })
  const where = encodeURIComponent(JSON.stringify({ name: 'Many' }))
  expect((await call('put', `plans?where=${where}`, { description: 'd' })).status).toBe(200)
  expect(await list('action=plan.update-many')).toMatchObject([
    { entity: null, detail: '1 of 1: {"name":"Many"}' },
  ])
})

test('names the program whose token is refused', async () => {
  const { body: app } = await call('post', 'apps', { name: 'A', description: 'B' })
  const { key, secret } = (await call('post', `apps/${app._id}/token`, {})).body
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  const refused = await platform.call.delete(`/api/apps/${app._id}`).set({ authorization })
  expect([refused.status, refused.body.code]).toEqual([403, 'NOT_ALLOWED'])
  expect((await platform.call.get('/api/audit').set({ authorization })).body.code).toBe('NOT_ALLOWED')
  await expect
    .poll(() => list(`entity=${app._id}&result=refused`))
    .toMatchObject([{ actor: `app:${key}`, action: 'app.delete', entity: app._id }])
})

test('names the entity as it is now, with what its page needs; of an action on many also what came of it', async () => {
  const app = (await call('post', 'apps', { name: 'Billing', description: 'B' })).body
  expect((await list(`entity=${app._id}`))[0]?.about).toMatchObject({ name: 'Billing', appId: app._id })
  const planId = (await call('post', 'plans', { name: 'P', tasks: [] })).body._id
  const hook = (await call('post', `plans/${planId}/hooks`, { appId: app._id, name: 'Shop' })).body
  expect((await list(`entity=${hook._id}`))[0]?.about).toMatchObject({ name: 'Shop', planId })
  const { _id } = (await call('post', 'workqueues/bulk/cancel', { ids: ['absent'] })).body
  expect((await list(`entity=${_id}`))[0]).toMatchObject({
    action: 'receipt.cancel-workqueues',
    about: { name: '', total: 1, done: 0, failed: 1 },
  })
})

test('the records of an entity contain those of its tasks, deployments and people, also of those that are gone', async () => {
  const { pool, alice } = platform
  const appId = (await call('post', 'apps', { name: 'Shop', description: 'B' })).body._id
  const workqueueId = await insertRun(pool, { accountId: alice.accountId, appId, status: 'failed' })
  const task = { accountId: alice.accountId, appId, workqueueId, status: 'failed' as const }
  const taskId = await insertTask(pool, task)
  const record = { action: 'restart', entity: 'task', entityId: taskId }
  const author = { actor: alice.email, source: null, at: new Date(platform.clock.now()) }
  await recordAudit(createDatabase(pool), alice.accountId, author, record)
  expect(await actions(`within=${workqueueId}`)).toEqual(['task.restart'])
  expect(await actions(`entity=${workqueueId}`)).toEqual([])

  const teamId = (await call('post', 'teams', { name: 'T' })).body._id
  const clusterId = (await call('post', 'clusters', { name: 'C', teamId })).body._id
  const workerId = (await call('post', 'workers', { name: 'W', teamId })).body._id
  const { _id, alias } = (await call('post', 'deployments', { clusterId, workerId })).body
  const [created] = await list(`within=${clusterId}&action=deployment.create`)
  expect(created?.about).toMatchObject({ name: `W · ${alias} in C`, clusterId })
  platform.clock.advance(1000)
  await call('delete', `deployments/${_id}`)
  expect(await actions(`within=${clusterId}&action=deployment`)).toEqual([
    'deployment.delete',
    'deployment.create',
  ])
  expect((await list(`within=${clusterId}&action=deployment.delete`))[0]).toMatchObject({ detail: alias })
  expect(await actions(`within=${teamId}&action=member`)).toEqual(['member.add'])

  await call('post', `workers/${workerId}/aliases`, { aliasName: 'canary' })
  await call('post', `workers/${workerId}/aliases`, { aliasName: 'canary-2' })
  await call('put', `workers/${workerId}/aliases/canary/jwt`, { name: 'ci' })
  await call('get', `workers/${workerId}`)
  const ofCanary = (await actions(`entity=${workerId}&part=canary`)).toSorted()
  expect(ofCanary).toEqual(['worker.add-alias', 'worker.add-private-key', 'worker.reveal'])
  expect(await actions(`entity=${workerId}&part=canary/ci`)).toEqual(['worker.add-private-key'])
})

test('an action on many rows is named by what these had in common when it began', async () => {
  const { pool, alice } = platform
  const appId = (await call('post', 'apps', { name: 'Ledger', description: 'B' })).body._id
  const inApp = { accountId: alice.accountId, appId }
  const one = await insertRun(pool, { ...inApp, name: 'Nightly', status: 'failed' })
  const ids = await Promise.all(
    [0, 1].map((position) => insertTask(pool, { ...inApp, workqueueId: one, position, status: 'failed' })),
  )
  const ofRun = (await call('post', 'tasks/bulk/restart', { ids, holdSeconds: 60 })).body
  const common = { name: 'Nightly', appId, workqueueId: one, status: 'failed' }
  expect(ofRun.about).toEqual(common)
  expect((await list(`entity=${ofRun._id}`))[0]?.about).toMatchObject({ ...common, total: 2, alias: null })

  const other = await insertRun(pool, { ...inApp, name: 'Hourly', status: 'started' })
  const ofApp = (await call('post', 'workqueues/bulk/cancel', { ids: [one, other] })).body
  expect(ofApp.about).toEqual({ name: 'Ledger', appId, workqueueId: null, status: null })
})

test('an action that was undone is one line with its undo, unless the undo is asked for or another person made it', async () => {
  const { accountId, appId } = {
    accountId: platform.alice.accountId,
    appId: (await call('post', 'apps', { name: 'U', description: 'U' })).body._id,
  }
  const run = await insertRun(platform.pool, { accountId, appId, status: 'failed' })
  const task = await insertTask(platform.pool, { accountId, appId, workqueueId: run, status: 'failed' })
  const { _id } = (await call('post', 'tasks/bulk/restart', { ids: [task], holdSeconds: 10 })).body
  platform.clock.advance(3000)
  await call('post', `receipts/${_id}/cancel`)
  const [restart, undo] = ['receipt.restart-tasks', 'receipt.cancel']
  const of = `entity=${_id}`
  expect(await actions(of)).toEqual([undo, restart])
  expect(await actions(`${of}&fold=true`)).toEqual([restart])
  expect(await actions(`${of}&fold=true&actor=${platform.alice.email}`)).toEqual([restart])
  expect(await actions(`${of}&fold=true&action=${undo}`)).toEqual([undo])
  const [line] = await list(`${of}&fold=true`)
  expect(Date.parse(line!.about!.cancelledAt!) - Date.parse(line!.at)).toBe(3000)
  await platform.pool.query(`update receipts set created_by = 'ben@x.test' where id = $1`, [_id])
  expect(await actions(`${of}&fold=true&actor=${platform.alice.email}`)).toEqual([undo, restart])
})

test('a task is named with its run, an item of Attention by its sentence', async () => {
  const { pool, alice } = platform
  const appId = (await call('post', 'apps', { name: 'Named', description: 'B' })).body._id
  const workqueueId = await insertRun(pool, {
    accountId: alice.accountId,
    appId,
    name: 'Nightly',
    status: 'failed',
  })
  const taskId = await insertTask(pool, { accountId: alice.accountId, appId, workqueueId, status: 'failed' })
  const facts = { kind: 'gitRefuses', count: 1, reason: 'no route', deployment: null }
  await pool.query(
    `insert into attention_items (id, account_id, kind, key, facts, app_ids, since, hurt_runs, hurt_tasks, opened)
     values ('item', $1, 'gitRefuses', 'git', $2, '{}', now(), 0, 0, now())`,
    [alice.accountId, JSON.stringify(facts)],
  )
  const author = { actor: alice.email, source: null, at: new Date(platform.clock.now()) }
  for (const [entity, entityId] of [
    ['task', taskId],
    ['attention', 'item'],
  ] as const)
    await recordAudit(createDatabase(pool), alice.accountId, author, { action: 'assign', entity, entityId })
  const about = async (id: string) => (await list(`entity=${id}`))[0]?.about
  expect(await about(taskId)).toMatchObject({ run: 'Nightly', workqueueId })
  const { sentence } = describeItem(facts as AttentionFacts, 0)
  expect(await about('item')).toMatchObject({ name: sentence })
})

test('names the person to whom a failure was assigned', async () => {
  const { pool, alice } = platform
  const db = createDatabase(pool)
  const author = { actor: alice.email, source: null, at: new Date(platform.clock.now()) }
  for (const detail of [alice.userId, 'no owner'])
    await recordAudit(db, alice.accountId, author, {
      action: 'assign',
      entity: 'failure',
      entityId: 'f1',
      detail,
    })
  const found = (await list('entity=f1')).map(({ detail }) => detail)
  expect(found.toSorted()).toEqual([alice.email, 'no owner'].toSorted())
})
