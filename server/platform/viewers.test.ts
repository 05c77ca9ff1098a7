import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import { newId } from '#server/lib/ids.ts'
import { absent, matrix, type Call, type Ids } from '#tests/support/account-matrix.ts'
import { snapshotOf } from '#tests/support/account-snapshot.ts'
import { evidence } from '#tests/support/evidence.ts'
import { unpublished } from '#tests/support/gitops.ts'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { newUser, tokenIn } from '#tests/support/platform-people.ts'
import {
  absentEngine,
  insertFailure,
  insertItem,
  insertLog,
  insertRun,
  insertTask,
} from '#tests/support/platform-rows.ts'
import { viewerCalls } from './auth/viewer-calls.ts'

/** Viewers against every route of the platform: what they may call, and what they see there. */

/** In every payload of the runs, and nowhere else. */
const PAYLOAD = 'payload-of-a-run'
const SECRET = 'a-secret-of-an-app'

/** Reads that viewers are refused, with the reason. */
const beforeDeletion = 'shown before a change, which viewers cannot make'
const alertsOf = 'where alerts go, which viewers do not see'
const refusedReads: Record<string, string> = {
  'GET /api/workers/:id/usage': beforeDeletion,
  'GET /api/scripts/:id/usage': beforeDeletion,
  'GET /api/clusters/:id/usage': beforeDeletion,
  'GET /api/deployments/:id/usage': beforeDeletion,
  'GET /api/workers/:id/aliases/:alias/usage': beforeDeletion,
  'GET /api/workers/:id/aliases/:alias/jwt/:keyId/usage': beforeDeletion,
  'GET /api/apps/:id/variables/:variableId/usage': beforeDeletion,
  'GET /api/apps/:id/token/:tokenId/usage': beforeDeletion,
  'GET /api/plans/:id/usage': beforeDeletion,
  'GET /api/alerts': alertsOf,
  'GET /api/alerts/:id': alertsOf,
  'GET /api/alerts/deliveries': alertsOf,
  'GET /api/keys': 'the credentials of apps and workers, which viewers do not see',
  'GET /api/queues/:type/aliases': 'the choice of an alias for a restart',
}

let platform: TestPlatform
let own: Ids
/** Of an app that the named viewer does not see, beside entities that all apps share. */
let other: Ids
/** Sees one app, without payloads. */
let named: Member
/** Sees all. */
let whole: Member

beforeAll(async () => {
  platform = await createTestPlatform(absentEngine, { gitops: unpublished })
  own = await fill('Own')
  const { app, workqueue, task, failure, item, receipt, collaborator, schedule, hook } = await fill('Other')
  other = { ...own, app, workqueue, task, failure, item, receipt, collaborator, schedule, hook }
  named = await newUser(platform, 'vera', { of: platform.alice, role: 'viewer' })
  whole = await newUser(platform, 'vic', { of: platform.alice, role: 'viewer' })
  const body = { role: 'viewer', apps: [own.app], payloads: 'hidden' }
  await platform.send('put', `accounts/${own.account}/memberships/${named.userId}`, body)
})
afterAll(() => platform.close())

async function fill(name: string): Promise<Ids> {
  const { accountId, accountName, userId: user } = platform.alice
  const post = async (path: string, body: object) => (await platform.send('post', path, body)).body
  const app: string = (await post('apps', { name, description: name }))._id
  await post(`apps/${app}/variables`, { name: 'MARK', value: SECRET })
  await post(`apps/${app}/token`, {})
  const step = { name: 'Step', type: 'task.workforce.noop', inputs: { of: PAYLOAD } }
  const plan: string = (await post('plans', { name, initialState: { of: PAYLOAD }, tasks: [step] }))._id
  const place = { accountId, appId: app }
  const workqueue = await insertRun(platform.pool, {
    ...place,
    name: `Run of ${name}`,
    status: 'failed',
    planId: plan,
  })
  const row = { ...place, workqueueId: workqueue, name: `Task of ${name}` }
  const task = await insertTask(platform.pool, { ...row, status: 'failed', ended: new Date(0) })
  const waiting = {
    ...row,
    position: 1,
    type: 'task.ops.wait',
    status: 'queued',
    queued: new Date(0),
  } as const
  await insertTask(platform.pool, waiting)
  await platform.pool.query(
    `update workqueues set initial_state = $2, state = $2, inputs = $2 where id = $1`,
    [workqueue, { of: PAYLOAD }],
  )
  await platform.pool.query(
    `update tasks set inputs = $2, result = $2, condition_text = $3 where workqueue_id = $1`,
    [workqueue, { of: PAYLOAD }, `${PAYLOAD} not in list`],
  )
  const entry = { accountId, workqueueId: workqueue, taskId: task, timestamp: new Date(0), message: PAYLOAD }
  await insertLog(platform.pool, entry)
  const failed = { ...place, workqueueId: workqueue, taskId: task, title: `Failure of ${name}` }
  const failure = await insertFailure(platform.pool, failed)
  await repairByOtherInputs(failure, await insertRun(platform.pool, { ...place, name: `Run of ${name}` }))
  const item = await insertItem(platform.pool, failed, failure)
  const { _id: team, members } = await post('teams', { name })
  const { collaborators } = (await platform.send('get', `apps/${app}/collaborators`)).body
  const script = (await post('scripts', { name, teamId: team }))._id
  const { _id: worker, type: workerType } = await post('workers', { name, teamId: team })
  const cluster = (await post('clusters', { name, teamId: team }))._id
  const environment = { TOKEN: SECRET }
  const deployment = (await post('deployments', { clusterId: cluster, workerId: worker, environment }))._id
  const timed = { appId: app, planId: plan, name, cron: '0 7 * * *', initialState: { of: PAYLOAD } }
  const schedule = (await post('schedules', timed))._id
  const hook = (await post(`plans/${plan}/hooks`, { appId: app, name, mapping: { of: PAYLOAD } }))._id
  const view = (await post('views', { name, screen: 'workqueues', query: '', shared: true }))._id
  const receipt = newId()
  await platform.pool.query(
    `insert into receipts (id, account_id, action, selection, total, created) values ($1, $2, 'restart-tasks', $3, 1, now())`,
    [receipt, accountId, { by: 'filter', filter: { appId: app } }],
  )
  const ofAccount = {
    account: accountId,
    accountName,
    user,
    team,
    member: members[0]._id,
    script,
    worker,
    workerType,
  }
  const ofApp = { app, plan, workqueue, task, failure, item, receipt, collaborator: collaborators[0]._id }
  return { ...absent, ...ofAccount, ...ofApp, cluster, deployment, schedule, hook, view }
}

/** As if the tasks of a failure had passed in a run with other inputs. */
async function repairByOtherInputs(failure: string, run: string): Promise<void> {
  await platform.pool.query(`update workqueues set inputs = $2 where id = $1`, [
    run,
    { of: `later-${PAYLOAD}` },
  ])
  await platform.pool.query(
    `update failure_tasks set repaired = now(), repaired_in = $2 where group_id = $1`,
    [failure, run],
  )
}

async function send(route: string, { url, body }: Call, who: Member) {
  const method = route.split(' ')[0]?.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  const sent = platform.call[method](url).set(who.headers)
  return body === undefined ? sent : sent.send(body)
}

/** The answers of a read to both viewers, read once. */
const read = new Map<string, Promise<{ hidden: Response; shown: Response }>>()
function both(url: string) {
  const asked = async () => {
    const [hidden, shown] = await Promise.all([named, whole].map((who) => send('GET', { url }, who)))
    return { hidden: hidden!, shown: shown! }
  }
  const answers = read.get(url) ?? asked()
  read.set(url, answers)
  return answers
}

const ofAccount = () =>
  platform.app.platformRoutes
    .filter(({ access }) => access === 'account')
    .map(({ method, url }) => `${method} ${url}`)

/** All calls that the matrix knows of a route. */
function callsOf(route: string, ids: Ids): Call[] {
  const { own: list, foreign = [] } = matrix[route] ?? {}
  return [...(list ? [{ url: list }] : []), ...foreign.map((make) => make(ids, own))]
}

test('every read of an account is either for viewers or refused with a reason', () => {
  const reads = ofAccount().filter((route) => route.startsWith('GET '))
  const undecided = reads.filter((route) => !viewerCalls.has(route) && !(route in refusedReads))
  expect(undecided).toEqual([])
  expect([...viewerCalls].filter((call) => !ofAccount().includes(call))).toEqual([])
})

test('a viewer is refused every change, whatever the body, and nothing changes', async () => {
  const before = await snapshotOf(platform.pool, own.account)
  const refused = ofAccount().filter((route) => !viewerCalls.has(route))
  expect(refused.length).toBeGreaterThan(60)
  for (const route of refused) {
    const calls = callsOf(route, own)
    for (const call of calls.length > 0 ? calls : [{ url: route.split(' ')[1] as string, body: {} }]) {
      const wrong = route.startsWith('GET ') ? [] : [{ unknown: true }, []]
      for (const body of [call.body, ...wrong])
        for (const who of [whole, named]) {
          const answer = await send(route, { url: call.url, ...(body ? { body } : {}) }, who)
          const { code, message } = answer.body
          expect([route, answer.status, code, message]).toEqual([
            route,
            403,
            'NOT_ALLOWED',
            peopleMessages.viewersRead,
          ])
        }
    }
  }
  const invite = { email: 'new@example.test', role: 'owner', accountName: own.accountName }
  expect((await send('POST', { url: '/api/user/invite', body: invite }, whole)).status).toBe(403)
  expect(await snapshotOf(platform.pool, own.account)).toEqual(before)
  evidence({
    check: 87,
    figures: { 'calls that change something': refused.length, allowed: 0 },
    breaks: 'a route that changes something is among the calls of viewers',
  })
})

describe('a viewer of one app', () => {
  const readsWith = (ids: () => Ids) =>
    [...viewerCalls]
      .filter((route) => route.startsWith('GET '))
      .flatMap((route) => callsOf(route, ids()).map((call) => ({ route, url: call.url })))

  test('reads that app and what all apps share', async () => {
    const urls = readsWith(() => own).map(({ url }) => url)
    const answers = await Promise.all(urls.map(async (url) => [url, (await both(url)).hidden.status]))
    expect(answers).toEqual(urls.map((url) => [url, 200]))
  })

  test('does not find what is of another app', async () => {
    const shared = new Set(readsWith(() => own).map(({ url }) => url))
    const foreign = readsWith(() => other).filter(({ url }) => !shared.has(url))
    expect(foreign.length).toBeGreaterThan(25)
    for (const { route, url } of foreign) {
      const answer = await send(route, { url }, named)
      expect([url, answer.status]).toEqual([url, 404])
      expect([url, (await send(route, { url }, whole)).status]).toEqual([url, 200])
    }
  })

  test('sees nothing of another app in any list', async () => {
    const ofOther = ['app', 'workqueue', 'task', 'failure', 'item', 'receipt', 'collaborator'] as const
    let seenByAll = 0
    for (const { url } of readsWith(() => own)) {
      const { hidden, shown } = await both(url)
      const texts = [hidden.text, shown.text]
      const marks = [
        ...ofOther.map((kind) => other[kind]),
        'Run of Other',
        'Task of Other',
        'Failure of Other',
      ]
      for (const mark of marks) expect([url, mark, texts[0]?.includes(mark)]).toEqual([url, mark, false])
      if (marks.some((mark) => texts[1]?.includes(mark))) seenByAll++
    }
    expect(seenByAll).toBeGreaterThanOrEqual(12)
  })

  test('counts only that app', async () => {
    const get = async (path: string, who: Member) => (await platform.send('get', path, undefined, who)).body
    expect((await get('workqueues/count', named)).count).toBe(2)
    expect((await get('tasks/count', named)).count).toBe(2)
    expect((await get('tasks/count', whole)).count).toBe(4)
    expect((await get('stats/apps', named)).data).toHaveLength(1)
    expect((await get('attention', named)).total).toBe(1)
    expect((await get('failures', named)).total).toBe(1)
    const queued = async (who: Member) =>
      (await get('queues?type=task.ops.wait', who)).data.map(({ queued: count }: { queued: number }) => count)
    expect([await queued(named), await queued(whole)]).toEqual([[1], [2]])
  })

  test('gets no payload, where a viewer with payloads gets them', async () => {
    const shown: string[] = []
    for (const { url } of readsWith(() => own)) {
      const answers = await both(url)
      expect([url, answers.hidden.text.includes(PAYLOAD)]).toEqual([url, false])
      if (answers.shown.text.includes(PAYLOAD)) shown.push(url)
      expect(Object.keys(answers.hidden.body)).toEqual(Object.keys(answers.shown.body))
    }
    expect(shown.length).toBeGreaterThan(12)
    expect((await both(`/api/failures/${own.failure}/tasks`)).shown.text).toContain(`later-${PAYLOAD}`)
    evidence({
      check: 87,
      figures: {
        'reads with payloads for others': shown.length,
        'of these with payloads for a viewer without': 0,
      },
      breaks: 'a field of states, inputs, outputs or logs is not left out',
    })
  })

  test('cannot find a run by its state', async () => {
    for (const search of [`state.of:${PAYLOAD}`, `of=${PAYLOAD}`, `-of=${PAYLOAD}`]) {
      const url = `/api/workqueues?search=${encodeURIComponent(search)}`
      const answer = await send('GET', { url }, named)
      expect([answer.status, answer.body.message]).toEqual([
        400,
        expect.stringContaining('payloads are hidden'),
      ])
      expect((await send('GET', { url }, whole)).status).toBe(200)
    }
  })
})

test('no viewer sees a secret, and no reveal is recorded', async () => {
  for (const path of [
    `apps/${own.app}`,
    `deployments/${own.deployment}?withConfig=true`,
    `workers/${own.worker}`,
  ])
    for (const who of [named, whole]) {
      const answer = await platform.send('get', path, undefined, who)
      expect([path, answer.status, answer.text.includes(SECRET)]).toEqual([path, 200, false])
    }
  const app = (await platform.send('get', `apps/${own.app}`, undefined, whole)).body
  expect([app.tokens, app.variables]).toEqual([undefined, undefined])
  const { rows } = await platform.pool.query(
    `select actor from audit where action = 'reveal' and actor <> $1`,
    [platform.alice.email],
  )
  expect(rows).toEqual([])
})

test('a viewer saves own views and shares none', async () => {
  const body = { name: 'Mine', screen: 'workqueues', query: '' }
  const saved = await platform.send('post', 'views', body, named)
  expect(saved.status).toBe(201)
  const share = { shared: true }
  for (const [method, path] of [
    ['post', 'views'],
    ['put', `views/${saved.body._id}`],
  ] as const) {
    const answer = await platform.send(method, path, method === 'post' ? { ...body, ...share } : share, named)
    expect([answer.status, answer.body.message]).toEqual([403, peopleMessages.viewersShare])
  }
  expect((await platform.send('put', `views/${own.view}`, { name: 'Taken' }, named)).status).toBe(403)
  expect((await platform.send('delete', `views/${saved.body._id}`, undefined, named)).status).toBe(204)
})

describe('the role', () => {
  const invite = (body: object) =>
    platform.send('post', 'user/invite', { role: 'viewer', accountName: own.accountName, ...body })
  const change = (who: Member, body: object) =>
    platform.send('put', `accounts/${own.account}/memberships/${who.userId}`, body)

  test('is given by an invitation, with what one sees', async () => {
    const email = 'new-viewer@example.test'
    const sent = await invite({ email, apps: [own.app], payloads: 'hidden' })
    expect([sent.status, sent.body.role]).toEqual([200, 'viewer'])
    const listed = (await platform.send('get', 'invitations')).body.data
    expect(listed).toMatchObject([{ email, role: 'viewer', apps: [own.app], payloads: 'hidden' }])
    const token = tokenIn(platform.mails.at(-1))
    const accepted = await platform.call
      .post('/api/users/acceptInvitation')
      .send({ token, password: 'a new password' })
    const headers = { authorization: `Bearer ${accepted.body.token}`, 'account-id': own.account }
    const path = `accounts/${own.account}/memberships/${accepted.body.user._id}`
    const membership = await platform.send('get', path, undefined, { headers })
    expect(membership.body).toMatchObject({ role: 'viewer', apps: [own.app], payloads: 'hidden' })
    expect((await platform.send('get', 'apps', undefined, { headers })).body.total).toBe(1)
  })

  test('keeps what a change leaves out, and loses it with another role', async () => {
    const kim = await newUser(platform, 'kim', { of: platform.alice, role: 'member' })
    expect((await change(kim, { role: 'viewer' })).body).toMatchObject({ apps: [], payloads: 'shown' })
    expect((await change(kim, { role: 'viewer', apps: [other.app] })).body.apps).toEqual([other.app])
    const hidden = await change(kim, { role: 'viewer', payloads: 'hidden' })
    expect(hidden.body).toMatchObject({ apps: [other.app], payloads: 'hidden' })
    expect((await change(kim, { role: 'member' })).body.apps).toBeUndefined()
    expect((await change(kim, { role: 'viewer' })).body).toMatchObject({ apps: [], payloads: 'shown' })
  })

  test.each<[object, number, RegExp]>([
    [{ role: 'member', apps: [] }, 400, /^Apps is only for viewers/],
    [{ role: 'owner', payloads: 'hidden' }, 400, /^Payloads is only for viewers/],
    [{ role: 'viewer', payloads: 'some' }, 400, /^Payloads /],
    [{ role: 'viewer', apps: ['f'.repeat(24)] }, 404, /^App not found/],
  ])('%j is refused', async (body, status, message) => {
    for (const answer of [await change(whole, body), await invite({ email: 'x@example.test', ...body })])
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message)])
  })

  test('an app that is deleted leaves a viewer of it with no app, not with all', async () => {
    const app = (await platform.send('post', 'apps', { name: 'Gone', description: 'g' })).body._id
    const lee = await newUser(platform, 'lee', { of: platform.alice, role: 'member' })
    await change(lee, { role: 'viewer', apps: [app] })
    expect((await platform.send('delete', `apps/${app}`)).status).toBe(204)
    expect((await platform.send('get', 'apps', undefined, lee)).body.total).toBe(0)
    expect((await change(lee, { role: 'viewer', apps: [app], payloads: 'hidden' })).status).toBe(200)
  })

  test('stays when a viewer is added to an app', async () => {
    const { email, userId } = named
    const added = await platform.send('post', `apps/${own.app}/collaborators`, { email })
    expect(added.status).toBe(201)
    const path = `accounts/${own.account}/memberships/${userId}`
    expect((await platform.send('get', path)).body).toMatchObject({ role: 'viewer', apps: [own.app] })
    const app = (await platform.send('get', `apps/${own.app}`, undefined, named)).body
    expect([app.tokens, app.variables]).toEqual([undefined, undefined])
  })
})
