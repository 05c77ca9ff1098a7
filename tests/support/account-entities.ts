import { newId } from '#server/lib/ids.ts'
import type { Ids } from './account-matrix.ts'
import type { Member, TestPlatform } from './platform-app.ts'
import { insertFailure, insertItem, insertLog, insertRun, insertTask } from './platform-rows.ts'

/** Makes one entity of each kind in the account of a user. */
export async function fillAccount(platform: TestPlatform, member: Member): Promise<Ids> {
  const { accountId, accountName, headers, userId, email } = member
  const mark = `of ${email}`
  const send = (path: string, body: object) => platform.call.post(path).set(headers).send(body)
  const appId = (await send('/api/apps', { name: mark, description: mark })).body._id
  const token = (await send(`/api/apps/${appId}/token`, {})).body._id
  const variable = (await send(`/api/apps/${appId}/variables`, { name: 'MARK', value: mark })).body._id
  const plan = (await send('/api/plans', { name: mark, tasks: [] })).body._id
  const run = { accountId, appId, name: mark, status: 'failed' as const }
  const workqueue = await insertRun(platform.pool, run)
  const row = { accountId, appId, workqueueId: workqueue, name: mark }
  const task = await insertTask(platform.pool, { ...row, status: 'failed', ended: new Date(0) })
  const failed = { accountId, appId, workqueueId: workqueue, taskId: task, title: mark }
  const failure = await insertFailure(platform.pool, failed)
  const item = await insertItem(platform.pool, failed, failure)
  await insertTask(platform.pool, { ...row, position: 1, type: `task.x.${email}`, status: 'queued' })
  await insertLog(platform.pool, {
    accountId,
    workqueueId: workqueue,
    taskId: task,
    timestamp: new Date(0),
    message: mark,
  })
  const { _id: team, members } = (await send('/api/teams', { name: mark })).body
  const { collaborators } = (await platform.call.get(`/api/apps/${appId}/collaborators`).set(headers)).body
  const guest = { email: `guest-${email}` }
  await send(`/api/apps/${appId}/collaborators/invite`, guest)
  const invitation = (await platform.call.get('/api/invitations').set(headers)).body.data[0]._id
  const people = { account: accountId, accountName, user: userId, member: members[0]._id }
  const script = (await send('/api/scripts', { name: mark, teamId: team })).body._id
  const { _id: worker, type: workerType } = (await send('/api/workers', { name: mark, teamId: team })).body
  await send(`/api/workers/${worker}/aliases`, { aliasName: 'beta' })
  const jwt = `/api/workers/${worker}/aliases/default/jwt`
  const privateKey = (await platform.call.put(jwt).set(headers).send({ name: mark })).body._id
  const receipt = (await send('/api/workqueues/bulk/cancel', { ids: [workqueue] })).body._id
  const cluster = (await send('/api/clusters', { name: mark, teamId: team })).body._id
  const deployment = (await send('/api/deployments', { clusterId: cluster, workerId: worker })).body._id
  const timed = { appId, planId: plan, name: mark, cron: '0 7 * * *' }
  const schedule = (await send('/api/schedules', timed)).body._id
  const hook = (await send(`/api/plans/${plan}/hooks`, { appId, name: mark })).body._id
  const view = (await send('/api/views', { name: mark, screen: 'workqueues', query: '' })).body._id
  const alert = await insertAlert(platform, member, mark)
  const access = {
    view,
    schedule,
    hook,
    ...alert,
    ...people,
    invitation,
    collaborator: collaborators[0]._id,
    token,
    variable,
    team,
    script,
    receipt,
    failure,
    item,
  }
  return { ...access, app: appId, plan, workqueue, task, worker, workerType, privateKey, cluster, deployment }
}

/** A rule with a mail and a webhook, and a message that did not arrive. */
async function insertAlert(platform: TestPlatform, { headers, accountId }: Member, mark: string) {
  const to = [
    { kind: 'email', address: 'ops@example.test' },
    { kind: 'webhook', url: 'https://hooks.example.test/in' },
  ]
  const body = { name: mark, when: { kind: 'failureOpened' }, to }
  const rule = (await platform.call.post('/api/alerts').set(headers).send(body)).body
  const [, webhook] = rule.to
  const delivery = newId()
  await platform.pool.query(
    `insert into alert_deliveries (id, account_id, rule_id, target_id, kind, address, message, sentence, state, tries,
      created, ended) values ($1, $2, $3, $4, 'webhook', 'https://hooks.example.test/in', '{}', $5, 'gaveUp', 8, now(), now())`,
    [delivery, accountId, rule._id, webhook._id, mark],
  )
  return { alert: rule._id, alertTarget: webhook._id, delivery }
}
