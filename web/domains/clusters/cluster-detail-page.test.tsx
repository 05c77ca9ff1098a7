import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { ClusterDetailPage } from './cluster-detail-page.tsx'

it('a cluster can be updated once something has changed', async () => {
  const gateway = createFakeGateway({
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features: [] } }),
    Cluster: () => ({
      cluster: {
        __typename: 'Cluster',
        id: 'c1',
        name: 'pay-eu',
        teamId: null,
        tags: [],
        version: 1,
        created: null,
      },
    }),
    DeploymentList: () => ({ deployments: [] }),
  })
  const routes = [{ path: '/clusters/:id', Component: ClusterDetailPage }]
  renderRoutes(routes, { at: '/clusters/c1', client: gateway.client })
  const update = await screen.findByRole<HTMLButtonElement>('button', { name: 'Update Cluster' })
  expect([update.disabled, update.title]).toEqual([true, 'Nothing has changed'])
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), '2')
  expect([update.disabled, update.title]).toEqual([false, ''])
})
