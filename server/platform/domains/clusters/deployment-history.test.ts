import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeQueues } from '#server/platform/queues/purge.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { retentionSteps } from '#server/platform/db/retention-steps.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertFailure, insertRun, insertTask } from '#tests/support/platform-rows.ts'
import { insertTeam, insertWorker } from '#tests/support/platform-rows.ts'

const SECRET = 'marked-secret-value'
const MINUTE = 60_000
const DAY = 86_400_000

let platform: TestPlatform
let clusterId: string
let teamId: string
let number = 0
let type: string
let workerId: string

beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  teamId = await insertTeam(platform.pool, platform.alice.accountId)
  clusterId = (await send('post', 'clusters', { name: 'Quay' })).body._id
})
beforeEach(async () => {
  type = `task.shop.pay${++number}`
  const { accountId } = platform.alice
  workerId = await insertWorker(platform.pool, { accountId, teamId, name: `Pay ${number}`, type })
  platform.clock.advance(MINUTE)
})
afterAll(() => platform.close())

const send = (...sent: Parameters<TestPlatform['send']>) => platform.send(...sent)
const create = async (body: object = {}) =>
  (await send('post', 'deployments', { clusterId, workerId, alias: `pay-${number}`, ...body })).body
/** Changes a deployment a minute later. */
async function change(id: string, body: object) {
  platform.clock.advance(MINUTE)
  return (await send('put', `deployments/${id}`, body)).body
}
const saves = async (id: string) => (await send('get', `deployments/${id}/changes`)).body.data
const now = () => new Date(platform.clock.now())
const ofAlias = async (alias = `pay-${number}`) =>
  (await send('get', `queues/${type}/${alias}/deployments`)).body.data
/** A task of the alias was done at that time. */
const worked = (at = now(), alias = `pay-${number}`) =>
  platform.pool.query(
    `insert into attempt_outcomes (process, account_id, type, alias, version, host_name, hour, ended, failed, last_ended)
     values ('p', $1, $2, $3, '2.14.0', 'pay-1', date_trunc('hour', $4::timestamptz), 1, 0, $4)
     on conflict (account_id, type, hour, alias, version, host_name, process) do update set last_ended = excluded.last_ended`,
    [platform.alice.accountId, type, alias, at],
  )

describe('what the saves of a deployment have changed', () => {
  test('has the names of the fields, who and when, without values of variables', async () => {
    const { _id } = await create({ environment: { DB: SECRET, LOG: 'info', OLD: '1' } })
    await change(_id, {
      dockerTag: '2.14.1',
      replicaCount: 4,
      environment: { DB: `${SECRET}2`, LOG: 'info', NEW: '1' },
    })
    const told = await saves(_id)
    expect(told).toEqual([
      {
        _id: expect.any(String),
        version: 2,
        at: now().toISOString(),
        by: 'alice@example.test',
        changes: [
          { field: 'dockerTag', kind: 'changed', before: 'latest', after: '2.14.1' },
          { field: 'replicaCount', kind: 'changed', before: '1', after: '4' },
          { field: 'environment.DB', kind: 'changed', before: null, after: null },
          { field: 'environment.NEW', kind: 'added', before: null, after: null },
          { field: 'environment.OLD', kind: 'removed', before: null, after: null },
        ],
      },
      expect.objectContaining({ version: 1, by: 'alice@example.test', changes: [] }),
    ])
    const { rows } = await platform.pool.query('select changes::text from deployment_changes')
    expect(JSON.stringify([told, rows])).not.toContain(SECRET)
  })

  test('a save that changes nothing is none, in the form and in the configuration', async () => {
    const { _id } = await create({ environment: { DB: SECRET } })
    expect((await change(_id, { dockerTag: 'latest', environment: { DB: SECRET } })).version).toBe(1)
    const { fluxConfig } = (await send('get', `deployments/${_id}?withConfig=true`)).body
    expect((await send('put', `deployments/${_id}/flux`, { fluxConfig })).body.version).toBe(1)
    expect(await saves(_id)).toHaveLength(1)
  })

  test('has the places of a configuration that was edited by hand, and one for its comments', async () => {
    const { _id } = await create({ environment: { DB: SECRET } })
    const { fluxConfig } = (await send('get', `deployments/${_id}?withConfig=true`)).body
    const edited = fluxConfig
      .replace('interval: 5m', 'interval: 10m')
      .replace('tag: "latest"', 'tag: "v9"\n      pullPolicy: Always')
    await send('put', `deployments/${_id}/flux`, { fluxConfig: edited })
    await send('put', `deployments/${_id}/flux`, { fluxConfig: `# by hand\n${edited}` })
    const [comment, values] = await saves(_id)
    expect(values.changes).toEqual([
      { field: 'dockerTag', kind: 'changed', before: 'latest', after: 'v9' },
      { field: 'configuration.spec.interval', kind: 'changed', before: null, after: null },
      { field: 'configuration.spec.values.image.pullPolicy', kind: 'added', before: null, after: null },
    ])
    expect(comment.changes).toEqual([{ field: 'configuration', kind: 'changed', before: null, after: null }])
  })

  test('a change of many is in the history of each', async () => {
    const first = await create()
    const second = await create({ alias: `other-${number}` })
    await send('put', `deployments?where=${encodeURIComponent(JSON.stringify({ workerId }))}`, {
      dockerTag: 'v2',
    })
    for (const { _id } of [first, second])
      expect((await saves(_id))[0].changes).toEqual([
        { field: 'dockerTag', kind: 'changed', before: 'latest', after: 'v2' },
      ])
  })

  test('keeps the newest of many saves', async () => {
    const { _id } = await create()
    await platform.pool.query(
      `insert into deployment_changes (id, account_id, deployment_id, version, since, at, changes)
       select 'x' || n, account_id, deployment_id, n, at, at, '[]' from deployment_changes, generate_series(2, 150) n
       where deployment_id = $1`,
      [_id],
    )
    const { step } = retentionSteps.find(({ table }) => table === 'deployment_changes')!
    await step(createDatabase(platform.pool), new Date(0))
    const { data, total } = (await send('get', `deployments/${_id}/changes`)).body
    expect([total, data[0].version]).toEqual([100, 150])
    await step(createDatabase(platform.pool), new Date(platform.clock.now() + DAY))
    expect((await send('get', `deployments/${_id}/changes`)).body.total).toBe(20)
  })
})

describe('the deployments of an alias', () => {
  test('tell what has changed since a task was done last, and nothing that was changed back', async () => {
    const { _id } = await create({ environment: { DB: SECRET, KEY: 'a' } })
    const madeAt = now().toISOString()
    await worked()
    await change(_id, { dockerTag: 'v2', replicaCount: 3 })
    await change(_id, { replicaCount: 1, environment: { DB: SECRET, TEMP: '1' } })
    await change(_id, { dockerTag: 'v3', environment: { DB: SECRET } })
    const [found] = await ofAlias()
    expect(found).toMatchObject({
      _id,
      clusterId,
      cluster: 'Quay',
      dockerTag: 'v3',
      replicaCount: 1,
      variableNames: ['DB'],
      tagSince: { at: now().toISOString(), by: 'alice@example.test', before: 'v2', exact: true },
      worked: { at: madeAt, version: '2.14.0', hostName: 'pay-1' },
      madeSince: false,
      complete: true,
    })
    expect(
      found.changed.map(({ field, kind, before, after }: Record<string, unknown>) => [
        field,
        kind,
        before,
        after,
      ]),
    ).toEqual([
      ['dockerTag', 'changed', 'latest', 'v3'],
      ['environment.KEY', 'removed', null, null],
    ])
    expect(JSON.stringify(found)).not.toContain(SECRET)
    await worked()
    expect((await ofAlias())[0].changed).toEqual([])
  })

  test('one that was made since, and an alias without a known success, say so', async () => {
    await create()
    expect((await ofAlias())[0]).toMatchObject({ worked: null, madeSince: false, changed: [] })
    await worked(new Date(platform.clock.now() - MINUTE))
    expect((await ofAlias())[0]).toMatchObject({ madeSince: true, changed: [] })
    expect(await ofAlias('nothing-runs-it')).toEqual([])
  })

  test('what was changed before the first known save is not claimed to be known', async () => {
    const { _id } = await create()
    await worked()
    await change(_id, { dockerTag: 'v2' })
    // As a deployment is that an earlier version has stored.
    await platform.pool.query('delete from deployment_changes where deployment_id = $1', [_id])
    const since = { at: now().toISOString(), by: null, before: null, exact: false }
    expect((await ofAlias())[0]).toMatchObject({ complete: false, changed: [], tagSince: since })
    await change(_id, { replicaCount: 2 })
    expect((await ofAlias())[0]).toMatchObject({ complete: false, tagSince: since })
    await worked()
    expect((await ofAlias())[0]).toMatchObject({ complete: true, changed: [] })
  })

  test('the last success of each alias is kept for longer than two days', async () => {
    await create()
    const old = new Date(platform.clock.now() - 9 * DAY)
    await worked(new Date(old.getTime() - DAY))
    await worked(old)
    await purgeQueues(createDatabase(platform.pool), platform.clock.now())
    expect((await ofAlias())[0].worked.at).toBe(old.toISOString())
    const { rows } = await platform.pool.query('select from attempt_outcomes where type = $1', [type])
    expect(rows).toHaveLength(1)
  })
})

test('a deployment tells the tasks of its alias that wait, run and fail', async () => {
  const { _id } = await create({ alias: 'default' })
  const { accountId } = platform.alice
  const appId = (await send('post', 'apps', { name: 'Shop', description: 'a' })).body._id
  const workqueueId = await insertRun(platform.pool, { accountId, appId, name: 'Nightly', status: 'failed' })
  const task = (status: 'failed' | 'queued' | 'ended', position: number) =>
    insertTask(platform.pool, { accountId, appId, workqueueId, name: 'pay', type, status, position })
  const [failed, done] = [await task('failed', 0), await task('ended', 1)]
  await task('queued', 2)
  const [other, newest] = [await task('failed', 3), await task('failed', 4)]
  const failure = async (taskId: string, title: string) => {
    const id = await insertFailure(platform.pool, { accountId, appId, workqueueId, taskId, title })
    await platform.pool.query('update failure_groups set type = $1 where id = $2', [type, id])
    return id
  }
  const refused = await failure(failed, 'refused')
  for (const taskId of [done, other]) await failure(taskId, 'timed out')
  // The same cause as the first, later.
  await platform.pool.query(
    `insert into failure_tasks select (jsonb_populate_record(t, jsonb_build_object('task_id', $1::text, 'at', t.at + interval '1 s'))).*
     from failure_tasks t where task_id = $2`,
    [newest, failed],
  )
  // A later run has passed the first one, which is failed all the same.
  await platform.pool.query('update failure_tasks set repaired = now() where task_id = $1', [failed])
  const work = (await send('get', `deployments/${_id}/work`)).body
  expect(work).toMatchObject({ queued: 1, started: 0, retry: 0, failing: 3 })
  const place = { appId, workqueueId, workqueueName: 'Nightly' }
  // Fails when a cause is listed once for each of its tasks, or without their number.
  expect(work.failures).toEqual([
    expect.objectContaining({ ...place, _id: newest, failureId: refused, title: 'refused', tasks: 2 }),
    expect.objectContaining({ ...place, _id: other, title: 'timed out', reason: 'timed out', tasks: 1 }),
  ])
  expect((await send('get', 'deployments/ffffffffffffffffffffffff/work')).status).toBe(404)
})
