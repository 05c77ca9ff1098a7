import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillAccount } from '#tests/support/account-entities.ts'
import { matrix, ofWorkers, type Call, type Ids } from '#tests/support/account-matrix.ts'
import { unpublished } from '#tests/support/gitops.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { insertFailure, insertItem, insertRun, insertTask } from '#tests/support/platform-rows.ts'

/** Every call that changes something of an account leaves a record of who did what to which entity. */

let platform: TestPlatform
let own: Ids
beforeAll(async () => {
  platform = await createTestPlatform(realEngine, { gitops: unpublished })
  own = await fillAccount(platform, platform.alice)
})
afterAll(() => platform.close())

/** Calls that leave no record, each with its reason. */
const unrecorded: Readonly<Record<string, string>> = {
  'PUT /api/users/me/settings': 'how a user sees the console; it changes no entity',
  'POST /api/alerts/preview': 'a read, with a rule as its body',
  'POST /api/schedules/preview': 'a read, with an expression as its body',
  'POST /api/scripts/:id/test': 'a run of code that stores nothing and receives no variable',
  'POST /api/users/refreshToken': 'a session goes on; its beginning is recorded',
}

/** Calls of users before or without an account: their records belong to no account. */
const ofUsers: Readonly<Record<string, string>> = {
  'POST /api/users/resetPassword': 'passwords.test.ts',
  'POST /api/users/password': 'passwords.test.ts',
  'POST /api/users/acceptInvitation': 'people.test.ts',
  'POST /api/users/login': 'routes.test.ts',
  'POST /api/users/tokenLogin': 'oidc.test.ts',
  'POST /api/users/logout': 'routes.test.ts',
}

/** Calls of senders, whose records name no user. */
const ofSenders: Readonly<Record<string, string>> = { 'POST /api/hooks/:id': 'hooks.test.ts' }

const at = (url: string, body?: object): Call => ({ url, ...(body && { body }) })
const where = (filters: object) => encodeURIComponent(JSON.stringify(filters))
const made = async (path: string, body: object): Promise<string> =>
  (await platform.send('post', path, body)).body._id
const newRun = (status: 'started' | 'failed') =>
  insertRun(platform.pool, { accountId: platform.alice.accountId, appId: own.app, status })
const failedTask = async () => {
  const { accountId } = platform.alice
  const workqueueId = await newRun('failed')
  return insertTask(platform.pool, { accountId, appId: own.app, workqueueId, status: 'failed' })
}
/** An open item of a failure that no other call changes. */
const newItem = async () => {
  const { accountId } = platform.alice
  const failed = {
    accountId,
    appId: own.app,
    workqueueId: own.workqueue,
    taskId: await failedTask(),
    title: 'New',
  }
  return insertItem(platform.pool, failed, await insertFailure(platform.pool, failed))
}
const newMember = async () => {
  const { accountId } = platform.alice
  const email = `m${(members += 1)}@example.test`
  await platform.pool.query(`insert into users (id, email, password_hash) values ($1, $1, 'x')`, [email])
  await platform.pool.query(`insert into memberships (account_id, user_id, role) values ($1, $2, 'member')`, [
    accountId,
    email,
  ])
  return email
}
let members = 0

/** Calls that succeed for the own account where that of the other account does not. */
const calls: Readonly<Record<string, (ids: Ids) => Call | Promise<Call>>> = {
  'POST /api/apps': () => at('/api/apps', { name: 'New', description: 'New' }),
  'PUT /api/apps': () => at(`/api/apps?where=${where({ name: 'absent' })}`, { description: 'Changed' }),
  'DELETE /api/apps/:id': async () =>
    at(`/api/apps/${await made('apps', { name: 'Old', description: 'Old' })}`),
  'POST /api/plans': () => at('/api/plans', { name: 'New', tasks: [] }),
  'PUT /api/plans': () => at(`/api/plans?where=${where({ name: 'absent' })}`, { description: 'Changed' }),
  'POST /api/teams': () => at('/api/teams', { name: 'New' }),
  'PUT /api/teams': () => at(`/api/teams?where=${where({ name: 'absent' })}`, { name: 'Changed' }),
  // It is deleted with its plan.
  'DELETE /api/schedules/:id': async ({ app }) => {
    const planId = await made('plans', { name: 'Old', tasks: [] })
    const timed = { appId: app, planId, name: 'Old', cron: '@daily' }
    return at(`/api/schedules/${await made('schedules', timed)}`)
  },
  'DELETE /api/hooks/:id': async ({ app }) => {
    const planId = await made('plans', { name: 'Old', tasks: [] })
    return at(`/api/hooks/${await made(`plans/${planId}/hooks`, { appId: app, name: 'Old' })}`)
  },
  'DELETE /api/teams/:id': async () => at(`/api/teams/${await made('teams', { name: 'Old' })}`),
  'POST /api/views': () => at('/api/views', { name: 'New', screen: 'workqueues', query: '' }),
  'PUT /api/accounts/:accountId/memberships/:userId': async ({ account }) =>
    at(`/api/accounts/${account}/memberships/${await newMember()}`, { role: 'owner' }),
  'DELETE /api/accounts/:accountId/memberships/:userId': async ({ account }) =>
    at(`/api/accounts/${account}/memberships/${await newMember()}`),
  'POST /api/apps/:id/collaborators': async ({ app }) =>
    at(`/api/apps/${app}/collaborators`, { email: await newMember() }),
  'POST /api/teams/:id/members': async ({ team }) =>
    at(`/api/teams/${team}/members`, { email: await newMember() }),
  'PUT /api/queues/:type/:alias': ({ workerType }) => at(`/api/queues/${workerType}/default`, { limit: 5 }),
  'POST /api/workqueues/:id/end': async () =>
    at(`/api/workqueues/${await newRun('started')}/end`, { status: 'cancelled' }),
  'DELETE /api/workqueues/:id': async () => at(`/api/workqueues/${await newRun('failed')}`),
  'POST /api/tasks/:id/restart': async () => at(`/api/tasks/${await failedTask()}/restart`),
  'POST /api/tasks/:id/restart/alias/:alias': async () =>
    at(`/api/tasks/${await failedTask()}/restart/alias/default`, {}),
  'POST /api/tasks/:id/skip': async () => at(`/api/tasks/${await failedTask()}/skip`, { reason: 'x' }),
  'POST /api/tasks/:id/complete': async () =>
    at(`/api/tasks/${await failedTask()}/complete`, { reason: 'x', outputs: {} }),
  'POST /api/receipts/:id/cancel': async () =>
    at(
      `/api/receipts/${await made('tasks/bulk/restart', { ids: [await failedTask()], holdSeconds: 60 })}/cancel`,
    ),
  'POST /api/attention/:id/mute': async () =>
    at(`/api/attention/${await newItem()}/mute`, { until: 'change' }),
  'POST /api/attention/:id/unmute': async () => {
    const item = await newItem()
    await platform.send('post', `attention/${item}/mute`, { until: 'change' })
    return at(`/api/attention/${item}/unmute`)
  },
  'POST /api/attention/:id/assign': async () =>
    at(`/api/attention/${await newItem()}/assign`, { userId: own.user }),
  'DELETE /api/clusters/:id': async ({ team }) =>
    at(`/api/clusters/${await made('clusters', { name: 'Old', teamId: team })}`),
  'DELETE /api/workers/:id/aliases/:alias/accessKey/:keyId': async ({ worker }) => {
    const address = `workers/${worker}/aliases/default/accessKey`
    await platform.send('post', address)
    const listed = await platform.send('get', `keys?workerId=${worker}&alias=default`)
    const keys: { _id: string; replacedBy: object | null }[] = listed.body.data
    return at(`/api/${address}/${keys.find(({ replacedBy }) => replacedBy)?._id}`)
  },
  'PUT /api/deployments/:id/flux': async ({ deployment }) => {
    const { fluxConfig } = (await platform.send('get', `deployments/${deployment}?withConfig=true`)).body
    return at(`/api/deployments/${deployment}/flux`, { fluxConfig: `${fluxConfig}\n# changed\n` })
  },
}

const writing = () =>
  platform.app.platformRoutes
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !route.startsWith('GET ') && !ofWorkers.includes(route))
    // What is deleted is changed before, and its parts are deleted before it.
    .toSorted((one, other) => rank(one) - rank(other))

const rank = (route: string) => (route.startsWith('DELETE ') ? 100 - route.split('/').length : 0)

test('every call that changes something is recorded, or listed with its reason', async () => {
  const faults: string[] = []
  for (const route of writing()) {
    if (route in unrecorded || route in ofUsers || route in ofSenders) continue
    const call = await (calls[route] ?? matrix[route]?.foreign[0])?.(own, own)
    if (!call) {
      faults.push(`${route}: no call`)
      continue
    }
    const method = route.split(' ')[0]?.toLowerCase() as 'post' | 'put' | 'delete'
    const before = await records()
    const sent = platform.call[method](call.url).set(platform.alice.headers)
    const answer = await (call.body === undefined ? sent : sent.send(call.body))
    if (answer.status >= 300) faults.push(`${route}: ${answer.status} ${answer.text}`)
    else if ((await records()) === before) faults.push(`${route}: no record`)
  }
  expect(faults).toEqual([])
})

test('a look at secrets is recorded', async () => {
  const ids = await fillAccount(platform, platform.bob)
  const reads = [
    ['app.reveal', ids.app, `apps/${ids.app}`],
    ['worker.reveal', ids.worker, `workers/${ids.worker}`],
    ['deployment.reveal', ids.deployment, `deployments/${ids.deployment}?withConfig=true`],
  ] as const
  for (const [action, id, path] of reads) {
    await platform.send('get', path, undefined, platform.bob)
    const { body } = await platform.send(
      'get',
      `audit?entity=${id}&action=${action}`,
      undefined,
      platform.bob,
    )
    expect(body.data).toMatchObject([{ action, actor: platform.bob.email }])
  }
})

test('the lists name only calls that there are', () => {
  const routes = writing()
  const listed = [
    ...Object.keys(unrecorded),
    ...Object.keys(ofUsers),
    ...Object.keys(ofSenders),
    ...Object.keys(calls),
  ]
  expect(listed.filter((route) => !routes.includes(route))).toEqual([])
})

async function records(): Promise<number> {
  const { rows } = await platform.pool.query<{ count: number }>(
    `select count(*)::int as count from audit where account_id = $1 and actor = $2 and result = 'done'`,
    [platform.alice.accountId, platform.alice.email],
  )
  return rows[0]?.count ?? 0
}
