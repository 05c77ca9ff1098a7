import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Client, fetchExchange } from 'urql'
import { expect, it } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { TeamListPage } from './team-list-page.tsx'

function open(answer: () => { body: unknown }) {
  const gateway = fakeGateway(answer)
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch: gateway.fetch,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  })
  return renderRoutes([{ path: '/teams', element: <TeamListPage /> }], { at: '/teams', client })
}

const listOf = (count: number) => {
  const rows = Array.from({ length: count }, (_, index) => ({
    __typename: 'Team',
    id: `t${index}`,
    name: `Team ${index}`,
    namespace: `team${index}`,
    memberCount: index,
  }))
  const capabilities = { __typename: 'Capabilities', version: null, features: [] }
  return { body: { data: { teams: { __typename: 'TeamPage', total: count, rows }, capabilities } } }
}

it('shows why the teams could not be read, and retries', async () => {
  let isDown = true
  open(() => (isDown ? { body: { errors: [{ message: 'The platform cannot be reached' }] } } : listOf(2)))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Error loading teams: The platform cannot be reached')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Team 1.*1 Member/ })).toBeTruthy()
})

it('offers to create the first team where there is none', async () => {
  open(() => listOf(0))
  expect(await screen.findByText('No teams yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New Team' })).toHaveLength(1)
})

it('renders 300 cards at a time', async () => {
  open(() => listOf(350))
  // By text: queries by role over hundreds of elements take seconds in jsdom.
  expect(await screen.findByText('Team 299')).toBeTruthy()
  expect(screen.queryByText('Team 300')).toBeNull()
  await userEvent.click(screen.getByText('Show 50 more'))
  expect(screen.getByText('Team 349')).toBeTruthy()
  expect(screen.queryByText(/^Show/)).toBeNull()
})

// Fails when the search looks only at the cards that are rendered.
it('finds a team by its name among those that are not rendered', async () => {
  open(() => listOf(350))
  const user = userEvent.setup({ delay: null })
  await user.type(await screen.findByRole('searchbox', { name: 'Find in Teams' }), 'team 34')
  expect(screen.getByText('Team 349')).toBeTruthy()
  expect(screen.queryByText('Team 33')).toBeNull()
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(screen.getByText('No name has "team 34x" in it')).toBeTruthy()
})
