import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import { MAX_USES } from '#shared/domains/usage/kinds.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun, insertTask } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let accountId: string
let app: string
let worker: { _id: string; type: string }
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  accountId = platform.alice.accountId
  app = (await platform.send('post', 'apps', { name: 'Billing', description: 'B' })).body._id
  const team = (await platform.send('post', 'teams', { name: 'Payments' })).body
  worker = (await platform.send('post', 'workers', { name: 'Ledger', teamId: team._id })).body
  await platform.send('post', `workers/${worker._id}/aliases`, { aliasName: 'edge' })
})
afterAll(() => platform.close())

const usage = async (address: string) => (await platform.send('get', `${address}/usage`)).body
const newPlan = async (tasks: object[], name: string): Promise<string> =>
  (await platform.send('post', 'plans', { name, tasks })).body._id
const second = (count: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, count))
const run = (name: string, status: 'started' | 'completed' | 'failed' = 'started', planId?: string) =>
  insertRun(platform.pool, { accountId, appId: app, name, status, planId: planId ?? null })

/** A task of a run, with its inputs. */
async function task(
  workqueueId: string,
  name: string,
  given: Partial<Parameters<typeof insertTask>[1]>,
  inputs = {},
) {
  const row = { accountId, appId: app, workqueueId, name, type: worker.type, alias: 'edge', ...given }
  const id = await insertTask(platform.pool, row)
  await platform.pool.query('update tasks set inputs = $2 where id = $1', [id, JSON.stringify(inputs)])
  return id
}

describe('an alias', () => {
  test('is used by tasks, runs, pollers, deployments, plans and keys, running ones first', async () => {
    const alias = `workers/${worker._id}/aliases/edge`
    expect(await usage(alias)).toEqual({ uses: [] })
    const [first, other] = [await run('Nightly'), await run('Weekly')]
    const runs = await task(first, 'Charge', { status: 'started', started: second(1) })
    const waits = await task(first, 'Book', { position: 1, status: 'queued', queued: second(2) })
    await task(first, 'Later', { position: 2, status: 'notstarted' })
    await task(other, 'Elsewhere', { status: 'notstarted', alias: 'default' })
    await task(await run('Past', 'completed'), 'Done', { status: 'ended' })
    await platform.pool.query(
      `insert into queue_pollers (account_id, type, alias, host_name, version, first_poll, last_poll, last_seen)
       values ($1, $2, 'edge', 'host-1', '1', $3, $3, $3), ($1, $2, 'edge', 'host-1', '2', $3, $3, $3),
         ($1, $2, 'edge', 'gone', '1', $4, $4, $4), ($1, $2, 'default', 'host-2', '1', $3, $3, $3)`,
      [accountId, worker.type, new Date(platform.clock.now()), second(0)],
    )
    const cluster = (await platform.send('post', 'clusters', { name: 'North' })).body
    const deployment = await platform.send('post', 'deployments', {
      clusterId: cluster._id,
      workerId: worker._id,
      alias: 'edge',
      dockerTag: '1',
      replicaCount: 1,
      resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } },
      environment: {},
    })
    const named = await newPlan([{ name: 'a', type: worker.type, alias: 'edge' }], 'Names it')
    await newPlan([{ name: 'a', type: worker.type }], 'Names the default alias')
    const key = (await platform.send('put', `${alias}/jwt`, { name: 'laptop' })).body
    const one = (first: object) => ({ count: 1, more: false, first: [first] })
    const place = { within: 'Nightly', appId: app, workqueueId: first }
    const expected = [
      { kind: 'task', ...one({ _id: runs, name: 'Charge', ...place }) },
      { kind: 'waiting', ...one({ _id: waits, name: 'Book', ...place }) },
      { kind: 'run', ...one({ _id: first, name: 'Nightly', appId: app, workqueueId: first }) },
      { kind: 'poller', ...one({ _id: 'host-1', name: 'host-1' }) },
      {
        kind: 'deployment',
        ...one({ _id: deployment.body._id, name: 'edge', within: 'North', clusterId: cluster._id }),
      },
      { kind: 'plan', ...one({ _id: named, name: 'Names it' }) },
      { kind: 'key', ...one({ _id: key._id, name: 'laptop' }) },
    ]
    expect(await usage(alias)).toEqual({ uses: expected })
    // Of the cluster and the deployment, what their alias does.
    const kinds = (answer: { uses: { kind: string }[] }) => answer.uses.map(({ kind }) => kind)
    expect((await usage(`clusters/${cluster._id}`)).uses).toEqual([expected[0], expected[1], expected[4]])
    expect(kinds(await usage(`deployments/${deployment.body._id}`))).toEqual(['task', 'waiting', 'poller'])
    // Of the worker, what all its aliases do.
    expect(
      (await usage(`workers/${worker._id}`)).uses.map(({ kind, count }: never) => [kind, count]),
    ).toEqual([
      ['task', 1],
      ['waiting', 1],
      ['run', 2],
      ['poller', 2],
      ['deployment', 1],
      ['plan', 2],
    ])
    // No other key of the alias is valid.
    expect(await usage(`${alias}/jwt/${key._id}`)).toEqual({
      uses: [expected[0], expected[1]],
      lastUsed: null,
    })
  })

  test('has at most so many uses counted, and three of them named', async () => {
    await platform.pool.query(
      `insert into tasks (id, account_id, app_id, workqueue_id, position, name, type, alias, retry, status, created, queued)
       select $1 || n, $2, $3, $4, n, 'Task ' || n, $5, 'default', '{}', 'queued', now(), now() + n * interval '1 second'
       from generate_series(1, $6::int) as n`,
      [newId(), accountId, app, await run('Wide'), worker.type, MAX_USES + 2],
    )
    const [waiting] = (await usage(`workers/${worker._id}/aliases/default`)).uses
    expect(waiting).toMatchObject({ kind: 'waiting', count: MAX_USES, more: true, first: { length: 3 } })
  })
})

test('a plan is used by its runs under way, and by the plans whose tasks start it', async () => {
  const plan = await newPlan([], 'Started')
  for (const status of ['started', 'completed', 'failed'] as const) await run('Its run', status, plan)
  const starts = (type: string, inputs: object) => ({ name: 'a', type, inputs })
  const mapping = await newPlan([starts('task.workforce.map', { plan, items: [1] })], 'B maps it')
  const running = await newPlan([starts('task.workforce.plan', { plan })], 'A runs it')
  await newPlan([starts('task.own.worker', { plan })], 'C names it')
  await newPlan([starts('task.workforce.plan', { plan: mapping, note: plan })], 'D mentions it')
  expect((await usage(`plans/${plan}`)).uses).toEqual([
    { kind: 'run', count: 1, more: false, first: [expect.objectContaining({ name: 'Its run', appId: app })] },
    {
      kind: 'plan',
      count: 2,
      more: false,
      first: [
        { _id: running, name: 'A runs it' },
        { _id: mapping, name: 'B maps it' },
      ],
    },
  ])
})

test('a script is used by its tasks under way, and by the plans with tasks of its type', async () => {
  const team = (await platform.send('post', 'teams', { name: 'Scripts' })).body
  const script = (await platform.send('post', 'scripts', { name: 'Clean up!', teamId: team._id })).body
  expect(await usage(`scripts/${script._id}`)).toEqual({ uses: [] })
  const plan = await newPlan([{ name: 'a', type: 'task.script.cleanup' }], 'Cleans')
  const first = [{ _id: plan, name: 'Cleans' }]
  const plans = { kind: 'plan', count: 1, more: false, first }
  expect((await usage(`scripts/${script._id}`)).uses).toEqual([plans])
  // The process that runs a script holds its task.
  const open = await run('Tidies')
  const runs = await task(open, 'Clean', {
    type: 'task.script.cleanup',
    alias: 'default',
    status: 'started',
    started: second(1),
  })
  await platform.pool.query('update tasks set holder = 7 where id = $1', [runs])
  await platform.pool.query("update workqueues set holders = '{7}' where id = $1", [open])
  expect((await usage(`scripts/${script._id}`)).uses).toEqual([
    expect.objectContaining({ kind: 'task', count: 1, first: [expect.objectContaining({ _id: runs })] }),
    plans,
  ])
})

describe('a variable', () => {
  test('is used by plans and runs of its app whose tasks still have to read it', async () => {
    const made = (await platform.send('post', `apps/${app}/variables`, { name: 'PASS', value: 'x' })).body
    const address = `apps/${app}/variables/${made._id}`
    const reads = { name: 'a', type: worker.type, inputs: { login: { secret: '$var.PASS' } } }
    const plan = await newPlan([reads], 'Logs in')
    await newPlan([{ ...reads, inputs: { secret: '$var.PASSWORD', note: '$var.PASS is one' } }], 'Other')
    const open = await run('Waiting for it')
    await task(open, 'Log in', { status: 'notstarted' }, reads.inputs)
    await task(await run('Has it'), 'Log in', { status: 'started' }, reads.inputs)
    const waits = await task(open, 'Queued', { position: 1, status: 'queued' }, reads.inputs)
    await task(open, 'Other', { position: 2, status: 'queued' }, { secret: '$var.OTHER' })
    expect((await usage(address)).uses).toEqual([
      { kind: 'waiting', count: 1, more: false, first: [expect.objectContaining({ _id: waits })] },
      { kind: 'run', count: 1, more: false, first: [expect.objectContaining({ _id: open })] },
      { kind: 'plan', count: 1, more: false, first: [{ _id: plan, name: 'Logs in' }] },
    ])
    expect((await usage(`apps/${app}/variables/absent`)).message).toBe('Variable not found')
  })
})

test('a token says when it was used last, and from where', async () => {
  const token = (await platform.send('post', `apps/${app}/token`)).body
  const address = `apps/${app}/token/${token._id}`
  expect(await usage(address)).toEqual({ uses: [], lastUsed: null })
  const basic = `Basic ${Buffer.from(`${token.key}:${token.secret}`).toString('base64')}`
  await platform.call.get('/api/workqueues').set('authorization', basic).expect(200)
  await expect
    .poll(() => usage(address))
    .toEqual({
      uses: [],
      lastUsed: {
        at: new Date(platform.clock.now()).toISOString(),
        by: expect.stringMatching(/127\.0\.0\.1/),
      },
    })
})
