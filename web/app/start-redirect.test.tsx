import { act, waitFor } from '@testing-library/react'
import { Client, fetchExchange } from 'urql'
import { afterEach, expect, it, vi } from 'vitest'
import { preferences } from '#web/lib/settings/preferences.ts'
import { createSession } from '#web/lib/session.ts'
import { fakeGateway, renderRoutes, signedInView } from '#tests/support/render.tsx'
import { StartRedirect } from './start-redirect.tsx'
import { UnknownAddress } from './unknown-address.tsx'

afterEach(() => {
  preferences.forget()
  localStorage.clear()
})

async function open(
  at: string,
  startPage: string | null,
  features: string[] = ['profile'],
  settingsRead: Promise<void> = Promise.resolve(),
) {
  const settings = { theme: null, timeZone: null, density: null, startPage, attentionSeenAt: null }
  const { fetch, calls } = fakeGateway(async (_method, path, body) => {
    if (path !== '/graphql') return { body: signedInView }
    const { operationName } = body as { operationName: string }
    if (operationName === 'Settings') await settingsRead
    return {
      body: {
        data: operationName === 'Settings' ? { settings } : { capabilities: { version: '1', features } },
      },
    }
  })
  vi.stubGlobal('fetch', fetch)
  const session = createSession({ to: vi.fn(), reload: vi.fn() })
  await act(() => session.check())
  const routes = [
    { path: '/', Component: StartRedirect },
    { path: '/apps', element: <p>apps</p> },
    { path: '/dashboard/attention', element: <p>attention</p> },
    { path: '*', Component: UnknownAddress },
  ]
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
  const asked = () => calls.map(({ body }) => (body as { operationName?: string } | undefined)?.operationName)
  return { ...renderRoutes(routes, { at, session, client }), asked }
}

it('is the one that the user has chosen', async () => {
  const { address } = await open('/', '/dashboard/attention?show=mine')
  await waitFor(() => expect(address()).toBe('/dashboard/attention?show=mine'))
})

/** The first page waits for the settings of the user, and the code of another one for `load`. */
async function openSlowly() {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  const opened = await open('/', '/dashboard/attention', ['profile'], answered)
  opened.router.patchRoutes(null, [
    { path: '/account', lazy: () => loaded.then(() => ({ element: <p>account</p> })) },
  ])
  await waitFor(() => expect(opened.asked()).toContain('Settings'))
  return { ...opened, answer, load }
}

it('does not take back what the user opens meanwhile', async () => {
  const { address, router, answer, load } = await openSlowly()
  void router.navigate('/account')
  await act(async () => answer())
  expect(address()).toBe('/')
  await act(async () => load())
  await waitFor(() => expect(address()).toBe('/account'))
  expect(router.state.navigation.state).toBe('idle')
})

// Fails when the redirect is rendered before the navigation that came first, which is a transition of React.
it('does not overtake what the user opens', async () => {
  const { address, router, answer, load } = await openSlowly()
  await act(async () => {
    answer()
    await new Promise((resolve) => setTimeout(resolve, 20))
    void router.navigate('/account')
  })
  await act(async () => load())
  await waitFor(() => expect(address()).toBe('/account'))
})

it.each([null, '/', '/logout', '//elsewhere.test/x', '/no/such/page'])(
  'is Apps instead of %s',
  async (page) => {
    const { address } = await open('/', page)
    await waitFor(() => expect(address()).toBe('/apps'))
  },
)

it('is the one of this browser on a platform that keeps none', async () => {
  preferences.keep('u1', { startPage: '/dashboard/attention' })
  const { address, asked } = await open('/', '/apps', [])
  await waitFor(() => expect(address()).toBe('/dashboard/attention'))
  expect(asked()).not.toContain('Settings')
})

it('of another user of this browser does not count', async () => {
  preferences.keep('u2', { startPage: '/dashboard/attention' })
  const { address } = await open('/', null, [])
  await waitFor(() => expect(address()).toBe('/apps'))
})
