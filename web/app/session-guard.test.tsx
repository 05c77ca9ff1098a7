import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { SessionView } from '#shared/domains/account/contract.ts'
import { fakeGateway, renderRoutes, signedInView, signedOutView } from '#tests/support/render.tsx'
import { createSession } from '../lib/session.ts'
import { SessionGuard } from './session-guard.tsx'

const page = (path: string) => ({ path, element: <p>{`page ${path}`}</p> })
const routes = [
  { Component: SessionGuard, children: ['/', '/login', '/logout', '/apps', '/apps/:id'].map(page) },
]

async function open(at: string, view: SessionView) {
  vi.stubGlobal('fetch', fakeGateway(() => ({ body: view })).fetch)
  const session = createSession({ to: vi.fn(), reload: vi.fn() })
  const shown = renderRoutes(routes, { at, session })
  await act(() => session.check())
  return { ...shown, session }
}

describe('SessionGuard', () => {
  it('sends a visitor to the login page with the address to return to', async () => {
    const { address } = await open('/apps/a1?tab=x&y=1', signedOutView)
    expect(address()).toBe('/login?redirectTo=%2Fapps%2Fa1%3Ftab%3Dx%26y%3D1')
    expect(screen.getByText('page /login')).toBeTruthy()
  })

  it('shows nothing of a page before it knows who is signed in', () => {
    renderRoutes(routes, { at: '/apps' })
    expect(screen.queryByText('page /apps')).toBeNull()
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('sends a signed-in user from the login page to the address to return to', async () => {
    const { address } = await open('/login?redirectTo=%2Fapps%2Fa1', signedInView)
    expect(address()).toBe('/apps/a1')
  })

  it('never follows an address to return to on another host', async () => {
    const { address } = await open('/login?redirectTo=%2F%2Fevil.example', signedInView)
    expect(address()).toBe('/')
  })

  it('goes to the login page as soon as the session ends', async () => {
    const { address, session } = await open('/apps', signedInView)
    expect(screen.getByText('page /apps')).toBeTruthy()
    act(() => session.ended(null))
    expect(address()).toBe('/login?redirectTo=%2Fapps')
  })

  it('decides again after every navigation', async () => {
    const { address, router } = await open('/login', signedOutView)
    await act(() => router.navigate('/apps'))
    expect(address()).toBe('/login?redirectTo=%2Fapps')
  })

  it('asks again by itself while the console does not answer', async () => {
    let isServed = false
    const { fetch } = fakeGateway(() => ({ body: signedInView }))
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
      isServed ? fetch(...call) : Promise.reject(new TypeError('Failed to fetch')),
    )
    const session = createSession({ to: vi.fn(), reload: vi.fn() })
    renderRoutes(routes, { at: '/apps', session })
    await act(() => session.check())
    expect(screen.getByText('The console did not answer: the console cannot be reached')).toBeTruthy()
    isServed = true
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText('page /apps')).toBeTruthy()
  })
})
