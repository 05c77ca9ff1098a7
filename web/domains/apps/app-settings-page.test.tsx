import { screen } from '@testing-library/react'
import { Client, fetchExchange } from 'urql'
import { expect, it } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { AppSettingsPage } from './app-settings-page.tsx'

const app = { id: 'a1', name: 'Orders', description: '', version: 1 }

function open(access: { secretsVisible: boolean }) {
  const answered = {
    app: { __typename: 'App', id: 'a1', tokens: [], variables: [], ...access },
    capabilities: { __typename: 'Capabilities', version: '1', features: [] },
  }
  const { fetch } = fakeGateway(() => ({ body: { data: answered } }))
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  })
  const element = (
    <CurrentAppProvider app={app}>
      <AppSettingsPage />
    </CurrentAppProvider>
  )
  renderRoutes([{ path: '/', element }], { client })
}

it('says who sees tokens and variables where the user does not, and offers no change', async () => {
  open({ secretsVisible: false })
  expect(await screen.findByText('You see no tokens and variables here')).toBeTruthy()
  expect(
    screen.getByText(
      'Only collaborators of the app and owners of the account see and change its tokens and variables.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add Token' })).toBeNull()
})

it('shows both where the user sees them', async () => {
  open({ secretsVisible: true })
  expect(await screen.findByText('No access tokens yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add Token' })).toBeTruthy()
})
