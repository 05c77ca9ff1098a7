import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { useQuery } from 'urql'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeGateway, renderThemed, signedInView } from '#tests/support/render.tsx'
import { appListQuery } from '#web/domains/apps/operations.ts'
import { SessionProvider } from '#web/lib/session-context.tsx'
import { createSession } from '#web/lib/session.ts'
import { SessionData } from './session-data.tsx'
import { Shell } from './shell/shell.tsx'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('scrollTo', vi.fn())
})

function Apps() {
  const [{ data }, read] = useQuery({ query: appListQuery })
  return (
    <>
      <h1>Apps {data?.apps.map(({ name }) => name)}</h1>
      <button onClick={() => read({ requestPolicy: 'network-only' })}>Read</button>
    </>
  )
}
const [north, south] = signedInView.accounts ?? []
const appOf = (name: string) => ({ __typename: 'App', id: name, name, description: '', version: 1 })

/** A page of an account from which the user is then removed; `next` is the answer of `GET /session` from then on. */
async function open(next: object) {
  let member = true
  let moved = false
  const { fetch } = fakeGateway((_method, path, body) => {
    if (path === '/session') {
      moved = !member
      return { body: member ? signedInView : next }
    }
    if (path !== '/graphql') return { status: 404 }
    const { operationName } = body as { operationName: string }
    if (operationName === 'Capabilities')
      return { body: { data: { capabilities: { __typename: 'Capabilities', version: null, features: [] } } } }
    if (member || moved) return { body: { data: { __typename: 'Query', apps: [appOf('depot')] } } }
    return { body: { errors: [{ message: 'Account not found', extensions: { code: 'NOT_FOUND' } }] } }
  })
  vi.stubGlobal('fetch', fetch)
  const session = createSession({ to: vi.fn(), reload: vi.fn() })
  await session.check()
  const pages = [
    { path: '/apps', Component: Apps },
    { path: '/plans/:id', Component: Apps },
    { path: '/logout', element: <p>Signing out</p> },
  ]
  const router = createMemoryRouter([{ Component: Shell, children: pages }], {
    initialEntries: ['/plans/p1'],
  })
  renderThemed(
    <SessionProvider session={session}>
      <SessionData>
        <RouterProvider router={router} />
      </SessionData>
    </SessionProvider>,
  )
  await screen.findByText(/depot/)
  member = false
  return { session, router, answer: (view: object) => Object.assign(next, view) }
}

it('switches to the next account, says so once, and leaves the page of the old one', async () => {
  const { session, router } = await open({ ...signedInView, account: south, accounts: [south], left: north })
  await act(() => session.check())
  expect(await screen.findByText('You are no longer a member of northwind. This is southwind.')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/apps')
  await act(() => session.check())
  expect(screen.getAllByText(/no longer a member/)).toHaveLength(1)
})

it('says so too in a tab whose session another tab has moved', async () => {
  const { session } = await open({ ...signedInView, account: south, accounts: [south] })
  await act(() => session.check())
  expect(await screen.findByText('You are no longer a member of northwind. This is southwind.')).toBeTruthy()
})

it('notices it when a read finds nothing', async () => {
  await open({ ...signedInView, account: south, accounts: [south], left: north })
  await userEvent.click(screen.getByRole('button', { name: 'Read' }))
  expect(await screen.findByText('You are no longer a member of northwind. This is southwind.')).toBeTruthy()
})

it('without another account says why and offers the sign-out, and continues when there is one again', async () => {
  const { session, answer, router } = await open({
    ...signedInView,
    account: null,
    accounts: [],
    left: north,
  })
  await act(() => session.check())
  const sentence = 'You are no longer a member of northwind, and you belong to no other account.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByText(/depot/)).toBeNull()
  answer({ account: south, accounts: [south], left: undefined })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Apps depot')).toBeTruthy()
  answer({ account: null, accounts: [] })
  await act(() => session.check())
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  expect(router.state.location.pathname).toBe('/logout')
})
