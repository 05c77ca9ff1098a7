import { expect, it } from 'vitest'
import { attentionActions } from '#shared/domains/attention/contract.ts'
import { actionsOf, addressOf, copiedItem, deploymentOf, heldBy } from './item-actions.ts'
import { itemOf, linksOf } from './test-bed.tsx'

const all = linksOf({
  appId: 'a1',
  workqueueId: 'w1',
  taskId: 't1',
  groupId: 'g1',
  type: 'task.x.load',
  alias: 'big batch',
  workerId: 'k1',
  clusterId: 'c1',
  deploymentId: 'd1',
  ruleId: 'r1',
  scheduleId: 's1',
})
const deedOf = (kind: string, links = all) => actionsOf({ actions: [{ kind, label: kind }], links })[0]?.deed

it.each([
  ['restartGroup', { do: 'restart', groupId: 'g1' }],
  ['restartOnAlias', { do: 'move', work: { failureId: 'g1' } }],
  ['moveToAlias', { do: 'move', work: { failureId: 'g1' } }],
  ['openQueue', { do: 'go', to: '/dashboard/backlog?open=task.x.load/big%20batch' }],
  ['openTask', { do: 'go', to: '/apps/a1/workqueues/w1?task=t1' }],
  ['openRun', { do: 'go', to: '/apps/a1/workqueues/w1' }],
  ['cancelRun', { do: 'cancel', workqueueId: 'w1' }],
  ['newKey', { do: 'go', to: '/workers/k1' }],
  ['openDeployment', { do: 'go', to: '/clusters/c1/deployment/d1' }],
  ['startWorker', { do: 'go', to: '/workers/k1?kits' }],
  ['openSchedule', { do: 'go', to: '/apps/a1/schedules?schedule=s1' }],
  ['openRule', { do: 'go', to: '/account?tab=alerts&rule=r1' }],
])('%s does what it says', (kind, deed) => {
  expect(deedOf(kind)).toEqual(deed)
})

it('a new key is made in the list of keys, where there is one', () => {
  const action = {
    actions: [{ kind: 'newKey', label: 'New key' }],
    links: linksOf({ workerId: 'k1', alias: 'e' }),
  }
  const deed = { do: 'go', to: '/dashboard/keys?worker=k1&alias=e' }
  expect(actionsOf(action, true)).toEqual([{ label: 'New key', deed }])
})

it('every action of the contract can be done', () => {
  expect(attentionActions.filter((kind) => !deedOf(kind))).toEqual([])
})

it('what waits in a queue moves to another alias where the item is', () => {
  const queue = { type: 'task.x.load', alias: 'b' }
  expect(deedOf('moveToAlias', linksOf(queue))).toEqual({ do: 'move', work: { queue } })
  const moved = { id: 'i1', actions: [{ kind: 'moveToAlias', label: 'Move' }], links: linksOf(queue) }
  expect(heldBy(moved)).toBe('task.x.load/b')
  expect(heldBy({ ...moved, actions: [] })).toBe('i1')
  expect(heldBy({ ...moved, links: all })).toBe('g1')
})

it('an unknown action, one without a label and one without its target are left out', () => {
  const unknown = ['backfill', 'toString', '__proto__'].map((kind) => ({ kind, label: kind }))
  const actions = [...unknown, { kind: 'openRun', label: '' }, { kind: 'startWorker', label: 'Start' }]
  expect(actionsOf({ actions, links: linksOf({}) })).toEqual([])
  expect(actionsOf({ actions, links: all })).toEqual([
    { label: 'Start', deed: { do: 'go', to: '/workers/k1?kits' } },
  ])
})

it('an item leads to the nearest thing that it is about', () => {
  const kind = 'failure'
  const at = (links: typeof all) => addressOf({ kind, links })
  expect(at(all)).toBe('/dashboard/failures/g1')
  expect(at({ ...all, groupId: null })).toBe('/apps/a1/workqueues/w1?task=t1')
  const deployment = linksOf({ clusterId: 'c', deploymentId: 'd', type: 't', alias: 'a' })
  expect(at(deployment)).toBe('/clusters/c/deployment/d')
  expect(addressOf({ kind: 'queueNobody', links: deployment })).toBe('/dashboard/backlog?open=t/a')
  expect(at(linksOf({ type: 't', alias: 'a', workerId: 'k' }))).toBe('/dashboard/backlog?open=t/a')
  expect(at(linksOf({ workerId: 'k' }))).toBe('/workers/k')
  expect(addressOf(itemOf('x'))).toBeNull()
})

it('an item leads to its deployment unless its sentence or a button does', () => {
  const at = (links: typeof all, actions: { kind: string; label: string }[] = []) =>
    deploymentOf({ kind: 'failure', actions, links })
  expect(at(all)).toBe('/clusters/c1/deployment/d1')
  expect(at(all, [{ kind: 'openDeployment', label: 'Open' }])).toBeNull()
  expect(at(linksOf({ clusterId: 'c1', deploymentId: 'd1' }))).toBeNull()
  expect(at(linksOf({ groupId: 'g1' }))).toBeNull()
})

it('what is copied of it is that which it is about', () => {
  const id = 'i1'
  const none = { groupId: null, workqueueId: null }
  const api = (over: object) => copiedItem({ id, links: { ...all, ...over } }).api
  expect(copiedItem({ id, links: all })).toEqual({
    id: 'g1',
    to: '/dashboard/failures/g1',
    api: 'failures/g1',
  })
  expect(api({ groupId: null })).toBe('workqueues/w1')
  expect(api(none)).toBe('deployments/d1')
  expect(api({ ...none, deploymentId: null })).toBe('queues/task.x.load/big%20batch')
  expect(api({ ...none, deploymentId: null, type: null })).toBe('workers/k1')
  expect(copiedItem({ id, links: linksOf({}) })).toEqual({ id, to: '/dashboard/attention', api: 'attention' })
})
