import { expect, vi } from 'vitest'
import type { Ids } from '../support/account-matrix.ts'
import type { Operator } from './operator.ts'

/** An app, a plan and a run that has failed, created by the operator; names contain the operator's e-mail. */
export async function fillAccount(operator: Operator): Promise<Ids> {
  const mark = `of ${operator.member.email}`
  const make = async (url: string, body: object) => {
    const answer = await operator.send('POST', { url, body })
    expect([url, answer.status]).toEqual([url, 201])
    return answer.body['_id'] as string
  }
  const app = await make('/api/apps', { name: mark, description: mark })
  const token = await make(`/api/apps/${app}/token`, {})
  const variable = await make(`/api/apps/${app}/variables`, { name: 'MARK', value: mark })
  const plan = await make('/api/plans', { name: mark, tasks: [] })
  const to = [
    { kind: 'email', address: 'ops@example.test' },
    { kind: 'webhook', url: 'https://hooks.example.test/in' },
  ]
  const rule = { name: mark, when: { kind: 'runFailed' }, scope: { appId: app }, to }
  const alert = await make('/api/alerts', rule)
  const tasks = [{ name: mark, type: 'task.workforce.noop', inputs: { fail: mark } }]
  const workqueue = await make(`/api/workqueues?appId=${app}`, { name: mark, tasks })
  const team = await make('/api/teams', { name: mark })
  const first = async (url: string, list: string) => {
    const { body } = await operator.send('GET', { url })
    return (body[list] as { _id: string }[])[0]?._id ?? ''
  }
  const member = await first(`/api/teams/${team}/members`, 'data')
  const collaborator = await first(`/api/apps/${app}/collaborators`, 'collaborators')
  const invite = {
    url: `/api/apps/${app}/collaborators/invite`,
    body: { email: `guest-${operator.member.email}` },
  }
  expect((await operator.send('POST', invite)).status).toBe(200)
  const invitation = await first('/api/invitations', 'data')
  const script = await make('/api/scripts', { name: mark, teamId: team })
  const worker = await make('/api/workers', { name: mark, teamId: team, inputSchema: { description: mark } })
  await make(`/api/workers/${worker}/aliases`, { aliasName: 'beta' })
  const key = { url: `/api/workers/${worker}/aliases/default/jwt`, body: { name: mark } }
  const privateKey = (await operator.send('PUT', key)).body['_id'] as string
  const stored = await operator.send('GET', { url: `/api/workers/${worker}` })
  const workerType = stored.body['type'] as string
  const cluster = await make('/api/clusters', { name: mark, teamId: team })
  const deployment = await make('/api/deployments', { clusterId: cluster, workerId: worker })
  const read = () => operator.send('GET', { url: `/api/workqueues/${workqueue}` })
  const hasFailed = async () => expect((await read()).body['status']).toBe('failed')
  await vi.waitFor(hasFailed, { interval: 20, timeout: 15_000 })
  const [task] = (await read()).body['tasks'] as { _id: string }[]
  const cancel = { url: '/api/workqueues/bulk/cancel', body: { ids: [workqueue] } }
  const receipt = (await operator.send('POST', cancel)).body['_id'] as string
  const { accountId: account, accountName, userId: user } = operator.member
  const grouped = () => first(`/api/failures?appId=${app}`, 'data')
  const failure = await vi.waitUntil(grouped, { interval: 50, timeout: 15_000 })
  const listed = () => first(`/api/attention?appId=${app}`, 'items')
  const item = await vi.waitUntil(listed, { interval: 50, timeout: 15_000 })
  const [, webhook] = (await operator.send('GET', { url: `/api/alerts/${alert}` })).body['to'] as {
    _id: string
  }[]
  const sent = () => first(`/api/alerts/deliveries?ruleId=${alert}`, 'data')
  const delivery = await vi.waitUntil(sent, { interval: 50, timeout: 15_000 })
  const alerts = { alert, alertTarget: webhook!._id, delivery }
  const timed = { appId: app, planId: plan, name: mark, cron: '0 7 * * *' }
  const schedule = await make('/api/schedules', timed)
  const hook = await make(`/api/plans/${plan}/hooks`, { appId: app, name: mark })
  const view = await make('/api/views', { name: mark, screen: 'workqueues', query: '' })
  const people = { account, accountName, user, team, member, collaborator, invitation }
  const owned = { script, worker, workerType, privateKey, receipt, failure, item, cluster, deployment, view }
  return {
    ...people,
    ...owned,
    ...alerts,
    schedule,
    hook,
    app,
    plan,
    workqueue,
    task: task?._id ?? '',
    token,
    variable,
  }
}
