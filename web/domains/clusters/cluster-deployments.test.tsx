import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { ClusterDeployments } from './cluster-deployments.tsx'

const deployment = (id: string, alias: string) => ({
  __typename: 'Deployment',
  id,
  clusterId: 'c1',
  workerId: 'w1',
  workerName: 'charge',
  alias,
  dockerTag: '2.1',
  replicaCount: 2,
  gitops: null,
})

it('a deployment says how many tasks of its alias fail, with the way to the cause', async () => {
  const failure = {
    id: 'f1',
    title: 'Card declined',
    type: 'task.pay.charge',
    fingerprint: 'aa',
    tasks: 4,
    runs: 1,
    last: null,
  }
  const sample = { __typename: 'FailureSample', alias: 'edge', taskName: 'Charge' }
  const { client } = createFakeGateway({
    Capabilities: () => ({
      capabilities: { __typename: 'Capabilities', version: '1', features: ['queues', 'failures'] },
    }),
    DeploymentList: () => ({ deployments: [deployment('d1', 'default'), deployment('d2', 'edge')] }),
    ClusterWorkers: () => ({
      clusterWorkers: [{ __typename: 'Worker', id: 'w1', name: 'charge', type: 'task.pay.charge' }],
    }),
    Queues: () => ({ queues: [] }),
    OpenFailures: () => ({
      failures: {
        __typename: 'FailurePage',
        total: 1,
        rows: [{ __typename: 'Failure', ...failure, sample }],
      },
    }),
  })
  renderRoutes([{ path: '*', element: <ClusterDeployments clusterId="c1" /> }], { at: '/', client })
  const mark = await screen.findByRole('link', { name: '4 tasks fail' })
  expect([mark.title, mark.getAttribute('href')]).toEqual(['Card declined', '/dashboard/failures/f1'])
  const row = mark.closest('tr')!
  expect(within(row).getByRole('link', { name: 'edge' })).toBeTruthy()
  expect(within(row).getByText('nobody polls')).toBeTruthy()
})

it('lists first what the repository has not taken, and marks it', async () => {
  const gitops = { __typename: 'DeploymentPublication', state: 'refused', reason: 'a variable is repeated' }
  const { client } = createFakeGateway({
    Capabilities: () => ({
      capabilities: { __typename: 'Capabilities', version: '1', features: ['queues', 'gitops'] },
    }),
    DeploymentList: () => ({
      deployments: [deployment('d1', 'default'), { ...deployment('d2', 'edge'), gitops }],
    }),
    ClusterWorkers: () => ({ clusterWorkers: [] }),
    Queues: () => ({ queues: [] }),
  })
  renderRoutes([{ path: '*', element: <ClusterDeployments clusterId="c1" /> }], { at: '/', client })
  expect((await screen.findByRole('img', { name: 'not published to the repository' })).dataset['need']).toBe(
    'unpublished',
  )
  const names = () =>
    screen.getAllByRole('link', { name: /^(default|edge)$/ }).map((link) => link.textContent)
  expect(names()).toEqual(['edge', 'default'])
  expect(screen.getByRole('button', { name: '1 needs attention' }).title).toBe(
    'Show only what needs attention: 1 not published',
  )
})
