import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes, signedInView, signedOutView } from '#tests/support/render.tsx'
import { createSession } from '#web/lib/session.ts'
import { LoginPage } from './login-page.tsx'

const added = { _id: 'e', name: 'eastwind' }
const at = '/login?invitation=token&redirectTo=%2Fapps%2F7'

/** The page of an invitation; `known` is whether its user exists, `signedIn` whether one is in this browser. */
async function open({ known, signedIn }: { known: boolean; signedIn: boolean }) {
  let view = signedIn ? signedInView : signedOutView
  const { calls, fetch } = fakeGateway((method, path, body) => {
    if (path === '/session/invitation') {
      const { password } = body as { password?: string }
      if (!known && !password) return { status: 400, body: { code: 'BAD_REQUEST', message: 'Password' } }
      if (!known) return { body: (view = signedInView) }
      if (signedIn) view = { ...view, accounts: [...(view.accounts ?? []), added] }
      return { body: { authenticated: false } }
    }
    if (method === 'PUT') view = { ...view, account: added }
    return { body: view }
  })
  vi.stubGlobal('fetch', fetch)
  const session = createSession()
  await session.check()
  const routes = [
    { path: '/login', Component: LoginPage },
    { path: '/apps/:id', element: <p>the app</p> },
  ]
  const { address } = renderRoutes(routes, { at, session })
  await userEvent.click(await screen.findByRole('button', { name: 'Accept invitation' }))
  return { calls, session, address }
}

it('an existing user has joined, and signs in as usual', async () => {
  const { session, address } = await open({ known: true, signedIn: false })
  expect(await screen.findByText('The membership was added. Sign in as usual to continue.')).toBeTruthy()
  expect(session.get()).toMatchObject({ view: { authenticated: false } })
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(address()).toBe('/login?redirectTo=%2Fapps%2F7'))
})

it('a signed-in user goes on, in the account that was added', async () => {
  const { calls, session, address } = await open({ known: true, signedIn: true })
  expect(await screen.findByText('the app')).toBeTruthy()
  expect(screen.getByText('The membership was added')).toBeTruthy()
  expect(address()).toBe('/apps/7')
  expect(session.get()).toMatchObject({ view: { authenticated: true, account: added } })
  expect(calls.at(-1)).toMatchObject({ path: '/session/account', body: { accountId: 'e' } })
})

it('a new user chooses a password and is signed in', async () => {
  const { session } = await open({ known: false, signedIn: false })
  await userEvent.type(await screen.findByLabelText('New password'), 'a new password')
  await userEvent.type(screen.getByLabelText('Repeat password'), 'a new password')
  await userEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('the app')).toBeTruthy()
  expect(session.get()).toMatchObject({ view: { authenticated: true } })
})
