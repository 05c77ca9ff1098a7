import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes, signedOutView } from '#tests/support/render.tsx'
import { createSession } from '#web/lib/session.ts'
import { LoginPage } from './login-page.tsx'

async function show(at: string, login = signedOutView.login) {
  vi.stubGlobal('fetch', fakeGateway(() => ({ body: { ...signedOutView, login } })).fetch)
  const session = createSession()
  await session.check()
  return renderRoutes([{ path: '/login', Component: LoginPage }], { at, session })
}
const vendor = { method: 'sso', vendor: 'Acme', authorizeUrl: 'https://id.example/authorize' } as const

it('links to single sign-on through the gateway, with the page to return to', async () => {
  await show('/login?redirectTo=%2Fapps%2F7%3Fpage%3D2', vendor)
  const link = screen.getByRole('link', { name: 'Sign in with Acme' })
  expect(link.getAttribute('href')).toBe('/session/sso?redirectTo=%2Fapps%2F7%3Fpage%3D2')
  expect(screen.queryByLabelText('Password')).toBeNull()
})

it('does not pass an address of another site on', async () => {
  await show('/login?redirectTo=%2F%2Fevil.example', vendor)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/session/sso?redirectTo=%2F')
})

it('shows the password form where no single sign-on is configured', async () => {
  await show('/login')
  expect(screen.getByLabelText('Password')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
