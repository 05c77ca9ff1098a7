import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask } from '#tests/support/platform-rows.ts'

/** So many families that reading them all would show. */
const FAMILIES = 200
const CHILDREN = 100
let platform: TestPlatform
let accountId: string
let appId: string
let rootId: string
let taskId: string

beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  accountId = platform.alice.accountId
  const app = await platform.send('post', 'apps', { name: 'A', description: 'B' }).expect(201)
  appId = app.body._id as string
  const old = { accountId, appId, created: new Date('2026-01-01T00:00:00Z') }
  rootId = await insertRun(platform.pool, { ...old, name: 'root' })
  taskId = await insertTask(platform.pool, { accountId, appId, workqueueId: rootId })
  await insertRun(platform.pool, { ...old, name: 'alone' })
  await platform.pool.query(
    `insert into workqueues (id, account_id, app_id, name, status, created, initial_state, state, parent_task_id, parent_item,
       parent_id)
     select family || '-' || n, $2, $3, 'child ' || n, (array['completed', 'failed', 'started', 'cancelled'])[1 + n % 4],
       timestamptz '2026-03-01' + make_interval(secs => n), '{}', '{}', $4, n, family
     from unnest(array_cat(array[$1], array(select 'f' || i from generate_series(2, $5::int) i))) as family,
       generate_series(0, $6::int - 1) as n`,
    [rootId, accountId, appId, taskId, FAMILIES, CHILDREN],
  )
  const other = await platform.send('post', 'apps', { name: 'C', description: 'D' }).expect(201)
  await platform.pool.query(
    `insert into workqueues (id, account_id, app_id, name, status, created, initial_state, state, rerun_of)
     select 'r' || n, $1, $2, 'other ' || n, 'completed', timestamptz '2026-03-02' + make_interval(secs => n), '{}', '{}',
       'r' || n - 1
     from generate_series(1, 5000) as n`,
    [accountId, other.body._id],
  )
  await platform.pool.query('vacuum analyze workqueues')
})
afterAll(() => platform.close())

const rows = async (query: string) =>
  (await platform.send('get', `workqueues?${query}`).expect(200)).body as {
    data: WorkqueueSummary[]
    total: number
  }
const namesOf = async (query: string) => (await rows(query)).data.map(({ name }) => name)

test('roots are the runs that no task has started', async () => {
  expect((await namesOf(`appId=${appId}&root=true`)).sort()).toEqual(['alone', 'root'])
  expect((await rows(`appId=${appId}&root=false`)).total).toBe(FAMILIES * CHILDREN + 2)
})

test('the children of a run are listed, filtered and counted', async () => {
  expect(await namesOf(`parentId=${rootId}&pagesize=2`)).toEqual(['child 99', 'child 98'])
  expect((await rows(`parentId=${rootId}&status=failed&pagesize=1`)).total).toBe(CHILDREN / 4)
  const [root] = (await rows(`appId=${appId}&root=true&sort=-name`)).data
  expect(root).toMatchObject({ name: 'root', children: { total: CHILDREN, failed: 25, running: 25 } })
  const one = (await platform.send('get', `workqueues/${rootId}-7`).expect(200)).body as WorkqueueSummary
  expect(one).toMatchObject({ parent: { workqueueId: rootId, taskId }, children: { total: 0 } })
})

describe('an index finds', () => {
  /** The plan of a statement as text. */
  async function planOf(text: string, values: unknown[]): Promise<string> {
    const { rows: found } = await platform.pool.query(`explain (format json) ${text}`, values)
    return JSON.stringify(found[0])
  }
  const newest = 'order by created desc, id desc limit 20'

  test.each([
    [
      'the roots of an app',
      'account_id = $1 and app_id = $2 and parent_task_id is null',
      'workqueues_root_app',
    ],
    ['the children of a run', 'account_id = $1 and parent_id = $2', 'workqueues_children'],
    ['the reruns of a run', 'account_id = $1 and rerun_of = $2', 'workqueues_reruns'],
  ])('%s, in the order of the list', async (_, condition, index) => {
    const named = condition.includes('parent_id =') || condition.includes('rerun_of') ? rootId : appId
    const plan = await planOf(`select id from workqueues where ${condition} ${newest}`, [accountId, named])
    expect(plan).toContain(`"${index}"`)
    expect(plan).not.toContain('"Sort"')
  })

  test('the counts of children', async () => {
    const counted = 'select parent_id, count(*) filter (where status = $3) from workqueues'
    const where = 'where account_id = $1 and parent_id = any($2) group by parent_id'
    const plan = await planOf(`${counted} ${where}`, [accountId, [rootId, 'f2', 'f3'], 'failed'])
    expect(plan).toContain('"workqueues_children"')
  })
})

test('a row from before inputs were stored has those of its initial state', async () => {
  const [row] = (await rows(`appId=${appId}&root=true&pagesize=1`)).data
  expect(row?.inputs).toEqual({ a: 1 })
})
