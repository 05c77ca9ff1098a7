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

async function open(at: string, startPage: string | null, features: string[] = ['profile']) {
  const settings = { theme: null, timeZone: null, density: null, startPage, attentionSeenAt: null }
  const { fetch, calls } = fakeGateway((_method, path, body) => {
    if (path !== '/graphql') return { body: signedInView }
    const { operationName } = body as { operationName: string }
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
