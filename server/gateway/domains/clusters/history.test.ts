import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'

const at = '2026-03-01T12:00:00.000Z'
const change = { field: 'dockerTag', kind: 'changed', before: 'v1', after: 'v2' }
const deployment = {
  _id: 'd1',
  clusterId: 'c1',
  cluster: 'Quay',
  alias: 'default',
  dockerTag: 'v2',
  replicaCount: 2,
  variableNames: ['DB'],
  created: at,
  createdBy: 'ana',
  tagSince: { at, by: 'ana', before: 'v1', exact: true },
  worked: { at, version: '1.0', hostName: 'h1' },
  madeSince: false,
  changed: [{ ...change, at, by: 'ana' }],
  complete: true,
}

it('reads the deployments of an alias, also partial ones', async () => {
  const query = `{ aliasDeployments(type: "task.shop.pay", alias: "a/b") {
    id cluster variableNames tagSince { before exact } worked { version } changed { field after by } complete } }`
  const partial = { _id: 'd2', worked: null, tagSince: {} }
  const { data, calls } = await runOperation(query, {
    'GET queues/task.shop.pay/a%2Fb/deployments': { data: [deployment, partial], total: 2 },
  })
  expect(calls).toEqual<CallMade[]>([{ method: 'GET', path: 'queues/task.shop.pay/a%2Fb/deployments' }])
  expect(data?.['aliasDeployments']).toEqual([
    {
      id: 'd1',
      cluster: 'Quay',
      variableNames: ['DB'],
      tagSince: { before: 'v1', exact: true },
      worked: { version: '1.0' },
      changed: [{ field: 'dockerTag', after: 'v2', by: 'ana' }],
      complete: true,
    },
    {
      id: 'd2',
      cluster: '',
      variableNames: [],
      tagSince: { before: null, exact: null },
      worked: null,
      changed: [],
      complete: null,
    },
  ])
})

it('reads a page of the saves of a deployment, and the tasks of its alias', async () => {
  const query = `{
    deploymentChanges(id: "d1", page: 2, perPage: 5) { total rows { id version by changes { field before after } } }
    deploymentWork(id: "d1") { failing failures { id workqueueName title tasks } }
  }`
  const { data, calls } = await runOperation(query, {
    'GET deployments/d1/changes': {
      data: [{ _id: 's1', version: 2, at, by: 'ana', changes: [change] }],
      total: 6,
    },
    'GET deployments/d1/work': {
      failing: 1,
      failures: [{ _id: 't1', workqueueName: 'Nightly', title: 'refused', tasks: 2 }],
    },
  })
  expect(calls).toContainEqual({
    method: 'GET',
    path: 'deployments/d1/changes',
    query: { page: 2, pagesize: 5 },
  })
  expect(data).toEqual({
    deploymentChanges: {
      total: 6,
      rows: [
        { id: 's1', version: 2, by: 'ana', changes: [{ field: 'dockerTag', before: 'v1', after: 'v2' }] },
      ],
    },
    deploymentWork: {
      failing: 1,
      failures: [{ id: 't1', workqueueName: 'Nightly', title: 'refused', tasks: 2 }],
    },
  })
})
