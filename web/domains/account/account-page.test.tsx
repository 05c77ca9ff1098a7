import { screen } from '@testing-library/react'
import { Client, fetchExchange } from 'urql'
import { expect, it } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { ownSettingsMessages } from '#shared/domains/account/settings-messages.ts'
import { AccountPage } from './account-page.tsx'

function openWithoutRole(tab = '') {
  const answers: Record<string, object> = {
    OwnMembership: { errors: [{ message: 'The platform is away' }] },
    Memberships: { data: { memberships: { __typename: 'MembershipPage', total: 0, rows: [] } } },
    AccountSettings: { data: { accountSettings: {} } },
  }
  const { fetch } = fakeGateway((_method, _path, body) => ({
    body: answers[(body as { operationName: string }).operationName],
  }))
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
  renderRoutes([{ path: '/', Component: AccountPage }], { client, at: `/${tab}` })
}

it('shows an error when the own role cannot be read', async () => {
  openWithoutRole()
  expect(await screen.findByText('Error loading members: The platform is away')).toBeTruthy()
})

it('says nothing of members in a tab without them', async () => {
  openWithoutRole('?tab=mine')
  expect(await screen.findByRole('tab', { name: ownSettingsMessages.title, selected: true })).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText(/Error loading members/)).toBeNull()
})
