import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { ScriptDetailPage } from './script-detail-page.tsx'

it('a script can be updated once something has changed', async () => {
  const gateway = createFakeGateway({
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features: [] } }),
    Script: () => ({
      script: {
        __typename: 'Script',
        id: 's1',
        name: 'mask',
        description: '',
        code: 'export default () => 1',
        teamId: null,
        teamName: null,
        version: 1,
        updated: null,
        updatedBy: null,
      },
    }),
  })
  const routes = [{ path: '/scripts/:id', Component: ScriptDetailPage }]
  renderRoutes(routes, { at: '/scripts/s1', client: gateway.client })
  const update = await screen.findByRole<HTMLButtonElement>('button', { name: 'Update Script' })
  expect([update.disabled, update.title]).toEqual([true, 'Nothing has changed'])
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), '2')
  expect([update.disabled, update.title]).toEqual([false, ''])
})
