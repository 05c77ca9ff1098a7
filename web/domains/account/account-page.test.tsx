import { screen } from '@testing-library/react'
import { Client, fetchExchange } from 'urql'
import { expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { AccountPage } from './account-page.tsx'

// Monaco needs a real browser.
vi.mock('#web/ui/editor/code-editor.tsx', () => ({ CodeEditor: () => null }))

it('shows an error when the own role cannot be read', async () => {
  const answers: Record<string, object> = {
    OwnMembership: { errors: [{ message: 'The platform is away' }] },
    Memberships: { data: { memberships: { __typename: 'MembershipPage', total: 0, rows: [] } } },
    AccountSettings: { data: { accountSettings: {} } },
  }
  const { fetch } = fakeGateway((_method, _path, body) => ({
    body: answers[(body as { operationName: string }).operationName],
  }))
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
  renderRoutes([{ path: '/', Component: AccountPage }], { client })
  expect(await screen.findByText('Error loading members: The platform is away')).toBeTruthy()
})
