import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { GitPanel } from './git-panel.tsx'

const published = {
  __typename: 'DeploymentPublication',
  state: 'published',
  path: 'clusters/c1/d1.yaml',
  changes: 0,
  commit: '5e3f1a0b5e3f1a0b5e3f1a0b5e3f1a0b5e3f1a0b',
  at: '2026-03-01T12:00:00.000Z',
  reason: null,
  since: null,
  nextTry: null,
  found: null,
}
const refused = {
  ...published,
  state: 'refused',
  changes: 2,
  reason: 'No changes on Fridays',
  since: '2026-03-01T12:00:00.000Z',
}

function show(publication: object) {
  const gateway = createFakeGateway({
    DeploymentPublication: () => ({ deploymentPublication: publication }),
    PublishDeployment: () => ({ publishDeployment: published }),
  })
  renderRoutes([{ path: '*', element: <GitPanel id="d1" /> }], { client: gateway.client })
  return gateway
}

// Fails when a reason is not shown, or nothing can be done about it.
it('says what the repository refuses, and publishes again on request', async () => {
  const { callsOf } = show(refused)
  expect(await screen.findByText('No changes on Fridays')).toBeTruthy()
  expect(screen.getByText('2 changes wait')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Publish again' }))
  expect(callsOf('PublishDeployment').map(({ variables }) => variables)).toEqual([{ id: 'd1' }])
})

it('names the last commit, and who had changed the file elsewhere', async () => {
  show({
    ...published,
    found: { __typename: 'FoundElsewhere', commit: 'ab12cd34', author: 'ana', rewritten: false },
  })
  expect(await screen.findByText('5e3f1a0')).toBeTruthy()
  expect(screen.getByText(/changed elsewhere in ab12cd3 \(ana\)/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Publish again' })).toBeNull()
})
