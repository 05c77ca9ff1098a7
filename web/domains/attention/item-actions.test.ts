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
  ['startWorker', { do: 'go', to: '/workers/k1' }],
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
    { label: 'Start', deed: { do: 'go', to: '/workers/k1' } },
  ])
})

it('an item leads to the nearest thing that it is about', () => {
  expect(addressOf({ links: all })).toBe('/dashboard/failures/g1')
  expect(addressOf({ links: { ...all, groupId: null } })).toBe('/apps/a1/workqueues/w1?task=t1')
  const deployment = linksOf({ clusterId: 'c', deploymentId: 'd', type: 't', alias: 'a' })
  expect(addressOf({ links: deployment })).toBe('/clusters/c/deployment/d')
  expect(addressOf({ links: linksOf({ type: 't', alias: 'a', workerId: 'k' }) })).toBe(
    '/dashboard/backlog?open=t/a',
  )
  expect(addressOf({ links: linksOf({ workerId: 'k' }) })).toBe('/workers/k')
  expect(addressOf(itemOf('x'))).toBeNull()
})

it('an item leads to its deployment unless its sentence or a button does', () => {
  expect(deploymentOf({ actions: [], links: all })).toBe('/clusters/c1/deployment/d1')
  expect(deploymentOf({ actions: [{ kind: 'openDeployment', label: 'Open' }], links: all })).toBeNull()
  expect(deploymentOf({ actions: [], links: linksOf({ clusterId: 'c1', deploymentId: 'd1' }) })).toBeNull()
  expect(deploymentOf({ actions: [], links: linksOf({ groupId: 'g1' }) })).toBeNull()
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
